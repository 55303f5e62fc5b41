"""Cut: the slice of a ranking under a budget. Pure and quick: a budget slider calls it and never re-ranks."""

import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kernel.model.slice import Budget, Candidate, Excluded, Item, Ranking, Slice
from kernel.model.task import Steer
from kernel.slicing.manifest import file_header_tokens, frame_tokens, header_line
from kernel.slicing.narrow import narrowed
from kernel.slicing.sufficiency import NAMED_ROLES, expected_faults, sufficiency
from kernel.tokens import Estimator

# The estimate's share of the budget that is really filled. Chosen so that no answer of the benches passes its
# budget counted in o200k (tests/bench/README.md).
SAFETY = 0.96
# Without a budget: what scores at least this share of the best, so that "no limit" is not "the whole repository".
_UNLIMITED_SHARE = 0.25
MAX_EXCLUDED = 200
OVER_BUDGET = "over budget"
# A named definition that would take more of the budget than this is shown in part.
_TOO_LONG = 0.6

Range = tuple[int, int]


class _Block(NamedTuple):
    """Lines of one file that are paid: what they cost when they were taken whole."""

    ranges: tuple[Range, ...]
    tokens: int


class _Cutting:
    """What is taken so far, by file, and what it costs; an overlap is paid once."""

    __slots__ = ("_blocks", "_estimator", "items", "ranges", "room", "used")

    def __init__(self, room: float) -> None:
        self.room = room
        self.used = 0
        self.items: list[tuple[Candidate, Item]] = []
        self.ranges: dict[str, list[Range]] = {}
        self._blocks: dict[str, list[_Block]] = {}
        self._estimator = Estimator()

    def cost(self, candidate: Candidate) -> int:
        """Tokens that taking a candidate adds."""
        shown = self.ranges.get(candidate.path)
        if shown is None:
            return candidate.tokens + file_header_tokens(candidate.path) + self._headers(candidate)
        return self._new_tokens(candidate, shown) + self._headers(candidate)

    def fits(self, candidate: Candidate) -> bool:
        """Whether there is room for a candidate."""
        left = self.room - self.used
        # The text alone decides for most, and the headers cost more to estimate.
        return self._new_tokens(candidate, self.ranges.get(candidate.path, ())) <= left and self.cost(candidate) <= left

    def _new_tokens(self, candidate: Candidate, shown: Sequence[Range]) -> int:
        """Tokens of the lines that are not shown yet; definitions nest or are apart, so what lies inside is subtracted."""
        if not _touches(candidate.ranges, shown):
            return candidate.tokens
        if _within(candidate.ranges, shown):
            return 0
        paid = sum(b.tokens for b in self._blocks[candidate.path] if _within(b.ranges, candidate.ranges))
        return max(0, candidate.tokens - paid)

    def _headers(self, candidate: Candidate) -> int:
        """Tokens of the lines that stand above the ranges of an item in the rendered slice."""
        lines = (header_line(first, last, [candidate.symbol]) for first, last in candidate.ranges)
        return sum(self._estimator.tokens(f"\n{line}\n") for line in lines)

    def take(self, candidate: Candidate, pinned: bool, whole: Candidate | None = None) -> None:
        """Add a candidate as an item; ``whole`` is the ranked one where the candidate is a part of it."""
        cost = self.cost(candidate)
        self.used += cost
        if not _within(candidate.ranges, self.ranges.get(candidate.path, ())):
            blocks = self._blocks.setdefault(candidate.path, [])
            blocks[:] = [b for b in blocks if not _within(b.ranges, candidate.ranges)]
            blocks.append(_Block(candidate.ranges, candidate.tokens))
        self.ranges[candidate.path] = merged([*self.ranges.get(candidate.path, ()), *candidate.ranges])
        level = "file" if candidate.kind == "file" else "symbol"
        symbols = (candidate.symbol,) if candidate.symbol else ()
        item = Item(
            candidate.path, candidate.role, candidate.hop, level, candidate.kind, candidate.ranges, symbols, cost,
            pinned, candidate.evidence, candidate.why, candidate.digest,
        )
        self.items.append((whole or candidate, item))


class _Steers(NamedTuple):
    pinned: dict[tuple[str, str], Steer]
    dropped: dict[tuple[str, str], Steer]


def cut(ranking: Ranking, limit: int | None, source: str, steers: Iterable[Steer] = ()) -> Slice:
    """Make the slice: pins first, then the best candidates that fit, dropped ones never.

    Args:
        ranking: What ``rank`` gave.
        limit: Tokens for the rendered slice, headers included; None for no limit.
        source: Where the limit comes from, in words.
        steers: Pins and drops of the task. A pin that does not fit is reported as unmet.
    """
    steered = _steers(steers)
    frame = frame_tokens(ranking)
    cutting = _Cutting((limit * SAFETY if limit is not None else float("inf")) - frame)
    unmet = _take_pins(ranking, steered, cutting)
    excluded = _take_best(ranking, steered, cutting, limit)
    order = {id(c): n for n, c in enumerate(ranking.candidates)}
    items = tuple(item for candidate, item in sorted(cutting.items, key=lambda e: (not e[1].pinned, order[id(e[0])])))
    return Slice(
        repo=ranking.repo,
        task=ranking.task,
        title=ranking.title,
        operator=ranking.operator,
        scanned=ranking.scanned,
        budget=Budget(limit, cutting.used + frame, source),
        seeds=ranking.seeds,
        items=items,
        excluded_count=len(ranking.candidates) - len(items) + ranking.more,
        excluded=tuple(excluded[:MAX_EXCLUDED]),
        expected_faults=expected_faults(ranking, cutting.ranges),
        unmet_pins=tuple(unmet),
        blind_spots=ranking.blind_spots,
        sufficiency=sufficiency(ranking, cutting.ranges),
        notes=ranking.notes,
    )


def _steers(steers: Iterable[Steer]) -> _Steers:
    known = list(steers)
    return _Steers(
        {(s.path, s.symbol): s for s in known if s.verb == "pin"},
        {(s.path, s.symbol): s for s in known if s.verb == "drop"},
    )


def _take_pins(ranking: Ranking, steered: _Steers, cutting: _Cutting) -> list[str]:
    """Take the pinned candidates in the order of the ranking; return the names of pins that could not be met."""
    unmet: list[str] = []
    by_name = {(c.path, c.symbol): c for c in ranking.candidates}
    by_digest = {(c.path, c.digest): c for c in ranking.candidates}
    wanted: dict[int, Candidate] = {}
    for (path, symbol), steer in steered.pinned.items():
        # A renamed function is found again by its content, in the same file only.
        candidate = by_name.get((path, symbol)) or (by_digest.get((path, steer.digest)) if steer.digest else None)
        if candidate is None:
            unmet.append(f"{name_of(path, symbol)}: not found in this repository any more")
        else:
            wanted[id(candidate)] = candidate
    for candidate in ranking.candidates:
        if id(candidate) not in wanted:
            continue
        if not cutting.fits(candidate):
            unmet.append(f"{name_of(candidate.path, candidate.symbol)}: does not fit into the budget")
        else:
            cutting.take(candidate, pinned=True)
    return unmet


def _take_best(ranking: Ranking, steered: _Steers, cutting: _Cutting, limit: int | None) -> list[Excluded]:
    taken = {id(candidate) for candidate, _ in cutting.items}
    best = max((c.score for c in ranking.candidates), default=0.0)
    excluded: list[Excluded] = []
    for candidate in ranking.candidates:
        if id(candidate) in taken:
            continue
        reason = _refusal(candidate, steered, cutting, limit, best)
        part = _part(candidate, ranking, cutting) if reason == OVER_BUDGET else None
        if part is not None:
            cutting.take(part, pinned=False, whole=candidate)
        elif reason:
            excluded.append(Excluded(candidate.path, candidate.symbol, candidate.tokens, reason))
        else:
            cutting.take(candidate, pinned=False)
    return excluded


def _part(candidate: Candidate, ranking: Ranking, cutting: _Cutting) -> Candidate | None:
    """The lines around a named place of a definition that no budget of this size could hold whole."""
    if candidate.role not in NAMED_ROLES or candidate.tokens < _TOO_LONG * cutting.room:
        return None
    part = narrowed(candidate, ranking, min(cutting.room - cutting.used, _TOO_LONG * cutting.room))
    return part if part is not None and cutting.fits(part) else None


def _refusal(candidate: Candidate, steered: _Steers, cutting: _Cutting, limit: int | None, best: float) -> str:
    if (candidate.path, candidate.symbol) in steered.dropped or (candidate.path, "") in steered.dropped:
        return "dropped by hand"
    if limit is None:
        return "" if candidate.score >= best * _UNLIMITED_SHARE else "not ranked high enough"
    return "" if cutting.fits(candidate) else "over budget"


def name_of(path: str, symbol: str) -> str:
    """``path`` or ``path::symbol``."""
    return f"{path}::{symbol}" if symbol else path


def merged(ranges: Sequence[Range]) -> list[Range]:
    """Sorted ranges without overlaps; neighbours are joined."""
    result: list[Range] = []
    for first, last in sorted(ranges):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], last))
        else:
            result.append((first, last))
    return result


def _within(ranges: Iterable[Range], others: Sequence[Range]) -> bool:
    """Whether every range lies in one of the others (ascending, without overlaps)."""
    for first, last in ranges:
        at = bisect_right(others, (first, sys.maxsize)) - 1
        if at < 0 or others[at][1] < last:
            return False
    return True


def _touches(ranges: Iterable[Range], others: Sequence[Range]) -> bool:
    """Whether a line of the ranges is among the others (ascending, without overlaps)."""
    for first, last in ranges:
        at = bisect_right(others, (last, sys.maxsize)) - 1
        if at >= 0 and others[at][1] >= first:
            return True
    return False
