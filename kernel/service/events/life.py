"""SessionStart, PreCompact and the ends: whose window begins a new life, and what its agent is told at the start."""

from __future__ import annotations

import time

from kernel.harness.claude.session_start import begun
from kernel.model.session import MAIN, Event, Snapshot
from kernel.service.kernel import Kernel
from kernel.store.contexts import Contexts
from kernel.store.sessions import Sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def answer(kernel: Kernel, event: Event, payload: Mapping[str, Any], waiting: bool) -> dict[str, Any] | None:
    """What the harness is told when a session starts; at the other events it is only noted what happened."""
    whose = begun(payload)
    if whose is not None:
        Contexts(kernel.store).begin(*whose, time.time())
    if event.name == "PreCompact" and event.agent == MAIN:
        _keep_place(kernel, event)
    if event.name == "SessionEnd" and event.session:
        from kernel.service.canary import look

        look(kernel, event.session)
    if event.name != "SessionStart" or event.agent != MAIN or not event.session:
        return None
    used = payload.get("context_tokens")
    if isinstance(used, int) and used >= 0:
        from kernel.service.window import note

        note(kernel, event.session, None, used)
    from kernel.service.brief import brief
    from kernel.service.waiting import LONGEST, collect

    text = brief(kernel, event)
    sent = collect(kernel, event, LONGEST - len(text) - 2) if waiting else ""
    context = "\n\n".join(filter(None, (text, sent)))
    return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": context}}


def _keep_place(kernel: Kernel, event: Event) -> None:
    """Keep where the session is before its window is compacted."""
    from kernel.store.charters import Charters

    sessions = Sessions(kernel.store)
    now = sessions.get(event.session)
    if now is not None:
        charter = Charters(kernel.store).get(kernel.repository.key)
        saved = None if charter is None else charter.saved
        place = Snapshot(event.session, kernel.repository.root, time.time(), event.source, now.task, saved)
        sessions.add_snapshot(place)
