"""``ck normalize``: project a tool output from standard input."""

import shutil
import sys

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import plain, print_json
from kernel.model.errors import BadInput, KernelError
from kernel.model.event import Projection, ToolOutput
from kernel.model.scope import Host, Scope
from kernel.projection.algebra import identity, split_lines
from kernel.projection.engine import LONGEST
from kernel.service.kernel import open_kernel
from kernel.service.observe import observe


@click.command("normalize")
@click.option("--tool", default="", metavar="T", help="The tool that printed it (Bash, Read …).")
@click.option("--command", default="", metavar="C", help="The command that the tool ran.")
@click.option("--path", default="", metavar="F", help="The file that the tool read.")
@click.option("--exit-code", type=int, metavar="N", help="The command's exit code, if known.")
@click.option("--session", default="", metavar="S", help="The session that the output goes to.")
@click.option(
    "--agent", default="", metavar="A", help="The agent inside of the session (main, or a subagent's id)."
)
@click.option("--epoch", default=0, metavar="E", help="The life of the session's window.")
@click.option(
    "--cwd", default="", metavar="D", help="The folder that the tool ran in (default: the repository)."
)
@click.option("--agent-type", default="", metavar="K", help="The kind of a subagent (see the setting exempt_agents).")
@click.option(
    "--occupancy", type=click.FloatRange(0, 1), metavar="X", help="Share of the agent's window in use: a fuller one is folded harder."
)
@click.option("--no-park", is_flag=True, help="Store nothing; the caller holds the original.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
@kernel_errors
def normalize_command(
    ctx: click.Context,
    tool: str,
    command: str,
    path: str,
    exit_code: int | None,
    session: str,
    agent: str,
    epoch: int,
    cwd: str,
    agent_type: str,
    occupancy: float | None,
    no_park: bool,
    as_json: bool,
) -> None:
    """Read a tool output and print what an agent should see of it.

    One of more than 100 MB is passed on as it is, and nothing of it is kept.
    """
    data = sys.stdin.buffer.read(LONGEST + 1)
    if len(data) > LONGEST:
        _pass_on(data, as_json)
        return
    text = data.decode("utf-8", "surrogateescape")
    del data
    output = ToolOutput(text, tool, command, path, exit_code)
    folder = cwd or ctx.find_root().params.get("repo") or "."
    host = Host(occupancy=occupancy, agent_type=agent_type)
    projection = _observe(output, folder, Scope("", session, agent, epoch, cwd), not no_park, host)
    if as_json:
        print_json(_document(projection))
    else:
        sys.stdout.buffer.write(projection.text.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()


def _pass_on(data: bytes, as_json: bool) -> None:
    """Print what was read of an output that is too large, and the rest of it piece by piece."""
    if as_json:
        raise BadInput(f"more than {LONGEST // 1_000_000} MB cannot be projected")
    click.echo(f"ck: more than {LONGEST // 1_000_000} MB: passed on as it is", err=True)
    sys.stdout.buffer.write(data)
    shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _observe(output: ToolOutput, folder: str, scope: Scope, park: bool, host: Host) -> Projection:
    """Lenient and impatient, like a hook: a pipe passes its input on whatever is wrong with folder, settings or store."""
    try:
        with open_kernel(folder, strict=False) as kernel:
            return observe(kernel, output, scope._replace(repository=kernel.repository.key), park, host)
    except KernelError as error:
        click.echo(f"ck: {plain(error.message)}", err=True)
        return Projection(output.text, identity(output.text), None)


def _document(projection: Projection) -> dict[str, object]:
    plan = projection.plan
    folds = [
        {
            "start": fold.start,
            "end": fold.end,
            "lines": fold.end - fold.start + 1,
            "kind": fold.kind,
            "recogniser": fold.recogniser,
            "why": fold.why,
        }
        for fold in plan.folds()
    ]
    return {
        "text": projection.text,
        "lines": len(split_lines(projection.text)),
        "tokens_before": plan.tokens_before,
        "tokens_after": plan.tokens_after,
        "folds": folds,
        "handle": projection.handle,
    }
