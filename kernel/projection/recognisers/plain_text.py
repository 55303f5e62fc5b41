"""Text in which nearly every line says something of its own: help, facts about one thing, notes, a single document."""

from collections.abc import Iterator

from kernel.projection.recogniser import HINT, Keep, Proposal, Seen
from kernel.reading.templates import mask_digits
from kernel.tokens import estimate

BUDGET = 8000
"""Tokens up to which such a text is shown whole, as a document would be."""

DIFFERENT = 0.6
"""Share of the lines that differ from every other in more than digits."""


def propose(seen: Seen) -> Iterator[Proposal]:
    """Keep all lines, but for what another recogniser understands and folds."""
    lines = [line for line in mask_digits(seen.text).split("\n") if line.strip()]
    if len(set(lines)) >= DIFFERENT * len(lines) and estimate(seen.text) <= BUDGET:
        yield Keep(0, len(seen.lines), HINT, "a text without repetition")
