"""Does what replaces outputs really reach the agent? Noted when it is given, judged by what the transcript tells later.

What a transcript does not tell is no miss. Where several in a row are missed, outputs of the kind are left whole in this version
of the harness, but for a try from time to time; one that arrives heals.
"""

from __future__ import annotations

import time

from kernel.model.canary import DEGRADED, GONE, MCP, OTHER, PROVEN, TRAP, WHOLE, CanaryState, Replacement
from kernel.model.errors import KernelError
from kernel.model.event import Fault
from kernel.model.session import Event
from kernel.service.kernel import Kernel
from kernel.store.canaries import Canaries, Standing
from kernel.store.sessions import Sessions
from kernel.verify.canary import after, holds, mark, together, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.harness.claude.results import Result

CHECK_EVERY = 8
"""Replacements without verdict from which on an event reads the transcript, once a kind is proven; before, every one does."""

RAW_LINES = 20
"""Lines of an original by which it is known again."""

UNSEEN = 86_400.0
"""Seconds after which a transcript is no longer asked about a replacement."""

_NUMBERED = ("Read",)


def kind_of(tool: str) -> str:
    """The kind of output that a tool's is: those of MCP tools are replaced alike."""
    return MCP if tool.startswith("mcp__") else tool


def standing(kernel: Kernel, session: str, version: str, kind: str) -> Standing:
    """What is known before an output is replaced; where a kind is degraded, the output is counted as one that is left whole.

    Never raises: where the store does not tell, nothing is known, and it is logged.
    """
    try:
        found = Canaries(kernel.store).standing(session, version, kind)
        if not found.replaces:
            Canaries(kernel.store).left_whole(found.version, kind)
        return found
    except KernelError as error:
        kernel.log_error("canary", error)
        return Standing(kind)


def standing_at(kernel: Kernel, event: Event, kind: str) -> Standing:
    """What is known when an event comes, after a look at what became of what the agent was given before, if that is worth while.

    It is until something of the kind has arrived, and then from time to time. Never raises.
    """
    found = standing(kernel, event.session, event.version, kind)
    if found.pending and (found.state != PROVEN or found.pending >= CHECK_EVERY):
        try:
            if check(kernel, event.session, event.agent, event.transcript):
                return standing(kernel, event.session, event.version, kind)
        except Exception as error:  # noqa: BLE001  an output is worth more than what became of the one before
            kernel.log_error("canary", error)
    return found


def withhold(kernel: Kernel, handle: int | None) -> None:
    """Note that an output was left whole after all, whatever was planned. Never raises."""
    try:
        _take_back(kernel, handle)
    except KernelError as error:
        kernel.log_error("canary", error)


def expect(kernel: Kernel, event: Event, found: Standing, handle: int | None, shown: str, raw: str) -> None:
    """Note what is given to the harness in place of an output. Never raises.

    Args:
        kernel: Open on the event's repository.
        event: The event of the call; without a call nothing could be judged, and nothing is noted.
        found: What was known before.
        handle: The parked original.
        shown: The text that is given.
        raw: The text that it replaces.
    """
    if not event.session or not event.call:
        return
    _note(kernel, event.session, event.agent, event.call, found, handle, shown, raw)


def expect_unclaimed(kernel: Kernel, session: str, found: Standing, handle: int, shown: str, raw: str) -> None:
    """Note what replaces the output of a failing command, before anybody knows whose it is. Never raises."""
    _note(kernel, session, "", "", found, handle, shown, raw)


def claimed(kernel: Kernel, event: Event, handle: int) -> None:
    """A failing command's event holds what replaced its output: the call is known now. Never raises."""
    try:
        Canaries(kernel.store).claim(event.session, handle, event.agent, event.call)
    except KernelError as error:
        kernel.log_error("canary", error)


def unclaimed(kernel: Kernel, event: Event, text: str) -> None:
    """An event's output is none that was replaced: if it is the original of one that was, that did not arrive. Never raises."""
    try:
        waiting = [one for one in Canaries(kernel.store).pending(event.session, "") if holds(text, one.raw)]
        if waiting:
            _judge(kernel, {waiting[-1].seq: (WHOLE, event.version)})
    except KernelError as error:
        kernel.log_error("canary", error)


def look(kernel: Kernel, session: str) -> None:
    """Judge whatever waits in a session. Never raises."""
    try:
        check_waiting(kernel, session)
    except Exception as error:  # noqa: BLE001  see above
        kernel.log_error("canary", error)


def check(kernel: Kernel, session: str, agent: str, transcript: str = "") -> tuple[CanaryState, ...]:
    """Judge an agent's replacements by what was added to its transcript; the states that changed.

    Args:
        kernel: Open.
        session: The session's id.
        agent: ``main`` or a subagent's id.
        transcript: The session's transcript; empty: where the session told that it is.

    Raises:
        StoreBusy, StoreFailed: Nothing was judged.
    """
    canaries = Canaries(kernel.store)
    pending = {one.call: one for one in canaries.pending(session, agent) if one.call}
    if not pending:
        return ()
    known = Sessions(kernel.store).get(session) if not transcript else None
    path = known.transcript if known is not None else transcript
    from kernel.harness.claude.results import read_results, transcript_of

    before = canaries.tail(session, agent)
    tail, results = read_results(transcript_of(path, session, agent), before, pending.keys())
    changed = _judge(kernel, {pending[call].seq: (_verdict(pending[call], result), result.version) for call, result in results.items()})
    if tail != before:
        canaries.set_tail(session, agent, tail, time.time())
    return changed


def check_waiting(kernel: Kernel, session: str | None = None, limit: int = 100) -> None:
    """Judge whatever waits, of one session or of all; what is too old is given up."""
    for of, agent in Canaries(kernel.store).waiting_agents(session, limit):
        check(kernel, of, agent)
    if session is None:
        forget(kernel)


def states(kernel: Kernel) -> tuple[CanaryState, ...]:
    """Every canary, a row a version and kind; those of the version that was seen last come first."""
    return Canaries(kernel.store).states()


def state(kernel: Kernel, version: str = "") -> CanaryState:
    """The canary of all kinds of a version, by default of the one that was seen last; unproven without version: nothing is known."""
    found = states(kernel)
    wanted = version or (found[0].version if found else "")
    return together([one for one in found if one.version == wanted])


def replacements(kernel: Kernel, limit: int = 100) -> tuple[Replacement, ...]:
    """The last replacements in all repositories, newest first, and what became of each."""
    return Canaries(kernel.store).replacements(limit)


def reset(kernel: Kernel) -> int:
    """Begin anew in every version: outputs are replaced again. How many states were forgotten."""
    return Canaries(kernel.store).reset()


def news(kernel: Kernel, event: Event, kind: str) -> str:
    """What a person must be told, once, where outputs of a kind are left whole; empty: nothing. Never raises."""
    try:
        found = Canaries(kernel.store).standing(event.session, event.version, kind)
        if not found.degraded or found.told:
            return ""
        degraded = Canaries(kernel.store).take_news(found.version)
    except KernelError as error:
        kernel.log_error("canary", error)
        return ""
    if not degraded:
        return ""
    kinds = ", ".join(one.kind for one in degraded)
    named = f"Claude Code {found.version}" if found.version else "Claude Code"
    return f"ck: what replaced outputs ({kinds}) did not reach the agent in {named}; they are shown whole until it does again (ck canary)"


def forget(kernel: Kernel) -> None:
    """Drop replacements that are older than parked outputs are kept, and give up those of which no transcript tells."""
    now = time.time()
    Canaries(kernel.store).forget(now - kernel.settings.park_max_age_days * 86_400, now - UNSEEN)


def _note(
    kernel: Kernel, session: str, agent: str, call: str, found: Standing, handle: int | None, shown: str, raw: str
) -> None:
    marks = (mark(shown), mark(raw, RAW_LINES))
    if not marks[0]:
        return  # a blank text is nowhere to be found
    one = Replacement(0, time.time(), session, agent, call, found.kind, found.version, handle, *marks, found.probes)
    try:
        Canaries(kernel.store).expect(one)
    except KernelError as error:
        kernel.log_error("canary", error)


def _verdict(one: Replacement, result: Result) -> str:
    if result.failed and one.kind != TRAP:
        return GONE  # a person broke the call off
    return verdict(result.text, one.shown, one.raw, one.kind in _NUMBERED)


def _judge(kernel: Kernel, verdicts: dict[int, tuple[str, str]]) -> tuple[CanaryState, ...]:
    if not verdicts:
        return ()
    given, changed = Canaries(kernel.store).judge(verdicts, time.time(), after)
    for one in given:
        if one.verdict in (WHOLE, OTHER):
            kernel.log("warning", "canary", f"output {one.handle} of {one.kind} was not shown as given: {one.verdict}")
            _take_back(kernel, one.handle)
    for each in changed:
        healed = "arrives" if each.state != DEGRADED else f"did not arrive {each.misses} times in a row"
        kernel.log("warning", "canary", f"what replaces outputs of {each.kind} {healed} in version {each.version or 'unknown'}")
    return changed


def _take_back(kernel: Kernel, handle: int | None) -> None:
    """What was not shown has saved nothing, and nobody knows what was."""
    whose = Canaries(kernel.store).disown(handle) if handle is not None else None
    if whose is None or whose[2] <= 0 or kernel.settings.log_off:
        return
    from kernel.store.ledger import AGENT, Ledgers

    scope, tool, tokens = whose
    try:
        Ledgers(kernel.store).add_fault(Fault(time.time(), handle, AGENT, "not shown as given", tokens), scope, tool)
    except KernelError as error:
        kernel.log_error("ledger", error)
