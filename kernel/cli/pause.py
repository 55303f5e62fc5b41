"""``ck pause``: switch everything off, here or everywhere."""

import os

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.service.pause import Paused, paused, switch


@click.command("pause")
@click.option("--off", "resume", is_flag=True, help="End the pause.")
@click.option("--status", is_flag=True, help="Only tell what is paused.")
@click.option("--all", "everywhere", is_flag=True, help="In all repositories.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def pause_command(resume: bool, status: bool, everywhere: bool, as_json: bool) -> None:
    """Leave every tool output as it is and store nothing, until ck pause --off.

    What is parked already can still be recalled. CK_DISABLE=1 does the same for one process.
    """
    with opened_kernel() as kernel:
        home, key, root = kernel.home, kernel.repository.key, kernel.repository.root
    now = paused(home) if status else switch(home, None if everywhere else key, not resume)
    if as_json:
        print_json({"paused": now.holds(key), **now._asdict(), "disabled": _disabled()})
    else:
        click.echo(pause_line(now, key, root))


def pause_line(now: Paused, repository: str, root: str) -> str:
    """Whether the kernel is on in a repository, and how to change it."""
    if _disabled():
        return "off in this process (CK_DISABLE=1)"
    if now.everywhere:
        return "paused in all repositories; ck pause --off --all ends it"
    if now.holds(repository):
        return f"paused in {plain(root)}; ck pause --off ends it"
    return f"on in {plain(root)}"


def _disabled() -> bool:
    return os.environ.get("CK_DISABLE") == "1"
