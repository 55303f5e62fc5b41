"""Whether Claude Code runs our hooks here: what is registered, whether it works, and whether it is really called."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kernel.harness.claude.install import Target, enabled_plugin
from kernel.harness.claude.json_layout import parse
from kernel.harness.claude.registration import Found, Wanted, check_shapes, entry, found, has_statusline
from kernel.harness.claude.self_test import self_test
from kernel.harness.claude.settings_file import read_settings
from kernel.model.check import FAILURE, OK, WARNING, Check
from kernel.model.errors import BadInput, KernelError

LEAST = (2, 1, 121)
"""The first version in which a hook may replace what every tool returned."""
TESTED = (2, 1, 332)
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_TAIL = 2_000_000
"""Bytes of a transcript's end that are looked at: such a file grows to hundreds of megabytes."""
_REFUSALS = ("hook_error_during_execution", "hook_non_blocking_error", "hook_cancelled")
_FIX = "ck doctor --fix"


class Seen(NamedTuple):
    """What one scope's settings hold of ours; ``broken``: why they cannot be read, ``off``: hooks are switched off in them."""

    target: Target
    handlers: tuple[Found, ...] = ()
    broken: str = ""
    off: bool = False
    statusline: bool = False
    others: tuple[str, ...] = ()
    """Commands of others that are told of the outputs that we shorten; of two that replace one, the last to end wins."""


def look(target: Target) -> Seen:
    """Read one settings file as far as it concerns us; never raises."""
    try:
        value = parse(read_settings(target.path).text)[0]
        check_shapes(value)
    except BadInput as error:
        return Seen(target, broken=f"{target.path}: {error.message}")
    except KernelError as error:
        return Seen(target, broken=error.message)
    return Seen(target, found(value), "", value.get("disableAllHooks") is True, has_statusline(value), _others(value))


def _others(value: Mapping[str, Any]) -> tuple[str, ...]:
    """What else runs after a shell command or a read, as far as a matcher says so."""
    told = []
    for element in value.get("hooks", {}).get("PostToolUse", ()):
        matcher = str(element.get("matcher") or "*")
        if matcher != "*" and not any(name in matcher for name in ("Bash", "Read", ".*")):
            continue
        ours = [each.entry for each in found({"hooks": {"PostToolUse": [element]}})]
        told += [str(hook.get("command") or hook.get("type")) for hook in element.get("hooks", ()) if isinstance(hook, dict) and not ours]
    return tuple(told)


def check_claude(
    targets: tuple[Target, ...], wanted: Wanted, answered: Mapping[str, float], worktree: str, environ: Mapping[str, str]
) -> list[Check]:
    """Every check of the installation into Claude Code.

    Args:
        targets: The settings files that hold here.
        wanted: What an installation by this program would register.
        answered: When each event was answered last, in seconds since the epoch.
        worktree: The root of the repository.
        environ: For ``PATH``, ``CLAUDE_BIN`` and ``CLAUDE_CONFIG_DIR``.
    """
    seen = [look(target) for target in targets]
    installed = [each for each in seen if each.handlers]
    plugins = [name for target in targets if (name := enabled_plugin(target))]
    checks = [Check(f"{each.target.scope} settings", FAILURE, each.broken, "mend the file") for each in seen if each.broken]
    checks += [
        Check(f"{each.target.scope} settings", FAILURE, f"disableAllHooks is set in {each.target.path}", "remove it")
        for each in seen
        if each.off
    ]
    checks.append(_registration(installed, plugins))
    for each in installed:
        checks += _handlers(each, wanted)
    others = [command for each in seen for command in each.others]
    if installed and others:
        told = ", ".join(each[:80] for each in others[:3])
        checks.append(Check("other hooks", WARNING, f"also told of outputs: {told}", "if it replaces outputs too, the last to end wins: keep one"))
    checks.append(_version(environ))
    if installed or plugins:
        checks.append(_firing(answered, worktree, targets[0].path.parent))
    checks.append(_statusline(seen))
    return checks


def needs_repair(target: Target, wanted: Wanted) -> bool:
    """Whether a scope's registration is there and does not work, or lacks an event, so that installing again would mend it."""
    seen = look(target)
    return bool(seen.handlers) and any(check.fixable for check in _handlers(seen, wanted))


def _registration(installed: list[Seen], plugins: list[str]) -> Check:
    where = [f"{each.target.scope} scope ({each.target.path})" for each in installed] + [f"plugin {name}" for name in plugins]
    if not where:
        return Check("registration", WARNING, "the hooks are installed nowhere here", "ck install claude")
    if len(where) > 1:
        return Check("registration", FAILURE, "twice, so both would answer: " + " and ".join(where), "ck uninstall claude --scope …")
    return Check("registration", OK, where[0])


def _handlers(seen: Seen, wanted: Wanted) -> Iterator[Check]:
    """What is registered at one scope: is the interpreter there, does it work, is anything missing."""
    name = f"{seen.target.scope} hooks"
    gone = sorted({each.interpreter for each in seen.handlers if not os.access(each.interpreter, os.X_OK)})
    if gone:
        yield Check(name, FAILURE, f"their interpreter is gone: {', '.join(gone)}", _FIX, True)
        return
    for command in sorted({each.kernel_command for each in seen.handlers}):
        tested = self_test(command, ("PostToolUse",))
        if tested.problem:
            yield Check(name, FAILURE, f"{command[0]}: {tested.problem}", _FIX, True)
            return
        yield Check(name, OK, f"{command[0]} answers in {tested.milliseconds:.0f} ms")
    events = [each.event for each in seen.handlers]
    missing = [event for event in wanted.events if event not in events]
    twice = sorted({event for event in events if events.count(event) > 1})
    if missing or twice:
        told = ", ".join([*(f"no {event}" for event in missing), *(f"{event} twice" for event in twice)])
        yield Check(f"{seen.target.scope} events", FAILURE if twice else WARNING, told, _FIX, True)
    elif any(dict(each.entry) != entry(wanted, each.event) for each in seen.handlers):
        yield Check(f"{seen.target.scope} events", OK, "registered by another installation of ck; this one takes over by ck install claude")
    else:
        yield Check(f"{seen.target.scope} events", OK, f"{len(events)} of {len(wanted.events)}")


def _version(environ: Mapping[str, str]) -> Check:
    program = environ.get("CLAUDE_BIN") or shutil.which("claude", path=environ.get("PATH"))
    if not program:
        return Check("Claude Code", WARNING, "not on the PATH, so its version is not known")
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, errors="replace", check=False, timeout=20, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Check("Claude Code", WARNING, f"{program} does not tell its version: {error}")
    match = _VERSION.search(done.stdout)
    if not match:
        return Check("Claude Code", WARNING, f"{program} does not tell its version")
    version = tuple(map(int, match.groups()))
    if version < LEAST:
        return Check("Claude Code", FAILURE, f"{match[0]}: its hooks cannot replace outputs", "update it")
    note = "" if version == TESTED else f"; tested with {'.'.join(map(str, TESTED))}, see ck smoke"
    return Check("Claude Code", OK, match[0] + note)


def _firing(answered: Mapping[str, float], worktree: str, config: Path) -> Check:
    """Whether the harness calls us: by what we answered, and by what its newest transcript here tells."""
    last = max(answered.values(), default=0.0)
    told = ", ".join(f"{event} {_ago(at)}" for event, at in sorted(answered.items(), key=lambda item: -item[1])[:4])
    transcript = newest_transcript(config, worktree)
    if transcript is not None:
        problem = _complaints(transcript)
        if problem:
            return Check("hooks called", FAILURE, f"in {transcript.name} {problem}", "ck log")
        used = transcript.stat().st_mtime
        if used > last + 120 and _used_tools(transcript):
            return Check(
                "hooks called", WARNING,
                f"Claude Code used tools here {_ago(used)}, and no hook was called then" + (f" (last: {told})" if told else ""),
                "start a new session: a running one keeps the hooks that it began with",
            )  # fmt: skip
    if not answered:
        return Check("hooks called", WARNING, "no event was answered yet", "work with the agent, or ck smoke generate")
    return Check("hooks called", OK, told)


def newest_transcript(config: Path, worktree: str) -> Path | None:
    """The transcript of the last session in a worktree; None where none is found by the folder's usual name."""
    folder = config / "projects" / re.sub(r"[^A-Za-z0-9]", "-", worktree)
    files = list(folder.glob("*.jsonl")) if folder.is_dir() else []
    return max(files, key=lambda file: file.stat().st_mtime, default=None)


def rows(transcript: Path) -> Iterator[dict[str, Any]]:
    """The lines at the end of a transcript; what cannot be read is left out."""
    with transcript.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL))
        lines = file.read().splitlines()
    for line in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            yield row


def shown_in(transcript: str, word: str) -> str | None:
    """The last tool result of a transcript that holds a word, as the model was shown it; None where there is none."""
    path, text = Path(transcript), None
    if not path.is_file():
        return None
    for row in rows(path):
        message = row.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_result" and word in (told := _block_text(block.get("content"))):
                text = told
    return text


def _block_text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = [block.get("text") for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return "\n".join(part for part in parts if isinstance(part, str))


def _complaints(transcript: Path) -> str:
    """What the harness wrote about hooks that it could not use; a program of ours is named in it or it concerns others."""
    refused = [row["attachment"] for row in rows(transcript) if _kind(row) in _REFUSALS and "kernel" in json.dumps(row["attachment"])]
    if not refused:
        return ""
    last = refused[-1]
    return f"{len(refused)} answers of hooks were refused, the last on {last.get('hookName') or last.get('hookEvent')}"


def _kind(row: Mapping[str, Any]) -> str:
    attachment = row.get("attachment")
    return str(attachment.get("type")) if isinstance(attachment, dict) else ""


def _used_tools(transcript: Path) -> bool:
    return any("toolUseResult" in row for row in rows(transcript))


def _statusline(seen: list[Seen]) -> Check:
    wired = [each.target.scope for each in seen if each.statusline]
    return Check("status line", OK, f"at {wired[0]} scope" if wired else "not wired; ck install claude --statusline does")


def _ago(at: float) -> str:
    seconds = max(0.0, time.time() - at)
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit} ago"
    return f"{seconds:.0f} s ago"
