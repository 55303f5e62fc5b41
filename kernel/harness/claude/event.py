"""What every event of this harness tells, and whether it is this harness that runs our hook."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from kernel.model.session import MAIN, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CURSOR = ("cursor_version", "CURSOR_VERSION")
_OTHERS = ("turn_id", "sessionId", "timestamp")
"""Codex and Copilot can be told to run this harness's hooks, as Cursor does by itself; they tell what this one does not."""

_SESSION = "CLAUDE_CODE_SESSION_ID"
"""This harness tells the session here, too; so should it ever tell what others do now, it is known all the same."""

_STARTED_BY = "AI_AGENT"

_MACHINE_SOURCES = ("system", "loop_wakeup", "schedule_wakeup", "poll_event")
_MACHINE_TAGS = ("<task-notification", "<system-reminder")


def read_event(payload: Mapping[str, Any], environ: Mapping[str, str]) -> Event | None:
    """What an event tells; None where another program runs our hook, or where it is no event."""
    if _is_foreign(payload, environ):
        return None
    name = _text(payload, "hook_event_name")
    if not name:
        return None
    source = _text(payload, "source") if name == "SessionStart" else _text(payload, "trigger")
    return Event(
        name, _text(payload, "session_id"), _text(payload, "agent_id") or MAIN, _text(payload, "agent_type"),
        _text(payload, "cwd"), _call(name, payload), source, _text(payload, "model"), _text(payload, "transcript_path"),
        _text(payload, "reason") if name == "SessionEnd" else "", version_in(environ),
    )  # fmt: skip


def version_in(environ: Mapping[str, str]) -> str:
    """The harness's version, as it tells every process that it starts (``claude-code_2-1-332_harness``); empty: it does not."""
    name, _, told = environ.get(_STARTED_BY, "").partition("_")
    numbers = told.partition("_")[0].split("-")
    return ".".join(numbers) if name == "claude-code" and all(one.isdecimal() for one in numbers) else ""


def _is_foreign(payload: Mapping[str, Any], environ: Mapping[str, str]) -> bool:
    if _CURSOR[0] in payload or _CURSOR[1] in environ:
        return True
    session = _text(payload, "session_id")
    return any(key in payload for key in _OTHERS) and not (session and environ.get(_SESSION) == session)


def is_machine_turn(payload: Mapping[str, Any]) -> bool:
    """Whether a prompt was written by the harness and not by a person (a finished background task tells itself so)."""
    prompt = _text(payload, "prompt").lstrip()
    return payload.get("source") in _MACHINE_SOURCES or prompt.startswith(_MACHINE_TAGS)


def _call(name: str, payload: Mapping[str, Any]) -> str:
    if name == "UserPromptSubmit":
        prompt = _text(payload, "prompt_id")
        # One prompt's id could stand on what is queued behind it.
        return f"{prompt}:{crc32(_text(payload, 'prompt').encode('utf-8', 'surrogatepass')):08x}" if prompt else ""
    return _text(payload, "tool_use_id")


def _text(payload: Mapping[str, Any], name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
