"""What the same context was already shown: a file read again, other lines of it, a command run again.

Pure: whoever calls has made sure, by the full scope, that the earlier output stands in the very context that the new one
goes to. Only lines that were really shown count. Nothing is written in place of a line: what is known is proposed as folds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kernel.model.named import NamedTuple
from kernel.projection.recogniser import EXACT, Fold
from kernel.reading.gutters import file_numbers, without_gutter
from kernel.reading.volatile import far_apart, steady

UNCHANGED, CHANGED, OVERLAP, RERUN = "unchanged", "changed", "overlap", "rerun"

SHORTEST = 4
"""Lines; a shorter known run is shown again rather than pointed to."""

_FEW_SLOW = 0.1
"""Share of the known lines up to which those that took much longer or shorter are shown; where most did, the machine changed."""

_CONTEXT = 2
"""Known lines that stay on both sides of a change, so that its place is seen."""


class Earlier(NamedTuple):
    """An output of the same tool, on the same path or command, that this context has.

    Attributes:
        handle: Of the parked output, for people and recall.
        lines: Of its original.
        shown: (start, end) of the lines that were shown verbatim, 0-based and half-open; None: all were.
    """

    handle: int
    lines: Sequence[str]
    shown: tuple[tuple[int, int], ...] | None = None


class Delta(NamedTuple):
    """``kind`` is one of the above; ``folds`` what need not be shown again; ``known`` of ``lines`` lines are in the folds."""

    kind: str
    folds: tuple[Fold, ...]
    known: int
    lines: int


def file_delta(lines: Sequence[str], earlier: Earlier) -> Delta | None:
    """What of a file's lines is known from an earlier read of the file.

    Line numbers before the lines, as an agent's Read prints them, tell which part of the file both show. White space counts.

    Returns:
        None where nothing that is long enough is known.
    """
    new, old = without_gutter(lines), without_gutter(earlier.lines)
    places = _same_numbers(lines, new, earlier, old) or aligned(new, old)
    matched = {at: other for at, other in places.items() if _was_shown(other, earlier)}
    numbers_differ = bool(file_numbers(lines[:1])) and file_numbers(lines[:1]) != file_numbers(
        earlier.lines[:1]
    )
    kind = UNCHANGED if len(matched) == len(new) == len(old) else OVERLAP if numbers_differ else CHANGED
    what = "lines of the file, unchanged since" if kind == OVERLAP else "lines, unchanged since"
    return _delta(
        kind, matched, len(new), f"{what} ck recall {earlier.handle}", "this context was shown them before"
    )


def rerun_delta(lines: Sequence[str], earlier: Earlier) -> Delta | None:
    """What of a command's output its earlier run printed too, but for times, durations and identifiers.

    The few lines that tell a duration far from the earlier one are news.

    Returns:
        None where nothing that is long enough is known.
    """
    if list(lines) == list(earlier.lines):
        places: Mapping[int, int] = {at: at for at in range(len(lines))}
    else:
        places = aligned([steady(line) for line in lines], [steady(line) for line in earlier.lines])
        slow = {at for at, other in places.items() if far_apart(lines[at], earlier.lines[other])}
        if len(slow) <= max(1, _FEW_SLOW * len(places)):
            places = {at: other for at, other in places.items() if at not in slow}
    matched = {at: other for at, other in places.items() if _was_shown(other, earlier)}
    same = len(matched) == len(lines) == len(earlier.lines) and all(
        line == earlier.lines[matched[at]] for at, line in enumerate(lines)
    )
    what = "lines, unchanged since" if same else "lines as in the run before, but for times and identifiers,"
    return _delta(
        UNCHANGED if same else RERUN,
        matched,
        len(lines),
        f"{what} ck recall {earlier.handle}",
        "this context was shown them before",
    )


def aligned(new: Sequence[str], old: Sequence[str]) -> dict[int, int]:
    """Index in ``new`` → index in ``old`` of equal lines, both ascending.

    Equal beginnings and ends first, then lines that are unique in both as anchors, from which equal neighbours are taken.
    Close to linear; what moved is not found.
    """
    start = 0
    while start < min(len(new), len(old)) and new[start] == old[start]:
        start += 1
    tail = 0
    while tail < min(len(new), len(old)) - start and new[-1 - tail] == old[-1 - tail]:
        tail += 1
    pairs = {at: at for at in range(start)}
    stop_new, stop_old = len(new) - tail, len(old) - tail
    at_new, at_old = start, start
    for anchor_new, anchor_old in [
        *_anchors(new[start:stop_new], old[start:stop_old], start),
        (stop_new, stop_old),
    ]:
        if anchor_new < at_new or anchor_old < at_old:
            continue
        back = 0
        while (
            anchor_new - back > at_new
            and anchor_old - back > at_old
            and new[anchor_new - back - 1] == old[anchor_old - back - 1]
        ):
            back += 1
        forth = 0
        while (
            anchor_new + forth < stop_new
            and anchor_old + forth < stop_old
            and new[anchor_new + forth] == old[anchor_old + forth]
        ):
            forth += 1
        pairs.update((anchor_new + step, anchor_old + step) for step in range(-back, forth))
        at_new, at_old = anchor_new + forth, anchor_old + forth
    pairs.update((stop_new + step, stop_old + step) for step in range(tail))
    return pairs


def _anchors(new: Sequence[str], old: Sequence[str], offset: int) -> list[tuple[int, int]]:
    """Lines that are unique in both, as an ascending chain as long as possible."""
    once_new = {line for line, times in Counter(new).items() if times == 1}
    once_old = {line: at for at, line in enumerate(old)}
    counts_old = Counter(old)
    pairs = [
        (at, once_old[line]) for at, line in enumerate(new) if line in once_new and counts_old.get(line) == 1
    ]
    return [(at + offset, other + offset) for at, other in _longest_rising(pairs)]


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs whose second numbers rise (the first ones do)."""
    ends: list[int] = []
    tops: list[int] = []
    before: list[int] = []
    for index, (_, other) in enumerate(pairs):
        low, high = 0, len(ends)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if tops[middle] < other else (low, middle)
        before.append(ends[low - 1] if low else -1)
        if low == len(ends):
            ends.append(index)
            tops.append(other)
        else:
            ends[low], tops[low] = index, other
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _same_numbers(
    lines: Sequence[str], new: Sequence[str], earlier: Earlier, old: Sequence[str]
) -> dict[int, int]:
    """Lines of the same number and text, where both outputs carry the file's line numbers; empty if a line moved."""
    numbers, others = file_numbers(lines), file_numbers(earlier.lines)
    if not numbers or not others:
        return {}
    by_number = {number: at for at, number in enumerate(others)}
    pairs = {at: by_number[number] for at, number in enumerate(numbers) if number in by_number}
    equal = {at: other for at, other in pairs.items() if new[at] == old[other]}
    return equal if len(equal) >= 0.9 * len(pairs) else {}


def _was_shown(at: int, earlier: Earlier) -> bool:
    return earlier.shown is None or any(start <= at < end for start, end in earlier.shown)


def _delta(kind: str, matched: Mapping[int, int], count: int, what: str, why: str) -> Delta | None:
    folds = tuple(_folds(matched, count, what, why))
    known = sum(fold.end - fold.start for fold in folds)
    return Delta(kind, folds, known, count) if known else None


def _folds(matched: Mapping[int, int], count: int, what: str, why: str) -> Iterator[Fold]:
    """Runs of known lines, without the lines next to a change."""
    start = 0
    while start < count:
        if start not in matched:
            start += 1
            continue
        end = start + 1
        while end < count and matched.get(end) == matched[end - 1] + 1:
            end += 1
        first = start + (_CONTEXT if start > 0 else 0)
        last = end - (_CONTEXT if end < count else 0)
        if last - first >= SHORTEST or (first == 0 and last == count):
            yield Fold(first, last, what, why, EXACT, f"{what}{first}")
        start = end
