"""The hook transport: from the arguments of a harness's ``mcp_tool`` hook back to the event's own JSON.

Claude Code (as measured with 2.1.332) fills ``${field}`` in such arguments: text as it is, everything else as JSON text, and
a field that the event lacks as empty text. There is no way to ask for the whole event at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

TEXTS = (
    "hook_event_name", "session_id", "transcript_path", "cwd", "prompt_id", "permission_mode", "agent_id", "agent_type",
    "tool_name", "tool_use_id", "error", "prompt", "source", "trigger", "custom_instructions", "reason",
    "last_assistant_message", "cursor_version",
)  # fmt: skip
"""Fields that are text: never read as JSON, whatever they look like."""

VALUES = ("tool_input", "tool_response", "duration_ms", "is_interrupt", "stop_hook_active")
"""Fields that are something else, or may be."""


def hook_input() -> dict[str, str]:
    """What an installation registers as the ``input`` of an ``mcp_tool`` hook, for any event."""
    return {name: f"${{{name}}}" for name in (*TEXTS, *VALUES)}


def event_of(arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The event's JSON; None where the arguments hold none.

    Args:
        arguments: ``{"event": …}`` with the event as an object or as JSON text, or the fields of ``hook_input``.
    """
    if "event" in arguments:
        whole = arguments["event"]
        found = _json(whole) if isinstance(whole, str) else whole
        return found if isinstance(found, dict) else None
    told = {name: value for name, value in arguments.items() if value != ""}
    tool = str(told.get("tool_name", ""))
    for name in VALUES:
        if isinstance(told.get(name), str):
            told[name] = _value(name, told[name], tool)
    return told if "hook_event_name" in told else None


def _value(name: str, text: str, tool: str) -> Any:
    value = _json(text)
    if name != "tool_response" or not tool.startswith("mcp__"):
        return text if value is None else value
    # The response of an MCP tool may be text that looks like JSON; only blocks are something else.
    blocks = (
        isinstance(value, list) and value and all(isinstance(one, dict) and "type" in one for one in value)
    )
    return value if blocks else text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
