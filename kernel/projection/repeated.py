"""Blocks that say again what another block said."""

from collections.abc import Iterator, Sequence

from kernel.projection.recogniser import EXACT, Fold
from kernel.reading.blocks import Block, lines_of


class Repeats:
    """The keys of the blocks that were shown. ``kind`` and ``why`` name the folds of later ones."""

    def __init__(self, kind: str, why: str) -> None:
        self._kind, self._why = kind, why
        self._first: dict[str, int] = {}
        self._starts: dict[str, set[int]] = {}

    def knows(self, block: Block) -> bool:
        """Whether a block of this key was seen before; remembers it if not."""
        if block.key in self._first:
            return True
        self._first[block.key] = block.start
        return False

    def fold(self, block: Block) -> Iterator[Fold]:
        """Let the whole block go, saying where the first of its key stands."""
        kind = f"{self._kind} {self._first[block.key] + 1}"
        starts = self._starts.setdefault(block.key, set())
        starts.add(block.start)

        def counted(gone: Sequence[int]) -> str:
            times = len(starts.intersection(gone))
            return f"{times} times" if times > 1 else ""

        for start, end in lines_of(block):
            yield Fold(start, end, kind, self._why, EXACT, note=counted)
