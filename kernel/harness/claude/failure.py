"""PostToolUseFailure: from the harness's JSON to what a failing tool printed. Nothing of it can be replaced."""

from __future__ import annotations

from collections.abc import Mapping

from kernel.model.event import ToolOutput
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_EXIT_CODE = lazy(r"Exit code (\d{1,3})(?:\n|\Z)")


def read_failure(payload: Mapping[str, Any]) -> ToolOutput | None:
    """What a failing tool printed, without the harness's own line before it; None where nothing did."""
    error, tool, given = payload.get("error"), payload.get("tool_name"), payload.get("tool_input")
    if not isinstance(error, str) or not isinstance(tool, str) or payload.get("is_interrupt"):
        return None
    asked = given if isinstance(given, dict) else {}
    told = _EXIT_CODE.match(error)
    text = error[told.end() :] if told else error
    command, path = (asked.get(name) for name in ("command", "file_path"))
    return ToolOutput(
        text, tool, command if isinstance(command, str) else "", path if isinstance(path, str) else "",
        int(told[1]) if told else None,
    ) if text.strip() else None  # fmt: skip
