"""Java, Kotlin and Scala: a name is found by the package that a file says it belongs to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kernel.grammars.languages import family_of
from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules, nearest

_PACKAGE = re.compile(r"\s*package\s+(?:object\s+)?([\w.`]+)\s*[;{]?\s*(?:/[/*].*)?$")
_STAR = re.compile(r"\s*import\s+([\w.`]+)\.(?:\*|_|\{[^}]*[_*][^}]*\})\s*;?\s*(?:/[/*].*)?$")
_BODY = re.compile(r"\s*(?:(?:public|abstract|final|sealed|data|open|internal|private|case)\s+)*(?:class|interface|enum|object|trait|fun|def|record)\s")
_COMMON = frozenset(
    "toString hashCode equals getClass getName getSimpleName getMessage getCause printStackTrace compareTo getKey getValue setValue entrySet keySet values"
    " containsKey containsValue putIfAbsent computeIfAbsent getOrDefault addAll removeAll retainAll removeIf isEmpty nonEmpty isNotEmpty hasNext iterator"
    " forEach foreach flatMap flatten mapValues filterNot filterKeys foldLeft foldRight groupBy sortBy sortWith zipWithIndex headOption lastOption getOrElse"
    " isDefined isPresent ifPresent orElse orElseGet orElseThrow collect toList toSet toMap toArray mkString firstOrNull lastOrNull joinToString startsWith"
    " endsWith indexOf lastIndexOf substring charAt replaceAll toLowerCase toUpperCase getBytes toCharArray stream intValue longValue doubleValue toInt toLong"
    " getLength getParent getType getId getSize readLine writeTo getInputStream getOutputStream withDefault andThen compose".split()
)
"""Names that values of the standard libraries answer to, whatever a repository calls so too."""
_MAX_HEAD, _MAX_DEFINERS = 400, 200


class _Head(NamedTuple):
    """What stands above a file's first definition: its package, the packages it imports whole."""

    package: str
    stars: tuple[str, ...]


class JvmModules(Modules):
    """Packages as files declare them; a folder is only where they usually are."""

    bare_members = True
    capital_types = True
    extended = (".kt", ".kts", ".scala")
    common = _COMMON
    frames_name_packages = True

    def __init__(self, files: Files) -> None:
        self._files = files
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(files.paths):
            if family_of(path) == "jvm":
                self._by_stem.setdefault(path.rpartition("/")[2].partition(".")[0], []).append(path)
        self._heads: dict[str, _Head] = {}

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file that defines the imported type, function or outer type; of a whole package none."""
        parts = _parts(entry)
        for at in range(len(parts) - 1, 0, -1):
            found = self._in_package(".".join(parts[:at]), parts[at])
            if found:
                return tuple(nearest(importer, found))
        return ()

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """The import without the package: ``Outer.Inner``, ``Util.rounded``."""
        package = self._head(target).package
        whole = ".".join(_parts(entry))
        return whole[len(package) + 1 :] if package else whole

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """The same package, then those that are imported whole."""
        head = self._head(path)
        last = name.rpartition(".")[2]
        yield self._in_package(head.package, last)
        yield tuple(p for star in head.stars for p in self._in_package(star, last))

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Modules of one build may each have a type of one full name: the nearest is meant."""
        return nearest(asking, found)

    def fits(self, path: str, function: str) -> bool:
        """Whether the package of a frame's class is the file's."""
        cls, dot, _ = function.rpartition("/")[2].partition("$")[0].rpartition(".")
        cls = function.rpartition("/")[2].partition("$")[0] if "$" in function else cls
        return not dot or cls.rpartition(".")[0] == self._head(path).package

    def _in_package(self, package: str, name: str) -> tuple[str, ...]:
        defining = self._files.defining(name)
        known = (*(defining if len(defining) <= _MAX_DEFINERS else ()), *self._by_stem.get(name, ()))
        return tuple(p for p in dict.fromkeys(known) if family_of(p) == "jvm" and self._head(p).package == package)

    def _head(self, path: str) -> _Head:
        if path not in self._heads:
            self._heads[path] = _read_head((self._files.lines(path) or ())[:_MAX_HEAD])
        return self._heads[path]


def _parts(entry: Import) -> list[str]:
    last = entry.name if entry.name not in ("", "*") else ""
    return [part for part in f"{entry.module}.{last}".replace("`", "").split(".") if part.strip()]


def _read_head(lines: Iterable[str]) -> _Head:
    package: list[str] = []
    stars: list[str] = []
    for line in lines:
        if found := _PACKAGE.match(line):
            package.append(found[1].replace("`", ""))
        elif found := _STAR.match(line):
            stars.append(found[1].replace("`", ""))
        elif _BODY.match(line):
            break
    return _Head(".".join(package), tuple(stars))
