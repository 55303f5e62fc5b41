"""Seeds: the definitions that the symptom itself points to."""

from collections.abc import Iterator
from typing import NamedTuple

from kernel.model.facts import Definition
from kernel.model.slice import Seed
from kernel.model.symptom import Frame, Symptom
from kernel.slicing.languages.all_names import AllNames
from kernel.slicing.languages.names import Target
from kernel.slicing.places import Places, Resolved
from kernel.slicing.roles import is_python, is_source
from kernel.slicing.test_places import TestPlaces, definition_name


class SeedPoint(NamedTuple):
    """A seed, the definition around it (its module level where there is none; None for files that are not parsed),
    its role (``frame``, ``test``, ``named``, ``manual``) and how near it is to the failure (1 is nearest).

    ``whole``: the seed is the file, and this is one of its definitions.
    """

    seed: Seed
    target: Target | None
    role: str
    nearness: float
    whole: bool = False


class Seeds(NamedTuple):
    """Seed points, nearest kinds first and each place once, and what could not be resolved."""

    points: tuple[SeedPoint, ...]
    notes: tuple[str, ...]


# The frame that raised is the nearest; each frame further out counts a little less, never below the last value.
_FRAME_STEP, _FRAME_LEAST = 0.85, 0.4
_NEAR_PLACE = 0.6


def seed_paths(symptom: Symptom, manual: tuple[str, ...], places: Places, tests: TestPlaces, names: AllNames) -> list[str]:
    """Repository paths that the symptom names, in order, without repeats: what must be parsed first."""
    found = [_frame_place(frame, places, names).path for frame in symptom.frames]
    found += [tests.place(test).path for test in symptom.tests]
    found += [places.resolve(place.path).path for place in symptom.places]
    found += [places.resolve(split_manual(m)[0]).path for m in manual]
    return list(dict.fromkeys(p for p in found if p))


def split_manual(given: str) -> tuple[str, int | None, str]:
    """``path``, ``path:line`` or ``path::symbol`` as (path, line, symbol)."""
    path, _, symbol = given.partition("::")
    head, _, tail = path.rpartition(":")
    if not symbol and head and tail.isdigit():
        return head, int(tail), ""
    return path, None, symbol


def find_seeds(symptom: Symptom, manual: tuple[str, ...], places: Places, tests: TestPlaces, names: AllNames) -> Seeds:
    """Resolve everything the symptom points to; what is ambiguous becomes a note, never a guess."""
    points: list[SeedPoint] = []
    notes: list[str] = []
    for found in (
        _manual(manual, places, names, notes),
        _frames(symptom, places, names, notes),
        _tests(symptom, tests, names, notes),
        _mentions(symptom, places, names, notes),
    ):
        points.extend(found)
    once: dict[tuple[str, str | int | None], SeedPoint] = {}
    for point in points:
        key = (point.seed.path, point.target.name if point.target else point.seed.line)
        if key not in once or point.nearness > once[key].nearness:
            once[key] = point
    return Seeds(tuple(once.values()), tuple(dict.fromkeys(notes)))


def _manual(given: tuple[str, ...], places: Places, names: AllNames, notes: list[str]) -> Iterator[SeedPoint]:
    for entry in given:
        printed, line, symbol = split_manual(entry)
        path, reason = places.resolve(printed)
        if not path:
            notes.append(reason or f"{printed} is no file of this repository")
            continue
        seed = Seed(path, line, "chosen by hand")
        defined = names.definitions(path)
        if symbol and symbol not in defined:
            notes.append(f"{path} defines no {symbol}")
        if symbol in defined and symbol:
            yield SeedPoint(seed, Target(path, symbol), "manual", 1.0)
        elif defined and line is None and not symbol:
            yield from (SeedPoint(seed, Target(path, name), "manual", _NEAR_PLACE, whole=True) for name in defined)
        else:
            yield SeedPoint(seed, _around(names, path, line, ""), "manual", 1.0)


def _frames(symptom: Symptom, places: Places, names: AllNames, notes: list[str]) -> Iterator[SeedPoint]:
    inside: list[tuple[Frame, str]] = []
    for frame in symptom.frames:
        path, reason = _frame_place(frame, places, names)
        if reason:
            notes.append(reason)
        if path:
            inside.append((frame, path))
    for distance, (frame, path) in enumerate(reversed(inside)):
        nearness = max(_FRAME_LEAST, _FRAME_STEP**distance)
        why = f"frame {len(inside) - distance} of {len(inside)}" + (f", in {frame.function}" if frame.function else "")
        yield SeedPoint(Seed(path, frame.line, why), _around(names, path, frame.line, frame.function), "frame", nearness)


def _frame_place(frame: Frame, places: Places, names: AllNames) -> Resolved:
    """The file of a frame; what the frame calls its function must be able to stand in it.

    Where frames name the package, that decides: a project may have the name of a library, being it.
    """
    library = frame.library and not names.tells_packages(frame.path, frame.function)
    if frame.folder and not library:
        return places.near(frame.path, frame.folder)
    return places.resolve(frame.path, library=library, fits=lambda path: names.fits(path, frame.function))


def _tests(symptom: Symptom, tests: TestPlaces, names: AllNames, notes: list[str]) -> Iterator[SeedPoint]:
    for test in symptom.tests:
        path, reason = tests.place(test)
        if reason:
            notes.append(reason)
        if not path:
            continue
        name = test.name.partition("[")[0].replace("::", ".") if is_python(path) else test.name
        name = name.replace("/", " > ") if path.endswith(".go") else name
        defined = names.definitions(path)
        fitting = _fitting(defined, name) or _fitting(defined, definition_name(test.name))
        target = Target(path, fitting[0]) if len(fitting) == 1 else Target(path, "") if defined else None
        line = defined[fitting[0]].first if len(fitting) == 1 else None
        yield SeedPoint(Seed(path, line, f"failing test {name}" if name else "failing test file"), target, "test", 1.0)


def _fitting(defined: dict[str, Definition], name: str) -> list[str]:
    """Definitions that a test's name means: whole, what it stands in (``suite > test``, from the outermost title), or
    without the packages and modules in front of it."""
    titles = name.split(" > ") if " > " in name else [name]
    while titles:
        wanted = ".".join(titles)
        found = [n for n in defined if n and (n == wanted or n.endswith(f".{wanted}"))]
        if found:
            return found
        titles.pop()
    while "." in name:
        name = name.partition(".")[2]
        if name in defined:
            return [name]
    return []


def _mentions(symptom: Symptom, places: Places, names: AllNames, notes: list[str]) -> Iterator[SeedPoint]:
    for place in symptom.places:
        path, reason = places.resolve(place.path)
        if reason:
            notes.append(reason)
        if path:
            why = "named in the text" if place.line is None else f"line {place.line} named in the text"
            yield SeedPoint(Seed(path, place.line, why), _around(names, path, place.line, ""), "named", _NEAR_PLACE)


def _around(names: AllNames, path: str, line: int | None, function: str) -> Target | None:
    """The innermost definition around a line; where the file was edited since, the only one of the printed name."""
    if not is_source(path):
        return None
    defined = names.definitions(path)
    if not defined:
        return None
    inner = innermost(defined, line)
    bare = function.rpartition(".")[2]
    if bare and not bare.startswith("<") and inner.rpartition(".")[2] != bare:
        same = [n for n in defined if n.rpartition(".")[2] == bare]
        # A nested function has no definition of its own: its name is not found, and the line decides.
        if len(same) == 1:
            return Target(path, same[0])
    return Target(path, inner)


def innermost(defined: dict[str, Definition], line: int | None) -> str:
    """Qualified name of the smallest definition around a line; empty for the module level."""
    if line is None:
        return ""
    around = [(b - a, d.name) for d in defined.values() for a, b in _extents(d) if d.name and a <= line <= b]
    return min(around)[1] if around else ""


def _extents(definition: Definition) -> tuple[tuple[int, int], ...]:
    """Where a definition stands: a function's own ranges; a class from its first line to its last, methods included."""
    return definition.ranges if definition.kind == "function" else ((definition.first, definition.last),)
