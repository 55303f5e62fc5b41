"""How a name finds its definition: what is the same in every language. Nothing is guessed."""

from collections.abc import Callable
from typing import NamedTuple

from kernel.model.facts import Definition, FileFacts, Import

_MAX_BASES = 24
_NOTHING = Definition("", "", 0, 0, (), (), (), (), (), (), (), "", (), 0, {})


class Target(NamedTuple):
    """A definition: repository path and qualified name; an empty name is the file itself."""

    path: str
    name: str


class Names:
    """Resolves names over parsed files; ``facts`` returns None for what is not parsed.

    A language says with ``lookup_in`` what a top-level name of a file means; classes, their bases and members, and types as
    far as they are written down, are followed here.
    """

    entries: tuple[str, ...] = ("constructor", "initialize", "init", "new", "__construct", "apply")
    """Methods that making an instance runs, whichever of them a class has; and that types of attributes stand in."""

    frames_name_packages = False
    """Whether a frame says to which package its function belongs."""

    def __init__(self, facts: Callable[[str], FileFacts | None]) -> None:
        self._facts = facts
        self._definitions: dict[str, dict[str, Definition]] = {}
        # A question that is still being answered counts as unanswered, so that cycles end.
        self._looked_up: dict[Target, Target | None] = {}
        self._bound: dict[str, dict[str, tuple[Import, ...]]] = {}
        self._members: dict[tuple[Target, str, bool], Target | None] = {}

    # -- what a language adds ---------------------------------------------------------------------------------

    def lookup_in(self, path: str, name: str) -> Target | None:
        """What a top-level ``name`` of a file means: its own definition, or what it imports."""
        raise NotImplementedError

    def imports_of(self, path: str) -> tuple[str, ...]:
        """Repository files that ``path`` imports, in the order of its imports, without repeats."""
        return ()

    def named(self, path: str, dotted: str) -> Target | None:
        """What a dotted name in a string means."""
        return None

    def fixture(self, path: str, name: str) -> Target | None:
        """What a test in ``path`` gets for a parameter of that name."""
        return None

    def inside_module(self, path: str, part: str) -> Target | None:
        """What ``module.part`` means where the module defines no such name itself."""
        return None

    def fits(self, path: str, function: str) -> bool:
        """Whether a printed frame of that function can stand in a file."""
        return True

    def of_parameter(self, path: str, name: str) -> Target | None:
        """The class of a parameter's value where something else than its type tells it."""
        return None

    def entries_of(self, name: str) -> tuple[str, ...]:
        """Bare names of the methods that making an instance of a class may run."""
        return self.entries

    def bound_by(self, entry: Import) -> str:
        """The name that an import binds in its file; ``*`` for all names of what it means."""
        raise NotImplementedError

    # -- names ------------------------------------------------------------------------------------------------

    def definitions(self, path: str) -> dict[str, Definition]:
        """Qualified name → definition of one file; a name that is defined twice keeps its last definition."""
        if path not in self._definitions:
            facts = self._facts(path)
            self._definitions[path] = {d.name: d for d in facts.definitions} if facts else {}
        return self._definitions[path]

    def bindings(self, path: str) -> dict[str, tuple[Import, ...]]:
        """Name → the imports of a file that bind it."""
        if path not in self._bound:
            facts = self._facts(path)
            bound: dict[str, tuple[Import, ...]] = {}
            for entry in facts.imports if facts else ():
                name = self.bound_by(entry)
                bound[name] = (*bound.get(name, ()), entry)
            self._bound[path] = bound
        return self._bound[path]

    def lookup(self, path: str, name: str) -> Target | None:
        """``lookup_in``, each question answered once."""
        question = Target(path, name)
        if question not in self._looked_up:
            self._looked_up[question] = None
            self._looked_up[question] = self.lookup_in(path, name)
        return self._looked_up[question]

    def resolve(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """The definition that ``dotted`` means inside ``owner``; None if it is outside or not certain.

        Types are followed only where the file says them: an annotation, ``x = Class(...)``, ``with Class() as x``.
        """
        head, *rest = dotted.split(".")
        at = self._start(path, owner, head) if head == "super()" else self._given(self._start(path, owner, head.removesuffix("()")), head)
        for index, part in enumerate(rest):
            if at is None:
                return None
            name = part.removesuffix("()")
            if head in ("self", "cls") and index == 0 and at.name:
                at = self._given(self._own_member(at, owner, name), part)
            else:
                at = self._given(self.member(at, name, skip_own=head == "super()" and index == 0), part)
        return at if at != Target(path, owner.name) else None

    def _given(self, at: Target | None, part: str) -> Target | None:
        """What a link of a chain gives: of ``total()`` what the call is written to return."""
        if at is None or not part.endswith("()"):
            return at
        given = self.value_of(at)
        return given if given != at or self.makes_instances(at) else None

    def makes_instances(self, at: Target) -> bool:
        """Whether calling a target gives an instance of itself."""
        return self.definitions(at.path).get(at.name, _NOTHING).kind == "class"

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
            return self.of_parameter(path, head)
        return self.lookup(path, head)

    def _class_of(self, path: str, owner: Definition) -> str:
        """The class around a definition (or itself); functions between them are looked through."""
        name = owner.name
        while name:
            found = self.definitions(path).get(name)
            if found and found.kind == "class":
                return name
            name = name.rpartition(".")[0]
        return ""

    def _instance(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """The class that a value built by or annotated with ``dotted`` has, as far as it is written down."""
        head, *rest = dotted.split(".")
        at = Target(path, self._class_of(path, owner)) if head in ("self", "cls") else self.lookup(path, head)
        for part in rest:
            at = self.member(at, part) if at else None
        return self.value_of(at) if at else None

    def value_of(self, at: Target) -> Target | None:
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
            return self.lookup(at.path, part) or self.inside_module(at.path, part)
        for cls in self.bases(at)[1 if skip_own else 0 :]:
            names = self.definitions(cls.path)
            if f"{cls.name}.{part}" in names:
                return Target(cls.path, f"{cls.name}.{part}")
            typed = self._attribute_type(cls, part)
            if typed:
                return typed
        return None

    def _attribute_type(self, cls: Target, part: str) -> Target | None:
        """Class of ``self.part`` where a class body or a method of it says so."""
        names = self.definitions(cls.path)
        holder = names.get(cls.name)
        said = dict(holder.types).get(part) if holder else None
        if said and holder:
            return self._instance(cls.path, holder, said)
        for entry in self.entries_of(cls.name):
            init = names.get(f"{cls.name}.{entry}")
            said = dict(init.types).get(f"self.{part}") if init else None
            if said and init:
                return self._instance(cls.path, init, said)
        return None

    def base_of(self, cls: Target, name: str) -> Target | None:
        """What a name means where a class names its bases."""
        return self.lookup(cls.path, name)

    def bases(self, cls: Target) -> tuple[Target, ...]:
        """The class and its known bases, nearest first (breadth first, each once)."""
        order: dict[Target, None] = {cls: None}
        queue = [cls]
        while queue and len(order) < _MAX_BASES:
            at = queue.pop(0)
            found = self.definitions(at.path).get(at.name)
            for base in found.bases if found else ():
                head, *rest = base.split(".")
                target = self.base_of(at, head)
                for part in rest:
                    target = self.member(target, part) if target else None
                if target and target not in order:
                    order[target] = None
                    queue.append(target)
        return tuple(order)
