"""Commits of a long log: odd ones stay whole, of the others hash and subject."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from kernel.projection.columns import odd_rows
from kernel.projection.recogniser import MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.git_text import Commit, read_commits
from kernel.reading.templates import mask_digits

KIND = "commits"
WHY = "commits of a long log; the newest, the oldest and every unusual one are shown whole, the others by hash and subject"
_FEWEST = 12
_NEWEST = 3
_MOST_NAMED = 60
_SUBJECT = 60
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
        if at < _NEWEST or at == last or at in odd:
            yield Keep(commit.start, commit.end, MUST if at in odd else SURE, odd.get(at, "newest or oldest"))
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
        if len(named) > _MOST_NAMED:
            named = [*named[: _MOST_NAMED - 1], f"{len(named) - _MOST_NAMED} more", named[-1]]
        return f"{len(inside)} commits: " + "; ".join(named) if inside else ""

    return note


def _subject(commit: Commit) -> str:
    plain = commit.subject.translate(_PLAIN)
    return plain if len(plain) <= _SUBJECT else plain[: _SUBJECT - 1] + "…"
