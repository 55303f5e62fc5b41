"""Columns whose values all differ, or go up in steps: what stands there twice, and where a step is missing."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

STEADY = 0.9
"""Share of the steps that are equal where a column counts."""

UNIQUE = 0.98
"""Share of the values that differ from all others in a column of names or identifiers."""

_FEWEST = 12
_MOST_HELD = 3
"""Changes of a value that holds on for many rows: more are part of how it goes."""

_MOST_BREAKS, _MOST_EQUAL = 12, 3
"""Breaks of a count, and breaks by one and the same step: more are part of how it counts."""


def repeated(
    values: Sequence[str], counts: Counter[str], numbers: Sequence[float | None] | None, names_rows: bool
) -> dict[int, str]:
    """Rows with the few values that stand twice where nearly all stand once.

    Args:
        values: Of the column, with their ``counts`` and, if they are numbers, those.
        names_rows: Whether it is the column by which rows are known; of numbers in others chance alone repeats some.
    """
    count = len(values)
    if count < _FEWEST or not UNIQUE * count - 1 <= len(counts) < count:
        return {}
    if numbers is not None and not names_rows and _by_chance(numbers) >= 0.5:
        return {}
    twice = {value for value, times in counts.items() if times > 1}
    return {at: f"stands twice: {value[:40]}" for at, value in enumerate(values) if value in twice and value.strip()}


def new_values(values: Sequence[str], counts: Counter[str]) -> dict[int, str]:
    """Where a value that held on is followed by another for good: a leader that changed, a new release.

    Of a column that only takes turns, or that holds a new value every few rows, nothing.
    """
    if not 2 <= len(counts) <= _MOST_HELD + 1 or min(counts.values()) < _FEWEST:
        return {}
    changes = [at for at, (before, after) in enumerate(pairwise(values), 1) if before != after]
    return {at: f"{values[at][:40]} after {values[at - 1][:40]}" for at in changes} if len(changes) <= _MOST_HELD else {}


def _by_chance(numbers: Sequence[float | None]) -> float:
    """How many pairs of equal whole numbers are to be expected of evenly spread ones."""
    known = [number for number in numbers if number is not None]
    return len(known) ** 2 / (2 * max(1.0, max(known) - min(known)))


def is_count(numbers: Sequence[float | None]) -> bool:
    """Whether nearly all numbers follow the one above by the same step."""
    known = [number for number in numbers if number is not None]
    if len(known) < _FEWEST:
        return False
    usual, times = Counter(after - before for before, after in pairwise(known)).most_common(1)[0]
    return usual != 0 and times >= STEADY * (len(known) - 1)


def broken_steps(numbers: Sequence[float | None]) -> dict[int, str]:
    """Rows that do not follow the one above by the step by which nearly all do."""
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or not is_count(known):
        return {}
    steps = [after - before for before, after in pairwise(known)]
    counts = Counter(steps)
    broken = [at for at, step in enumerate(steps, 1) if counts[step] <= _MOST_EQUAL]
    return {at: f"{known[at]:g} after {known[at - 1]:g}" for at in broken} if len(broken) <= _MOST_BREAKS else {}
