"""How a name in a Python file finds its definition: imports, classes, inheritance, simple types, fixtures.

Nothing is guessed: a name that could mean two files resolves to nothing.
"""

import sys
from collections.abc import Callable, Iterable

from kernel.model.facts import FileFacts, Import
from kernel.slicing.languages.names import Names, Target
from kernel.slicing.roles import is_test

_SOURCE_ROOTS = ("src", "python", "source")


class PythonNames(Names):
    """Resolves names over the parsed Python files of one repository; ``facts`` returns None for what is not parsed."""

    entries = ("__init__", "__new__", "__post_init__", "__call__")

    def __init__(self, paths: Iterable[str], facts: Callable[[str], FileFacts | None]) -> None:
        super().__init__(facts)
        self._paths = frozenset(p for p in paths if p.endswith((".py", ".pyi")))
        self._source_roots = _source_roots(self._paths)
        self._own_roots: dict[str, tuple[str, ...]] = {}

    # -- modules ---------------------------------------------------------------------------------------------

    def module(self, importer: str, dotted: str, level: int = 0) -> str | None:
        """Path of the module ``dotted`` as seen from ``importer``; None if it is outside, or ambiguous."""
        if level:
            folder = importer.split("/")[:-level]
            if len(importer.split("/")) <= level - 1:
                return None
            return self._in_folder("/".join([*folder, *(p for p in dotted.split(".") if p)]))
        if not dotted or dotted.partition(".")[0] in sys.stdlib_module_names:
            return None
        found = self._seen(importer.rpartition("/")[0], dotted.replace(".", "/"))
        if len(found) > 1:
            # A file's own source root comes before all others; between the others nothing decides.
            own = max((len(root) for root in found if root and importer.startswith(f"{root}/")), default=0)
            found = {root: path for root, path in found.items() if len(root) == own} if own else found
        return next(iter(found.values())) if len(found) == 1 else None

    def _seen(self, folder: str, relative: str) -> dict[str, str]:
        """Import root → file, for each root that a file in ``folder`` would have on its path.

        The top and the source roots always (with or without packages in between); of the folders above the file those
        that are no package, for what is reached from there over packages only.
        """
        found: dict[str, str] = {}
        for root in ("", *self._source_roots):
            path = self._in_folder(f"{root}/{relative}" if root else relative)
            if path:
                found[root] = path
        for root in self._roots_above(folder):
            path = self._in_folder(f"{root}/{relative}") if root not in found else None
            if path and self._is_package_way(root, path):
                found[root] = path
        return found

    def _roots_above(self, folder: str) -> tuple[str, ...]:
        """The folders from ``folder`` upwards that are no package."""
        if folder not in self._own_roots:
            above = self._roots_above(folder.rpartition("/")[0]) if folder else ()
            is_root = folder and f"{folder}/__init__.py" not in self._paths
            self._own_roots[folder] = (folder, *above) if is_root else above
        return self._own_roots[folder]

    def _is_package_way(self, root: str, path: str) -> bool:
        """Whether every folder between an import root and a file is a package."""
        folder = path.removesuffix("/__init__.py").rpartition("/")[0]
        while len(folder) > len(root):
            if f"{folder}/__init__.py" not in self._paths:
                return False
            folder = folder.rpartition("/")[0]
        return True

    def _in_folder(self, stem: str) -> str | None:
        # A package comes before a module of its name, as in Python.
        for path in (f"{stem}/__init__.py", f"{stem}.py", f"{stem}.pyi") if stem else ("__init__.py",):
            if path in self._paths:
                return path
        return None

    def imports_of(self, path: str) -> tuple[str, ...]:
        """Repository files that ``path`` imports, in the order of its imports, without repeats."""
        facts = self._facts(path)
        found: dict[str, None] = {}
        for entry in facts.imports if facts else ():
            base = self.module(path, entry.module, entry.level)
            inner = self.module(path, f"{entry.module}.{entry.name}".strip("."), entry.level) if entry.name else None
            for target in (base, inner):
                if target and target != path:
                    found[target] = None
        return tuple(found)

    # -- names -----------------------------------------------------------------------------------------------

    def lookup_in(self, path: str, name: str) -> Target | None:
        """What a top-level ``name`` of a file means: its own definition, or what it imports (through re-exports)."""
        if name in self.definitions(path) and name:
            return Target(path, name)
        bindings = self.bindings(path)
        for entry in bindings.get(name, ()):
            target = self._follow(path, entry)
            if target:
                return target
        for entry in bindings.get("*", ()):
            base = self.module(path, entry.module, entry.level)
            target = self.lookup(base, name) if base and base != path else None
            if target:
                return target
        return None

    def bound_by(self, entry: Import) -> str:
        """``import a.b`` binds ``a``."""
        return entry.alias or entry.name or entry.module.partition(".")[0]

    def _follow(self, path: str, entry: Import) -> Target | None:
        if not entry.name:
            # `import a.b` binds `a`; `import a.b as c` binds a.b.
            whole = entry.module if entry.alias else entry.module.partition(".")[0]
            module = self.module(path, whole, 0)
            return Target(module, "") if module else None
        base = self.module(path, entry.module, entry.level)
        if base:
            target = self.lookup(base, entry.name) if base != path else None
            if target:
                return target
        inner = self.module(path, f"{entry.module}.{entry.name}".strip("."), entry.level)
        return Target(inner, "") if inner else None

    def inside_module(self, path: str, part: str) -> Target | None:
        """A submodule, where the file is a package."""
        if not path.endswith("__init__.py"):
            return None
        inner = self._in_folder(f"{path[: -len('__init__.py')]}{part}")
        return Target(inner, "") if inner else None

    def named(self, path: str, dotted: str) -> Target | None:
        """What a dotted name in a string means: a module of the repository, or something that a module defines."""
        module = self.module(path, dotted)
        if module:
            return Target(module, "")
        holder, _, name = dotted.rpartition(".")
        module = self.module(path, holder) if holder else None
        if module:
            return self.lookup(module, name)
        outer, _, cls = holder.rpartition(".")
        module = self.module(path, outer) if outer else None
        found = self.lookup(module, cls) if module else None
        return self.member(found, name) if found else None

    # -- fixtures --------------------------------------------------------------------------------------------

    def fixture(self, path: str, name: str) -> Target | None:
        """The pytest fixture that a test in ``path`` gets for a parameter: its own file, then ``conftest.py`` upwards."""
        folder = path.rpartition("/")[0]
        places = [path]
        while True:
            places.append(f"{folder}/conftest.py" if folder else "conftest.py")
            if not folder:
                break
            folder = folder.rpartition("/")[0]
        for place in places:
            for candidate in self.definitions(place).values() if place in self._paths else ():
                if candidate.name.rpartition(".")[2] == name and any("fixture" in d for d in candidate.decorators):
                    return Target(place, candidate.name)
        return None

    def of_parameter(self, path: str, name: str) -> Target | None:
        """The class of a fixture's value, where the fixture says it."""
        found = self.fixture(path, name) if is_test(path) else None
        return self.value_of(found) if found else None


def _source_roots(paths: Iterable[str]) -> tuple[str, ...]:
    """Folders that are on the path by convention: every ``src``, ``python`` or ``source`` that holds Python files."""
    roots: set[str] = set()
    for name in _SOURCE_ROOTS:
        inner = f"/{name}/"
        for path in paths:
            if path.startswith(inner[1:]):
                roots.add(name)
            at = path.find(inner)
            while at >= 0:
                roots.add(path[: at + len(inner) - 1])
                at = path.find(inner, at + 1)
    return tuple(sorted(roots))
