"""What of the kernel itself works here: interpreter, configuration, store, grammars, log, switches."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from kernel.model.canary import DEGRADED, PROVEN
from kernel.model.check import FAILURE, OK, WARNING, Check
from kernel.model.errors import KernelError
from kernel.service import canary
from kernel.service.kernel import Kernel
from kernel.service.log import read_log
from kernel.service.pause import paused
from kernel.service.plugin_list import stored_plugins, troubles
from kernel.store.health import Health

_RECENT = 7 * 86_400
_LEAST_FREE = 200_000_000
"""Bytes; a store that cannot grow leaves every output as it is."""


def check_kernel(kernel: Kernel, environ: Mapping[str, str]) -> list[Check]:
    """Every check of the kernel, in the order of what the later ones rest on."""
    return [
        _interpreter(),
        _configuration(kernel),
        *_store(kernel),
        _modes(kernel.home),
        _disk(kernel.home),
        *_canary(kernel),
        _grammars(),
        *_plugins(kernel.home),
        _switches(kernel, environ),
        _log(kernel.home),
    ]


def close_modes(home: str) -> None:
    """Make the kernel's folder and files private again.

    Raises:
        OSError: Some belong to somebody else.
    """
    for path in _open_modes(home):
        path.chmod(path.stat().st_mode & 0o700)


def last_answers(kernel: Kernel) -> dict[str, float]:
    """When each event was answered last; nothing where the store cannot be used."""
    try:
        return Health(kernel.store).answered()
    except KernelError:
        return {}


def _interpreter() -> Check:
    detail = f"Python {platform.python_version()} at {sys.executable}, SQLite {sqlite3.sqlite_version}"
    return Check("interpreter", OK, detail)


def _configuration(kernel: Kernel) -> Check:
    path = kernel.loaded.config
    if kernel.loaded.problems:
        return Check("configuration", FAILURE, "; ".join(kernel.loaded.problems), f"mend {path}, see ck config")
    return Check("configuration", OK, path if Path(path).is_file() else f"{path} (does not exist; defaults)")


def _store(kernel: Kernel) -> list[Check]:
    try:
        store, limit = kernel.store, kernel.settings.park_max_bytes_total
        health = Health(store)
        damage, size, aside = health.problem(), health.bytes(), health.set_aside()
    except KernelError as error:
        return [Check("store", FAILURE, error.message, "see ck log")]
    checks = []
    if store.in_memory:
        checks.append(Check("store", FAILURE, f"{kernel.home} cannot be written, so nothing is folded", "make it writable, or set CK_HOME"))
    elif damage:
        checks.append(Check("store", FAILURE, f"damaged: {damage}", f"move {store.path} away; a new one is made"))
    else:
        checks.append(Check("store", OK, f"{store.path}, schema {health.schema()}, sound"))
    megabytes = f"{size / 1e6:.1f} MB; outputs may take {limit / 1e6:.0f} MB"
    # Text that is searched takes about as much again as the compressed outputs.
    large = size > 3 * limit + 50_000_000
    checks.append(Check("store size", WARNING if large else OK, megabytes, "ck park purge --help" if large else ""))
    if aside:
        checks.append(Check("damaged stores", WARNING, f"{aside} set aside beside {store.path}", "look at them, then delete them"))
    return checks


def _canary(kernel: Kernel) -> list[Check]:
    """Whether what replaces outputs reaches the agent, in the version of the harness that was seen last."""
    try:
        canary.check_waiting(kernel)
        states = canary.states(kernel)
    except KernelError as error:
        return [Check("replacements", WARNING, f"not known: {error.message}")]
    now = canary.state(kernel)
    version = f" in version {now.version}" if now.version else ""
    missed = f", {now.missed} missed" if now.missed else ""
    if now.state == DEGRADED:
        kinds = ", ".join(one.kind for one in states if one.version == now.version and one.state == DEGRADED)
        detail = f"{kinds}{version}: what replaced outputs did not arrive {now.misses} times in a row, so they are shown whole"
        return [Check("replacements", FAILURE, detail, "look for another hook that replaces outputs (ck canary), then ck reset-canary")]
    if now.state == PROVEN:
        return [Check("replacements", OK, f"{now.arrived} arrived{version}{missed}")]
    given = "some were given, none was" if states else "none was given or"
    return [Check("replacements", WARNING if states else OK, f"{given} seen in a transcript yet{version}", "ck canary, later" if states else "")]


def _open_modes(home: str) -> list[Path]:
    folder = Path(home)
    paths = [folder, *folder.glob("*")] if folder.is_dir() else []
    found = []
    for path in paths:
        mode = path.lstat().st_mode
        if mode & 0o077 and (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            found.append(path)
    return found


def _modes(home: str) -> Check:
    opened = _open_modes(home)
    if opened:
        return Check("privacy", WARNING, f"others can read {opened[0]}" + (f" and {len(opened) - 1} more" if opened[1:] else ""), "ck doctor --fix", True)
    return Check("privacy", OK, f"{home} is yours alone")


def _disk(home: str) -> Check:
    place = next((path for path in (Path(home), *Path(home).parents) if path.exists()), Path("/"))
    free = shutil.disk_usage(place).free
    detail = f"{free / 1e9:.1f} GB free"
    return Check("disk", OK, detail) if free > _LEAST_FREE else Check("disk", WARNING, detail, "make room: a full disk folds nothing")


def _grammars() -> Check:
    from kernel.grammars.loading import grammar_report

    report = grammar_report()
    missing = [f"{grammar.name} ({grammar.reason})" for grammar in report if not grammar.source]
    detail = f"{len(report) - len(missing)} of {len(report)} languages"
    if not missing:
        return Check("grammars", OK, detail)
    few = ", ".join(missing[:3]) + (", …" if len(missing) > 3 else "")
    state = FAILURE if len(missing) == len(report) else WARNING
    return Check("grammars", state, f"{detail}; not {few}", "install context-kernel again, with its dependencies")


def _plugins(home: str) -> list[Check]:
    """Whether users' recognisers work; nothing where there are none."""
    asked = [plugin.name for plugin in stored_plugins(home) if not plugin.disabled]
    if not asked:
        return []
    since, known = time.time() - _RECENT, troubles(home)
    bad = {name: known[name] for name in asked if name in known and known[name].at > since}
    if not bad:
        return [Check("plug-ins", OK, f"{len(asked)} are asked")]
    name, last = max(bad.items(), key=lambda one: one[1].at)
    aside = sum(trouble.set_aside for trouble in bad.values())
    detail = f"{len(bad)} of {len(asked)} failed in the last week, {aside} set aside; the last: {name}: {last.problem[:200]}"
    return [Check("plug-ins", WARNING, detail, "see ck plugins list; ck plugins disable NAME, or mend it and enable it")]


def _switches(kernel: Kernel, environ: Mapping[str, str]) -> Check:
    now = paused(kernel.home)
    if environ.get("CK_DISABLE") == "1":
        return Check("switched on", WARNING, "CK_DISABLE=1 is set here", "unset CK_DISABLE")
    if now.holds(kernel.repository.key):
        everywhere = " --all" if now.everywhere else ""
        return Check("switched on", WARNING, "paused " + ("everywhere" if now.everywhere else "here"), f"ck pause --off{everywhere}")
    return Check("switched on", OK, "not paused here")


def _log(home: str) -> Check:
    since = time.time() - _RECENT
    recent = [entry for entry in read_log(home, 2_000) if entry.at > since]
    errors = [entry for entry in recent if entry.level == "error"]
    shapes = [entry for entry in recent if "unknown shape" in entry.message]
    detail = f"in the last week {len(errors)} errors, {len(shapes)} answers of tools in an unknown shape"
    if os.path.exists(home) and (errors or shapes):  # noqa: PTH110
        last = (errors or shapes)[-1].message
        return Check("log", WARNING, f"{detail}; the last: {last[:200]}", "ck log")
    return Check("log", OK, detail)
