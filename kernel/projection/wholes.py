"""What has to be shown with a changed line so that it is understood: its hunk, its failure, what it stands under."""

from collections.abc import Iterator, Sequence

from kernel.reading.block_readers import read_blocks
from kernel.reading.git_text import FileDiff, read_file_diffs
from kernel.reading.margins import unmargined
from kernel.reading.vocabulary import shapes_of

_MOST_PARENTS = 6
_LONGEST_BLOCK = 200
"""Lines of a failure that are shown because one of them changed."""

_LONGEST = 20_000
"""Lines; in a longer output no failure is looked for."""


def shown_with(lines: Sequence[str], changes: Sequence[tuple[int, int]], context: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines that are shown because of changed ones.

    Args:
        lines: Of the output.
        changes: Ranges (0-based, half-open) that are new; an empty one stands where lines are gone.
        context: Lines on both sides of a change, outside of diffs.
    """
    diffs = read_file_diffs(lines)
    for start, end in changes:
        yield start, end
        inside = [one for one in diffs if one.start < max(end, start + 1) and start < one.end]
        for diff in inside:
            yield from _of_diff(diff, start, end)
        if not inside:
            yield start - context, end + context
            yield from ((at, at + 1) for at in (_parents(lines, start) if start < end else ()))
    if not diffs and len(lines) <= _LONGEST and any(start < end for start, end in changes):
        yield from _blocks(lines, changes)


def _of_diff(diff: FileDiff, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Whole hunks under the head of their file, so that what is shown applies."""
    hunks = [one for one in diff.hunks if one[0] < max(end, start + 1) and start < one[1]]
    if start == end:
        hunks = [one for one in hunks if one[0] < start]
    if hunks or start < end:
        yield diff.start, diff.hunks[0][0] if diff.hunks else diff.end
    yield from hunks


def _parents(lines: Sequence[str], at: int) -> Iterator[int]:
    """The lines that a line stands under, by their indentation."""
    depth, found = _depth(lines[at]), 0
    while depth > 0 and at > 0 and found < _MOST_PARENTS:
        at -= 1
        if lines[at].strip() and _depth(lines[at]) < depth:
            depth, found = _depth(lines[at]), found + 1
            yield at


def _depth(line: str) -> int:
    expanded = line[:200].expandtabs()
    return len(expanded) - len(expanded.lstrip())


def _blocks(lines: Sequence[str], changes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The failures that hold a change."""
    first = max(0, min(start for start, _ in changes) - _LONGEST_BLOCK)
    near = lines[first : max(end for _, end in changes) + _LONGEST_BLOCK]
    for block in read_blocks(unmargined(near), "\n".join(dict.fromkeys(shapes_of(near)))):
        begin, stop = first + block.start, first + block.end
        inside = any(start < stop and begin < end for start, end in changes)
        if inside and block.failing and stop - begin <= _LONGEST_BLOCK:
            yield begin, stop
