"""Does a text hold what an agent should have been shown, and what follows from it for the next replacement?

A mark of a text is compared, never the text: it survives line numbers, blank lines, what a harness writes before and after.
"""

from __future__ import annotations

from zlib import crc32

from kernel.model.canary import ARRIVED, DEGRADED, OTHER, PROVEN, UNPROVEN, WHOLE, CanaryState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MISSES = 3
"""Replacements of a kind that did not arrive, in a row, after which the kind is left whole."""

_NUMBERED = "\t→"
_PLACES = 8
"""Places in a text at which a mark is looked for."""


def mark(text: str, most: int | None = None) -> bytes:
    """The mark of a text, or of its first ``most`` lines that are not blank: their number, and sums of the first and of all."""
    lines = _lines(text)[:most]
    return _mark(lines) if lines else b""


def holds(text: str, wanted: bytes, numbered: bool = False) -> bool:
    """Whether a text holds, line after line, what a mark was made of; ``numbered``: each line begins with its number."""
    count = int.from_bytes(wanted[:4], "big")
    if not count:
        return False
    lines = _lines(text, numbered)
    places = [at for at in range(len(lines) - count + 1) if _sum(lines[at]) == wanted[4:8]]
    return any(_mark(lines[at : at + count]) == wanted for at in places[:_PLACES])


def verdict(text: str, shown: bytes, raw: bytes, numbered: bool = False) -> str:
    """What a tool's result in a transcript says of its replacement."""
    if holds(text, shown, numbered):
        return ARRIVED
    return WHOLE if holds(text, raw, numbered) else OTHER


def after(state: CanaryState, verdict: str, at: float, changed: float) -> CanaryState:
    """The state after a verdict.

    Args:
        state: The state before.
        verdict: ``arrived``, ``whole`` or ``other``.
        at: When the replacement was given.
        changed: Now.
    """
    if verdict == ARRIVED:
        seen = max(at, state.last_seen or 0.0)
        state = state._replace(arrived=state.arrived + 1, misses=0, last_seen=seen, whole=0)
        return state if state.state == PROVEN else state._replace(state=PROVEN, since=changed, told=False)
    missed = max(at, state.last_missed or 0.0)
    state = state._replace(missed=state.missed + 1, misses=state.misses + 1, last_missed=missed)
    if state.state == DEGRADED or state.misses < MISSES:
        return state
    return state._replace(state=DEGRADED, since=changed, whole=0, told=False)


def together(states: Sequence[CanaryState]) -> CanaryState:
    """The state of all kinds of a version: the worst one counts, the rest is added up."""
    if not states:
        return CanaryState("", "")
    found = {one.state for one in states}
    state = next(one for one in (DEGRADED, PROVEN, UNPROVEN) if one in found)
    seen = [one.last_seen for one in states if one.last_seen is not None]
    missed = [one.last_missed for one in states if one.last_missed is not None]
    chosen = [one for one in states if one.state == state]
    return CanaryState(
        states[0].version, "", state, min(one.since for one in chosen), sum(one.arrived for one in states),
        sum(one.missed for one in states), max(one.misses for one in states), max(seen, default=None),
        max(missed, default=None), max(one.whole for one in chosen), all(one.told for one in chosen),
    )  # fmt: skip


def _mark(lines: Sequence[str]) -> bytes:
    return len(lines).to_bytes(4, "big") + _sum(lines[0]) + _sum("\n".join(lines))


def _sum(text: str) -> bytes:
    return crc32(text.encode("utf-8", "replace")).to_bytes(4, "big")


def _lines(text: str, numbered: bool = False) -> list[str]:
    """The lines that are not blank, without space around them; what is no valid text may have been replaced on the way."""
    lines = text.replace("\ufffd", "?").split("\n")
    if numbered:
        lines = [_without_number(line) for line in lines]
    return [line for line in map(str.strip, lines) if line]


def _without_number(line: str) -> str:
    for between in _NUMBERED:
        number, found, rest = line.partition(between)
        if found and number.strip().isdecimal():
            return rest
    return line
