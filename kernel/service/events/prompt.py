"""UserPromptSubmit: a failure in a person's prompt is noticed, and what waits is told."""

from __future__ import annotations

from kernel.harness.claude.event import is_machine_turn
from kernel.model.session import Event
from kernel.service.kernel import Kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

RAW_MARK = "ck:raw"
"""In a prompt: no slice for it, please."""

_SHORTEST = 16
"""Characters; no report of a failing test (``FAILED a.py::test_x``) is shorter."""


def answer(kernel: Kernel, event: Event, payload: Mapping[str, Any], waiting: bool) -> dict[str, Any] | None:
    """What the harness is told beside a prompt; a turn that the harness wrote itself is left alone."""
    prompt = payload.get("prompt")
    if not isinstance(prompt, str) or is_machine_turn(payload):
        return None
    if event.session:
        from kernel.service.canary import look

        look(kernel, event.session)
    said = ""
    if len(prompt) >= _SHORTEST and RAW_MARK not in prompt:
        from kernel.service.ambient import notice

        said, waiting = notice(kernel, event, prompt), True
    if waiting:
        from kernel.service.waiting import collect

        said = "\n\n".join(filter(None, (said, collect(kernel, event))))
    answer = {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": said}} if said else {}
    advice = _advice(kernel, event)
    return ({**answer, "systemMessage": advice} if advice else answer) or None


def _advice(kernel: Kernel, event: Event) -> str:
    """What a person is told of their window; empty: nothing."""
    from kernel.service.advisor import tell

    return tell(kernel, event)
