"""The words of failing tests that a report names and does not quote: what a test does tells what it tests."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kernel.grammars.words import count_words
from kernel.model.facts import Definition
from kernel.model.symptom import Symptom
from kernel.slicing.languages.all_names import AllNames
from kernel.slicing.roles import is_python, is_test
from kernel.slicing.seeds import Seeds
from kernel.slicing.weights import Weights

# A run that fails everywhere is no longer told by what its tests do.
MAX_TESTS = 10
# Of a longer test (a table of cases, a file of nested titles) only what stands around the failing place and the failing case.
_LONG, _AROUND = 60, 12

Lines = Callable[[str], Sequence[str] | None]


class Told(NamedTuple):
    """Word counts of one test, and what one of them counts in the query."""

    words: Mapping[str, int]
    weight: float


def told_words(symptom: Symptom, seeds: Seeds, names: AllNames, lines: Lines, weights: Weights) -> list[Told]:
    """Words of the failing tests, named or the test functions of frames; none where the report quotes code."""
    if symptom.code:
        return []
    places: dict[tuple[str, str], list[int]] = {}
    for point in seeds.points:
        if point.target and (point.role == "test" or (point.role == "frame" and is_test(point.seed.path))):
            held = places.setdefault((point.target.path, point.target.name), [])
            held += [point.seed.line] if point.role == "frame" and point.seed.line else []
    cases = [title for test in symptom.tests for title in _case_titles(test.name)]
    found: list[Told] = []
    for (path, name), held in list(places.items())[:MAX_TESTS]:
        words = _words(names.definitions(path)[name], lines(path) or (), held, cases)
        if words:
            found.append(Told(words, weights.unquoted if is_python(path) else weights.unquoted_elsewhere))
    return found


def _words(test: Definition, lines: Sequence[str], held: Sequence[int], cases: Sequence[str]) -> Mapping[str, int]:
    """Words of a test; of a long one only those around its places (1-based lines) and the titles of its cases."""
    if test.name and test.last - test.first < _LONG:
        return test.words
    first, last = (test.first, test.last) if test.name else (1, len(lines))
    near = [*held, *(n for n in range(first, last + 1) if n <= len(lines) and any(case in lines[n - 1] for case in cases))]
    shown = {n for at in near for n in range(max(first, at - _AROUND), min(last, at + _AROUND) + 1)}
    if not shown:
        return test.words if test.name else {}
    return count_words("\n".join(lines[n - 1] for n in sorted(shown) if n <= len(lines)))


def _case_titles(name: str) -> Iterator[str]:
    """How a test's source writes the titles of its failing part: Go prints spaces as underscores."""
    separator = " > " if " > " in name else "/"
    for part in name.split(separator)[1:]:
        if len(part) > 2:
            yield f'"{part}"'
            yield f'"{part.replace("_", " ")}"'
