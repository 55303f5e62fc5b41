"""Words: BM25 over functions.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with k1 = 1.2 and b = 0.75;
one document a definition, its own name counted as if written three more times (facts do that).
"""

import math
from collections.abc import Sequence

from kernel.model.facts import Definition
from kernel.slicing.query import REPEATS

K1, B = 1.2, 0.75


def bm25(query: dict[str, float], documents: Sequence[Definition], extra: Sequence[frozenset[str]]) -> list[float]:
    """Scores of the documents, in their order; ``extra`` are words of each document's path (counted three times)."""
    lengths = [d.size for d in documents]
    mean = sum(lengths) / max(1, len(lengths)) or 1.0
    scores = [0.0] * len(documents)
    ids, tables = range(len(documents)), [d.words for d in documents]
    for word in sorted(query):
        holding = [(k, tables[k].get(word, 0) + (3 if word in extra[k] else 0)) for k in ids if word in tables[k] or word in extra[k]]
        weight = min(query[word], REPEATS) ** 0.5 * math.log(
            1 + (len(documents) - len(holding) + 0.5) / (len(holding) + 0.5)
        )
        for k, n in holding:
            scores[k] += weight * n * (K1 + 1) / (n + K1 * (1 - B + B * lengths[k] / mean))
    return scores
