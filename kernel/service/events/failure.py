"""PostToolUseFailure: a failing output is stored as it is, and its failure noticed."""

from __future__ import annotations

from kernel.harness.claude.failure import read_failure
from kernel.model.scope import Scope
from kernel.model.session import Event
from kernel.projection.command import is_ours
from kernel.service.ambient import notice
from kernel.service.kernel import Kernel
from kernel.service.observe import observe
from kernel.service.waiting import collect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def answer(kernel: Kernel, event: Event, payload: Mapping[str, Any], waiting: bool) -> dict[str, Any] | None:
    """What the harness is told about a tool call that failed: only context, nothing can be replaced."""
    output = read_failure(payload)
    said = ""
    if output is not None:
        observe(kernel, output, Scope(kernel.repository.key, event.session, event.agent, 0, event.cwd), fold=False)
        if not is_ours(output.command):
            said = notice(kernel, event, output.text)
    context = "\n\n".join(filter(None, (said, collect(kernel, event))))
    if not context:
        return None
    return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": context}}
