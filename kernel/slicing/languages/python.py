"""How a name in a Python file finds its definition: imports, classes, inheritance, simple types, fixtures.

Nothing is guessed: a name that could mean two files resolves to nothing.
"""

import sys
from collections.abc import Callable, Iterable
from typing import NamedTuple

from kernel.model.facts import Definition, FileFacts, Import
from kernel.slicing.roles import is_test

_SOURCE_ROOTS = ("src", "python", "source")
_MAX_BASES = 24


class Target(NamedTuple):
    """A definition: repository path and qualified name; an empty name is the module itself."""

    path: str
    name: str


class PythonNames:
    """Resolves names over the parsed files of one repository; ``facts`` returns None for what is not parsed."""

    def __init__(self, paths: Iterable[str], facts: Callable[[str], FileFacts | None]) -> None:
        self._facts = facts
        self._paths = frozenset(p for p in paths if p.endswith((".py", ".pyi")))
        self._source_roots = _source_roots(self._paths)
        self._own_roots: dict[str, tuple[str, ...]] = {}
        self._definitions: dict[str, dict[str, Definition]] = {}
        self._bound: dict[str, dict[str, tuple[Import, ...]]] = {}
        # A question that is still being answered counts as unanswered, so that cycles end.
        self._looked_up: dict[Target, Target | None] = {}
        self._members: dict[tuple[Target, str, bool], Target | None] = {}

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

    def definitions(self, path: str) -> dict[str, Definition]:
        """Qualified name → definition of one file; a name that is defined twice keeps its last definition."""
        if path not in self._definitions:
            facts = self._facts(path)
            self._definitions[path] = {d.name: d for d in facts.definitions} if facts else {}
        return self._definitions[path]

    def lookup(self, path: str, name: str) -> Target | None:
        """What a top-level ``name`` of a file means: its own definition, or what it imports (through re-exports)."""
        question = Target(path, name)
        if question not in self._looked_up:
            self._looked_up[question] = None
            self._looked_up[question] = self._lookup(path, name)
        return self._looked_up[question]

    def _lookup(self, path: str, name: str) -> Target | None:
        if name in self.definitions(path) and name:
            return Target(path, name)
        bindings = self._bindings(path)
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

    def _bindings(self, path: str) -> dict[str, tuple[Import, ...]]:
        if path not in self._bound:
            facts = self._facts(path)
            bound: dict[str, tuple[Import, ...]] = {}
            for entry in facts.imports if facts else ():
                name = entry.alias or entry.name or entry.module.partition(".")[0]
                bound[name] = (*bound.get(name, ()), entry)
            self._bound[path] = bound
        return self._bound[path]

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

    def resolve(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """The definition that ``dotted`` means inside ``owner``; None if it is outside or not certain.

        Types are followed only where the file says them: an annotation, ``x = Class(...)``, ``with Class() as x``.
        """
        head, *rest = dotted.split(".")
        at = self._start(path, owner, head)
        for index, part in enumerate(rest):
            if at is None:
                return None
            if head in ("self", "cls") and index == 0 and at.name:
                at = self._own_member(at, owner, part)
            else:
                at = self.member(at, part, skip_own=head == "super()" and index == 0)
        return at if at != Target(path, owner.name) else None

    def _own_member(self, cls: Target, owner: Definition, part: str) -> Target | None:
        known = dict(owner.types).get(f"self.{part}")
        return self.member(cls, part) or (self._instance(cls.path, owner, known) if known else None)

    def _start(self, path: str, owner: Definition, head: str) -> Target | None:
        if head in ("self", "cls", "super()"):
            holder = self._class_of(path, owner)
            return Target(path, holder) if holder else None
        known = dict(owner.types).get(head)
        if known and known.partition(".")[0] != head:
            return self._instance(path, owner, known)
        if head in owner.params:
            return self.fixture_value(path, head) if is_test(path) else None
        return self.lookup(path, head)

    def _class_of(self, path: str, owner: Definition) -> str:
        name = owner.name if owner.kind == "class" else owner.name.rpartition(".")[0]
        found = self.definitions(path).get(name)
        return name if found and found.kind == "class" else ""

    def _instance(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """The class that a value built by or annotated with ``dotted`` has, as far as it is written down."""
        head, *rest = dotted.split(".")
        at = Target(path, self._class_of(path, owner)) if head in ("self", "cls") else self.lookup(path, head)
        for part in rest:
            at = self.member(at, part) if at else None
        return self._value_of(at) if at else None

    def _value_of(self, at: Target) -> Target | None:
        """What calling a target gives: a class gives itself, a function what it is written to return."""
        found = self.definitions(at.path).get(at.name)
        if found is None or found.kind != "function":
            return at
        head, *rest = found.returns.split(".")
        result = self.lookup(at.path, head) if head else None
        for part in rest:
            result = self.member(result, part) if result else None
        return result if result and result != at else None

    def member(self, at: Target, part: str, *, skip_own: bool = False) -> Target | None:
        """Attribute ``part`` of a module or of a class (its bases included, in the order they are written)."""
        question = (at, part, skip_own)
        if question not in self._members:
            self._members[question] = None
            self._members[question] = self._member(at, part, skip_own)
        return self._members[question]

    def _member(self, at: Target, part: str, skip_own: bool) -> Target | None:
        if not at.name:
            return self.lookup(at.path, part) or self._submodule(at.path, part)
        for cls in self.bases(at)[1 if skip_own else 0 :]:
            names = self.definitions(cls.path)
            if f"{cls.name}.{part}" in names:
                return Target(cls.path, f"{cls.name}.{part}")
            typed = self._attribute_type(cls, part)
            if typed:
                return typed
        return None

    def _submodule(self, path: str, part: str) -> Target | None:
        if not path.endswith("__init__.py"):
            return None
        inner = self._in_folder(f"{path[: -len('__init__.py')]}{part}")
        return Target(inner, "") if inner else None

    def _attribute_type(self, cls: Target, part: str) -> Target | None:
        """Class of ``self.part`` where a class body or a method of it says so."""
        names = self.definitions(cls.path)
        holder = names.get(cls.name)
        said = dict(holder.types).get(part) if holder else None
        if said and holder:
            return self._instance(cls.path, holder, said)
        init = names.get(f"{cls.name}.__init__")
        said = dict(init.types).get(f"self.{part}") if init else None
        return self._instance(cls.path, init, said) if said and init else None

    def bases(self, cls: Target) -> tuple[Target, ...]:
        """The class and its known bases, nearest first (breadth first, each once)."""
        order: dict[Target, None] = {cls: None}
        queue = [cls]
        while queue and len(order) < _MAX_BASES:
            at = queue.pop(0)
            found = self.definitions(at.path).get(at.name)
            for base in found.bases if found else ():
                head, *rest = base.split(".")
                target = self.lookup(at.path, head)
                for part in rest:
                    target = self.member(target, part) if target else None
                if target and target not in order:
                    order[target] = None
                    queue.append(target)
        return tuple(order)

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

    def fixture_value(self, path: str, name: str) -> Target | None:
        """The class of a fixture's value, where the fixture says it."""
        found = self.fixture(path, name)
        return self._value_of(found) if found else None


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
