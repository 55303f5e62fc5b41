"""``ck charter``: constraints with citations, and where the cited lines stand now."""

import sys
from typing import Any

import click

from kernel.cli.errors import FAILED, kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.charter import Charter, Citation
from kernel.model.errors import BadInput, NotFound
from kernel.reading.terminal import safe_text
from kernel.service import charter as service
from kernel.service.kernel import Kernel

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_ANEW = click.option("--anew", is_flag=True, help="Anchor every citation to what its line says now.")
_TEMPLATE = """Q: what has to be done

1. [contract] what must stay true (path/to/file.py:88)
"""


@click.group("charter", invoke_without_command=True)
@_JSON
@click.pass_context
@kernel_errors
def charter_command(ctx: click.Context, as_json: bool) -> None:
    """Show the task charter of this repository with the state of its citations."""
    if ctx.invoked_subcommand is not None:
        return
    with opened_kernel() as kernel:
        _show(_checked(kernel), as_json)


@charter_command.command("get")
@kernel_errors
def get_command() -> None:
    """Print the charter's text as it was saved; nothing in it steers a terminal."""
    with opened_kernel() as kernel:
        click.echo(safe_text(_checked(kernel).text), nl=False)


@charter_command.command("save")
@_ANEW
@_JSON
@kernel_errors
def save_command(anew: bool, as_json: bool) -> None:
    """Save a charter read from standard input (also: ck charter set)."""
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    with opened_kernel() as kernel:
        _show(service.save(kernel, text, anew), as_json)


charter_command.add_command(click.Command("set", callback=save_command.callback, params=save_command.params, hidden=True))


@charter_command.command("edit")
@_ANEW
@kernel_errors
def edit_command(anew: bool) -> None:
    """Edit the charter in $VISUAL or $EDITOR."""
    with opened_kernel() as kernel:
        charter = service.load(kernel)
        before = charter.text if charter is not None else _TEMPLATE
        editor = kernel.settings.editor or None
        try:
            after = click.edit(before, editor=editor, extension=".md")
        except UnicodeEncodeError:
            raise BadInput("the charter holds bytes that no editor can show; use ck charter save") from None
        if after is None or after == before:
            click.echo("unchanged")
            return
        _show(service.save(kernel, after, anew), False)


@charter_command.command("check")
@_JSON
@kernel_errors
def check_command(as_json: bool) -> None:
    """Exit 1 if a citation has drifted, is missing or ambiguous, or the charter has problems."""
    with opened_kernel() as kernel:
        charter = _checked(kernel)
        _show(charter, as_json)
    if charter.problems or set(service.states(charter)) - {"ok"}:
        raise click.exceptions.Exit(FAILED)


@charter_command.command("repair")
@_JSON
@kernel_errors
def repair_command(as_json: bool) -> None:
    """Move citations to where their line stands now, if that is exactly one place. Exit 1 if some are left."""
    with opened_kernel() as kernel:
        done = service.repair(kernel)
    if as_json:
        moved = [{"path": one.path, "line": one.line, "found": one.found} for one in done.moved]
        print_json({**_document(done.charter), "moved": moved, "left": [one._asdict() for one in done.left]})
    else:
        for one in done.moved:
            click.echo(f"moved  {citation_name(one)} → {one.found}")
        for one in done.left:
            click.echo(f"left   {citation_name(one)}  {state_text(one)}")
        if not done.moved and not done.left:
            click.echo("nothing to repair")
    if done.left:
        raise click.exceptions.Exit(FAILED)


@charter_command.command("clear")
@kernel_errors
def clear_command() -> None:
    """Remove the charter; ck charter undo brings it back."""
    with opened_kernel() as kernel:
        if not service.clear(kernel):
            raise NotFound("this repository has no charter")
    click.echo("removed (ck charter undo brings it back)")


@charter_command.command("undo")
@kernel_errors
def undo_command() -> None:
    """Take back the last save, repair or clear."""
    with opened_kernel() as kernel:
        if not service.undo(kernel):
            raise NotFound("nothing to take back")
        charter = service.check(kernel)
    if charter is None:
        click.echo("this repository has no charter now")
    else:
        _show(charter, False)


def charter_lines(charter: Charter) -> list[str]:
    """A checked charter as text: the question, each constraint with its citations' states, the problems."""
    lines = [f"Q  {plain(charter.question)}" if charter.question else "Q  (none)"]
    for one in charter.constraints:
        kind = f"{one.kind}  " if one.kind else ""
        lines.append(f"{one.number:>2} {kind}{plain(one.text)}")
        lines += [f"     {state_text(citation):<28} {citation_name(citation)}" for citation in one.citations]
    return lines + [f"!  {plain(problem)}" for problem in charter.problems]


def citation_name(citation: Citation) -> str:
    """``path:line`` or ``path:line-end``."""
    end = "" if citation.end is None else f"-{citation.end}"
    return f"{plain(citation.path)}:{citation.line}{end}"


def state_text(citation: Citation) -> str:
    """A citation's state in words."""
    if citation.state == "drifted" and citation.found is not None:
        return f"drifted, now at line {citation.found}"
    return {
        "drifted": "drifted, the line has changed",
        "missing": "missing",
        "ambiguous": "ambiguous, in several places",
        "new": "not anchored",
    }.get(citation.state, citation.state)


def _checked(kernel: Kernel) -> Charter:
    charter = service.check(kernel)
    if charter is None:
        raise NotFound("this repository has no charter (ck charter edit writes one)")
    return charter


def _show(charter: Charter, as_json: bool) -> None:
    if as_json:
        print_json(_document(charter))
        return
    for line in charter_lines(charter):
        click.echo(line)


def _document(charter: Charter) -> dict[str, Any]:
    constraints = [
        {**one._asdict(), "citations": [citation._asdict() for citation in one.citations]}
        for one in charter.constraints
    ]
    return {**charter._asdict(), "constraints": constraints}
