"""SessionStart and PreCompact: whose context window begins a new life."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVENTS = ("SessionStart", "PreCompact")


def begun(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """Session and agent whose window holds nothing of before, from now on; None where the event tells no such thing.

    Every start counts, whatever its source: after a compaction or a clear the window is another one, and of a resumed
    session nobody knows what it holds. A subagent's compaction has no start after it, only the event before.
    """
    session, agent = payload.get("session_id"), payload.get("agent_id")
    if payload.get("hook_event_name") not in EVENTS or not isinstance(session, str) or not session:
        return None
    if payload["hook_event_name"] == "PreCompact" and not agent:
        return None  # SessionStart follows, and only it tells that starts are told here at all
    return session, agent if isinstance(agent, str) and agent else "main"
