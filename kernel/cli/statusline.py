"""``ck statusline``: the line below an agent's prompt."""

import click

from kernel.cli.errors import kernel_errors
from kernel.hooks import statusline, statusline_command


@click.command("statusline")
@click.option("--argv", "argv", is_flag=True, help="Print the command to register, an argument a line; it is quicker.")
@kernel_errors
def statusline_cli(argv: bool) -> None:
    """Print one line for the harness's JSON on standard input: net savings of session and repository, window, alarms."""
    if not argv:
        statusline()
        return
    for argument in statusline_command():
        click.echo(argument)
