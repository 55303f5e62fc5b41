"""Lines of two kinds that take turns, and the few places where one is missing or does not fit the one before it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kernel.reading.templates import Template

TURNS = 0.9
"""Share of the lines of a kind that are followed by one and the same kind, where kinds take turns."""

_FEWEST = 8
_MOST_BREAKS, _MOST_SHOWN, _MOST_SHARE = 6, 12, 0.02
_MOST_LINES = 20_000
"""Lines beyond which values of neighbours are not compared."""

_MOST_WORDS = 4
Pair = tuple[int, int]
_Kind = tuple[int | str, ...]


def broken_turns(lines: Sequence[str], templates: Sequence[Template]) -> list[Pair]:
    """Neighbouring lines (0-based) of templates of which the second is of another kind than usual, or names another value."""
    kind: dict[int, _Kind] = {}
    for number, template in enumerate(templates):
        kind |= _kinds(lines, number, template)
    if len(set(kind.values())) < 2:
        return []
    followers: dict[_Kind, list[Pair]] = {}
    for before, after in pairwise(sorted(kind)):
        if after == before + 1:
            followers.setdefault(kind[before], []).append((before, after))
    found: list[Pair] = []
    for mine, pairs in followers.items():
        if len(pairs) < _FEWEST:
            continue
        usual, times = Counter(kind[after] for _, after in pairs).most_common(1)[0]
        if times < TURNS * len(pairs):
            continue
        found += _few([pair for pair in pairs if kind[pair[1]] != usual], len(pairs))
        if usual != mine and len(pairs) <= _MOST_LINES:
            found += _unlike(lines, [pair for pair in pairs if kind[pair[1]] == usual])
    return found


def _kinds(lines: Sequence[str], number: int, template: Template) -> dict[int, _Kind]:
    """Each line's kind: the template and those of its words that are one of a few (``open``, ``close``)."""
    differing = [at for at, word in enumerate(template.words) if word is None]
    if not differing or len(template.lines) > _MOST_LINES:
        return dict.fromkeys(template.lines, (number,))
    rows = [lines[at].split() for at in template.lines]
    few = [at for at in differing if len({row[at] for row in rows}) <= _MOST_WORDS]
    return {at: (number, *(row[word] for word in few)) for at, row in zip(template.lines, rows, strict=True)}


def _few(pairs: list[Pair], count: int) -> list[Pair]:
    return pairs[:_MOST_SHOWN] if len(pairs) <= max(_MOST_BREAKS, count * _MOST_SHARE) else []


def _unlike(lines: Sequence[str], pairs: Sequence[Pair]) -> list[Pair]:
    """Pairs that do not share the word that nearly all pairs share."""
    rows = [(lines[before].split(), lines[after].split()) for before, after in pairs]
    found: list[Pair] = []
    for one, other in _shared(rows):
        found += _few([pair for pair, (mine, next_) in zip(pairs, rows, strict=True) if mine[one] != next_[other]], len(pairs))
    return found


def _shared(rows: Sequence[tuple[list[str], list[str]]]) -> Iterator[Pair]:
    """Positions at which the words of the first and of the second line differ from pair to pair, but are nearly always equal."""
    first, second = (list(zip(*side, strict=True)) for side in zip(*rows, strict=True))
    varying = [at for at, column in enumerate(second) if len(set(column)) > len(rows) // 2]
    for one, column in enumerate(first):
        if len(set(column)) <= len(rows) // 2:
            continue
        for other in varying:
            equal = sum(1 for mine, next_ in zip(column, second[other], strict=True) if mine == next_)
            if TURNS * len(rows) <= equal < len(rows):
                yield one, other
