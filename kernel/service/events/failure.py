"""PostToolUseFailure: a failing output is stored as it is, and its failure noticed."""

from __future__ import annotations

from kernel.harness.claude.failure import read_failure
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.model.session import Event
from kernel.projection.command import is_ours
from kernel.projection.heading import handle_of
from kernel.service import canary
from kernel.service.ambient import notice
from kernel.service.claim import claimed
from kernel.service.kernel import Kernel
from kernel.service.observe import observe
from kernel.service.waiting import collect
from kernel.store.parked import ParkedOutputs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def answer(kernel: Kernel, event: Event, payload: Mapping[str, Any], waiting: bool) -> dict[str, Any] | None:
    """What the harness is told about a tool call that failed: only context, nothing can be replaced."""
    output = read_failure(payload)
    said = ""
    if output is not None:
        whole = _stored(kernel, event, output)
        if not is_ours(output.command):
            said = notice(kernel, event, whole)
            waiting = True
    context = "\n\n".join(filter(None, (said, collect(kernel, event) if waiting else "")))
    if not context:
        return None
    return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": context}}


def _stored(kernel: Kernel, event: Event, output: ToolOutput) -> str:
    """Store what the tool printed, unless that was done when its command ended; the whole text, as far as it is known."""
    scope = Scope(kernel.repository.key, event.session, event.agent, 0, event.cwd)
    if claimed(kernel, output.text, scope, output.command):
        handle = handle_of(output.text) or 0
        canary.claimed(kernel, event, handle)
        parked = ParkedOutputs(kernel.store).get(handle, kernel.repository.key)
        return output.text if parked is None else parked.original
    canary.unclaimed(kernel, event, output.text)
    observe(kernel, output, scope, fold=False)
    return output.text
