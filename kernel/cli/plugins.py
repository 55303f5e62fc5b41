"""``ck plugins``: users' own recognisers."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import local_time, opened_kernel, plain, print_json
from kernel.projection.plugins import Plugin
from kernel.service import plugin_list as service
from kernel.service.plugin_list import Trouble


@click.group("plugins")
def plugins_command() -> None:
    """Users' recognisers: TOML patterns in the configuration folder's plugins, and Python entry points.

    \b
    A file such as plugins/mine.toml holds one table or more:
        [[recogniser]]
        name = "chatter"          # as ck plugins list shows it
        kind = "chatter"          # as markers call what it folds
        command = "^make"         # optional: only for such commands
        fold = ["^say "]          # lines that go, but for the first and last
        keep = ["card"]           # lines that stay

    An entry point is of the group context_kernel.recognisers.
    A Python one runs in a process of its own and has a quarter of a second for an output, its import included. One
    that hangs or ends its process three times within a day is set aside: not asked for a day, or until it is enabled.
    """


@plugins_command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def list_command(as_json: bool) -> None:
    """List the stored plug-ins in the order in which they are asked, each with what went wrong with it last."""
    with opened_kernel() as kernel:
        _print(service.stored_plugins(kernel.home), (), service.troubles(kernel.home), as_json)


@plugins_command.command("refresh")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def refresh_command(as_json: bool) -> None:
    """Look for plug-ins and store the list; exits 1 where one cannot be used."""
    with opened_kernel() as kernel:
        plugins, problems = service.refresh(kernel)
        _print(plugins, problems, service.troubles(kernel.home), as_json)
    if problems:
        raise click.exceptions.Exit(1)


@plugins_command.command("order")
@click.argument("names", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def order_command(names: tuple[str, ...], as_json: bool) -> None:
    """Ask NAMES first, in this order, then the others as before."""
    with opened_kernel() as kernel:
        _print(service.order(kernel, names), (), service.troubles(kernel.home), as_json)


@plugins_command.command("disable")
@click.argument("name")
@kernel_errors
def disable_command(name: str) -> None:
    """Switch a plug-in off."""
    with opened_kernel() as kernel:
        service.switch(kernel, name, True)
    click.echo(f"{plain(name)} is off")


@plugins_command.command("enable")
@click.argument("name")
@kernel_errors
def enable_command(name: str) -> None:
    """Switch a plug-in on again; one that was set aside is asked again."""
    with opened_kernel() as kernel:
        service.switch(kernel, name, False)
    click.echo(f"{plain(name)} is on")


def _print(plugins: tuple[Plugin, ...], problems: tuple[str, ...], troubles: dict[str, Trouble], as_json: bool) -> None:
    if as_json:
        rows = [_row(plugin, troubles.get(plugin.name)) for plugin in plugins]
        print_json({"plugins": rows, "problems": list(problems)})
        return
    if not plugins:
        click.echo("No plug-ins are stored; ck plugins refresh looks for them.")
    for plugin in plugins:
        trouble = troubles.get(plugin.name)
        state = "off" if plugin.disabled else "set aside" if trouble is not None and trouble.set_aside else "on"
        click.echo(f"{state:<10} {plain(plugin.name):<40} {plain(plugin.target) or 'patterns'}")
        if trouble is not None:
            click.echo(f"{'':<10} {local_time(trouble.at)}: {plain(trouble.problem)}")
    for problem in problems:
        click.echo(f"ck: {plain(problem)}", err=True)


def _row(plugin: Plugin, trouble: Trouble | None) -> dict[str, Any]:
    return {
        "name": plugin.name,
        "form": "python" if plugin.target else "patterns",
        "target": plugin.target,
        "disabled": plugin.disabled,
        "set_aside": trouble is not None and trouble.set_aside,
        "trouble": None if trouble is None else {"at": trouble.at, "problem": trouble.problem},
    }
