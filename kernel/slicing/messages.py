"""Message literals: where the words of an error stand in the source, there it is likely raised."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kernel.grammars.words import count_words
from kernel.model.symptom import Symptom
from kernel.reading.literals import message_needles
from kernel.slicing.languages.all_names import AllNames
from kernel.slicing.languages.names import Target
from kernel.slicing.roles import is_product
from kernel.slicing.seeds import innermost
from kernel.slicing.sources import Sources

_MAX_ERRORS, _MAX_NEEDLES, _MIN_CHARACTERS = 6, 4, 10
# A text that stands in more definitions than this is boilerplate; a search in more files than this is too wide.
_MAX_HITS, _MAX_FILES = 8, 40
# From this length on a literal is as telling as a longer one.
_TELLING = 30
# A split text is looked for where its first characters stand, over this many lines.
_HEAD, _MAX_PARTS = 10, 5


class MessageHit(NamedTuple):
    """A literal of the message found in a definition; ``strength`` is 1 for a long text that stands only there."""

    target: Target
    line: int
    literal: str
    strength: float


def find_messages(symptom: Symptom, sources: Sources, names: AllNames) -> tuple[MessageHit, ...]:
    """Find the constant parts of the symptom's error messages in product source, the decisive error first."""
    best: dict[Target, MessageHit] = {}
    for error in reversed(symptom.errors[-_MAX_ERRORS:]):
        for needle in message_needles(error.message)[:_MAX_NEEDLES]:
            if len(needle) < _MIN_CHARACTERS:
                continue
            places = _search(needle, sources)
            for path, line in places if len(places) <= _MAX_HITS else ():
                strength = min(1.0, len(needle) / _TELLING) / len(places) ** 0.5
                target = Target(path, innermost(names.definitions(path), line))
                if target not in best or best[target].strength < strength:
                    best[target] = MessageHit(target, line, needle, strength)
    return tuple(best.values())


def _search(needle: str, sources: Sources) -> list[tuple[str, int]]:
    words = [w for w in count_words(needle) if "_" in w or w.isalpha()]
    holding = [set(sources.words.holding(w)) for w in words]
    files = sorted(p for p in set.intersection(*holding) if is_product(p)) if holding else []
    found: list[tuple[str, int]] = []
    for path in files if len(files) <= _MAX_FILES else ():
        lines = sources.lines(path) or ()
        found += [(path, number) for number in _lines_with(needle, lines)]
    return found


def _lines_with(needle: str, lines: Sequence[str]) -> list[int]:
    """1-based numbers of the lines that hold a text, or on which it begins where it is split over adjacent strings."""
    whole = [number for number, text in enumerate(lines, 1) if needle in text]
    if whole:
        return whole
    head = needle[:_HEAD]
    begun = (number for number, text in enumerate(lines, 1) if head in text)
    return [number for number in begun if needle in _joined(lines[number - 1 : number - 1 + _MAX_PARTS])]


def _joined(lines: Sequence[str]) -> str:
    """Lines as one, with the ends of adjacent string literals taken out."""
    return re.sub(r"""["']\s*\\?\s*\+?\s*[rRbBuUfF]{0,2}["']""", "", "".join(line.strip() for line in lines))
