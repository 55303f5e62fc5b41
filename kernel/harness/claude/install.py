"""Installing into Claude Code's settings and taking it out again: planned as text, tested, then written at once."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from kernel.harness.claude import record as records
from kernel.harness.claude.json_layout import parse
from kernel.harness.claude.record import Record
from kernel.harness.claude.registration import Wanted, found, with_ours, without
from kernel.harness.claude.self_test import SelfTest
from kernel.harness.claude.settings_file import SettingsFile, read_settings, replace_settings
from kernel.model.errors import BadInput, KernelError

SCOPES = ("user", "project", "local")
PLUGIN = "ck"


class Target(NamedTuple):
    """A scope and its settings file."""

    scope: str
    path: Path

    @property
    def real(self) -> Path:
        """The file that links lead to; links that lead in a circle end somewhere in it."""
        return Path(os.path.realpath(self.path))


class Change(NamedTuple):
    """What was (or would be) changed in one settings file.

    Attributes:
        target: Which.
        diff: The change as a unified diff, empty where nothing changes.
        backup: Where the file is as it was before; empty where there was none, or nothing was written.
        test: What the self-test measured; None where it did not run.
    """

    target: Target
    diff: str
    backup: str = ""
    test: SelfTest | None = None


def targets(root: str, environ: Mapping[str, str]) -> tuple[Target, ...]:
    """The three settings files that hold in a repository, by scope."""
    config = environ.get("CLAUDE_CONFIG_DIR") or Path(environ.get("HOME") or Path.home()) / ".claude"
    project = Path(root) / ".claude"
    return (
        Target("user", Path(config).absolute() / "settings.json"),
        Target("project", project / "settings.json"),
        Target("local", project / "settings.local.json"),
    )


def install(
    target: Target,
    all_targets: tuple[Target, ...],
    wanted: Wanted,
    home: str,
    test: Callable[[], SelfTest],
    dry_run: bool = False,
) -> Change:
    """Register our handlers in one settings file; a second time nothing changes.

    Raises:
        BadInput: The file is one that cannot be changed without guessing.
        KernelError: Another scope has our handlers already, the self-test failed, or the file cannot be written.
            In every case nothing was changed.
    """
    _refuse_second(target, all_targets)
    file = read_settings(target.path)
    old = records.load(home, file.path)
    clean = _cleaned(file, old)
    with _named(target):
        base = SettingsFile(file.path, clean)
        data = base.encoded(with_ours(base.text, wanted))
    if data == file.data:
        return Change(target, "")
    tested = test()
    if tested.problem:
        raise KernelError(f"the hook does not work here: {tested.problem}; nothing was changed")
    diff = _diff(file, data)
    if dry_run:
        return Change(target, diff, "", tested)
    made_folder = old.made_folder if old else not file.path.parent.exists()
    new = Record(target.scope, str(file.path), clean, data, made_folder, bool(wanted.statusline), wanted.recall)
    records.keep(home, file.path, new)
    try:
        replace_settings(file, data)
    except KernelError:
        _restore_record(home, file.path, old)
        raise
    return Change(target, diff, "" if clean is None else str(records.backup_of(home, file.path)), tested)


def uninstall(target: Target, home: str, dry_run: bool = False) -> Change:
    """Take everything of ours out of one settings file; what else is in it keeps its form.

    Where nobody changed the file since the installation, it is again what it was, byte for byte.

    Raises:
        BadInput: The file cannot be parsed.
        KernelError: It cannot be written. In every case nothing was changed.
    """
    file = read_settings(target.path)
    old = records.load(home, file.path)
    data = _cleaned(file, old)
    diff = _diff(file, data)
    if dry_run:
        return Change(target, diff)
    if data != file.data:
        replace_settings(file, data)
    if old is not None:
        records.forget(home, file.path)
        if old.made_folder:
            with contextlib.suppress(OSError):
                file.path.parent.rmdir()
    return Change(target, diff)


def installed_at(target: Target) -> bool:
    """Whether a settings file holds handlers of ours; one that cannot be read holds none."""
    with contextlib.suppress(KernelError):
        return bool(found(parse(read_settings(target.path).text)[0]))
    return False


def enabled_plugin(target: Target) -> str:
    """The name of a plugin of ours that a settings file enables; empty where there is none."""
    with contextlib.suppress(KernelError):
        value = parse(read_settings(target.path).text)[0]
        plugins = value.get("enabledPlugins") if isinstance(value, dict) else None
        if isinstance(plugins, dict):
            return next((name for name, on in plugins.items() if on and name.startswith(f"{PLUGIN}@")), "")
    return ""


def _cleaned(file: SettingsFile, old: Record | None) -> bytes | None:
    """The file's content without anything of ours."""
    if old is not None and old.after == file.data:
        return old.before
    if file.data is None:
        return None
    with _named(Target("", file.path)):
        text = without(file.text, old is not None and old.recall)
        if text == file.text:
            return file.data
        if old is not None and old.before is None and parse(text)[0] == {}:
            return None
    return file.encoded(text)


def _refuse_second(target: Target, all_targets: tuple[Target, ...]) -> None:
    for other in all_targets:
        if other.scope != target.scope and other.path != target.path and installed_at(other):
            raise KernelError(
                f"the hooks are installed at {other.scope} scope already ({other.path}), and two would both answer; "
                f"first: ck uninstall claude --scope {other.scope}"
            )
    for each in all_targets:
        if enabled_plugin(each):
            raise KernelError(
                f"the plugin {enabled_plugin(each)} is enabled in {each.path}, and two would both answer; "
                f"first: claude plugin uninstall {enabled_plugin(each)}"
            )


def _restore_record(home: str, path: Path, old: Record | None) -> None:
    if old is None:
        records.forget(home, path)
    else:
        records.keep(home, path, old)


def _diff(file: SettingsFile, data: bytes | None) -> str:
    before, after = (
        (content or b"").decode("utf-8", "backslashreplace").splitlines(keepends=True) for content in (file.data, data)
    )
    old, new = (str(file.path) if content is not None else "/dev/null" for content in (file.data, data))
    lines = difflib.unified_diff(before, after, old, new)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


@contextlib.contextmanager
def _named(target: Target) -> Iterator[None]:
    """Say in an error which file it is about, and that it is as it was."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{target.path}: {error.message}; nothing was changed") from error
