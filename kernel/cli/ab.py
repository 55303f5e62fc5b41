"""``ck ab``: folded outputs that are kept, with what was shown of them, for a judge of whether an answer moved."""

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import local_time, opened_kernel, plain, print_json
from kernel.reading.terminal import safe_text
from kernel.service import sampling

_ALL = click.option("--all", "everywhere", is_flag=True, help="Of all repositories.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group("ab", invoke_without_command=True)
@click.pass_context
def ab_command(context: click.Context) -> None:
    """Folded outputs that are kept for a judge (setting ab_samples; off by default). Nothing is sent anywhere."""
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@ab_command.command("list")
@_ALL
@_JSON
@kernel_errors
def list_command(everywhere: bool = False, as_json: bool = False) -> None:
    """List what is kept, by recogniser and size."""
    with opened_kernel() as kernel:
        kept, most = sampling.samples(kernel, everywhere=everywhere), kernel.settings.ab_samples
    if as_json:
        print_json({"per_stratum": most, "samples": [one._asdict() for one in kept]})
        return
    if not most:
        click.echo("off: ck config set ab_samples N keeps N outputs of each recogniser and size")
    for one in kept:
        shown = f"{one.tokens_before:,} → {one.tokens_after:,} tokens"
        click.echo(f"{one.handle}  {local_time(one.at)}  {plain(one.stratum)}  {shown}  {plain((one.command or one.tool)[:60])}")


@ab_command.command("show")
@click.argument("handle", type=click.IntRange(1))
@_ALL
@_JSON
@kernel_errors
def show_command(handle: int, everywhere: bool, as_json: bool) -> None:
    """Print what an agent was shown of an output (its original: ck recall HANDLE)."""
    with opened_kernel() as kernel:
        found = sampling.pair(kernel, handle, everywhere)
    if as_json:
        print_json({"handle": handle, **found._asdict()})
    else:
        click.echo(safe_text(found.shown))


@ab_command.command("clear")
@_ALL
@kernel_errors
def clear_command(everywhere: bool) -> None:
    """Keep none of them; the outputs stay parked."""
    with opened_kernel() as kernel:
        click.echo(f"let go: {sampling.clear(kernel, everywhere)}")
