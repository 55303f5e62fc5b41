"""How long agents go on using what is in their window, and whether a compaction pays before they stop.

Time is counted in tool calls. Money is counted in fresh input tokens: what a token read from the cache, written to it or put out
costs, as a part of one sent as new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from kernel.model.advice import PAYS, UNKNOWN, WAIT, Advice, Lifetime, Rates, Use

SHARE = 0.9
"""Of the uses of something again, this share comes within its lifetime."""

LEAST_USES, LEAST_SESSIONS = 30, 5
"""Uses again from which a lifetime is told, and sessions from which it is told how long another goes on."""

SUMMARY = 3_000
"""Tokens that the summary of a compaction is assumed to have."""


def lifetime(sessions: Iterable[Sequence[Use]]) -> Lifetime:
    """How many calls after its last use something is used again, in past sessions."""
    distances: list[int] = []
    count = 0
    for uses in sessions:
        last: dict[str, int] = {}
        for at, use in enumerate(uses):
            if use.key in last:
                distances.append(at - last[use.key])
            last[use.key] = at
        count += len(uses)
    if len(distances) < LEAST_USES:
        return Lifetime(None, count, len(distances))
    return Lifetime(sorted(distances)[ceil(SHARE * len(distances)) - 1], count, len(distances))


def done_with(window: Sequence[Use], calls: int) -> int:
    """Tokens in a window of what was not used for longer than ``calls`` calls."""
    last = {use.key: at for at, use in enumerate(window)}
    return sum(use.tokens for use in window if len(window) - 1 - last[use.key] > calls)


def remaining(lengths: Sequence[int], so_far: int) -> tuple[int | None, int]:
    """How many calls more a session makes that has made ``so_far``: the median of those that made more, and their number."""
    longer = [length - so_far for length in lengths if length > so_far]
    return (sorted(longer)[len(longer) // 2] if len(longer) >= LEAST_SESSIONS else None), len(longer)


def advise(
    used: int, window: Sequence[Use], reach: Lifetime, more: tuple[int | None, int], rates: Rates
) -> Advice:
    """Whether a compaction now pays before the session ends.

    What it saves is only that what is done with is read no more, at every later call. What it costs is to read all once more, to put
    out the summary, to write the new window into the cache, and to read anew what is needed after all.

    Args:
        used: Tokens in the window.
        window: The outputs in it, in their order.
        reach: The lifetime of such outputs.
        more: Calls that the session is going to make (None: not known), and the number of sessions that say so.
        rates: What tokens cost.
    """
    done = min(used, done_with(window, reach.calls)) if reach.calls is not None else 0
    again = reach.again / reach.outputs * (1 - SHARE) if reach.outputs else 0.0
    cost = used * rates.read + SUMMARY * rates.out + (used - done + SUMMARY) * rates.write + again * done * rates.write
    calls, sessions = more
    even = ceil(cost / (done * rates.read)) if done else None
    if reach.calls is None or (even is not None and calls is None):
        verdict = UNKNOWN
    else:
        verdict = PAYS if even is not None and calls is not None and calls > even else WAIT
    saved = round(done * rates.read * calls - cost) if calls is not None and done else 0
    return Advice(verdict, used, done, len(window), reach, calls, sessions, even, saved, rates)
