"""Gather: which files can matter, so that only they are parsed."""

import math
from typing import NamedTuple

from kernel.grammars.languages import family_of
from kernel.slicing.query import REPEATS
from kernel.slicing.roles import is_product
from kernel.slicing.sources import Sources

# On the real fixes every fixed file was among the first 150 files by words.
WORD_FILES = 150
# A name that more files define than this tells nothing about where to look.
MAX_DEFINERS = 4
# Longer files hold more words by chance; a third of the usual length correction of BM25 was enough.
_LENGTH, _USUAL_BYTES = 0.3, 8000


class Gathered(NamedTuple):
    """Files to parse, most promising first."""

    by_words: tuple[str, ...]
    by_names: tuple[str, ...]


def gather(query: dict[str, float], sources: Sources, families: frozenset[str]) -> Gathered:
    """Product files that hold the query's words, rare ones most, and files that define a name of the query.

    ``families``: languages to look in; empty for all. What fails in one language is seldom mended in another.
    """

    def wanted(path: str) -> bool:
        return is_product(path) and (not families or family_of(path) in families)

    scores: dict[str, float] = {}
    definers: dict[str, None] = {}
    total = max(1, sources.indexed)
    for word in sorted(query):
        holding = sources.words.holding(word)
        if holding:
            weight = min(query[word], REPEATS) ** 0.5 * math.log(1 + total / len(holding))
            for path in holding:
                scores[path] = scores.get(path, 0.0) + weight
        defining = [p for p in sources.words.defining(word) if wanted(p)]
        if 0 < len(defining) <= MAX_DEFINERS:
            definers.update(dict.fromkeys(defining))
    product = [p for p in scores if wanted(p)]
    product.sort(key=lambda p: (-scores[p] / (1 + sources.sizes.get(p, 0) / _USUAL_BYTES) ** _LENGTH, p))
    return Gathered(tuple(product[:WORD_FILES]), tuple(definers))
