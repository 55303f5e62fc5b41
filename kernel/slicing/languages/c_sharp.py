"""C#: a name is found in the namespaces around a file and in those it uses."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules, nearest

_NAMESPACE = re.compile(r"\s*namespace\s+([\w.]+)\s*[;{]?\s*(?://.*)?$")
_USING = re.compile(r"\s*(global\s+)?using\s+(static\s+)?([\w.]+)\s*;")
_COMMON = frozenset(
    "ToString GetHashCode Equals GetType CompareTo ToList ToArray ToDictionary ToHashSet Select SelectMany Where FirstOrDefault LastOrDefault SingleOrDefault"
    " OrderBy OrderByDescending ThenBy GroupBy Aggregate Distinct Contains ContainsKey TryGetValue AddRange RemoveAll RemoveAt Insert IndexOf StartsWith"
    " EndsWith Substring Replace Split Trim ToLower ToUpper GetProperty GetProperties GetMethod GetMethods GetField GetFields GetCustomAttributes Invoke"
    " GetEnumerator MoveNext Dispose ConfigureAwait GetAwaiter GetResult WriteLine ReadLine".split()
)
"""Names that values of the standard library answer to, whatever a repository calls so too."""
_MAX_DEFINERS = 200


class _Head(NamedTuple):
    """The namespaces that a file declares, those it uses, and those it makes its whole project use."""

    spaces: tuple[str, ...]
    used: tuple[str, ...]
    everywhere: tuple[str, ...]


class SharpModules(Modules):
    """Namespaces as files declare them."""

    bare_members = True
    capital_types = True
    common = _COMMON

    def __init__(self, files: Files) -> None:
        self._files = files
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(p for p in files.paths if p.endswith(".cs")):
            self._by_stem.setdefault(path.rpartition("/")[2].partition(".")[0], []).append(path)
        self._heads: dict[str, _Head] = {}
        self._everywhere: tuple[str, ...] | None = None

    def bound(self, entry: Import) -> str:
        """``using static`` binds every member of a type, an alias one type; ``using`` of a namespace is no import of a name."""
        return "*" if entry.name == "*" else entry.alias

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The files of a type that is named whole; of a namespace none."""
        space, _, name = entry.module.rpartition(".")
        return tuple(nearest(importer, self._in_space(space, name))) if entry.name == "*" or entry.alias else ()

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """The file's namespaces from the innermost outwards, then those that are used."""
        head = self._head(path)
        last = name.rpartition(".")[2]
        for space in head.spaces or ("",):
            while space:
                yield self._in_space(space, last)
                space = space.rpartition(".")[0]
        yield tuple(p for used in (*head.used, *self._used_everywhere()) for p in self._in_space(used, last))
        yield self._in_space("", last)

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Of a type in several files (partial) the largest part; a project's own before another's."""
        near = nearest(asking, found)
        sizes = dict(zip(found, extents, strict=True))
        return [path for path in near if sizes[path] == max(sizes[p] for p in near)]

    def _in_space(self, space: str, name: str) -> tuple[str, ...]:
        defining = self._files.defining(name)
        known = (*(defining if len(defining) <= _MAX_DEFINERS else ()), *self._by_stem.get(name, ()))
        return tuple(p for p in dict.fromkeys(known) if p.endswith(".cs") and space in (self._head(p).spaces or ("",)))

    def _used_everywhere(self) -> tuple[str, ...]:
        """What ``global using`` lines name, in the files where they are kept by convention."""
        if self._everywhere is None:
            kept = [p for stem in ("GlobalUsings", "Usings", "_Usings", "_Imports", "Program") for p in self._by_stem.get(stem, ())]
            self._everywhere = tuple(dict.fromkeys(space for p in kept for space in self._head(p).everywhere))
        return self._everywhere

    def _head(self, path: str) -> _Head:
        if path not in self._heads:
            self._heads[path] = _read_head(self._files.lines(path) or ())
        return self._heads[path]


def _read_head(lines: Iterable[str]) -> _Head:
    spaces: dict[str, None] = {}
    used: dict[str, None] = {}
    everywhere: dict[str, None] = {}
    for line in lines:
        if "namespace" in line and (found := _NAMESPACE.match(line)):
            spaces[found[1]] = None
        elif "using" in line and (found := _USING.match(line)) and not found[2]:
            (everywhere if found[1] else used)[found[3]] = None
    return _Head(tuple(spaces), tuple(used), tuple(everywhere))
