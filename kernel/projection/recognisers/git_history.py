"""Commits of a long log: odd ones stay whole, of the others hash and subject."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from kernel.projection.columns import odd_rows
from kernel.projection.recogniser import MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.git_text import Commit, read_commits
from kernel.reading.templates import mask_digits

KIND = "commits"
WHY = "commits of a long log; the newest, the oldest and every unusual one are shown whole, the others by hash and subject"
_FEWEST = 12
_NEWEST = 3
_RUN, _RUNS = 30, 5
"""Commits of one marker, behind which one is shown whole, and how many such runs: a marker names no more with their whole subjects."""

_SUBJECT = 200
_MOST_TOLD = 3_600
"""Characters of a marker's hashes and subjects."""

_PLAIN = {ord("["): "(", ord("]"): ")", ord(";"): ","}


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold all but the first three, the last and the odd commits. A log with patches is left to its diffs."""
    commits = read_commits(seen.lines)
    if len(commits) < _FEWEST or "\ndiff --git " in seen.text:
        return
    odd = odd_rows([_row(commit) for commit in commits])
    note = _note_of(commits)
    last = len(commits) - 1
    for at, commit in enumerate(commits):
        sampled = at % (_RUN + 1) == _NEWEST - 1 and at <= _RUN * _RUNS
        if at < _NEWEST or at == last or at in odd or sampled:
            yield Keep(commit.start, commit.end, MUST if at in odd else SURE, odd.get(at, "newest, oldest or a sample"))
        else:
            yield Fold(commit.start, commit.end, KIND, WHY, SURE, KIND, note)


def _row(commit: Commit) -> tuple[str, ...]:
    kind = (
        commit.subject.partition(":")[0] if ":" in commit.subject[:30] else commit.subject.partition(" ")[0]
    )
    files = [mask_digits(line.partition("|")[0].strip()) for line in commit.stat if "|" in line]
    return commit.author, kind.lower(), str(commit.merge), str(len(files)), " ".join(files)[:200]


def _note_of(commits: Sequence[Commit]) -> Callable[[Sequence[int]], str]:
    starts = [commit.start for commit in commits]

    def note(lines: Sequence[int]) -> str:
        gone = set(lines)
        near = commits[bisect_left(starts, min(lines)) : bisect_right(starts, max(lines))]
        inside = [commit for commit in near if commit.start in gone and commit.end - 1 in gone]
        named = [f"{one.hash[:9]} {_subject(one)}" for one in inside]
        lengths = accumulate(len(one) + 2 for one in named)
        fitting = sum(1 for length in lengths if length <= _MOST_TOLD)
        if fitting < len(named):
            named = [*named[: fitting - 1], f"{len(named) - fitting} more", named[-1]]
        return f"{len(inside)} commits: " + "; ".join(named) if inside else ""

    return note


def _subject(commit: Commit) -> str:
    plain = commit.subject.translate(_PLAIN)
    return plain if len(plain) <= _SUBJECT else plain[: _SUBJECT - 1] + "…"
