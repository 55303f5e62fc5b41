"""What a slicer must beat: whole files that the symptom names, and functions by plain BM25."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kernel.grammars.words import count_words
from kernel.model.symptom import Symptom
from kernel.slicing.places import Places
from kernel.slicing.query import COMMON
from kernel.slicing.roles import is_product
from kernel.slicing.sources import Sources

K1, B = 1.2, 0.75

Piece = tuple[str, tuple[tuple[int, int], ...], int]
"""Path, line ranges, tokens."""


class _Document(NamedTuple):
    path: str
    ranges: tuple[tuple[int, int], ...]
    words: Counter[str]


def frames(symptom: Symptom, sources: Sources, count: Callable[[str], int], budget: int) -> list[Piece]:
    """Whole files, in the order in which the symptom names them, those that still fit."""
    places = Places(sources.root, sources.paths)
    printed = [f.path for f in reversed(symptom.frames)] + [t.path for t in symptom.tests] + [p.path for p in symptom.places]
    answer: list[Piece] = []
    for path in dict.fromkeys(p for p in (places.resolve(name).path for name in printed) if p):
        lines = sources.lines(path) or ()
        tokens = count("\n".join(lines))
        if sum(piece[2] for piece in answer) + tokens <= budget:
            answer.append((path, ((1, len(lines)),), tokens))
    return answer


def ranked_functions(symptom: Symptom, sources: Sources) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Functions and class heads of all product source, best first: Okapi BM25 of the whole symptom's words.

    A document's own name and its file's name count three times more.
    """
    documents = _documents(sources)
    query = Counter({w: n for w, n in count_words(symptom.text).items() if w not in COMMON})
    holding = Counter(word for d in documents for word in d.words if word in query)
    sizes = [d.words.total() for d in documents]
    mean = sum(sizes) / max(1, len(sizes)) or 1.0
    ranked = []
    for document, size in zip(documents, sizes, strict=True):
        score = 0.0
        for word in sorted(query.keys() & document.words.keys()):
            rarity = math.log(1 + (len(documents) - holding[word] + 0.5) / (holding[word] + 0.5))
            n = document.words[word]
            score += min(query[word], 3) ** 0.5 * rarity * n * (K1 + 1) / (n + K1 * (1 - B + B * size / mean))
        ranked.append((-score, document.path, document.ranges))
    return [(path, ranges) for _, path, ranges in sorted(ranked)]


def _documents(sources: Sources) -> list[_Document]:
    product = [p for p in sorted(sources.sizes) if is_product(p)]
    sources.load(product)
    found = []
    for path in product:
        facts = sources.facts(path)
        stem = count_words(path.rpartition("/")[2].partition(".")[0])
        for definition in facts.definitions if facts else ():
            if definition.kind == "module":
                continue
            words = Counter(definition.words)
            for word in stem:
                words[word] += 3
            found.append(_Document(path, definition.ranges if definition.kind == "function" else definition.ranges[:1], words))
    return found


def fill(
    ranked: Sequence[tuple[str, tuple[tuple[int, int], ...]]], sources: Sources, count: Callable[[str], int], budget: int
) -> list[Piece]:
    """The best documents until the first that does not fit."""
    answer: list[Piece] = []
    used = 0
    for path, ranges in ranked:
        lines = sources.lines(path) or ()
        tokens = count("\n".join(line for first, last in ranges for line in lines[first - 1 : last]))
        if used + tokens > budget:
            break
        used += tokens
        answer.append((path, ranges, tokens))
    return answer
