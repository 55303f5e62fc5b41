"""``ck log``: the kernel's log."""

import os
from datetime import datetime

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import plain, print_json
from kernel.service.log import log_path, read_log
from kernel.service.pause import paused
from kernel.settings import home_folder


@click.command("log")
@click.option(
    "-n", "limit", type=click.IntRange(min=1), default=50, show_default=True, help="How many entries."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def log_command(limit: int, as_json: bool) -> None:
    """Show the last entries of the kernel's log, oldest first."""
    home = home_folder(os.environ)
    entries = read_log(home, limit)
    off = paused(home)
    if as_json:
        document = {"path": log_path(home), "entries": [entry._asdict() for entry in entries]}
        print_json({**document, "paused": off._asdict()})
        return
    if off.everywhere or off.repositories:
        where = "all repositories" if off.everywhere else ", ".join(plain(key) for key in off.repositories)
        click.echo(f"ck is paused in {where} (ck pause --off ends it)", err=True)
    if not entries:
        click.echo(f"The log is empty ({plain(log_path(home))}).")
    for entry in entries:
        at = datetime.fromtimestamp(entry.at).strftime("%Y-%m-%d %H:%M:%S")
        click.echo(f"{at}  {plain(entry.level):<7} {plain(entry.where)}: {plain(entry.message)}")
        for line in entry.trace.rstrip("\n").split("\n") if entry.trace else ():
            click.echo(f"    {plain(line)}")
