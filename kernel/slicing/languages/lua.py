"""Lua: a module is a file below a folder that Lua looks in."""

import posixpath
from collections.abc import Iterator

from kernel.model.facts import Definition, Import
from kernel.slicing.languages.modules import Files, Modules, last_part, nearest

_ROOTS = ("", "lua", "src", "lib", "lualib", "spec", "test", "tests")


class LuaModules(Modules):
    """``require "a.b"`` means ``a/b.lua`` or ``a/b/init.lua``; what a file returns is what it is."""

    values_hold = True

    def __init__(self, files: Files) -> None:
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(p for p in files.paths if p.endswith(".lua")):
            self._by_stem.setdefault(path.rpartition("/")[2].removesuffix(".lua"), []).append(path)

    def shows(self, path: str, definition: Definition) -> bool:
        """Functions that are not local to their file."""
        return "local" not in definition.decorators

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """The imported field; of a whole module none."""
        return entry.name.strip("*")

    def bound(self, entry: Import) -> str:
        """The variable; what a file defines for everybody is seen after it is loaded."""
        return entry.alias or entry.name or last_part(entry.module)

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file of a module; of several the nearest."""
        plain = entry.module.removesuffix(".lua")
        path = plain if "/" in plain else plain.replace(".", "/")
        for place in (f"{path}.lua", f"{path}/init.lua"):
            found = tuple(nearest(importer, self._placed(importer, posixpath.normpath(place))))
            if found:
                return found if len(found) == 1 else ()
        return ()

    def _placed(self, importer: str, place: str) -> Iterator[str]:
        beside = posixpath.dirname(importer)
        for path in self._by_stem.get(place.rpartition("/")[2].removesuffix(".lua"), ()):
            if path == place or path.endswith(f"/{place}"):
                root = path[: -len(place)].rstrip("/")
                if root.rpartition("/")[2] in _ROOTS or root == beside:
                    yield path
