"""Fuses proposals: for each line the strongest keep against the strongest fold."""

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import not_, or_

from kernel.projection.recogniser import Clip, Fold, Keep, Proposal


class Votes:
    """The proposals of all recognisers about one output, line by line."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._keep = bytearray(count)
        self._fold = bytearray(count)
        self._owner = [-1] * count
        self.folds: list[tuple[str, Fold]] = []
        self.clips: dict[int, tuple[str, Clip]] = {}

    def add(self, name: str, proposals: Iterable[Proposal]) -> None:
        """Count a recogniser's proposals; what lies outside of the output is cut off."""
        for proposal in proposals:
            if isinstance(proposal, Clip):
                if 0 <= proposal.line < self._count:
                    self.clips.setdefault(proposal.line, (name, proposal))
                continue
            start, end = max(0, proposal.start), min(self._count, proposal.end)
            if start >= end:
                continue
            if isinstance(proposal, Keep):
                _raise_to(self._keep, start, end, proposal.strength)
            else:
                self._add_fold(name, proposal, start, end)

    def strongest_keep(self, index: int) -> int:
        """Strength of the strongest keep over a line; 0 without any."""
        return self._keep[index]

    def is_claimed(self, index: int, strength: int) -> bool:
        """Whether a keep or a fold of at least a strength is over a line."""
        return self._keep[index] >= strength or self._fold[index] >= strength

    def unclaimed(self) -> list[int]:
        """The lines about which nobody proposed anything."""
        return list(compress(range(self._count), map(not_, map(or_, self._keep, self._fold))))

    def gone(self) -> list[int]:
        """For each line the number of the fold that takes it, −1 where it stays."""
        return [
            owner if fold > keep else -1
            for owner, fold, keep in zip(self._owner, self._fold, self._keep, strict=True)
        ]

    def _add_fold(self, name: str, fold: Fold, start: int, end: int) -> None:
        number = len(self.folds)
        self.folds.append((name, fold))
        current = self._fold
        if current.count(0, start, end) == end - start:
            current[start:end] = bytes((fold.strength,)) * (end - start)
            self._owner[start:end] = [number] * (end - start)
            return
        for index in range(start, end):
            if current[index] < fold.strength:
                current[index] = fold.strength
                self._owner[index] = number


def absorb_blanks(gone: list[int], lines: Sequence[str], votes: Votes) -> None:
    """Let blank lines between folded ones go with them, unless something keeps them."""
    before = -1
    index = 0
    while index < len(gone):
        if gone[index] >= 0 or lines[index].strip():
            before = gone[index]
            index += 1
            continue
        end = index
        while end < len(gone) and gone[end] < 0 and not lines[end].strip():
            end += 1
        if before >= 0 and end < len(gone) and gone[end] >= 0:
            for blank in range(index, end):
                if votes.strongest_keep(blank) < 2:
                    gone[blank] = before
        index = end


def _raise_to(strengths: bytearray, start: int, end: int, strength: int) -> None:
    if strengths.count(0, start, end) == end - start:
        strengths[start:end] = bytes((strength,)) * (end - start)
        return
    for index in range(start, end):
        if strengths[index] < strength:
            strengths[index] = strength
