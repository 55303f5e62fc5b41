"""When a compaction of a session's window pays: by how long such things were used here, and what carrying them costs."""

from __future__ import annotations

from kernel.model.advice import PAYS, Advice, Rates, Use
from kernel.model.session import MAIN, Event
from kernel.service.kernel import Kernel
from kernel.service.window import ContextWindow, window
from kernel.store.contexts import Contexts
from kernel.store.uses import uses

LAST = 3_000
"""Outputs of a repository that are looked at, the last ones."""

FROM = 0.4
"""Share of a window in use from which an agent's harness is asked to tell a person: before, there is little to compact."""

PUBLISHED = Rates(0.1, 1.25, 5.0, "cache read 0.1, cache write 1.25, output 5 times a fresh input token, as published for Claude")

NOT_KNOWN = (
    "what of its window an agent uses without any tool call; so only what was shown again counts as used",
    "conversation and the harness's own part of the window: they are taken to cost the same before and after",
    "one request a tool call is assumed, and a summary of 3,000 tokens",
)
"""What the advice does not know, a sentence each."""


def advice(kernel: Kernel, session: str, now: ContextWindow | None = None) -> Advice | None:
    """Whether a compaction of a session's window pays now; None where nobody told of its window.

    Args:
        kernel: Open on the session's repository.
        session: Its id.
        now: Its window, where that was looked up already.
    """
    now = now or window(kernel, session)
    if now is None or now.used is None:
        return None
    from kernel.relevance.lifetime import advise, lifetime, remaining

    epoch = Contexts(kernel.store).window(session, MAIN).epoch
    by_session: dict[str, list[Use]] = {}
    held: list[Use] = []
    for of, life, use in uses(kernel.store, kernel.repository.key, LAST):
        by_session.setdefault(of, []).append(use)
        if of == session and life == epoch:
            held.append(use)
    lengths = [len(made) for of, made in by_session.items() if of != session]
    more = remaining(lengths, len(by_session.get(session, ())))
    return advise(now.used, held, lifetime(by_session.values()), more, _rates(kernel))


def tell(kernel: Kernel, event: Event) -> str:
    """What a person is told when a compaction begins to pay: once in a window's life. Empty: nothing. Never raises."""
    try:
        return _tell(kernel, event)
    except Exception as error:  # noqa: BLE001  a prompt is worth more than advice
        kernel.log_error("advisor", error)
        return ""


def sentence(one: Advice) -> str:
    """An advice in one sentence."""
    reach = one.lifetime
    if reach.calls is None:
        return f"not known whether a compaction pays: only {reach.again} of {reach.outputs:,} outputs here were ever shown again"
    held = f"{one.done:,} of {one.used:,} tokens are outputs not used for more than {_calls(reach.calls)}"
    if one.even is None:
        return f"no compaction pays: {held}"
    if one.calls is None:
        return f"a compaction pays after {_calls(one.even)} more: {held}; only {one.sessions} sessions here went as far as this"
    verb = "pays" if one.verdict == PAYS else "does not pay"
    return f"a compaction {verb}: {held}, it takes {_calls(one.even)} to pay, and sessions like this made {one.calls:,} more (n = {one.sessions})"


def _calls(count: int) -> str:
    return "1 call" if count == 1 else f"{count:,} calls"


def _tell(kernel: Kernel, event: Event) -> str:
    contexts = Contexts(kernel.store)
    if event.agent != MAIN or not event.session or contexts.advised(event.session, MAIN):
        return ""
    now = window(kernel, event.session)
    if now is None or (now.occupancy or 0.0) < FROM:
        return ""
    found = advice(kernel, event.session, now)
    if found is None or found.verdict != PAYS or not contexts.advise(event.session, MAIN):
        return ""
    return f"ck: {sentence(found)} (/compact; ck window)"


def _rates(kernel: Kernel) -> Rates:
    listed, cached = kernel.settings.price_list, kernel.settings.price_cache_read
    if not listed or not cached:
        return PUBLISHED
    return PUBLISHED._replace(read=cached / listed, source="cache read by price_list and price_cache_read, the rest as published for Claude")
