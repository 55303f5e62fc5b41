"""PHP: a name is found by its namespace, as files declare it and ``composer.json`` places it."""

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules, last_part, nearest

_NAMESPACE = re.compile(r"\s*(?:<\?php\s+)?namespace\s+([\w\\]+)\s*[;{]")
_USE = re.compile(r"\s*use\s+(?:function\s+|const\s+)?\\?([\w\\]+)(?:\\\{([^}]*)\})?\s*(?:as\s+(\w+)\s*)?;")
_BODY = re.compile(r"\s*(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum|function)\s+\w")
_COMMON = frozenset(
    "__toString __invoke __call __get __set __isset __unset __clone __debugInfo getMessage getCode getPrevious getTraceAsString getFile getLine getTrace setTimezone getTimestamp getOffset fetchAll fetchColumn bindValue bindParam"
    " lastInsertId rowCount beginTransaction getIterator getArrayCopy offsetGet offsetSet offsetExists offsetUnset getName getShortName getNamespaceName"
    " newInstance newInstanceArgs getProperties getMethods getAttributes invokeArgs setAccessible isInstance getParameters getReturnType jsonSerialize"
    " createElement appendChild getAttribute setAttribute getElementsByTagName nodeValue loadHTML saveHTML assertEquals assertSame assertTrue assertFalse"
    " assertCount assertNull assertInstanceOf expectException expectExceptionMessage createMock getMockBuilder willReturn willThrow".split()
)
"""Methods of PHP's own classes and of its usual test runner."""
_MAX_HEAD, _MAX_DEFINERS = 400, 200


class _Head(NamedTuple):
    """The namespace of a file, and the names that it uses: alias → whole name."""

    space: str
    used: dict[str, str]


class PhpModules(Modules):
    """Namespaces as files declare them; of two files with one whole name that which ``composer.json`` loads."""

    capital_types = True
    common = _COMMON

    def __init__(self, files: Files) -> None:
        self._files = files
        self._php = frozenset(p for p in files.paths if p.endswith(".php"))
        self._heads: dict[str, _Head] = {}
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(self._php):
            self._by_stem.setdefault(path.rpartition("/")[2].removesuffix(".php"), []).append(path)
        self._loaded: list[tuple[str, str]] = []
        for path in sorted(p for p in files.paths if p.rpartition("/")[2] == "composer.json" and "vendor/" not in p):
            self._loaded += _loaded_by(posixpath.dirname(path), "\n".join(files.lines(path) or ()))

    def bound(self, entry: Import) -> str:
        """A name's last part; of an included file all its names."""
        return entry.alias or last_part(entry.name or entry.module)

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file that defines a whole name; the file that is included."""
        if entry.name == "*":
            return self._included(importer, entry.module)
        space, _, name = _whole(entry).rpartition("\\")
        return self._in_space(importer, space, name)

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """The last part of the whole name."""
        return _whole(entry).rpartition("\\")[2]

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """The file's own namespace; for what is no type also the global one."""
        space = self._head(path).space
        bare = name.partition(".")[0]
        yield self._in_space(path, space, bare)
        if space and not bare[:1].isupper():
            yield self._in_space(path, "", bare)

    def written_out(self, importer: str, dotted: str) -> Iterator[tuple[str, str]]:
        """Whole names, names below one that is used, and names below the file's own namespace."""
        parts = dotted.split(".")
        head = self._head(importer)
        starts = [head.used.get(parts[0], ""), f"{head.space}\\{parts[0]}".strip("\\"), parts[0]]
        for start in dict.fromkeys(filter(None, starts)):
            names = [*start.split("\\"), *parts[1:]]
            for at in range(len(names) - 1, 0, -1):
                for found in self._in_space(importer, "\\".join(names[:at]), names[at]):
                    yield found, ".".join(names[at:])

    def _in_space(self, asking: str, space: str, name: str) -> tuple[str, ...]:
        defining = self._files.defining(name)
        known = (*(defining if len(defining) <= _MAX_DEFINERS else ()), *self._by_stem.get(name, ()))
        found = [p for p in dict.fromkeys(known) if p in self._php and self._head(p).space == space]
        whole = f"{space}\\{name}".strip("\\")
        loaded = [p for p in found if any(p == self._place(start, folder, whole) for start, folder in self._loaded)]
        return tuple(nearest(asking, loaded or found))

    @staticmethod
    def _place(start: str, folder: str, whole: str) -> str:
        inside = whole[len(start) :].replace("\\", "/") if whole.startswith(start) else ""
        return posixpath.join(folder, f"{inside}.php") if inside else ""

    def _included(self, importer: str, module: str) -> tuple[str, ...]:
        """A path below the file's own folder, else below the repository's."""
        plain = module.lstrip("/")
        places = (posixpath.normpath(posixpath.join(posixpath.dirname(importer), plain)), posixpath.normpath(plain))
        return next(((place,) for place in places if place in self._php), ())

    def _head(self, path: str) -> _Head:
        if path not in self._heads:
            self._heads[path] = _read_head((self._files.lines(path) or ())[:_MAX_HEAD])
        return self._heads[path]


def _whole(entry: Import) -> str:
    return f"{entry.module}\\{entry.name}".strip("\\") if entry.name else entry.module.strip("\\")


def _read_head(lines: Iterable[str]) -> _Head:
    space, used = "", dict[str, str]()
    for line in lines:
        if found := _NAMESPACE.match(line):
            space = found[1]
        elif "use " in line and (found := _USE.match(line)):
            used.update(_names_of(found[1], found[2], found[3]))
        elif _BODY.match(line):
            break
    return _Head(space, used)


def _names_of(whole: str, group: str | None, alias: str | None) -> Iterator[tuple[str, str]]:
    if group is None:
        yield alias or last_part(whole), whole
        return
    for each in group.split(","):
        name, _, other = each.strip().partition(" as ")
        if name:
            yield other.strip() or last_part(name.strip()), f"{whole}\\{name.strip()}"


def _loaded_by(folder: str, text: str) -> list[tuple[str, str]]:
    """Start of names → folder, from the automatic loading that a ``composer.json`` declares."""
    try:
        config = json.loads(text)
    except (ValueError, RecursionError):
        return []
    found: list[tuple[str, str]] = []
    for key in ("autoload", "autoload-dev"):
        loading = config.get(key) if isinstance(config, dict) else None
        starts = loading.get("psr-4") if isinstance(loading, dict) else None
        for start, places in starts.items() if isinstance(starts, dict) else ():
            for place in _texts(places):
                found.append((start, posixpath.normpath(posixpath.join(folder, place)).removeprefix("./").removeprefix(".")))
    return found


def _texts(value: object) -> Sequence[str]:
    return [value] if isinstance(value, str) else [v for v in value if isinstance(v, str)] if isinstance(value, list) else []
