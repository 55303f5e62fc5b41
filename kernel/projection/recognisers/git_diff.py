"""Diffs: files go whole or not at all, hunks too, so that everything that is shown still applies as a patch."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kernel.projection.file_kinds import is_generated
from kernel.projection.recogniser import EXACT, MUST, Fold, Keep, Proposal, Seen
from kernel.reading.git_text import FileDiff, read_file_diffs
from kernel.tokens import Estimator

GENERATED = "changes of generated or vendored files"
GENERATED_WHY = "files that a tool writes; their paths and counts are told"
DELETED = "contents of deleted files"
DELETED_WHY = "files that are gone; their paths are told"
LONG = "long hunks of a large diff"
LONG_WHY = "the longest changes of a diff that does not fit; their paths and counts are told"
ALIKE = "hunks like those shown"
ALIKE_WHY = "the same change at another place; the first two are shown, the places of the others are told"
BUDGET = 10_000
"""Tokens up to which a diff is shown with every hunk; what agents are shown of one output is hardly more."""

_LONG_DELETION = 40
_LONG_HUNK = 400
"""Tokens of a hunk that may go; shorter ones stay however many they are."""

_REPEATED = 4
_MOST_TOLD = 120
_SHOWN = 2


def propose(seen: Seen) -> Iterator[Proposal]:
    """Keep every line of a diff but generated files, long deletions and repetitions of one and the same change.

    Of a diff beyond the budget the longest hunks go too, until it fits.
    """
    diffs = read_file_diffs(seen.lines)
    alike = _repetitions(seen.lines, diffs)
    long = _longest(seen.lines, diffs, alike)
    note = _note_of(seen.lines, diffs)
    for diff in diffs:
        if is_generated(diff.path):
            yield Fold(diff.start, diff.end, GENERATED, GENERATED_WHY, EXACT, "", note)
        elif diff.status == "deleted" and diff.end - diff.start > _LONG_DELETION:
            yield Fold(diff.start, diff.end, DELETED, DELETED_WHY, EXACT, "", note)
        elif diff.hunks and all(hunk in alike for hunk in diff.hunks):
            yield Fold(diff.start, diff.end, ALIKE, ALIKE_WHY, EXACT, "", note)
        elif diff.hunks and all(hunk in long for hunk in diff.hunks):
            yield Fold(diff.start, diff.end, LONG, LONG_WHY, EXACT, "", note)
        else:
            yield Keep(
                diff.start, diff.hunks[0][0] if diff.hunks else diff.end, MUST, "names the file of its hunks"
            )
            for start, end in diff.hunks:
                if (start, end) in alike:
                    yield Fold(start, end, ALIKE, ALIKE_WHY, EXACT, "", note)
                elif (start, end) in long:
                    yield Fold(start, end, LONG, LONG_WHY, EXACT, "", note)
                else:
                    yield Keep(start, end, MUST, "a hunk of the diff")


def _repetitions(lines: Sequence[str], diffs: Sequence[FileDiff]) -> set[tuple[int, int]]:
    """Hunks whose changed lines were already shown twice, but for digits and indentation."""
    keys = {hunk: _change(lines, hunk) for diff in diffs for hunk in diff.hunks}
    counts = Counter(keys.values())
    seen: Counter[str] = Counter()
    alike: set[tuple[int, int]] = set()
    for hunk, key in keys.items():
        seen[key] += 1
        if counts[key] >= _REPEATED and seen[key] > _SHOWN:
            alike.add(hunk)
    return alike


def _longest(
    lines: Sequence[str], diffs: Sequence[FileDiff], alike: set[tuple[int, int]]
) -> set[tuple[int, int]]:
    """The longest hunks, as many as must go so that the others fit the budget."""
    tokens_of = Estimator().tokens
    sizes = {
        hunk: tokens_of("\n".join(lines[hunk[0] : hunk[1]]))
        for diff in diffs
        if not is_generated(diff.path) and diff.status != "deleted"
        for hunk in diff.hunks
        if hunk not in alike
    }
    over = sum(sizes.values()) - BUDGET
    long: set[tuple[int, int]] = set()
    for hunk in sorted(sizes, key=lambda one: (-sizes[one], one)):
        if over <= 0 or sizes[hunk] < _LONG_HUNK:
            break
        over -= sizes[hunk]
        long.add(hunk)
    return long


def _change(lines: Sequence[str], hunk: tuple[int, int]) -> str:
    changed = [
        line[0] + " ".join(line[1:].split())
        for line in lines[hunk[0] + 1 : hunk[1]]
        if line[:1] in "+-" and line
    ]
    return "\n".join(changed)


def _note_of(lines: Sequence[str], diffs: Sequence[FileDiff]) -> Callable[[Sequence[int]], str]:
    def note(gone: Sequence[int]) -> str:
        first, last = min(gone), max(gone)
        parts: list[str] = []
        for diff in diffs:
            if diff.end <= first or diff.start > last:
                continue
            shown = lines[max(first, diff.start) : min(last + 1, diff.end)]
            added = sum(1 for line in shown if line[:1] == "+" and not line.startswith("+++ "))
            removed = sum(1 for line in shown if line[:1] == "-" and not line.startswith("--- "))
            status = f"{diff.status} " if diff.status in ("deleted", "new") else ""
            parts.append(f"{status}{diff.path} +{added} -{removed}")
        rest = f"; {len(parts) - _MOST_TOLD} more files" if len(parts) > _MOST_TOLD else ""
        return "; ".join(parts[:_MOST_TOLD]) + rest

    return note
