"""Rank: every candidate with its evidence. Structure and words are fused; both stay visible."""

import hashlib
from collections.abc import Sequence

from kernel.grammars.languages import PYTHON, Language, family_of, language_of, title_of
from kernel.model.facts import Definition
from kernel.model.slice import BlindSpot, Candidate, Ranking, Seed
from kernel.model.symptom import Symptom
from kernel.slicing.candidates import candidate, whole_files
from kernel.slicing.failing_tests import told_words
from kernel.slicing.gather import gather
from kernel.slicing.languages.all_names import AllNames
from kernel.slicing.languages.modules import Files
from kernel.slicing.languages.names import Target
from kernel.slicing.messages import MessageHit, find_messages
from kernel.slicing.places import Places
from kernel.slicing.query import query_words, telling
from kernel.slicing.raising import raisers
from kernel.slicing.roles import is_product, is_source, is_test_definition
from kernel.slicing.scoring import Scored, Signals, score
from kernel.slicing.seeds import SeedPoint, Seeds, find_seeds, seed_paths
from kernel.slicing.sources import Progress, Sources
from kernel.slicing.structure import Reach, spread
from kernel.slicing.test_places import TestPlaces
from kernel.slicing.weights import Weights

OPERATOR = "slice-2"

# Candidates are listed until their tokens reach what the caller can use; the rest is counted.
MAX_CANDIDATES = 3000
# What a person would call near: called by a seed, or called by that.
CLOSURE_HOPS = 2


def rank(
    symptom: Symptom,
    manual: tuple[str, ...],
    sources: Sources,
    progress: Progress,
    room: int,
    weights: Weights = Weights(),  # noqa: B008  (an immutable value)
) -> Ranking:
    """Gather and rank. Deterministic: the same repository and symptom give the same ranking.

    Args:
        symptom: The text as understood.
        manual: Seeds chosen by hand: ``path``, ``path:line`` or ``path::symbol``.
        sources: The repository.
        progress: Told of the stages.
        room: List candidates until their tokens add up to this (the largest budget that a cut will ask for, and more).
        weights: How much each kind of evidence counts.
    """
    places = Places(sources.root, sources.paths)
    tests = TestPlaces(sources.paths, places, sources.lines)
    names = AllNames(Files(frozenset(sources.paths), sources.lines, sources.words.defining), sources.facts)
    first = list(filter(is_source, seed_paths(symptom, manual, places, tests, names)))
    sources.load(first)
    seeds = find_seeds(symptom, manual, places, tests, names)
    query = query_words(symptom, told_words(symptom, seeds, names, sources.lines, weights), weights)
    query = telling(query, lambda word: len(sources.words.holding(word)))
    gathered = gather(query, sources, frozenset(map(family_of, first)))
    seeded = tuple(dict.fromkeys(p.seed.path for p in seeds.points))
    changed = sources.changed_with(seeded) if sources.changed_with else {}
    learned = sources.learned_for(seeded) if sources.learned_for else {}
    needed = (path for path in learned if path in sources.sizes)
    wanted = list(dict.fromkeys([*first, *gathered.by_names, *gathered.by_words, *needed]))
    progress("parsing", 0, len(wanted))
    sources.load(wanted)
    progress("following", len(wanted), len(wanted))
    messages = {hit.target: hit for hit in find_messages(symptom, sources, names)}
    signals = _signals(seeds, messages, names, query, weights)
    progress("ranking", 0, 0)
    pool = _pool(wanted, signals, names)
    frames = {target for target, point in signals.roles.items() if point.role == "frame"}
    signals = signals._replace(raising=raisers(symptom, pool, _near(signals.reached), frames))
    signals = signals._replace(changed=changed, executed=sources.executed, learned=learned)
    scored = score(pool, signals, weights)
    candidates = _listed(scored, signals, sources, room, weights)
    more = len(scored) - len(candidates)
    candidates += whole_files(seeds, sources, weights)
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
        blind_spots=_blind_spots(signals, sources),
        notes=(*sources.notes, *seeds.notes, *_by_lines(candidates, sources)),
    )


def task_id(root: str, seeds: Seeds, listed: Sequence[Seed], symptom: Symptom) -> str:
    """A task is its seed set in its worktree; without any seed it is the text."""
    where = sorted({f"{p.seed.path}::{p.target.name if p.target and not p.whole else ''}" for p in seeds.points}) or [
        f"{s.path}:{s.line}" for s in listed
    ]
    text = "\0".join([root, *(where or [symptom.text])])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _by_lines(candidates: Sequence[Candidate], sources: Sources) -> tuple[str, ...]:
    """Which of the files shown no grammar reads: whole languages by their names."""
    ways: dict[Language, dict[str, bool]] = {}
    for path in dict.fromkeys(c.path for c in candidates):
        language, facts = language_of(path), sources.facts(path)
        if language is not None and language.name != PYTHON and facts is not None:
            ways.setdefault(language, {})[path] = facts.parsed_by == "lines"
    names = [title_of(language) if all(files.values()) else path for language, files in sorted(ways.items()) for path in files if files[path]]
    return tuple(f"{name} is read by its lines: what is defined and meant there is told by indentation and by names" for name in dict.fromkeys(names))


def _signals(
    seeds: Seeds, messages: dict[Target, MessageHit], names: AllNames, query: dict[str, float], weights: Weights
) -> Signals:
    roles: dict[Target, SeedPoint] = {}
    starts: list[tuple[Target, float]] = []
    for point in seeds.points:
        if point.target is None:
            continue
        roles.setdefault(point.target, point)
        starts.append((point.target, weights.of_role(point.role) * point.nearness))
    starts += [(hit.target, hit.strength) for hit in messages.values()]
    # The innermost frame of the repository at a module's top level: importing it, or what it calls there, failed.
    running = {p.target for p in seeds.points if p.role == "frame" and p.nearness == 1 and p.target and not p.target.name}
    return Signals(spread(names, starts, weights, frozenset(running)), roles, messages, query, {})


def _pool(wanted: Sequence[str], signals: Signals, names: AllNames) -> list[tuple[Target, Definition]]:
    """Definitions of product files, and whatever else the symptom itself points to; sorted by place."""
    pool: dict[Target, Definition] = {}
    product = {p for p in wanted if is_product(p)} | {t.path for t in signals.reached if is_product(t.path)}
    for path in sorted(product):
        for name, definition in names.definitions(path).items():
            if definition.ranges and not is_test_definition(path, name):
                pool[Target(path, name)] = definition
    for target, reach in signals.reached.items():
        found = names.definitions(target.path).get(target.name)
        if target not in pool and found is not None and found.ranges and reach.hop <= 1:
            pool[target] = found
    return sorted(pool.items(), key=lambda entry: (entry[0].path, entry[1].first, entry[0].name))


def _near(reached: dict[Target, Reach]) -> dict[str, float]:
    """Path → the strongest reach into a file, at most 1."""
    near: dict[str, float] = {}
    for target, reach in reached.items():
        near[target.path] = max(near.get(target.path, 0.0), min(1.0, reach.strength))
    return near


def _listed(
    scored: Sequence[Scored], signals: Signals, sources: Sources, room: int, weights: Weights
) -> list[Candidate]:
    """The best candidates, until their tokens fill the room; what the symptom names is always among them."""
    listed: list[Candidate] = []
    total = 0
    for entry in scored:
        near = entry.target in signals.reached and signals.reached[entry.target].hop <= CLOSURE_HOPS
        if near or (total < room and len(listed) < MAX_CANDIDATES):
            listed.append(candidate(entry, signals, sources, weights))
            total += listed[-1].tokens
    return listed


def _seed_list(seeds: Seeds, messages: dict[Target, MessageHit]) -> tuple[Seed, ...]:
    listed = dict.fromkeys(p.seed for p in seeds.points)
    raised = sorted(messages.values(), key=lambda hit: (-hit.strength, hit.target))
    return (*listed, *(Seed(h.target.path, h.line, f"holds the message “{h.literal}”") for h in raised))


def _closure(reached: dict[Target, Reach]) -> list[tuple[Target, Reach]]:
    """What the seeds reach within two steps, nearest first."""
    near = [(t, r) for t, r in reached.items() if r.hop <= CLOSURE_HOPS and t.name]
    return sorted(near, key=lambda entry: (entry[1].hop, -entry[1].strength, entry[0]))


def _blind_spots(signals: Signals, sources: Sources) -> tuple[BlindSpot, ...]:
    """Computed imports in the files near the seeds."""
    near = {t.path for t, r in signals.reached.items() if r.hop <= CLOSURE_HOPS}
    found = []
    for path in sorted(near):
        facts = sources.facts(path)
        for entry in facts.dynamic if facts else ():
            if not entry.literal:
                found.append(BlindSpot(path, entry.line, f"{entry.call}(…) with a computed name"))
    return tuple(found)
