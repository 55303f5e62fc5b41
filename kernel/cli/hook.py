"""``ck hook``: what a harness runs at each of its events."""

import click

from kernel.cli.errors import kernel_errors
from kernel.hooks import HARNESSES, main, registered_command


@click.command("hook")
@click.option("--argv", "argv", is_flag=True, help="Print the command to register, an argument a line.")
@click.argument("harness", type=click.Choice(HARNESSES))
@kernel_errors
def hook_command(argv: bool, harness: str) -> None:
    """Answer one event of an agent's harness: its JSON on standard input, the answer on standard output."""
    if not argv:
        main(harness)
        return
    for argument in registered_command(harness):
        click.echo(argument)
