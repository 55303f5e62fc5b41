"""What the same context was already shown of a file: read again, or other lines of it.

Pure: whoever calls has made sure, by the full scope, that the earlier outputs stand in the very context that the new one
goes to. Only lines that were really shown count, and only what the newest look at their place says. Nothing is written in
place of a line: what is known is proposed as folds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kernel.model.named import NamedTuple
from kernel.projection.alignment import aligned
from kernel.projection.recogniser import EXACT, Fold, Known
from kernel.reading.gutters import file_numbers, without_gutter

SHORTEST = 4
"""Lines; a shorter known run is shown again rather than pointed to."""

CONTEXT = 2
"""Known lines that stay on both sides of a change, so that its place is seen."""

WHY = "this context was shown them before"


class Earlier(NamedTuple):
    """An output of the same tool, on the same path or command, that this context has.

    Attributes:
        handle: Of the parked output, for people and recall.
        lines: Of its original.
        shown: (start, end) of the lines that were shown verbatim, 0-based and half-open; None: all were.
        first: The number of its first line in the file; 0: nobody told, the lines may carry numbers.
        whole: All of a file or of what a command printed, not a part that was asked for.
        cut: The reader was shown less than ``shown`` says, nobody knows what.
    """

    handle: int
    lines: Sequence[str]
    shown: tuple[tuple[int, int], ...] | None = None
    first: int = 0
    whole: bool = True
    cut: bool = False


class Match(NamedTuple):
    """Which new lines are which of an earlier output.

    Attributes:
        earlier: The output.
        pairs: New line → its line there, 0-based, both ascending.
        seen: A byte for each of its lines: was it shown?
        numbers: Of its lines in the file.
        first, last: Of the new lines that it holds; 0, -1 for none.
    """

    earlier: Earlier
    pairs: Mapping[int, int]
    seen: bytes
    numbers: Sequence[int]
    first: int = 0
    last: int = -1


class Found(NamedTuple):
    """What earlier outputs tell of new lines.

    Attributes:
        shown: In which output a line was shown; neighbours in the same one where they can be.
        hidden: The lines that the outputs hold too, and never showed.
        fresh: The lines at whose place no output showed or hid anything.
        looked: The outputs that were looked at, the newest first.
    """

    shown: Mapping[int, Match]
    hidden: frozenset[int]
    fresh: frozenset[int]
    looked: Sequence[Match]


def file_delta(lines: Sequence[str], earlier: Iterable[Earlier], first: int = 0, part: bool = False) -> Known | None:
    """What of a file's lines is known from earlier reads of the file. White space counts.

    Args:
        lines: As they are now.
        earlier: The newest first.
        first: The number of the first line in the file; 0: nobody told, the lines may carry numbers.
        part: Only these lines were asked for.

    Returns:
        None where nothing that is long enough is known, and where most of a whole file was folded before.
    """
    new, numbers = _plain(lines, first)
    found = look_up(len(new), (_of_file(new, numbers, one) for one in earlier), _covers(numbers))
    if not found.shown or (not part and 2 * len(found.hidden) > len(new)):
        return None
    stays = bytearray(len(new))
    for at in range(len(new)):
        if at in found.fresh:
            stays[at] = 1
        elif at not in found.shown:
            stay(stays, at - CONTEXT, at + CONTEXT + 1)
        elif at and at - 1 in found.shown and not _follows(found, at):
            stay(stays, at - CONTEXT, at + CONTEXT)
    folds = tuple(_file_folds(found, stays, numbers))
    return Known(folds, True) if folds else None


def look_up(count: int, matches: Iterable[Match], covers: Callable[[Match, int], bool]) -> Found:
    """Go through earlier outputs, the newest first, until of each new line is known whether it was shown.

    A line that the newest output which covers its place does not hold is new, whatever older ones held there.
    """
    holders: dict[int, list[Match]] = {}
    hidden: set[int] = set()
    changed: set[int] = set()
    looked: list[Match] = []
    for match in matches:
        looked.append(match)
        for at in range(count):
            if at in changed:
                continue
            other = match.pairs.get(at)
            if other is None:
                if covers(match, at):
                    changed.add(at)
            elif match.seen[other]:
                holders.setdefault(at, []).append(match)
            else:
                hidden.add(at)
        if len(holders) + len(changed - holders.keys()) == count:
            break
    shown = _fewest(holders)
    hidden -= shown.keys()
    fresh = frozenset(range(count)) - shown.keys() - hidden - changed
    return Found(shown, frozenset(hidden), fresh, looked)


def _fewest(holders: Mapping[int, Sequence[Match]]) -> dict[int, Match]:
    """Of the outputs that showed a line the one that showed the line before it, else the oldest."""
    chosen: dict[int, Match] = {}
    for at in sorted(holders):
        before = chosen.get(at - 1)
        goes_on = before is not None and any(before is one for one in holders[at])
        chosen[at] = before if goes_on and before is not None else holders[at][-1]
    return chosen


def seen(earlier: Earlier) -> bytes:
    """A byte for each line of an earlier output: whether it was shown."""
    if earlier.cut:
        return bytes(len(earlier.lines))
    if earlier.shown is None:
        return b"\1" * len(earlier.lines)
    mask = bytearray(len(earlier.lines))
    for start, end in earlier.shown:
        stay(mask, start, end)
    return bytes(mask)


def stay(stays: bytearray, start: int, end: int) -> None:
    """Mark a range of lines, as much of it as there is."""
    start, end = max(0, start), min(len(stays), end)
    if start < end:
        stays[start:end] = b"\1" * (end - start)


def runs(stays: bytearray) -> Iterator[tuple[int, int]]:
    """(start, end) of the lines that need not stay, where they are enough to be pointed to."""
    start = stays.find(0)
    while start >= 0:
        end = stays.find(1, start)
        end = len(stays) if end < 0 else end
        if end - start >= SHORTEST or end - start == len(stays):
            yield start, end
        start = stays.find(0, end)


def _file_folds(found: Found, stays: bytearray, numbers: Sequence[int]) -> Iterator[Fold]:
    """A fold for each run of lines that were shown; it tells where, and their numbers there where these are others now."""
    one = _equal_to(found, len(numbers))
    for start, end in runs(stays):
        pieces = [(start, end, one)] if one is not None else list(_pieces(found.shown, start, end))
        told = "; ".join(_words(match, first, last, numbers, len(pieces) > 1) for first, last, match in pieces)
        kind = f"lines of the file, unchanged {told}"
        yield Fold(start, end, kind, WHY, EXACT, f"{kind}{start}")


def _equal_to(found: Found, count: int) -> Match | None:
    """The newest output, where it is equal to these lines and all of them were shown, some of them in older ones."""
    if len(found.shown) < count or len({id(match) for match in found.shown.values()}) == 1:
        return None
    newest = found.looked[0]
    return newest if len(newest.seen) == len(newest.pairs) == count else None


def _pieces(shown: Mapping[int, Match], start: int, end: int) -> Iterator[tuple[int, int, Match]]:
    """A run, cut where the lines before were shown in another output or at another distance."""
    first = start
    for at in range(start + 1, end + 1):
        if at < end and shown[at] is shown[at - 1] and shown[at].pairs[at] == shown[at].pairs[at - 1] + 1:
            continue
        yield first, at, shown[first]
        first = at


def _words(match: Match, start: int, end: int, numbers: Sequence[int], told: bool) -> str:
    """Where lines were shown before; ``told``: with their numbers."""
    there = (match.numbers[match.pairs[start]], match.numbers[match.pairs[end - 1]])
    place = (numbers[start], numbers[end - 1])
    words = f"since ck recall {match.earlier.handle}"
    words += f", {place[0]}-{place[1]}" if told else ""
    return words if place == there else f"{words}, there {there[0]}-{there[1]}"


def _plain(lines: Sequence[str], first: int) -> tuple[Sequence[str], Sequence[int]]:
    """The lines as the file has them, and their numbers in it."""
    if first:
        return lines, range(first, first + len(lines))
    numbers = file_numbers(lines)
    return (without_gutter(lines), numbers) if numbers else (lines, range(1, len(lines) + 1))


def _of_file(new: Sequence[str], numbers: Sequence[int], earlier: Earlier) -> Match:
    """Lines of the same text, sought first at the same numbers; reads of parts that have no number in common tell nothing."""
    old, others = _plain(earlier.lines, earlier.first)
    if not numbers or not others or numbers[0] > others[-1] or others[0] > numbers[-1]:
        return Match(earlier, {}, seen(earlier), others)
    skip, skip_old = max(0, others[0] - numbers[0]), max(0, numbers[0] - others[0])
    pairs = {at + skip: other + skip_old for at, other in aligned(new[skip:], old[skip_old:]).items()}
    if len(pairs) < min(len(new) - skip, len(old) - skip_old):
        pairs = max(pairs, aligned(new, old), key=len)
    return Match(earlier, pairs, seen(earlier), others, min(pairs, default=0), max(pairs, default=-1))


def _covers(numbers: Sequence[int]) -> Callable[[Match, int], bool]:
    """Whether an earlier read showed what then was at a line's place."""

    def covers(match: Match, at: int) -> bool:
        if match.earlier.whole or match.first < at < match.last:
            return True
        return bool(match.numbers) and match.numbers[0] <= numbers[at] <= match.numbers[-1]

    return covers


def _follows(found: Found, at: int) -> bool:
    """Whether a line followed the one before it when they were shown last."""
    for match in found.looked:
        if at - 1 in match.pairs and at in match.pairs:
            return match.pairs[at] == match.pairs[at - 1] + 1
    before, after = found.shown[at - 1], found.shown[at]
    return before.pairs[at - 1] == len(before.seen) - 1 and after.pairs[at] == 0
