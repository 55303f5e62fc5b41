"""Rank: every candidate with its evidence. Structure and words are fused; both stay visible.

score = (words + structure + file + class + message + manual) · shape, where ``shape`` discounts long definitions
and those that are no functions, because a slice is paid by the token. The constants were chosen on half of the
real fixes and checked on the other half (tests/bench/README.md).
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from kernel.grammars.words import count_words
from kernel.model.facts import Definition
from kernel.model.slice import BlindSpot, Candidate, Evidence, Ranking, Seed
from kernel.model.symptom import Symptom
from kernel.slicing.bm25 import bm25
from kernel.slicing.gather import gather, is_product
from kernel.slicing.languages.python import PythonNames, Target
from kernel.slicing.messages import MessageHit, find_messages
from kernel.slicing.places import Places
from kernel.slicing.query import query_words
from kernel.slicing.roles import is_python
from kernel.slicing.seeds import SeedPoint, Seeds, find_seeds, seed_paths
from kernel.slicing.sources import Progress, Sources, digest_of
from kernel.slicing.structure import Reach, chain, spread
from kernel.tokens import estimate

OPERATOR = "python-slice-1"

STRUCTURE, FILE, CLASS, MESSAGE, MANUAL = 0.6, 0.2, 0.15, 0.8, 1.0
SHAPE = {"function": 1.0, "class": 0.7, "module": 0.5, "file": 0.5}
_LENGTH, _USUAL_WORDS = 0.4, 120
# Candidates are listed until their tokens reach what the caller can use; the rest is counted.
MAX_CANDIDATES = 3000
# A frame counts more than a failing test: it ran, on the way to the failure.
_ROLE_STRENGTH = {"frame": 1.5, "manual": 1.5, "test": 1.0, "named": 1.0}
# What a person would call near: called by a seed, or called by that.
CLOSURE_HOPS = 2
_MAX_NEARBY_WORDS = 4


class _Scored(NamedTuple):
    """``near``: the share of the best words score that this definition, its file and its class have."""

    target: Target
    definition: Definition
    near: tuple[float, float, float]
    score: float


class _Signals(NamedTuple):
    """Everything that scoring looks at, by definition."""

    reached: dict[Target, Reach]
    roles: dict[Target, SeedPoint]
    messages: dict[Target, MessageHit]
    query: dict[str, float]


def rank(
    symptom: Symptom, manual: tuple[str, ...], sources: Sources, sizes: dict[str, int], progress: Progress, room: int
) -> Ranking:
    """Gather and rank. Deterministic: the same repository and symptom give the same ranking.

    Args:
        symptom: The text as understood.
        manual: Seeds chosen by hand: ``path``, ``path:line`` or ``path::symbol``.
        sources: The repository.
        sizes: Bytes by path, of the indexed files.
        progress: Told of the stages.
        room: List candidates until their tokens add up to this (the largest budget that a cut will ask for, and more).
    """
    places = Places(sources.root, sources.paths)
    names = PythonNames(sources.paths, sources.facts)
    query = query_words(symptom)
    gathered = gather(query, sources, sizes)
    first = seed_paths(symptom, manual, places)
    wanted = list(dict.fromkeys([*filter(is_python, first), *gathered.by_names, *gathered.by_words]))
    progress("parsing", 0, len(wanted))
    sources.load(wanted)
    progress("following", len(wanted), len(wanted))
    seeds = find_seeds(symptom, manual, places, names)
    messages = {hit.target: hit for hit in find_messages(symptom, sources, names)}
    signals = _signals(seeds, messages, names, query)
    progress("ranking", 0, 0)
    pool = _pool(wanted, signals, names)
    scored = _score(pool, signals)
    candidates = _listed(scored, signals, sources, room)
    more = len(scored) - len(candidates)
    candidates += _files(seeds, sources)
    seed_list = _seed_list(seeds, messages)
    return Ranking(
        repo=sources.root,
        task=task_id(sources.root, seeds, seed_list, symptom),
        title=symptom.title or (seed_list[0].path if seed_list else "no symptom"),
        operator=OPERATOR,
        scanned=len(sources.paths),
        parsed=sum(1 for p in {t.path for t, _ in pool}),
        seeds=seed_list,
        candidates=tuple(c for c in candidates if c.tokens),
        more=more,
        reached=tuple((t.path, t.name) for t, _ in _closure(signals.reached)),
        blind_spots=_blind_spots(candidates, signals, sources),
        notes=(*sources.notes, *seeds.notes),
    )


def task_id(root: str, seeds: Seeds, listed: Sequence[Seed], symptom: Symptom) -> str:
    """A task is its seed set in its worktree; without any seed it is the text."""
    where = sorted({f"{p.seed.path}::{p.target.name if p.target and not p.whole else ''}" for p in seeds.points}) or [
        f"{s.path}:{s.line}" for s in listed
    ]
    text = "\0".join([root, *(where or [symptom.text])])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _signals(seeds: Seeds, messages: dict[Target, MessageHit], names: PythonNames, query: dict[str, float]) -> _Signals:
    roles: dict[Target, SeedPoint] = {}
    starts: list[tuple[Target, float]] = []
    for point in seeds.points:
        if point.target is None:
            continue
        roles.setdefault(point.target, point)
        starts.append((point.target, _ROLE_STRENGTH[point.role] * point.nearness))
    starts += [(hit.target, hit.strength) for hit in messages.values()]
    return _Signals(spread(names, starts), roles, messages, query)


def _pool(wanted: Sequence[str], signals: _Signals, names: PythonNames) -> list[tuple[Target, Definition]]:
    """Definitions of product files, and whatever else the symptom itself points to; sorted by place."""
    pool: dict[Target, Definition] = {}
    product = {p for p in wanted if is_product(p)} | {t.path for t in signals.reached if is_product(t.path)}
    for path in sorted(product):
        for name, definition in names.definitions(path).items():
            if definition.ranges:
                pool[Target(path, name)] = definition
    for target, reach in signals.reached.items():
        found = names.definitions(target.path).get(target.name)
        if target not in pool and found is not None and found.ranges and reach.hop <= 1:
            pool[target] = found
    return sorted(pool.items(), key=lambda entry: (entry[0].path, entry[1].first, entry[0].name))


def _score(pool: Sequence[tuple[Target, Definition]], signals: _Signals) -> list[_Scored]:
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
        total = value + FILE * near[1] + CLASS * near[2]
        if target in signals.reached or target in signals.messages:
            total += sum(part for _, part in _pointed(target, signals))
        if total > 0:
            scored.append(_Scored(target, definition, near, total * _shape(definition)))
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
        for word in _path_words(path):
            named[word] = named.get(word, frozenset()).union(numbers)
    found = bm25(query, [d for _, d in pool], named)
    for path, numbers in by_path.items():
        if not is_product(path):
            for number in numbers:
                found[number] = 0.0
    best = max(found, default=0.0) or 1.0
    return [value / best for value in found]


def _pointed(target: Target, signals: _Signals) -> list[tuple[str, float]]:
    """Evidence that leads to one definition by more than words: (kind, weight before shape)."""
    reach, hit, point = signals.reached.get(target), signals.messages.get(target), signals.roles.get(target)
    parts = [("structure", STRUCTURE * reach.strength**0.5)] if reach else []
    if hit:
        parts.append(("message", MESSAGE * hit.strength))
    if point and point.role == "manual":
        parts.append(("manual", MANUAL))
    return parts


def _shape(definition: Definition) -> float:
    return float(SHAPE[definition.kind] / (1 + definition.size / _USUAL_WORDS) ** _LENGTH)


def _parts(scored: _Scored, signals: _Signals) -> list[tuple[str, float]]:
    """All evidence of one definition: (kind, share of its score)."""
    words, of_file, of_class = scored.near
    parts = [("words", words), ("file", FILE * of_file), ("class", CLASS * of_class), *_pointed(scored.target, signals)]
    shape = _shape(scored.definition)
    return [(kind, part * shape) for kind, part in parts if part > 0]


def _listed(scored: Sequence[_Scored], signals: _Signals, sources: Sources, room: int) -> list[Candidate]:
    """The best candidates, until their tokens fill the room; what the symptom names is always among them."""
    listed: list[Candidate] = []
    total = 0
    for entry in scored:
        near = entry.target in signals.reached and signals.reached[entry.target].hop <= CLOSURE_HOPS
        if near or (total < room and len(listed) < MAX_CANDIDATES):
            listed.append(_candidate(entry, signals, sources))
            total += listed[-1].tokens
    return listed


def _candidate(scored: _Scored, signals: _Signals, sources: Sources) -> Candidate:
    target, definition = scored.target, scored.definition
    shown = sources.shown(target.path, definition)
    reach = signals.reached.get(target)
    details = _details(scored, signals, reach)
    found = (Evidence(kind, round(part, 4), details[kind]) for kind, part in _parts(scored, signals))
    evidence = sorted(found, key=lambda e: (-e.weight, e.kind))
    return Candidate(
        path=target.path,
        symbol=target.name,
        kind=definition.kind,
        ranges=definition.ranges,
        tokens=shown.tokens,
        role=_role(target, signals, reach),
        hop=reach.hop if reach else -1,
        score=round(scored.score, 6),
        evidence=tuple(evidence),
        why=_why(target, signals, details, evidence),
        digest=shown.digest,
    )


def _why(target: Target, signals: _Signals, details: dict[str, str], evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """The chain from a seed; without one the words, or what else weighs most."""
    if target in signals.reached:
        return chain(signals.reached, target)
    return (f"words {details['words']}",) if details["words"] else (evidence[0].detail,)


def _role(target: Target, signals: _Signals, reach: Reach | None) -> str:
    if target in signals.roles:
        return signals.roles[target].role
    if target in signals.messages:
        return "message"
    return "called" if reach else "words"


def _details(scored: _Scored, signals: _Signals, reach: Reach | None) -> dict[str, str]:
    target = scored.target
    hit, point = signals.messages.get(target), signals.roles.get(target)
    return {
        "words": ", ".join(_telling_words(target.path, scored.definition, signals.query)),
        "structure": point.seed.why if point else " → ".join(chain(signals.reached, target)) if reach else "",
        "file": "the file holds other matches",
        "class": "the class holds other matches",
        "message": f"line {hit.line} holds “{hit.literal}”" if hit else "",
        "manual": "chosen by hand",
    }


def _telling_words(path: str, definition: Definition, query: dict[str, float]) -> list[str]:
    """The query's words that stand here or name the file, the heaviest and longest first (longer words are rarer)."""
    of_path = _path_words(path)
    held = [w for w in query if w in definition.words or w in of_path]
    held.sort(key=lambda w: (-min(query[w], 3) * len(w), w))
    return held[:_MAX_NEARBY_WORDS]


def _path_words(path: str) -> frozenset[str]:
    return frozenset(count_words(path.rpartition("/")[2].partition(".")[0]))


def _files(seeds: Seeds, sources: Sources) -> list[Candidate]:
    """Files that the symptom names and that are not parsed (templates, configuration) as whole-file candidates."""
    found: dict[str, Candidate] = {}
    for point in seeds.points:
        path = point.seed.path
        lines = None if path in found or is_python(path) else sources.lines(path)
        if lines is None:
            continue
        text = "\n".join(lines)
        evidence = (Evidence("structure", round(STRUCTURE * SHAPE["file"], 4), point.seed.why),)
        found[path] = Candidate(
            path, "", "file", ((1, len(lines)),), estimate(text), point.role, 0, STRUCTURE * SHAPE["file"], evidence,
            (point.seed.why,), digest_of(text),
        )
    return list(found.values())


def _seed_list(seeds: Seeds, messages: dict[Target, MessageHit]) -> tuple[Seed, ...]:
    listed = dict.fromkeys(p.seed for p in seeds.points)
    raised = sorted(messages.values(), key=lambda hit: (-hit.strength, hit.target))
    return (*listed, *(Seed(h.target.path, h.line, f"holds the message “{h.literal}”") for h in raised))


def _closure(reached: dict[Target, Reach]) -> list[tuple[Target, Reach]]:
    """What the seeds reach within two steps, nearest first."""
    near = [(t, r) for t, r in reached.items() if r.hop <= CLOSURE_HOPS and t.name]
    return sorted(near, key=lambda entry: (entry[1].hop, -entry[1].strength, entry[0]))


def _blind_spots(candidates: Sequence[Candidate], signals: _Signals, sources: Sources) -> tuple[BlindSpot, ...]:
    """Computed imports in the files near the seeds."""
    near = {t.path for t, r in signals.reached.items() if r.hop <= CLOSURE_HOPS}
    found = []
    for path in sorted(near):
        facts = sources.facts(path)
        for entry in facts.dynamic if facts else ():
            if not entry.literal:
                found.append(BlindSpot(path, entry.line, f"{entry.call}(…) with a computed name"))
    return tuple(found)
