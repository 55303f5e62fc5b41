"""What a symbol slice is made of."""

from typing import NamedTuple

Range = tuple[int, int]


class Part(NamedTuple):
    """A definition or statement of a file: what it is called, its lines (1-based, comments directly above included), why it stays.

    ``why`` is empty for what was left out.
    """

    name: str
    first: int
    last: int
    why: str


class SymbolSlice(NamedTuple):
    """The lines that stay, ascending and apart; the parts behind them; what was left out; what cannot be known, in sentences."""

    ranges: tuple[Range, ...]
    kept: tuple[Part, ...]
    dropped: tuple[Part, ...]
    notes: tuple[str, ...]


def joined(ranges: "list[Range]") -> tuple[Range, ...]:
    """Ranges in order, those that touch as one."""
    result: list[Range] = []
    for first, last in sorted(ranges):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(last, result[-1][1]))
        else:
            result.append((first, last))
    return tuple(result)
