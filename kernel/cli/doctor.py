"""``ck doctor``: whether everything works here, and what to do where it does not."""

import contextlib
import os
from collections.abc import Sequence

import click

from kernel.cli.errors import FAILED, kernel_errors
from kernel.cli.install import installed_here, reinstall, wanted_here
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.harness.claude import record
from kernel.harness.claude.doctor import check_claude, needs_repair
from kernel.harness.claude.install import targets
from kernel.harness.claude.launcher import write_launcher
from kernel.harness.claude.plugin_build import build_plugin, plugin_folder
from kernel.hooks import handled_events
from kernel.model.check import FAILURE, OK, Check
from kernel.model.errors import KernelError
from kernel.service.doctor import check_kernel, close_modes, last_answers
from kernel.service.kernel import Kernel

_SIGNS = {OK: "ok     ", FAILURE: "FAILURE"}


@click.command("doctor")
@click.option("--fix", is_flag=True, help="Mend what can be mended: registrations, the launcher, file modes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def doctor_command(fix: bool, as_json: bool) -> None:
    """Check what really works here: hooks and whether they are called, store, grammars, interpreter, switches.

    Exits 1 if anything fails; warnings do not count.
    """
    with opened_kernel(strict=False) as kernel:
        mended = _mend(kernel) if fix else []
        checks = _checks(kernel)
    if as_json:
        print_json({"healthy": _healthy(checks), "mended": mended, "checks": [check._asdict() for check in checks]})
    else:
        for line in mended:
            click.echo(f"mended: {plain(line)}")
        print_checks(checks)
    if not _healthy(checks):
        raise click.exceptions.Exit(FAILED)


def print_checks(checks: Sequence[Check]) -> None:
    """Print each check on a line, and on the next what to do."""
    for check in checks:
        click.echo(f"{_SIGNS.get(check.state, check.state)}  {check.name}: {plain(check.detail)}")
        if check.remedy:
            click.echo(f"         {plain(check.remedy)}")


def _checks(kernel: Kernel) -> list[Check]:
    root = kernel.repository.root
    wanted = wanted_here("claude", False, False)
    return [
        *check_kernel(kernel, os.environ),
        *check_claude(targets(root, os.environ), wanted, last_answers(kernel), root, os.environ),
    ]


def _mend(kernel: Kernel) -> list[str]:
    """Do what can be done; what was done, a sentence each."""
    home, mended = kernel.home, []
    with contextlib.suppress(OSError):
        close_modes(home)
    installed = installed_here(home)
    for target in targets(kernel.repository.root, os.environ):
        if needs_repair(target, wanted_here("claude", False, False)):
            try:
                reinstall("claude", target, kernel)
                mended.append(f"the hooks at {target.scope} scope ({target.path})")
            except KernelError as error:
                click.echo(f"ck: {plain(error.message)}", err=True)
    folder = plugin_folder(home)
    if folder.is_dir():
        build_plugin(installed, handled_events("claude"), folder)
        mended.append(f"the plugin in {folder}")
    if folder.is_dir() or record.all_records(home):
        write_launcher(installed)
    return mended


def _healthy(checks: list[Check]) -> bool:
    return all(check.state != FAILURE for check in checks)
