"""Times at the beginning of log lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_TIME = lazy(
    r".{0,40}?(?<![\d:.])(?:(?:(?P<year>\d{4})[-/.](?P<month>\d\d)[-/.](?P<day>\d\d)|[A-Z][a-z]{2} {1,2}(?P<date>\d{1,2}))[T ]{1,2})?"
    r"(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d):(?P<second>[0-5]\d)(?!\d|:)"
)
LONGEST = 90
"""Characters at the beginning of a line among which its time must stand."""


def _seconds(match: re.Match[str]) -> float:
    """Seconds of the time of day; whole days are added where a date stands before it, months count as 31 days."""
    day = int(match["day"] or match["date"] or 0) + 31 * (
        int(match["month"] or 0) + 12 * int(match["year"] or 0)
    )
    return day * 86400.0 + int(match["hour"]) * 3600 + int(match["minute"]) * 60 + int(match["second"])


def leading_times(lines: Sequence[str], wanted: Iterable[int]) -> dict[int, float]:
    """Line → seconds of every line of ``wanted`` that begins with a time; what stands before a clock is read once."""
    times: dict[int, float] = {}
    column, days = -1, {"": 0.0}
    for at in wanted:
        line = lines[at]
        if (
            column >= 0
            and line[column + 2 : column + 3] == ":" == line[column + 5 : column + 6]
            and line[:column] in days
        ):
            try:
                clock = (
                    int(line[column : column + 2]) * 3600
                    + int(line[column + 3 : column + 5]) * 60
                    + int(line[column + 6 : column + 8])
                )
                times[at] = days[line[:column]] + clock
                continue
            except ValueError:
                pass
        match = _TIME.match(line[:LONGEST]) if ":" in line[:LONGEST] else None
        if match is not None:
            times[at] = _seconds(match)
            column = match.start("hour")
            days[line[:column]] = times[at] - times[at] % 86400.0
    return times


def find_gaps(
    times: Mapping[int, float], most: int = 3, factor: float = 30.0, least: float = 30.0
) -> list[tuple[int, int]]:
    """(line before, line after) of silences far longer than usual, at most ``most``, the longest first.

    Args:
        times: Line → seconds, lines ascending.
        most: Gaps to give.
        factor: How many times the usual distance of lines a gap is.
        least: Seconds; a shorter silence is none.
    """
    places = list(times)
    steps = [(times[after] - times[before], before, after) for before, after in pairwise(places)]
    if len(steps) < 10:
        return []
    usual = sorted(step for step, _, _ in steps)[len(steps) // 2]
    long = sorted((one for one in steps if one[0] > max(least, factor * max(usual, 0.1))), reverse=True)
    return (
        [(before, after) for _, before, after in long[:most]]
        if len(long) <= max(most, len(steps) // 50)
        else []
    )
