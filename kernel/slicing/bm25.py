"""Words: BM25 over functions.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with k1 = 1.2 and b = 0.75;
one document a definition, its own name counted as if written three more times (facts do that).
"""

import math
from collections.abc import Mapping, Sequence

from kernel.model.facts import Definition
from kernel.slicing.query import REPEATS

K1, B = 1.2, 0.75


def bm25(query: dict[str, float], documents: Sequence[Definition], named: Mapping[str, frozenset[int]]) -> list[float]:
    """Scores of the documents, in their order; ``named`` are the documents whose path holds a word (counts three times)."""
    lengths = [d.size for d in documents]
    mean = sum(lengths) / max(1, len(lengths)) or 1.0
    usual = [K1 * (1 - B + B * length / mean) for length in lengths]
    holding = _holding(query, documents)
    scores = [0.0] * len(documents)
    for word in sorted(query):
        counts = holding[word]
        for k in named.get(word, ()):
            counts[k] = counts.get(k, 0) + 3
        rarity = math.log(1 + (len(documents) - len(counts) + 0.5) / (len(counts) + 0.5))
        weight = min(query[word], REPEATS) ** 0.5 * rarity * (K1 + 1)
        for k, n in counts.items():
            scores[k] += weight * n / (n + usual[k])
    return scores


def _holding(query: dict[str, float], documents: Sequence[Definition]) -> dict[str, dict[int, int]]:
    """Word → document → count. One intersection a document: asking every word of every document costs six times as much."""
    holding: dict[str, dict[int, int]] = {word: {} for word in query}
    for k, document in enumerate(documents):
        words = document.words
        for word in holding.keys() & words.keys():
            holding[word][k] = words[word]
    return holding
