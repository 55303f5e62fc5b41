"""``ck smoke``: a proof through a live agent that outputs are projected, shown so, and come back."""

import click

from kernel.cli.doctor import print_checks
from kernel.cli.errors import FAILED, kernel_errors
from kernel.cli.output import opened_kernel, print_json
from kernel.harness.claude.doctor import shown_in
from kernel.model.check import FAILURE
from kernel.service.smoke import check, generate


@click.group("smoke")
def smoke_command() -> None:
    """Let the agent run the program that "ck smoke generate" makes, then run "ck smoke check" in the same repository."""


@smoke_command.command("generate")
@kernel_errors
def generate_command() -> None:
    """Make a program that prints 400 lines, which a working installation folds; prints its path."""
    with opened_kernel() as kernel:
        click.echo(generate(kernel))
    click.echo("let the agent run this one command, then run ck smoke check", err=True)


@smoke_command.command("check")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def check_command(as_json: bool) -> None:
    """Follow them: was the hook called, was the output projected, does it come back, what was the agent shown.

    Exits 1 if anything fails.
    """
    with opened_kernel() as kernel:
        checks = check(kernel, shown_in)
    passed = all(each.state != FAILURE for each in checks)
    if as_json:
        print_json({"passed": passed, "checks": [each._asdict() for each in checks]})
    else:
        print_checks(checks)
    if not passed:
        raise click.exceptions.Exit(FAILED)
