"""``ck config``: show and set configuration."""

import os
from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import plain, print_json
from kernel.service.config import default_text, effective_text, set_value, toml
from kernel.settings import SCHEMA, Loaded, config_file, home_folder, load_settings

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group("config", invoke_without_command=True)
@click.option("--default", "default", is_flag=True, help="Print a commented file of all defaults instead.")
@_JSON
@click.pass_context
@kernel_errors
def config_command(ctx: click.Context, default: bool, as_json: bool) -> None:
    """Show the settings in force and where each comes from, as a commented TOML file."""
    if ctx.invoked_subcommand is not None:
        return
    if default:
        click.echo(default_text(), nl=False)
        return
    # Not strict: this is the command that helps to mend a bad setting.
    loaded, home = load_settings(os.environ), home_folder(os.environ)
    if as_json:
        print_json(_document(loaded, home))
    else:
        click.echo(effective_text(loaded, home), nl=False)
    for problem in loaded.problems:
        click.echo(f"ck: {plain(problem)}", err=True)


@config_command.command("set", context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("value")
@_JSON
@kernel_errors
def set_command(name: str, value: str, as_json: bool) -> None:
    """Set NAME to VALUE in the configuration file (keys.ACTION sets the keys of an action)."""
    path = config_file(os.environ)
    stored = set_value(path, name, value)
    if as_json:
        print_json({"name": name, "value": stored, "config": path})
        return
    click.echo(f"{name} = {toml(stored)} in {plain(path)}")
    field = next((field for field in SCHEMA if field.name == name), None)
    if field is not None and field.env in os.environ:
        click.echo(f"ck: {field.env} is set and overrides it", err=True)


def _document(loaded: Loaded, home: str) -> dict[str, Any]:
    settings = [
        {
            "name": field.name,
            "value": _json_value(getattr(loaded.settings, field.name)),
            "default": _json_value(field.default),
            "source": loaded.sources[field.name],
            "env": field.env or None,
            "help": field.help,
        }
        for field in SCHEMA
    ]
    return {"home": home, "config": loaded.config, "problems": list(loaded.problems), "settings": settings}


def _json_value(value: Any) -> Any:
    return dict(value) if isinstance(value, tuple) else value
