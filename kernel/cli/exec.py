"""``ck exec``: run a command and print its output projected."""

import os
import sys

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import plain
from kernel.service.watched import run_command
from kernel.shell.watch import CANNOT_RUN, NOT_FOUND


@click.command("exec", context_settings={"allow_interspersed_args": False})
@click.option("--session", default="", metavar="S", help="The session that the output goes to.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@kernel_errors
def exec_command(session: str, command: tuple[str, ...]) -> None:
    """Run COMMAND and print what an agent should see of its output; exit with its code.

    Standard input, signals and children in the background are the command's own. At a terminal nothing is changed.
    """
    try:
        code = run_command(
            command, os.environ, session or os.environ.get("CLAUDE_CODE_SESSION_ID", ""), to_terminal=sys.stdout.isatty()
        )  # fmt: skip
    except FileNotFoundError:
        click.echo(f"ck: {plain(command[0])} is not found", err=True)
        code = NOT_FOUND
    except OSError as error:
        click.echo(f"ck: {plain(command[0])} cannot be run: {plain(error.strerror or str(error))}", err=True)
        code = CANNOT_RUN
    raise click.exceptions.Exit(code)
