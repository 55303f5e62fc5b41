"""PostToolUse: the projected output, and what waits for the agent."""

from __future__ import annotations

from kernel.harness.claude.post_tool_use import Call, host_of, is_known_silence, read_call, replacement, shape
from kernel.model.session import MAIN, Event
from kernel.projection.heading import START
from kernel.service.kernel import Kernel
from kernel.service.observe import observe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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
        changed = _projected(kernel, call, payload)
        if changed is not None:
            told["updatedToolOutput"] = changed
    try:
        context = _context(kernel, event, call, waiting)
    except Exception as error:  # noqa: BLE001  whatever fails here, the projection is worth telling
        kernel.log_error("context", error)
        context = ""
    if context:
        told["additionalContext"] = context
    return {"hookSpecificOutput": {"hookEventName": event.name, **told}} if told else None


def _projected(kernel: Kernel, call: Call, payload: Mapping[str, Any]) -> Any | None:
    """What replaces the response; None where nothing is gained, or where it was shortened when its command ended."""
    scope = call.scope._replace(repository=kernel.repository.key)
    if call.output.tool == "Bash" and call.output.text.startswith(START):
        from kernel.service.claim import claimed

        if claimed(kernel, call.output.text, scope, call.output.command):
            return None
    return replacement(call, observe(kernel, call.output, scope, host=host_of(payload), fold=not call.window))


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
