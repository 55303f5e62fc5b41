"""Runs of one and the same line."""

from collections.abc import Iterator, Sequence

from kernel.projection.recognisers.noise import Noise

# No pattern: any line can repeat.
REPEATS = Noise(
    "repeats", "repeats of the line above", "the same line again and again; the first and last are shown", ()
)


def runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Maximal runs of at least three equal lines that are not blank: (first, behind the last), 0-based."""
    start = 0
    for index in range(1, len(lines) + 1):
        if index < len(lines) and lines[index] == lines[start]:
            continue
        if index - start >= 3 and lines[start].strip():
            yield start, index
        start = index
