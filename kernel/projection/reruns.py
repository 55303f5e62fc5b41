"""A command run again: what changed between the runs is shown, what the context has is pointed to.

Pure, as ``deltas`` is, and under the same conditions.
"""

from collections.abc import Iterable, Iterator, Sequence

from kernel.projection.alignment import aligned, equal_ends
from kernel.projection.deltas import CONTEXT, WHY, Earlier, Found, Match, look_up, runs, seen, stay
from kernel.projection.recogniser import EXACT, Fold, Known
from kernel.reading.volatile import far_apart, steady

BUT = "but for times and identifiers"

_FEW_SLOW = 0.1
"""Share of the known lines up to which those that took much longer or shorter are shown; where most did, the machine changed."""

_MOST_CHANGED = 40
"""Lines up to which a difference between two runs is told as one."""

_CHANGED_SHARE = 4
"""At most this part of the lines may have changed for that."""

_WORTH_POINTING = 12
"""Lines that were shown among others that were not, from which on they are pointed to; fewer are shown again."""

_LONGEST_RESULT = 400
"""Characters of a last line that is shown in any case."""


def rerun_delta(lines: Sequence[str], earlier: Iterable[Earlier]) -> Known | None:
    """What of a command's output is known from earlier runs, but for times, durations and identifiers.

    The few lines that tell a duration far from the earlier one are news. Where little changed since the last run, all that
    did is shown, whatever was folded then; the rest is folded. Where much changed, only what was shown before is.

    Args:
        lines: As they are now.
        earlier: Of the same command with the same exit code, the newest first.

    Returns:
        None where nothing that is long enough is known.
    """
    known: dict[str, str] = {}
    found = look_up(len(lines), (_of_run(lines, one, known) for one in earlier), lambda match, at: True)
    if not found.looked:
        return None
    if _is_small(found.looked[0], len(lines)):
        folds = tuple(_difference(lines, found, found.looked[0]))
        return Known(folds, True) if folds else None
    folds = tuple(_shown_before(lines, found))
    return Known(folds, False) if folds else None


def _of_run(lines: Sequence[str], earlier: Earlier, known: dict[str, str]) -> Match:
    numbers, old = range(1, len(earlier.lines) + 1), earlier.lines
    start, tail = equal_ends(lines, old)
    stop, stop_old = len(lines) - tail, len(old) - tail
    pairs = {at: at for at in range(start)}
    # What is volatile is sought only where the runs differ: it takes much longer than to compare.
    inside = aligned(_steady(lines[start:stop], known), _steady(old[start:stop_old], known))
    pairs.update((at + start, other + start) for at, other in inside.items())
    pairs.update((stop + step, stop_old + step) for step in range(tail))
    different = (at for at in range(start, stop) if at in pairs and lines[at] != old[pairs[at]])
    slow = {at for at in different if far_apart(lines[at], old[pairs[at]])}
    if len(slow) <= max(1, _FEW_SLOW * len(pairs)):
        pairs = {at: other for at, other in pairs.items() if at not in slow}
    return Match(earlier, pairs, seen(earlier), numbers)


def _steady(lines: Sequence[str], known: dict[str, str]) -> list[str]:
    """The lines without what is volatile; ``known`` has those of which it was found before."""
    for line in lines:
        if line not in known:
            known[line] = steady(line)
    return [known[line] for line in lines]


def _is_small(newest: Match, count: int) -> bool:
    """Whether so little changed since the last run that the change alone is clear."""
    changed, gone = count - len(newest.pairs), len(newest.seen) - len(newest.pairs)
    most = min(_MOST_CHANGED, max(1, count // _CHANGED_SHARE))
    return not newest.earlier.cut and changed <= most and gone <= most


def _shown_before(lines: Sequence[str], found: Found) -> Iterator[Fold]:
    stays = bytearray(len(lines))
    for at in range(len(lines)):
        match = found.shown.get(at)
        if match is None:
            stay(stays, at - CONTEXT, at + CONTEXT + 1)
        elif at and match.pairs.get(at - 1) != match.pairs[at] - 1:
            stay(stays, at - CONTEXT, at + CONTEXT)
    for start, end in runs(stays):
        yield from _folds(lines, found, found.shown[start], start, end)


def _difference(lines: Sequence[str], found: Found, newest: Match) -> Iterator[Fold]:
    """Everything but what changed, what is shown with it, and what little was shown among much that was not."""
    from kernel.projection.wholes import shown_with

    stays = bytearray(len(lines))
    changes = _changes(newest, len(lines))
    if changes:
        for start, end in shown_with(lines, [(at, end) for at, end, _, _ in changes], CONTEXT):
            stay(stays, start, end)
    for start, end in _lone(found, len(lines)):
        stay(stays, start, end)
    if list(lines) != list(newest.earlier.lines):
        stay(stays, *_result(lines))
    if not changes and stays.count(1) <= 1:
        same = _same_as(lines, found, newest)
        yield from (Fold(start, end, same, WHY, EXACT, same) for start, end in runs(stays))
        return
    folds = [fold for start, end in runs(stays) for fold in _folds(lines, found, newest, start, end)]
    for at, end, old, old_end in changes:
        if at == end:
            _tell_gone(folds, at, f"ck recall {newest.earlier.handle} --lines {old + 1}-{old_end}", old_end - old)
    yield from folds


def _result(lines: Sequence[str]) -> tuple[int, int]:
    """The last line that has a text: tools sum up there, and who ran one again wants to know. Diffs sum up nothing."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), 0)
    if not lines or len(lines[last]) > _LONGEST_RESULT or any(line.startswith("diff --git ") for line in lines):
        return 0, 0
    return last, last + 1


def _same_as(lines: Sequence[str], found: Found, newest: Match) -> str:
    """What is said of an output that is the last one over again."""
    sources = {id(match): match for match in found.shown.values()}
    one = next(iter(sources.values())) if len(sources) == 1 and not found.hidden else newest
    folded = f", {len(found.hidden)} of them folded there too" if found.hidden else ""
    return f"{_said(lines, one, 0, len(lines), not folded)}{folded}"


def _changes(newest: Match, count: int) -> list[tuple[int, int, int, int]]:
    """Ranges of lines that the last run did not print, and what it printed there: (start, end, its start, its end)."""
    found = []
    start = old = 0
    for at in range(count + 1):
        other = newest.pairs.get(at) if at < count else len(newest.seen)
        if other is None:
            continue
        if at > start or other > old:
            found.append((start, at, old, other))
        start, old = at + 1, other + 1
    return found


def _tell_gone(folds: list[Fold], at: int, where: str, count: int) -> None:
    """Say in the fold next to a place that lines are gone there."""
    said = f"{count} {'lines' if count > 1 else 'line'} {{}} them {'are' if count > 1 else 'is'} gone ({where})"
    for index, fold in enumerate(folds):
        if fold.start <= at + CONTEXT and at - CONTEXT <= fold.end:
            side = "before" if at <= fold.start else "after" if fold.end <= at else "among"
            kind = f"{fold.kind}; {said.format(side)}"
            folds[index] = fold._replace(kind=kind, group=kind)
            return


def _lone(found: Found, count: int) -> Iterator[tuple[int, int]]:
    """Short runs of lines that were shown, where others were not."""
    if not found.hidden:
        return
    start = 0
    for at in range(count + 1):
        if at < count and at in found.shown:
            continue
        if 0 < at - start < _WORTH_POINTING:
            yield start, at
        start = at + 1


def _folds(lines: Sequence[str], found: Found, newest: Match, start: int, end: int) -> Iterator[Fold]:
    """A run as pieces of which one thing can be said each."""
    first = start
    for at in range(start + 1, end + 1):
        if at < end and found.shown.get(at) is found.shown.get(first):
            continue
        kind = _words(lines, found.shown.get(first), newest, first, at)
        yield Fold(first, at, kind, WHY if first in found.shown else "the last run printed them too", EXACT, kind)
        first = at


def _words(lines: Sequence[str], shown: Match | None, newest: Match, start: int, end: int) -> str:
    if shown is None:
        return f"{_said(lines, newest, start, end, False)}, folded there too"
    return _said(lines, shown, start, end, True)


def _said(lines: Sequence[str], match: Match, start: int, end: int, known: bool) -> str:
    """That lines are those of an earlier run; ``known``: and were shown."""
    old, handle = match.earlier.lines, match.earlier.handle
    same = all(lines[at] == old[match.pairs[at]] for at in range(start, end))
    if known and same:
        return f"lines, unchanged since ck recall {handle}"
    return f"lines as in ck recall {handle}{'' if same else f', {BUT}'}"
