"""Structure: what the seeds reach over calls, references, fixtures and inheritance, and how strongly.

A spread with decay: each step passes on a part of the strength, the less the more steps leave a definition (so that
hubs do not swamp the rest). A definition keeps the strongest chain that reaches it, not the sum: many weak ways to a
hub do not make it near.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kernel.model.facts import Definition
from kernel.slicing.languages.all_names import AllNames
from kernel.slicing.languages.names import Target
from kernel.slicing.roles import is_test
from kernel.slicing.weights import Weights

MAX_HOPS = 4
FAINTEST = 0.01


class Reach(NamedTuple):
    """How a definition is reached: strength (1 at a nearest seed), hops, the step before it and that step in words."""

    strength: float
    hop: int
    before: Target | None
    step: str


class Step(NamedTuple):
    """One edge: where to, how (in words), and whether it runs code there (a reference or base may not)."""

    target: Target
    how: str
    calls: bool


def spread(
    names: AllNames,
    seeds: Iterable[tuple[Target, float]],
    weights: Weights,
    running: frozenset[Target] = frozenset(),
) -> dict[Target, Reach]:
    """Follow structure from the seeds; ``seeds`` are (definition, strength) pairs. Deterministic.

    ``running``: modules whose own top level was running; only of these what they import and call there is followed.
    """
    reached: dict[Target, Reach] = {}
    for target, strength in seeds:
        if target not in reached or strength > reached[target].strength:
            reached[target] = Reach(strength, 0, None, "seed")
    front = dict.fromkeys(reached)
    for hop in range(1, MAX_HOPS + 1):
        after: dict[Target, None] = {}
        for source in front:
            strength = reached[source].strength
            steps = list(_module_steps(names, source) if source in running else steps_from(names, source))
            passed = strength * weights.step / max(1, len(steps)) ** weights.fan_out
            for step in steps:
                value = passed * (1.0 if step.calls else weights.reference)
                known = reached.get(step.target)
                if value < FAINTEST or (known and known.strength >= value):
                    continue
                reached[step.target] = Reach(value, known.hop if known else hop, source, step.how)
                after[step.target] = None
        front = after
    return reached


def steps_from(names: AllNames, source: Target) -> Iterator[Step]:
    """The edges that leave a definition, each target once."""
    found = names.definitions(source.path).get(source.name)
    if found is None or found.kind == "module":
        return
    seen = {source}
    edges = _class_steps(names, source) if found.kind == "class" else _function_steps(names, source, found)
    for step in edges:
        if step.target not in seen:
            seen.add(step.target)
            yield step


def _module_steps(names: AllNames, source: Target) -> Iterator[Step]:
    """What runs while a module's top level runs: the modules that it imports, the functions that it calls."""
    for path in names.imports_of(source.path):
        yield Step(Target(path, ""), "imports", False)
    found = names.definitions(source.path)[source.name]
    for ref in found.calls:
        target = names.resolve(source.path, found, ref)
        if target and target.name:
            yield Step(target, "calls", True)


def _class_steps(names: AllNames, source: Target) -> Iterator[Step]:
    defined = names.definitions(source.path)
    for entry in names.entries(source):
        if f"{source.name}.{entry}" in defined:
            yield Step(Target(source.path, f"{source.name}.{entry}"), "constructs", True)
    for base in names.bases(source)[1:3]:
        yield Step(base, "inherits", False)


def _function_steps(names: AllNames, source: Target, found: Definition) -> Iterator[Step]:
    calls = set(found.calls)
    for ref in found.refs:
        target = names.resolve(source.path, found, ref)
        if target and target.name:
            yield Step(target, "calls" if ref in calls else "uses", ref in calls)
    for text in found.strings:
        target = names.named(source.path, text)
        if target:
            yield Step(target, "names in a string", False)
    if is_test(source.path):
        for name in found.params:
            fixture = names.fixture(source.path, name)
            if fixture:
                yield Step(fixture, "gets fixture", True)


def chain(reached: dict[Target, Reach], target: Target) -> tuple[Target, tuple[str, ...]]:
    """The way from a seed to a definition: the seed, and the way in words, one step an entry, the seed first."""
    steps: list[str] = []
    at = target
    while True:
        reach = reached[at]
        label = at.name or at.path
        if reach.before is None:
            return at, (label, *reversed(steps))
        steps.append(f"{reach.step} {label}")
        at = reach.before
