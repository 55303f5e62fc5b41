"""A part of a definition that is too long for the budget: its head, and the lines around the place that is named."""

from kernel.model.slice import Candidate, Ranking

_HEAD_LINES = 2
_LEAST_LINES = 7
# Lines cost unevenly and a cut does not look at the text: pay for twice as many as their share.
_CAREFUL = 2.0


def narrowed(candidate: Candidate, ranking: Ranking, room: float) -> Candidate | None:
    """The candidate shortened to ``room`` tokens around the line that a seed names in it; None where that is no use."""
    line = next((s.line for s in ranking.seeds if s.path == candidate.path and s.line and _holds(candidate, s.line)), None)
    count = sum(b - a + 1 for a, b in candidate.ranges)
    if line is None or not count or not candidate.tokens:
        return None
    lines = int(room / (_CAREFUL * candidate.tokens / count)) - _HEAD_LINES
    if lines < _LEAST_LINES or lines >= count:
        return None
    outer = next((a, b) for a, b in candidate.ranges if a <= line <= b)
    first = max(outer[0], line - (2 * lines) // 3)
    last = min(outer[1], first + lines - 1)
    head = candidate.ranges[0][0]
    ranges = ((first, last),) if first <= head + _HEAD_LINES else ((head, head + _HEAD_LINES - 1), (first, last))
    shown = sum(b - a + 1 for a, b in ranges)
    why = (*candidate.why, f"lines {first}-{last} of {candidate.ranges[0][0]}-{candidate.ranges[-1][1]}: too long for the budget")
    return candidate._replace(ranges=ranges, tokens=round(_CAREFUL * candidate.tokens * shown / count), why=why)


def _holds(candidate: Candidate, line: int) -> bool:
    return any(a <= line <= b for a, b in candidate.ranges)
