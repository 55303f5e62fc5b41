"""Scoring: words and structure fused into one number a definition, with the share of each kind of evidence."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kernel.grammars.words import count_words
from kernel.model.facts import Definition
from kernel.slicing.bm25 import bm25
from kernel.slicing.languages.names import Target
from kernel.slicing.messages import MessageHit
from kernel.slicing.roles import is_product, is_python
from kernel.slicing.seeds import SeedPoint
from kernel.slicing.structure import Reach
from kernel.slicing.weights import Weights

# Where the failure itself is, length is no reason to look elsewhere first (81.2 → 82.3 % of functions at 8k).
_POINTED_AT = ("frame", "manual", "named")


class Scored(NamedTuple):
    """``near``: the share of the best words score that this definition, its file and its class have."""

    target: Target
    definition: Definition
    near: tuple[float, float, float]
    score: float


class Signals(NamedTuple):
    """Everything that scoring looks at, by definition."""

    reached: dict[Target, Reach]
    roles: dict[Target, SeedPoint]
    messages: dict[Target, MessageHit]
    query: dict[str, float]
    raising: dict[Target, tuple[str, float]]
    changed: Mapping[str, float] = MappingProxyType({})
    learned: Mapping[str, float] = MappingProxyType({})
    executed: Mapping[str, frozenset[int]] = MappingProxyType({})


def score(pool: Sequence[tuple[Target, Definition]], signals: Signals, weights: Weights) -> list[Scored]:
    """The pool's members that anything speaks for, best first; equals stay in the order of the pool."""
    words = _words_scores(pool, signals.query)
    of_file: dict[str, float] = {}
    of_class: dict[tuple[str, str], float] = {}
    holders = [(target.path, target.name.rpartition(".")[0]) for target, _ in pool]
    for holder, value in zip(holders, words, strict=True):
        if value > of_file.get(holder[0], 0.0):
            of_file[holder[0]] = value
        if holder[1] and value > of_class.get(holder, 0.0):
            of_class[holder] = value
    scored = []
    for (target, definition), holder, value in zip(pool, holders, words, strict=True):
        near = (value, of_file.get(holder[0], 0.0), of_class.get(holder, 0.0))
        total = weights.words * value + weights.file * near[1] + weights.holder * near[2]
        if target in signals.reached or target in signals.messages or target in signals.raising:
            total += sum(part for _, part in _pointed(target, signals, weights))
        if signals.changed or signals.executed or signals.learned:
            total += sum(part for _, part in _declared(target, definition, signals, weights))
        if total > 0:
            scored.append(Scored(target, definition, near, total * _shape(target, definition, signals, weights)))
    scored.sort(key=lambda s: -s.score)
    return scored


def _words_scores(pool: Sequence[tuple[Target, Definition]], query: dict[str, float]) -> list[float]:
    """BM25 of the pool as shares of the best.

    Tests get none: a failing test holds all the words of its own report, which says nothing and would dwarf the rest.
    """
    by_path: dict[str, list[int]] = {}
    for number, (target, _) in enumerate(pool):
        by_path.setdefault(target.path, []).append(number)
    named: dict[str, frozenset[int]] = {}
    for path, numbers in by_path.items():
        for word in path_words(path):
            named[word] = named.get(word, frozenset()).union(numbers)
    found = bm25(query, [d for _, d in pool], named)
    for path, numbers in by_path.items():
        if not is_product(path):
            for number in numbers:
                found[number] = 0.0
    best = max(found, default=0.0) or 1.0
    return [value / best for value in found]


def _pointed(target: Target, signals: Signals, weights: Weights) -> list[tuple[str, float]]:
    """Evidence that leads to one definition by more than words: (kind, weight before shape)."""
    reach, hit, point = signals.reached.get(target), signals.messages.get(target), signals.roles.get(target)
    parts = [("structure", weights.structure * reach.strength**0.5)] if reach else []
    if hit:
        parts.append(("message", weights.message * hit.strength))
    if target in signals.raising:
        parts.append(("raises", weights.raises * signals.raising[target][1]))
    if point and point.role == "manual":
        parts.append(("manual", weights.manual))
    return parts


def _declared(target: Target, definition: Definition, signals: Signals, weights: Weights) -> list[tuple[str, float]]:
    """Evidence from outside of the code that was asked for: git's history, what a run executed, earlier tasks."""
    lines = signals.executed.get(target.path, frozenset())
    ran = any(a <= line <= b for line in lines for a, b in definition.ranges)
    return [
        ("history", weights.history * signals.changed.get(target.path, 0.0)),
        ("coverage", weights.coverage * ran),
        ("prior", weights.prior * signals.learned.get(target.path, 0.0)),
    ]


def _shape(target: Target, definition: Definition, signals: Signals, weights: Weights) -> float:
    """Discount for what is long or no function; none for product code that the symptom or a person points at."""
    point = signals.roles.get(target)
    if point is not None and point.role in _POINTED_AT and is_product(target.path):
        return 1.0
    length = weights.length if is_python(target.path) else weights.length_elsewhere
    return float(weights.of_kind(definition.kind) / (1 + definition.size / weights.usual_words) ** length)


def shares(scored: Scored, signals: Signals, weights: Weights) -> list[tuple[str, float]]:
    """All evidence of one definition: (kind, share of its score)."""
    words, of_file, of_class = scored.near
    parts = [("words", weights.words * words), ("file", weights.file * of_file), ("class", weights.holder * of_class), *_pointed(scored.target, signals, weights)]
    parts += _declared(scored.target, scored.definition, signals, weights)
    shape = _shape(scored.target, scored.definition, signals, weights)
    return [(kind, part * shape) for kind, part in parts if part > 0]


def path_words(path: str) -> frozenset[str]:
    """Words of a file's own name."""
    return frozenset(count_words(path.rpartition("/")[2].partition(".")[0]))
