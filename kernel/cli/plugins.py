"""``ck plugins``: users' own recognisers."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.projection.plugins import Plugin
from kernel.service import plugin_list as service


@click.group("plugins")
def plugins_command() -> None:
    """Users' recognisers: TOML patterns in the configuration folder's plugins, and Python entry points."""


@plugins_command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def list_command(as_json: bool) -> None:
    """List the stored plug-ins in the order in which they are asked."""
    with opened_kernel() as kernel:
        _print(service.stored_plugins(kernel.home), (), as_json)


@plugins_command.command("refresh")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def refresh_command(as_json: bool) -> None:
    """Look for plug-ins and store the list; exits 1 where one cannot be used."""
    with opened_kernel() as kernel:
        plugins, problems = service.refresh(kernel)
    _print(plugins, problems, as_json)
    if problems:
        raise click.exceptions.Exit(1)


@plugins_command.command("order")
@click.argument("names", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def order_command(names: tuple[str, ...], as_json: bool) -> None:
    """Ask NAMES first, in this order, then the others as before."""
    with opened_kernel() as kernel:
        _print(service.order(kernel, names), (), as_json)


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
    """Switch a plug-in on again."""
    with opened_kernel() as kernel:
        service.switch(kernel, name, False)
    click.echo(f"{plain(name)} is on")


def _print(plugins: tuple[Plugin, ...], problems: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        rows: list[dict[str, Any]] = [
            {
                "name": p.name,
                "form": "python" if p.target else "patterns",
                "target": p.target,
                "disabled": p.disabled,
            }
            for p in plugins
        ]
        print_json({"plugins": rows, "problems": list(problems)})
        return
    if not plugins:
        click.echo("No plug-ins are stored; ck plugins refresh looks for them.")
    for plugin in plugins:
        click.echo(
            f"{'off' if plugin.disabled else 'on ':<4} {plain(plugin.name):<40} {plain(plugin.target) or 'patterns'}"
        )
    for problem in problems:
        click.echo(f"ck: {plain(problem)}", err=True)
