"""``ck install`` and ``ck uninstall``: the hooks in an agent's settings."""

import os
import shlex
import sys
import tempfile
from sysconfig import get_path

import click

import kernel.hooks
from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.harness.claude import record
from kernel.harness.claude.install import (
    PLUGIN,
    SCOPES,
    Change,
    Target,
    enabled_plugin,
    install,
    installed_at,
    targets,
    uninstall,
)
from kernel.harness.claude.launcher import Installed, launcher_path, remove_launcher, write_launcher
from kernel.harness.claude.plugin_build import MARKETPLACE, build_plugin, plugin_folder
from kernel.harness.claude.registration import Wanted
from kernel.harness.claude.self_test import self_test
from kernel.hooks import HARNESSES, handled_events, registered_command, statusline_command
from kernel.model.errors import KernelError, NotFound
from kernel.service.kernel import Kernel
from kernel.settings import config_file

_PASSING = (f"{tempfile.gettempdir()}/", "/.cache/", "/Library/Caches/")
"""Parts of paths below which tools keep environments for one run."""
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Test and show what would change; change nothing.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.command("install")
@click.argument("harness", type=click.Choice(HARNESSES))
@click.option("--scope", type=click.Choice(SCOPES), default="user", show_default=True, help="Whose settings.")
@click.option("--allow-recall/--no-allow-recall", default=None, help="Let the agent run ck recall without asking you.")
@click.option("--statusline/--no-statusline", default=None, help="Also show savings and window below the prompt.")
@click.option("--plugin", "as_plugin", is_flag=True, help="Make a plugin that holds the hooks instead, and say how to add it.")
@_DRY_RUN
@_JSON
@kernel_errors
def install_command(
    harness: str,
    scope: str,
    allow_recall: bool | None,
    statusline: bool | None,
    as_plugin: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Register the hooks in an agent's settings, after testing that they work here.

    Shows the change as a diff, keeps the file as it was, and changes nothing the second time. user: all your
    repositories; project: this repository's shared settings; local: this repository, only for you.
    """
    with opened_kernel() as kernel_:
        home, root = kernel_.home, kernel_.repository.root
    places = targets(root, os.environ)
    if as_plugin:
        _make_plugin(harness, home, places, dry_run, as_json)
        return
    target = next(place for place in places if place.scope == scope)
    old = record.load(home, target.real)
    recall = bool(old and old.recall) if allow_recall is None else allow_recall
    line = bool(old and old.statusline) if statusline is None else statusline
    wanted = wanted_here(harness, recall, line)
    change = install(target, places, wanted, home, lambda: self_test(wanted.command, wanted.events), dry_run)
    if not dry_run:
        write_launcher(installed_here(home))
    notes = _notes(target, home)
    if as_json:
        print_json({**_document(change, dry_run), "notes": notes})
        return
    _print_diff(change)
    if not change.diff:
        click.echo(f"nothing to change: the hooks are installed at {scope} scope in {plain(str(target.path))}")
    elif change.test is not None:
        click.echo(f"self-test: {len(wanted.events)} events answered; a long test run took {change.test.milliseconds:.0f} ms")
        click.echo(f"{'would install' if dry_run else 'installed'} at {scope} scope in {plain(str(target.path))}")
    if change.backup:
        click.echo(f"the file as it was: {plain(change.backup)}")
    for note in notes:
        click.echo(f"note: {plain(note)}")


@click.command("uninstall")
@click.argument("harness", type=click.Choice(HARNESSES))
@click.option("--scope", type=click.Choice(SCOPES), help="Whose settings (default: wherever the hooks are).")
@_DRY_RUN
@_JSON
@kernel_errors
def uninstall_command(harness: str, scope: str | None, dry_run: bool, as_json: bool) -> None:
    """Take the hooks out of an agent's settings; what else is in them stays as it is."""
    with opened_kernel() as kernel_:
        home, root = kernel_.home, kernel_.repository.root
    places = [place for place in targets(root, os.environ) if scope in (None, place.scope)]
    wanted = [place for place in places if installed_at(place) or record.load(home, place.real)]
    if not wanted and scope is None:
        raise NotFound("no hooks of ck are installed here" + _elsewhere(home, places))
    changes = [uninstall(place, home, dry_run) for place in (wanted or places)]
    if not dry_run and not record.all_records(home):
        remove_launcher(home)
    if as_json:
        print_json({"changes": [_document(change, dry_run) for change in changes]})
        return
    for change in changes:
        _print_diff(change)
        where = f"at {change.target.scope} scope in {plain(str(change.target.path))}"
        click.echo(f"{'would uninstall' if dry_run else 'uninstalled'} {where}" if change.diff else f"nothing to change {where}")


def reinstall(harness: str, target: Target, kernel_: Kernel) -> Change:
    """Install once more with what was asked for the first time.

    Raises:
        KernelError: As ``install``.
    """
    old = record.load(kernel_.home, target.real)
    wanted = wanted_here(harness, bool(old and old.recall), bool(old and old.statusline))
    places = targets(kernel_.repository.root, os.environ)
    return install(target, places, wanted, kernel_.home, lambda: self_test(wanted.command, wanted.events))


def wanted_here(harness: str, recall: bool, statusline: bool) -> Wanted:
    """What an installation by this program registers."""
    entry = os.path.abspath(kernel.hooks.__file__)  # noqa: PTH100  (the same spelling as the command's)
    line = statusline_command() if statusline else ()
    return Wanted(registered_command(harness), handled_events(harness), entry, line, recall)


def installed_here(home: str) -> Installed:
    """What this very program needs to run, for the launcher and plugins."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(kernel.hooks.__file__)))  # noqa: PTH100, PTH120
    return Installed(sys.executable, root, get_path("platlib"), home, config_file(os.environ))


def _make_plugin(harness: str, home: str, places: tuple[Target, ...], dry_run: bool, as_json: bool) -> None:
    for place in places:
        if installed_at(place):
            raise KernelError(
                f"the hooks are installed at {place.scope} scope ({place.path}), and two would both answer; "
                f"first: ck uninstall claude --scope {place.scope}"
            )
    folder = plugin_folder(home)
    commands = [f"claude plugin marketplace add {shlex.quote(str(folder))}", f"claude plugin install {PLUGIN}@{MARKETPLACE}"]
    if not dry_run:
        installed, events = installed_here(home), handled_events(harness)
        build_plugin(installed, events, folder)
        tested = self_test(("/bin/sh", str(folder / PLUGIN / "hooks" / "hook.sh"), "SessionStart"), events)
        if tested.problem:
            raise KernelError(f"the plugin's hook does not work here: {tested.problem}")
        write_launcher(installed)
    if as_json:
        print_json({"plugin": str(folder / PLUGIN), "marketplace": str(folder), "commands": commands, "changed": not dry_run})
        return
    click.echo(f"{'would make' if dry_run else 'made'} the plugin {plain(str(folder / PLUGIN))}; add it by")
    for command in commands:
        click.echo(f"  {plain(command)}")


def _document(change: Change, dry_run: bool) -> dict[str, object]:
    return {
        "scope": change.target.scope,
        "path": str(change.target.path),
        "changed": bool(change.diff) and not dry_run,
        "diff": change.diff,
        "backup": change.backup or None,
        "milliseconds": None if change.test is None else round(change.test.milliseconds, 1),
    }


def _elsewhere(home: str, places: list[Target]) -> str:
    """Where else the hooks are, and how they are taken out there; empty where they are nowhere."""
    told = [f"; the plugin {name} is enabled: claude plugin uninstall {name}" for place in places if (name := enabled_plugin(place))]
    here = [place.real for place in places]
    told += [f"; they are in {path}" for path in record.all_records(home) if path not in here]
    return "".join(told)


def _notes(target: Target, home: str) -> list[str]:
    server = shlex.join((str(launcher_path(home)), "mcp"))
    notes = [f"agents can also use the MCP server: claude mcp add --scope {target.scope} ck -- {server}"]
    if any(part in sys.executable for part in _PASSING):
        notes.append(f"{sys.executable} is in a folder that is emptied at times; then ck doctor --fix mends the hooks")
    if target.scope == "project":
        notes.append("project settings are shared, and these name programs of this machine: --scope local is only for you")
    return notes


def _print_diff(change: Change) -> None:
    for line in change.diff.splitlines():
        click.echo(plain(line))
