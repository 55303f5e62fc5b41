"""Blocks of lines between blank lines, read as records: what stands before ``=`` or ``:`` names what stands behind."""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy
from kernel.reading.templates import mask_digits

_PAIR = lazy(r"\s*+(?:[+~#*>-]{1,3}\s++)?([^\s=:][^=:\n]{0,59}?)\s*+(?:=>?|:)(?:\s++(.*)|$)")
MOST_LINES = 60
"""Lines; a longer block is a text of its own."""

ALIKE = 0.6
"""Share of the names that two blocks of one kind have in common."""


class Paragraph(NamedTuple):
    """Lines ``start``..``end`` (0-based, half-open; blank lines behind included) and their texts by name."""

    start: int
    end: int
    fields: dict[str, str]


def paragraph_runs(lines: Sequence[str], fewest: int) -> list[list[Paragraph]]:
    """Runs of at least ``fewest`` neighbouring blocks of one kind."""
    runs: list[list[Paragraph]] = []
    current: list[Paragraph] = []
    for paragraph in _paragraphs(lines):
        if current and paragraph.start == current[-1].end and _are_alike(current[0], paragraph):
            current.append(paragraph)
            continue
        if len(current) >= fewest:
            runs.append(current)
        current = [paragraph]
    return [*runs, current] if len(current) >= fewest else runs


def _paragraphs(lines: Sequence[str]) -> list[Paragraph]:
    found: list[Paragraph] = []
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and lines[end].strip():
            end += 1
        behind = end
        while behind < len(lines) and not lines[behind].strip():
            behind += 1
        if end > start:
            found.append(
                Paragraph(start, behind, _fields(lines[start:end]) if 1 < end - start <= MOST_LINES else {})
            )
        start = max(behind, start + 1)
    return found


def _fields(lines: Sequence[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in lines:
        match = _PAIR.fullmatch(line) if len(line) <= 1000 else None
        if match is not None:
            name, value = match[1].strip(), match[2] or ""
        else:
            words = line.split()
            name, value = " ".join(map(_form, words)), line.strip()
        fields.setdefault(mask_digits(name), value)
    return fields


def _form(word: str) -> str:
    """A word that has digits or signs is a value and stands for any."""
    return word if word.isalpha() else "*"


def _are_alike(one: Paragraph, other: Paragraph) -> bool:
    common = len(one.fields.keys() & other.fields.keys())
    return common >= 2 and common >= ALIKE * max(len(one.fields), len(other.fields))
