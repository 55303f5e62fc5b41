"""From the name of a test to the file that it stands in, where its runner prints no path."""

import re
from collections.abc import Callable, Iterable, Sequence

from kernel.model.symptom import TestId
from kernel.slicing.places import Places, Resolved
from kernel.slicing.roles import is_source, is_test

_QUALIFIED = re.compile(r"[^\W\d]\w*(?:(?:\.|::|\\|#|\$)[^\W\d]\w*)*")
# What runners write behind the name of a test: parts of it, parameters, the data of a run.
_BEHIND = re.compile(r"/| > |\[|\(| with data set ")
_MAX_READ = 2000
"""Test files that are looked into for one name; a project with more tests names their files or classes."""


class TestPlaces:
    """Finds the files of tests; looks into test files only for a test that is printed without its path."""

    __test__ = False

    def __init__(self, paths: Iterable[str], places: Places, lines: Callable[[str], Sequence[str] | None]) -> None:
        self._paths = paths
        self._places = places
        self._lines = lines
        self._found: dict[TestId, Resolved] = {}

    def place(self, test: TestId) -> Resolved:
        """The file of a test: as printed, else the only test file that has its name, in its package where that is told."""
        if test.path:
            return self._places.resolve(test.path)
        if test not in self._found:
            self._found[test] = self._search(test)
        return self._found[test]

    def _search(self, test: TestId) -> Resolved:
        name = definition_name(test.name)
        if not name:
            return Resolved(None)
        *holders, inner = name.split(".")
        files = [path for path in self._paths if is_test(path) and is_source(path)]
        if test.folder:
            files = _nearest(files, test.folder)
        files = _of_holders(files, holders) or files
        word = re.compile(rf"\b{re.escape(inner)}\b")
        found = [path for path in files[:_MAX_READ] if any(map(word.search, self._lines(path) or ()))]
        if len(found) > 1:
            return Resolved(None, f"{test.name} could be in {len(found)} files: {', '.join(sorted(found)[:3])}")
        return Resolved(found[0] if found else None)


def definition_name(printed: str) -> str:
    """What a runner calls a test as a dotted name, without its parts and parameters; empty where it is a title in words."""
    name = _BEHIND.split(printed)[0]
    return re.sub(r"\W+", ".", name) if _QUALIFIED.fullmatch(name) else ""


def _of_holders(files: Sequence[str], holders: Sequence[str]) -> list[str]:
    """Files that are named after the class or module of a test, whatever the custom of writing."""
    wanted = {holder.lower().replace("_", "") for holder in holders}
    return [f for f in files if f.rpartition("/")[2].partition(".")[0].lower().replace("_", "") in wanted]


def _nearest(paths: Iterable[str], package: str) -> list[str]:
    """Files whose folder is the longest end of a package's path."""
    folders = {path: path.rpartition("/")[0] for path in paths}
    fitting = {path: folder for path, folder in folders.items() if f"/{package}".endswith(f"/{folder}" if folder else "")}
    longest = max(map(len, fitting.values()), default=0)
    return [path for path, folder in fitting.items() if len(folder) == longest]
