"""Candidates: scored definitions with their price, their evidence in words, and the chain that leads to them."""

from collections.abc import Sequence

from kernel.model.facts import Definition, FileFacts
from kernel.model.slice import Candidate, Evidence
from kernel.slicing.languages.names import Target
from kernel.slicing.roles import is_source
from kernel.slicing.scoring import Scored, Signals, path_words, shares
from kernel.slicing.seeds import SeedPoint, Seeds
from kernel.slicing.sources import Sources, digest_of, shown_text
from kernel.slicing.structure import Reach, chain
from kernel.slicing.weights import Weights
from kernel.tokens import estimate

# The symbol of a module's own top level, as Python's tracebacks call it; no symbol means the whole file.
MODULE_LEVEL = "<module>"
_MAX_TELLING_WORDS = 4


def candidate(scored: Scored, signals: Signals, sources: Sources, weights: Weights) -> Candidate:
    target, definition = scored.target, scored.definition
    shown = sources.shown(target.path, definition)
    reach = signals.reached.get(target)
    details = _details(scored, signals, reach)
    found = (Evidence(kind, round(part, 4), details[kind]) for kind, part in shares(scored, signals, weights))
    evidence = sorted(found, key=lambda e: (-e.weight, e.kind))
    return Candidate(
        path=target.path,
        symbol=target.name or MODULE_LEVEL,
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


def _why(target: Target, signals: Signals, details: dict[str, str], evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """The chain from a seed; without one the words, or what else weighs most."""
    if target in signals.reached:
        origin, steps = chain(signals.reached, target)
        return (f"{_origin(signals.roles.get(origin))}: {steps[0]}", *steps[1:])
    if details["words"] and evidence[0].kind != "raises":
        return (f"words {details['words']}",)
    return (evidence[0].detail,)


def _origin(point: SeedPoint | None) -> str:
    """What a chain starts from, in a few words."""
    if point is None:
        return "holds the message"
    return "failing test" if point.role == "test" else point.seed.why.partition(",")[0]


def _role(target: Target, signals: Signals, reach: Reach | None) -> str:
    if target in signals.roles:
        return signals.roles[target].role
    if target in signals.messages:
        return "message"
    return "called" if reach else "words"


def _details(scored: Scored, signals: Signals, reach: Reach | None) -> dict[str, str]:
    target = scored.target
    hit, point = signals.messages.get(target), signals.roles.get(target)
    return {
        "words": ", ".join(_telling_words(target.path, scored.definition, signals.query)),
        "structure": point.seed.why if point else " → ".join(chain(signals.reached, target)[1]) if reach else "",
        "file": "the file holds other matches",
        "class": "the class holds other matches",
        "message": f"line {hit.line} holds “{hit.literal}”" if hit else "",
        "raises": f"makes {signals.raising[target][0]}" if target in signals.raising else "",
        "history": f"changed with a seed's file in {signals.changed.get(target.path, 0.0):.0%} of its recent commits",
        "coverage": "a coverage run executed it",
        "prior": f"{signals.learned.get(target.path, 0.0):.0%} of earlier tasks from a seed's file needed this file",
        "manual": "chosen by hand",
    }


def _telling_words(path: str, definition: Definition, query: dict[str, float]) -> list[str]:
    """The query's words that stand here or name the file, the heaviest and longest first (longer words are rarer)."""
    of_path = path_words(path)
    held = [w for w in query if w in definition.words or w in of_path]
    held.sort(key=lambda w: (-min(query[w], 3) * len(w), w))
    return held[:_MAX_TELLING_WORDS]


def chosen(path: str, symbol: str, facts: FileFacts | None, lines: Sequence[str]) -> Candidate | None:
    """A candidate for what a person pinned although nothing led to it: a definition, or a whole file (no symbol).

    None where the file defines no such name.
    """
    name = "" if symbol == MODULE_LEVEL else symbol
    found = next((d for d in facts.definitions if d.name == name), None) if facts and symbol else None
    if symbol and found is None:
        return None
    kind, ranges = (found.kind, found.ranges) if found else ("file", ((1, max(1, len(lines))),))
    text = shown_text(lines, ranges)
    evidence = (Evidence("manual", 1.0, "pinned by hand"),)
    return Candidate(path, symbol, kind, ranges, estimate(text), "manual", -1, 0.0, evidence, ("pinned by hand",), digest_of(text))


def whole_files(seeds: Seeds, sources: Sources, weights: Weights) -> list[Candidate]:
    """Files that the symptom names and that are not parsed (templates, configuration) as whole-file candidates."""
    weight = weights.structure * weights.whole_file
    found: dict[str, Candidate] = {}
    for point in seeds.points:
        path = point.seed.path
        lines = None if path in found or is_source(path) else sources.lines(path)
        if lines is None:
            continue
        text = "\n".join(lines)
        evidence = (Evidence("structure", round(weight, 4), point.seed.why),)
        found[path] = Candidate(
            path, "", "file", ((1, len(lines)),), estimate(text), point.role, 0, weight, evidence,
            (point.seed.why,), digest_of(text),
        )
    return list(found.values())
