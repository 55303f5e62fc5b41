"""What an installation writes into Claude Code's settings, and how its parts are known again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kernel.harness.claude.json_layout import added, parse, put, removed
from kernel.model.errors import BadInput

MARK = re.compile(r"from kernel(?:\.hooks)? import (?:main|hooks)\b")
"""Stands in the command of every handler of ours, whichever installation wrote it."""
STATUSLINE_MARK = re.compile(r"\bhooks\.statusline\(|\bck statusline\b")
RECALL_RULE = "Bash(ck recall:*)"
TIMEOUT = 10
"""Seconds after which the harness gives a handler up; ours ends itself long before."""

# Of other tools' results nothing is read, and the recalls of a server of ours are shown as they are.
MATCHERS: Mapping[str, str] = {
    "PostToolUse": r"^(Bash|Read|Grep|Glob|WebFetch|mcp__(?!ck__|plugin_ck_).*)$",
    "PostToolUseFailure": r"^(Bash|mcp__(?!ck__|plugin_ck_).*)$",
    "PreToolUse": r"^Bash$",
}

# Words come as arguments, so that no path is ever read as shell text. Told once a session; other events fail silently.
_GUARD = (
    '[ -x "$1" ] && [ -e "$0" ] && exec "$@"; '
    """echo '{"systemMessage":"ck is off: what its hooks run is gone. Install ck again, then run: ck doctor --fix"}'"""
)


class Wanted(NamedTuple):
    """What settings should hold: the command (an argument each) of these events, and what was asked for beside."""

    command: tuple[str, ...]
    events: tuple[str, ...]
    entry: str
    """A file of the kernel; without it the command does nothing."""
    statusline: tuple[str, ...] = ()
    """The command of the status line; empty: none is wired."""
    recall: bool = False
    """Whether an agent may run ``ck recall`` without being asked."""


class Found(NamedTuple):
    """A handler of ours in the settings: its event, where it is, and the program and arguments that it runs."""

    event: str
    path: tuple[str | int, ...]
    command: tuple[str, ...]
    entry: Mapping[str, Any]

    @property
    def interpreter(self) -> str:
        """The Python that it runs, behind the guard where there is one."""
        return self.kernel_command[0]

    @property
    def kernel_command(self) -> tuple[str, ...]:
        """The command without the guard."""
        return self.command[4:] if self.command[1:3] == ("-c", _GUARD) else self.command


def entry(wanted: Wanted, event: str) -> dict[str, Any]:
    """The element of an event's array."""
    command = wanted.command
    if event == "SessionStart":
        command = ("/bin/sh", "-c", _GUARD, wanted.entry, *command)
    handler = {"type": "command", "command": command[0], "args": list(command[1:]), "timeout": TIMEOUT}
    matcher = MATCHERS.get(event)
    return {**({"matcher": matcher} if matcher else {}), "hooks": [handler]}


def found(settings: Any) -> tuple[Found, ...]:
    """The handlers of ours; whatever has another shape is somebody else's."""
    hooks = settings.get("hooks") if isinstance(settings, dict) else None
    return tuple(_found(hooks)) if isinstance(hooks, dict) else ()


def check_shapes(settings: Any) -> None:
    """Refuse settings whose hooks are no lists under names: nobody knows what their reader makes of them.

    Raises:
        BadInput: Which part has the wrong type.
    """
    if not isinstance(settings, dict):
        raise BadInput("the whole must be an object")
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict):
        raise BadInput("hooks must be an object")
    for event, entries in hooks.items():
        if not isinstance(entries, list):
            raise BadInput(f"hooks.{event} must be an array")
        for each in entries:
            if not isinstance(each, dict) or not isinstance(each.get("hooks", []), list):
                raise BadInput(f"hooks.{event} must hold objects with an array of hooks")


def without(text: str, recall: bool) -> str:
    """The settings without anything of ours; ``recall``: the rule for it is ours too.

    Raises:
        BadInput: It cannot be parsed.
    """
    while True:
        value = parse(text)[0]
        ours = found(value)
        if not ours:
            break
        text = removed(text, _widest(value, ours[0].path))
    if has_statusline(value):
        text = removed(text, ("statusLine",))
    if recall and RECALL_RULE in rules(value):
        text = removed(text, ("permissions", "allow", rules(value).index(RECALL_RULE)))
    return text


def with_ours(text: str, wanted: Wanted) -> str:
    """Settings that hold nothing of ours, with what is wanted.

    Raises:
        BadInput: It cannot be parsed, has the wrong types, or another status line.
    """
    check_shapes(parse(text)[0])
    for event in wanted.events:
        text = added(text, ("hooks", event), entry(wanted, event))
    if wanted.recall and RECALL_RULE not in rules(parse(text)[0]):
        text = added(text, ("permissions", "allow"), RECALL_RULE)
    if wanted.statusline:
        text = put(text, "statusLine", {"type": "command", "command": shlex.join(wanted.statusline)})
    return text


def has_statusline(settings: Any) -> bool:
    """Whether the status line is ours."""
    line = settings.get("statusLine") if isinstance(settings, dict) else None
    return isinstance(line, dict) and STATUSLINE_MARK.search(str(line.get("command"))) is not None


def rules(settings: Any) -> list[Any]:
    """What is allowed without asking."""
    permissions = settings.get("permissions") if isinstance(settings, dict) else None
    allow = permissions.get("allow") if isinstance(permissions, dict) else None
    return allow if isinstance(allow, list) else []


def _found(hooks: Mapping[str, Any]) -> Iterator[Found]:
    for event, entries in hooks.items():
        for at, each in enumerate(entries if isinstance(entries, list) else ()):
            handlers = each.get("hooks") if isinstance(each, dict) else None
            for number, handler in enumerate(handlers if isinstance(handlers, list) else ()):
                command = _command(handler)
                if any(map(MARK.search, command)):
                    yield Found(event, ("hooks", event, at, "hooks", number), command, each)


def _command(handler: Any) -> tuple[str, ...]:
    """The words that a handler runs; none where it is no command."""
    if not isinstance(handler, dict) or not isinstance(handler.get("command"), str):
        return ()
    words = handler.get("args")
    return (handler["command"], *(map(str, words) if isinstance(words, list) else ()))


def _widest(settings: Any, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The whole element where the handler is alone in it, else the handler."""
    _, event, at, _, _ = path
    handlers = settings["hooks"][event][at]["hooks"]
    return path[:3] if len(handlers) == 1 else path
