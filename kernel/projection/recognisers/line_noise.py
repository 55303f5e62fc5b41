"""Lines of known noise: steps and states that went well; of each run the first and the last are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.projection.recogniser import EXACT, HINT, SURE, Fold, Keep, Proposal, Seen
from kernel.projection.recognisers import repeats
from kernel.projection.recognisers.builds import BUILDS, RESOLVING
from kernel.projection.recognisers.installs import INSTALLS
from kernel.projection.recognisers.noise import Noise, Test, tests_for
from kernel.projection.recognisers.passing import PASSING
from kernel.projection.recognisers.progress import PROGRESS
from kernel.projection.signal import is_diff, outliers

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_FEWEST_STATES = 12
LONGEST = 600
"""Characters; a longer line is no line of a list."""

class _Tried(NamedTuple):
    """A class that lines of a shape may be of: the pattern that the shape itself ``matches``, and the ``others`` that one may match."""

    noise: Noise
    matches: Callable[[str], object]
    others: tuple[re.Pattern[str], ...]


CLASSES: tuple[Noise, ...] = (PASSING, PROGRESS, INSTALLS, BUILDS, RESOLVING)


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold runs of noise lines, whatever their classes, but for their ends and outliers; and repeats of one line."""
    kinds = classes_of(seen.bodies, seen.shapes)
    rare = _rare_states(bodies=seen.bodies, kinds=kinds)
    # A known step is one whatever names it holds; but in a diff every line is content.
    strength = SURE if is_diff(seen) else EXACT
    start = 0
    for index in range(1, len(kinds) + 1):
        if index < len(kinds) and (kinds[index] is None) == (kinds[start] is None):
            continue
        if kinds[start] is not None and index - start > 3:
            yield Keep(start, start + 1, HINT, "the first of a list")
            yield Keep(index - 1, index, HINT, "the last of a list")
            yield from _fold_run(seen, kinds, start, index, strength)
            yield from (Keep(at, at + 1, EXACT, "a rare state") for at in range(start, index) if at in rare)
        start = index
    for first, last in repeats.runs(seen.bodies):
        yield Fold(first + 1, last - 1, repeats.REPEATS.kind, repeats.REPEATS.why)


def _rare_states(bodies: Sequence[str], kinds: Sequence[Noise | None]) -> set[int]:
    """Lines of build steps that end in a state (``FROM-CACHE``, or none at all) in which hardly any other step ended."""
    steps = [at for at, noise in enumerate(kinds) if noise is BUILDS]
    states = [_state(bodies[at]) for at in steps]
    if len(steps) < _FEWEST_STATES or not any(states):
        return set()
    from kernel.projection.columns import rare_values  # most outputs have no such step

    return {steps[number] for number in rare_values(states)}


def _state(line: str) -> str:
    word = line.rpartition(" ")[2]
    return word if word.isupper() and word.replace("-", "").isalpha() else ""


def classes_of(bodies: Sequence[str], shapes: Sequence[str]) -> list[Noise | None]:
    """The class of each line (``shapes``: theirs); lines of one shape are tried with the class of the first of them."""
    text = "\n".join(dict.fromkeys(shapes))
    tests = [test for noise in CLASSES if (test := tests_for(noise, text)).patterns]
    known: dict[str, _Tried | None] = {}
    kinds: list[Noise | None] = []
    for body, shape in zip(bodies, shapes, strict=True):
        if shape not in known:
            known[shape] = _class_of(shape, tests)
        found = known[shape]
        is_one = found is not None and (found.matches(body) or (found.others and _matches(found.others, body)))
        kinds.append(found.noise if found is not None and is_one else None)
    return kinds


def _class_of(shape: str, tests: Sequence[Test]) -> _Tried | None:
    """The first class that lines of a shape may be of, and what says whether one is."""
    if len(shape) > LONGEST:
        return None
    for test in tests:
        patterns = test.holding(shape)
        for number, pattern in enumerate(patterns):
            if pattern.fullmatch(shape):
                return _Tried(test.noise, pattern.fullmatch, (*patterns[:number], *patterns[number + 1 :]))
    return None


def _matches(patterns: Sequence[re.Pattern[str]], line: str) -> bool:
    return any(pattern.fullmatch(line) for pattern in patterns)


def _fold_run(
    seen: Seen, kinds: Sequence[Noise | None], start: int, end: int, strength: int
) -> Iterator[Fold]:
    def note(gone: Sequence[int]) -> str:
        states = Counter(state for at in gone if (state := _state(seen.bodies[at])))
        return ", ".join(f"{times} {state}" for state, times in states.most_common(4))

    inner = slice(start + 1, end - 1)
    odd = sorted(start + 1 + index for index in outliers(seen.bodies[inner], seen.shapes[inner]))
    at = start + 1
    for stop in (*odd, end - 1):
        first = at
        while first < stop:
            noise = kinds[first]
            last = first
            while last < stop and kinds[last] is noise:
                last += 1
            assert noise is not None
            weight = min(strength, SURE) if noise is PASSING else strength
            yield Fold(first, last, noise.kind, noise.why, weight, note=note if noise is BUILDS else None)
            first = last
        at = stop + 1
