"""Which lines of two texts are the same ones, in order."""

from collections import Counter
from collections.abc import Callable, Sequence


def aligned(new: Sequence[str], old: Sequence[str]) -> dict[int, int]:
    """Index in ``new`` → index in ``old`` of equal lines, both ascending.

    Equal beginnings and ends first, then lines that are unique in both as anchors, from which equal neighbours are taken.
    Close to linear; what moved is not found.
    """
    start, tail = equal_ends(new, old)
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


def equal_ends(new: Sequence[str], old: Sequence[str]) -> tuple[int, int]:
    """How many lines two texts have in common at their starts, and then at their ends."""
    most = min(len(new), len(old))
    start = _longest(most, lambda low, high: new[low:high] == old[low:high])
    at, other = len(new), len(old)
    tail = _longest(most - start, lambda low, high: new[at - high : at - low] == old[other - high : other - low])
    return start, tail


def _longest(most: int, equal: Callable[[int, int], bool]) -> int:
    """The largest number up to which everything is equal, if ``equal`` tells it of a range: slices are compared quickly."""
    low, high = 0, most
    if equal(0, most):
        return most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if equal(low, middle) else (low, middle - 1)
    return low


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
