"""Go: a package is a folder, a module a ``go.mod``."""

import posixpath
import re
from collections.abc import Iterator, Sequence

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)")
_REPLACE = re.compile(r"^(?:replace\s+)?([^\s]+)(?:\s+v[^\s]+)?\s+=>\s+(\.{1,2}/[^\s]*)")
_PACKAGE = re.compile(r"package\s+(\w+)")
_SYSTEMS = frozenset(
    "aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows"
    " 386 amd64 arm arm64 loong64 mips mips64 ppc64 ppc64le riscv64 s390x wasm".split()
)
"""Endings of file names that leave a file to some systems or machines."""
_MAX_HEAD = 400


class GoModules(Modules):
    """Import paths below the module path of a ``go.mod``, what it replaces by local folders, and copies in ``vendor``."""

    packages = True

    def __init__(self, files: Files) -> None:
        self._files = files
        self._folders: dict[str, list[str]] = {}
        for path in sorted(files.paths):
            if path.endswith(".go"):
                self._folders.setdefault(posixpath.dirname(path), []).append(path)
        self._packages: dict[str, str] = {}
        self._roots: dict[str, str] = {}
        self._replaced: dict[str, str] = {}
        for path in sorted(p for p in files.paths if p.rpartition("/")[2] == "go.mod"):
            self._read(posixpath.dirname(path), files.lines(path) or ())

    def _read(self, folder: str, lines: Sequence[str]) -> None:
        for line in lines:
            bare = line.partition("//")[0].strip()
            module = _MODULE.match(bare)
            replaced = _REPLACE.match(bare)
            if module:
                self._roots.setdefault(module[1], folder)
            elif replaced:
                place = posixpath.normpath(posixpath.join(folder, replaced[2]))
                self._replaced[replaced[1]] = "" if place == "." else place

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The files of the package, tests left out."""
        for folder in self._places(importer, entry.module):
            found = [p for p in self._folders.get(folder, ()) if not p.endswith("_test.go")]
            if found:
                package = self._package_in(folder)
                return tuple(p for p in found if self._package(p) == package)
        return ()

    def _places(self, importer: str, module: str) -> Iterator[str]:
        """Folders that an import path may mean, the first that has sources is meant."""
        roots = {**self._roots, **self._replaced}
        best = max((r for r in roots if module == r or module.startswith(f"{r}/")), key=len, default=None)
        if best is not None:
            yield posixpath.join(roots[best], module[len(best) :].strip("/")).strip("/")
        folder = importer
        while folder and module:
            folder = folder.rpartition("/")[0]
            yield posixpath.join(folder, "vendor", module)

    def siblings(self, path: str) -> tuple[str, ...]:
        """The other files of the package; its tests are seen by tests only."""
        same = self._folders.get(posixpath.dirname(path), ())
        seen, package = path.endswith("_test.go"), self._package(path)
        return tuple(p for p in same if p != path and (seen or not p.endswith("_test.go")) and self._package(p) == package)

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Of files for several systems that of the asking file's own."""
        own = _systems(asking)
        same = [path for path in found if own and _systems(path) == own]
        return same or found

    def bound(self, entry: Import) -> str:
        """The package's name: as its files say, else by custom the last part of its path that is no version."""
        if entry.name == "*" or entry.alias:
            return entry.alias or "*"
        places = (f for f in self._places("", entry.module) if f in self._folders)
        return next((self._package_in(folder) for folder in places), "") or _by_custom(entry.module)

    def _package_in(self, folder: str) -> str:
        """The package of a folder: that of most of its files, whatever scripts stand beside them."""
        names = [self._package(p) for p in self._folders.get(folder, ()) if not p.endswith("_test.go")]
        return max(names, key=lambda name: (names.count(name), name != "main"), default="")

    def _package(self, path: str) -> str:
        if path not in self._packages:
            heads = map(_PACKAGE.match, _outside_of_comments((self._files.lines(path) or ())[:_MAX_HEAD]))
            self._packages[path] = next((head[1] for head in heads if head), "")
        return self._packages[path]


def _outside_of_comments(lines: Sequence[str]) -> Iterator[str]:
    """Lines that no block comment covers."""
    inside = False
    for line in lines:
        if not inside and not line.lstrip().startswith("/*"):
            yield line
            continue
        inside = "*/" not in line


def _systems(path: str) -> frozenset[str]:
    parts = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[1:]
    return frozenset(part for part in parts[-2:] if part in _SYSTEMS)


def _by_custom(module: str) -> str:
    parts = module.split("/")
    if len(parts) > 1 and re.fullmatch(r"v\d+", parts[-1]):
        parts.pop()
    return re.sub(r"^go-|\.v\d+$|[-.]go$", "", parts[-1]).replace("-", "_")
