"""Go: a package is a folder, a module a ``go.mod``."""

import posixpath
import re
from collections.abc import Sequence

from kernel.model.facts import Import
from kernel.slicing.languages.grammar import Files, Modules

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)")
_REPLACE = re.compile(r"^(?:replace\s+)?([^\s]+)(?:\s+v[^\s]+)?\s+=>\s+(\.{1,2}/[^\s]*)")


class GoModules(Modules):
    """Import paths below the module path of a ``go.mod``, and what it replaces by local folders."""

    packages = True

    def __init__(self, files: Files) -> None:
        self._folders: dict[str, list[str]] = {}
        for path in files.paths:
            if path.endswith(".go"):
                self._folders.setdefault(posixpath.dirname(path), []).append(path)
        self._roots: dict[str, str] = {}
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
                self._roots[replaced[1]] = posixpath.normpath(posixpath.join(folder, replaced[2])).removeprefix("./").strip(".")

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The files of the package, tests left out."""
        best = max((r for r in self._roots if entry.module == r or entry.module.startswith(f"{r}/")), key=len, default=None)
        if best is None:
            return ()
        folder = posixpath.join(self._roots[best], entry.module[len(best) :].strip("/")).strip("/")
        return tuple(sorted(p for p in self._folders.get(folder, ()) if not p.endswith("_test.go")))

    def siblings(self, path: str) -> tuple[str, ...]:
        """The other files of the package; its tests are seen by tests only."""
        same = self._folders.get(posixpath.dirname(path), ())
        seen = path.endswith("_test.go")
        return tuple(sorted(p for p in same if p != path and (seen or not p.endswith("_test.go"))))

    def bound(self, entry: Import) -> str:
        """The package's name, which is by custom the last part of its path that is no version."""
        if entry.alias == ".":
            return "*"
        if entry.alias:
            return entry.alias
        parts = entry.module.split("/")
        if len(parts) > 1 and re.fullmatch(r"v\d+", parts[-1]):
            parts.pop()
        return re.sub(r"\.v\d+$", "", parts[-1]).replace("-", "_")
