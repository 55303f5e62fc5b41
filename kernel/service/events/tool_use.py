"""PostToolUse: the projected output, and what waits for the agent."""

from __future__ import annotations

from kernel.harness.claude.post_tool_use import (
    Call,
    host_of,
    is_known_silence,
    read_call,
    replacement,
    shape,
    text_in,
)
from kernel.model.session import MAIN, Event
from kernel.projection.heading import START, handle_of
from kernel.service.kernel import Kernel
from kernel.service.observe import observe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from kernel.store.canaries import Standing

_SMALL = 2_000
"""Characters; whether shorter outputs may be replaced is asked only where something would be, which is seldom: it takes time."""

_FAILED = ("FAIL", "Fail", "fail", "✗", "✘", "✖", "✕", "not ok")
"""Every runner's report of a failing test holds one of these."""

_LOOKING = frozenset(("cat", "head", "tail", "less", "sed", "awk", "grep", "rg", "ag", "git", "find", "ls", "jq"))
"""Programs that show what was there before: a report that they find is no test run."""


def answer(kernel: Kernel, event: Event, payload: Mapping[str, Any], waiting: bool) -> dict[str, Any] | None:
    """What the harness is told about a finished tool call."""
    call, told = read_call(payload), {}
    if call is None:
        if not is_known_silence(payload):
            kernel.log("warning", "hook", f"unknown shape, left as it is: {shape(payload)}")
    else:
        changed = _projected(kernel, event, call, payload)
        if changed is not None:
            told["updatedToolOutput"] = changed
    try:
        context = _context(kernel, event, call, waiting)
    except Exception as error:  # noqa: BLE001  whatever fails here, the projection is worth telling
        kernel.log_error("context", error)
        context = ""
    if context:
        told["additionalContext"] = context
    alarm = _alarm(kernel, event, call)
    answer = {"hookSpecificOutput": {"hookEventName": event.name, **told}} if told else {}
    return ({**answer, "systemMessage": alarm} if alarm else answer) or None


def _projected(kernel: Kernel, event: Event, call: Call, payload: Mapping[str, Any]) -> Any | None:
    """What replaces the response; None where nothing is gained, where it was shortened when its command ended, and where nothing
    that replaces such an output arrives."""
    scope = call.scope._replace(repository=kernel.repository.key)
    if call.output.tool == "Bash" and call.output.text.startswith(START):
        from kernel.service.claim import claimed

        if claimed(kernel, call.output.text, scope, call.output.command):
            from kernel.service import canary

            canary.claimed(kernel, event, handle_of(call.output.text) or 0)
            return None
    found = _standing(kernel, event, call) if len(call.output.text) >= _SMALL else None
    fold = found is None or found.replaces
    shown = observe(kernel, call.output, scope, host=host_of(payload), fold=fold)
    changed = replacement(call, shown)
    if changed is None:
        return None
    from kernel.service import canary

    found = found or _standing(kernel, event, call)
    if not found.replaces:
        canary.withhold(kernel, shown.handle)
        return None
    canary.expect(kernel, event, found, shown.handle, text_in(call, changed), call.output.text)
    return changed


def _standing(kernel: Kernel, event: Event, call: Call) -> Standing:
    """What is known of replacements of such outputs."""
    from kernel.service import canary

    found = canary.standing_at(kernel, event, canary.kind_of(call.output.tool))
    if found.unclaimed and call.output.tool == "Bash":
        canary.unclaimed(kernel, event, call.output.text)
    return found


def _alarm(kernel: Kernel, event: Event, call: Call | None) -> str:
    """What a person must be told of replacements; empty: nothing. Not looked up for what is too small to be folded."""
    if call is None or event.agent != MAIN or len(call.output.text) < _SMALL:
        return ""
    from kernel.service import canary

    return canary.news(kernel, event, canary.kind_of(call.output.tool))


def _context(kernel: Kernel, event: Event, call: Call | None, waiting: bool) -> str:
    """What is told beside the output. A failed test run behind a pipe or ``|| true`` comes as a success."""
    parts = []
    if call is not None and event.agent == MAIN and call.output.tool == "Bash" and _may_fail(call):
        from kernel.service.ambient import notice

        parts.append(notice(kernel, event, call.output.text, failing_tests_only=True))
        waiting = True
    if waiting:
        from kernel.service.waiting import collect

        parts.append(collect(kernel, event))
    return "\n\n".join(filter(None, parts))


def _may_fail(call: Call) -> bool:
    """Whether an output may report failing tests, so that it is worth reading; never one that was asked for raw or searched for."""
    output = call.output
    if not any(word in output.text for word in _FAILED):
        return False
    from kernel.projection.command import is_ours, printed_by

    looked_up = all(one.program in _LOOKING and not one.piped for one in printed_by(output.command))
    return not is_ours(output.command) and not looked_up
