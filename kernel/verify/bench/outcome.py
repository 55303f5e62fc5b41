"""What a bench found out, as rates with their interval."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

# Two-sided 95 %.
_Z = 1.959964

Range = tuple[int, int]


class Answer(NamedTuple):
    """One answer: whether it shows what it must, and its size in tokens as an agent would get it."""

    found: bool
    tokens: int


class Rate(NamedTuple):
    """Share of ``n`` cases that were answered, with a Wilson interval of 95 %, the mean size and answers over budget."""

    n: int
    found: int
    rate: float
    low: float
    high: float
    tokens: float
    over: int


def rate(answers: Sequence[Answer], budget: int) -> Rate:
    """Sum up the answers of one arm; an answer over its budget counts as none."""
    n = len(answers)
    over = sum(a.tokens > budget for a in answers)
    found = sum(a.found and a.tokens <= budget for a in answers)
    low, high = wilson(found, n)
    return Rate(n, found, found / n if n else 0.0, low, high, sum(a.tokens for a in answers) / n if n else 0.0, over)


def wilson(found: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927): right also near 0 and 1 and for few cases; (0, 1) for none."""
    if not n:
        return 0.0, 1.0
    share, z2 = found / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * (share * (1 - share) / n + z2 / (4 * n * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def shows(wanted: Sequence[Range], shown: Iterable[Range]) -> bool:
    """Whether every wanted line is among the shown ones; nothing wanted is never shown."""
    lines = {line for first, last in shown for line in range(first, last + 1)}
    return bool(wanted) and all(line in lines for first, last in wanted for line in range(first, last + 1))


def grep_answer(hits: Sequence[tuple[str, int]], files: Mapping[str, Sequence[str]], prices: Mapping[str, Sequence[int]], budget: int) -> dict[str, list[Range]]:
    """The baseline: lines around every hit of a text search, grown evenly to both sides until the budget is full.

    Args:
        hits: (path, 1-based line) pairs.
        files: Lines of the files that are hit.
        prices: Tokens of those lines.
        budget: Tokens for all together; every hit gets the same part.
    """
    answer: dict[str, list[Range]] = {}
    for path, line in hits:
        answer.setdefault(path, []).append(_window(line, len(files[path]), prices[path], budget / len(hits)))
    return answer


def _window(line: int, lines: int, prices: Sequence[int], room: float) -> Range:
    first = last = line
    left = room - prices[line - 1]
    while True:
        before = first > 1 and prices[first - 2] <= left
        if before:
            first -= 1
            left -= prices[first - 1]
        after = last < lines and prices[last] <= left
        if after:
            last += 1
            left -= prices[last - 1]
        if not before and not after:
            return first, last
