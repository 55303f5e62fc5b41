"""Names in a language that is read by its grammar: what a file defines, imports, and sees without importing."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kernel.grammars.tree_facts import ABSTRACT
from kernel.model.facts import Definition, FileFacts, Import
from kernel.slicing.languages.modules import Files, Modules
from kernel.slicing.languages.names import Names, Target
from kernel.slicing.roles import is_product

_MAX_DEFINERS = 4
_MAX_BEHIND_STARS = 40
_MAX_BODIES = 12


class GrammarNames(Names):
    """Resolves names of one family of languages over its parsed files."""

    def __init__(self, family: Iterable[str], files: Files, facts: Callable[[str], FileFacts | None], modules: Modules) -> None:
        super().__init__(facts)
        self._family = frozenset(family)
        self._files = files
        self._modules = modules
        self.frames_name_packages = modules.frames_name_packages
        self._targets: dict[tuple[str, Import], tuple[str, ...]] = {}
        self._bodies: dict[Target, Target] = {}
        self._only: dict[str, Target | None] = {}
        self._held: dict[str, frozenset[str]] = {}
        # What variables are made by; what is still being found counts as not found, so that cycles end.
        self._made: dict[tuple[Target, str], Target | None] = {}

    def targets(self, path: str, entry: Import) -> tuple[str, ...]:
        """Files that an import of a file means, without itself."""
        if (path, entry) not in self._targets:
            found = self._modules.targets(path, entry)
            self._targets[path, entry] = tuple(p for p in dict.fromkeys(found) if p != path and p in self._files.paths)
        return self._targets[path, entry]

    def imports_of(self, path: str) -> tuple[str, ...]:
        """Repository files that ``path`` imports, in the order of its imports, without repeats."""
        facts = self._facts(path)
        found = (target for entry in (facts.imports if facts else ()) for target in self.targets(path, entry))
        return tuple(dict.fromkeys(found))

    def lookup_in(self, path: str, name: str) -> Target | None:
        """What a top-level ``name`` of a file means: its own definition, what it imports, what it sees anyway."""
        if name in self.definitions(path) and name:
            return Target(path, name)
        bindings = self.bindings(path)
        for entry in bindings.get(name, ()):
            target = self._imported(path, entry)
            if target:
                return target
        if self._is_outside(path, name):
            return None
        return self._seen(path, name) or self._behind_stars(path, name) or self._value(path, name) or self._of_file(path, name)

    def _of_file(self, path: str, name: str) -> Target | None:
        """The type of a variable that the whole file has."""
        whole = self.definitions(path).get("")
        known = dict(whole.types).get(name) if whole else None
        return self._instance(path, whole, known) if whole and known and known.partition(".")[0] != name else None

    def _value(self, path: str, name: str) -> Target | None:
        """A name that only stands before those of its functions."""
        return Target(path, name) if self._modules.values_hold and name in self._holders(path) else None

    def _holders(self, path: str) -> frozenset[str]:
        """Names before the last one of each definition of a file."""
        if path not in self._held:
            self._held[path] = frozenset(name.rpartition(".")[0] for name in self.definitions(path)) - {""}
        return self._held[path]

    def _is_given(self, path: str, holder: Definition | None, owner: Definition) -> bool:
        """Whether ``owner`` was given to a value (``holder`` is None) or to a function, outside of it, or is that function."""
        if holder is None:
            return True
        inside = holder.first <= owner.first <= holder.last and holder.name != owner.name
        return not inside and holder.name in self._holders(path)

    def _own_member_of(self, holder: Definition, path: str, part: str) -> Target | None:
        """A function that was given to a function, outside of it."""
        given = self.definitions(path).get(f"{holder.name}.{part}") if self._modules.values_hold else None
        return Target(path, given.name) if given and not holder.first <= given.first <= holder.last else None

    def _seen(self, path: str, name: str) -> Target | None:
        """What a name means that is seen without being imported itself."""
        for scope in self._modules.scopes(path, name):
            found = self._defined_in([p for p in scope if p != path], name, path)
            if found:
                return found
        return None

    def _behind_stars(self, path: str, name: str) -> Target | None:
        if self._modules.nested and name[:1].isupper():
            # Such names are seen from everywhere.
            return None
        for entry in self.bindings(path).get("*", ()):
            for base in self.targets(path, entry)[:_MAX_BEHIND_STARS]:
                holder = self._modules.wanted(path, entry, base)
                target = self.lookup(base, name)
                if target and target.path == base and target.name and not self._shows(*target):
                    target = None
                if target is None and holder and holder in self.definitions(base):
                    target = self.member(Target(base, holder), name)
                if target:
                    return target
        return None

    def bound_by(self, entry: Import) -> str:
        """As the language says."""
        return self._modules.bound(entry)

    def _imported(self, path: str, entry: Import) -> Target | None:
        if not entry.module:
            return self._own(path, entry)
        found = self.targets(path, entry)
        if self._modules.packages:
            return Target(found[0], "") if found else None
        wanted = self._modules.wanted(path, entry, found[0]) if found else ""
        # Of several files (a package) the one that defines the name; of one file the name, through re-exports, or the file.
        target = self._defined_in(found, wanted, path)
        if target is None and len(found) == 1:
            target = self.lookup(found[0], wanted) if wanted else None
            target = target or (self._of_export(found[0], wanted) if self._modules.values_hold else None)
            # What is no definition (a constant) is of its type, or of the file.
            target = target or (self.lookup(found[0], wanted.rpartition(".")[0]) if "." in wanted else Target(found[0], ""))
        return target or (Target(found[0], "") if found and not entry.name and "." not in wanted else None)

    def _of_export(self, path: str, name: str) -> Target | None:
        """A function of the one thing that a file gives."""
        whole = self.lookup(path, "default") if name not in ("", "default") else None
        return self.member(whole, name) if whole else None

    def _own(self, path: str, entry: Import) -> Target | None:
        """What a file's second name for something of its own means; it may be a value that only has methods."""
        if entry.name in self._holders(path):
            return Target(path, entry.name)
        return self._within(path, entry.name) if "." in entry.name else self.lookup(path, entry.name)

    def _defined_in(self, paths: Sequence[str], name: str, asking: str) -> Target | None:
        """The one definition of a name in some files; of several what the language chooses; else none."""
        found = [path for path in paths if name and self._shows(path, name)]
        if len(found) > 1:
            found = list(self._modules.choose(asking, found, [self._extent(path, name) for path in found]))
        return Target(found[0], name) if len(found) == 1 else None

    def _shows(self, path: str, name: str) -> bool:
        found = self.definitions(path).get(name)
        return found is not None and self._modules.shows(path, found)

    def _extent(self, path: str, name: str) -> int:
        definition = self.definitions(path)[name]
        return definition.last - definition.first

    def inside_module(self, path: str, part: str) -> Target | None:
        """What a package defines in another of its files."""
        return self._defined_in(self._modules.siblings(path), part, path)

    def entries_of(self, name: str) -> tuple[str, ...]:
        """As for every language, and the method that has the name of its class."""
        return (*self.entries, name.rpartition(".")[2])

    def fits(self, path: str, function: str) -> bool:
        """Whether a printed frame of that function can stand in a file."""
        return self._modules.fits(path, function)

    def _start(self, path: str, owner: Definition, head: str) -> Target | None:
        if head in ("self", "super()"):
            return next(self._types_around(path, owner), None)
        opened = self._opened(path, owner, head)
        if opened or (self._modules.nested and head in (*owner.params, *dict(owner.types))):
            return opened or super()._start(path, owner, head)
        bare = self._modules.bare_members and (self._modules.bare_types or not head[:1].isupper())
        if bare and head not in owner.params and head not in dict(owner.types):
            for holder in self._types_around(path, owner):
                found = self.member(holder, head)
                if found:
                    return found
        return super()._start(path, owner, head)

    def _opened(self, path: str, owner: Definition, name: str) -> Target | None:
        """What a name alone means in the modules around a definition, the innermost first."""
        holder = owner.name
        while holder:
            inner = f"{holder}.{name}"
            if self._modules.opens(path, holder) and inner in self.definitions(path):
                return Target(path, inner)
            found = self.lookup(path, inner) if self._modules.nested and name[:1].isupper() else None
            if found:
                return found
            holder = holder.rpartition(".")[0]
        return None

    def base_of(self, cls: Target, name: str) -> Target | None:
        """As for every language; a base may stand in the modules around a class."""
        found = self.definitions(cls.path).get(cls.name)
        return (self._opened(cls.path, found, name) if found else None) or self.lookup(cls.path, name)

    def _types_around(self, path: str, owner: Definition) -> Iterator[Target]:
        """The types that a definition stands in, the innermost first; a method may stand outside of its type's file."""
        extended = dict(owner.types).get("self")
        receiver = self.lookup(path, extended) if extended else None
        if receiver:
            yield receiver
        defined = self.definitions(path)
        name = owner.name
        while name:
            found = defined.get(name)
            if (found is not None and found.kind == "class") or (self._modules.values_hold and self._is_given(path, found, owner)):
                yield Target(path, name)
            elif found is None and self._modules.bare_members:
                # Where the type itself is not found, its members of this file still are.
                yield self.lookup(path, name) or Target(path, name)
            name = name.rpartition(".")[0]

    def resolve(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """As for every language; of a receiver whose type is not written down, the only method of a telling name."""
        if self._modules.flat:
            return self.lookup(path, dotted)
        found = super().resolve(path, owner, dotted)
        if found and found.name not in self.definitions(found.path) and found.name not in self._holders(found.path):
            found = None
        head, dot, rest = dotted.partition(".")
        if not found and dot:
            found = self._spelled_out(path, dotted)
        if not found and dot and self._modules.is_space(head):
            return self.resolve(path, owner, rest)
        if not found and dot and self._modules.extended and path.endswith(self._modules.extended):
            found = self.lookup(path, dotted.rpartition(".")[2])
        if found or not dot or self._is_outside(path, head) or self._is_foreign(path, owner, head) or (self._modules.capital_types and "()" in dotted):
            return found
        name = dotted.rpartition(".")[2]
        only = self.only(name) if name not in self._modules.common else None
        return only if only != Target(path, owner.name) else None

    def _spelled_out(self, path: str, dotted: str) -> Target | None:
        """What a name means that is written with its whole package."""
        found = next(filter(None, (self._within(*place) for place in self._modules.written_out(path, dotted))), None)
        if found:
            return found
        if not self._modules.frames_name_packages or "(" in dotted or dotted.count(".") < 2:
            return None
        whole = Import(dotted, "", "", 0, 0)
        targets = [Target(found, self._modules.wanted(path, whole, found)) for found in self._modules.targets(path, whole)]
        return targets[0] if len(targets) == 1 and self._shows(*targets[0]) else None

    def _within(self, path: str, dotted: str) -> Target | None:
        """What a name means that starts with a definition of a file, or with what the file imports."""
        parts = dotted.split(".")
        defined = self.definitions(path)
        at = next((k for k in range(len(parts), 0, -1) if ".".join(parts[:k]) in defined), 0)
        found = Target(path, ".".join(parts[:at])) if at else self.lookup(path, parts[0])
        for part in parts[at or 1 :]:
            found = self._given(self.member(found, part.removesuffix("()")), part) if found else None
        return found

    def _is_foreign(self, path: str, owner: Definition, head: str) -> bool:
        """Whether a name is a type, or a variable of a type, that nobody defines here."""
        if not self._modules.capital_types:
            return False
        if head == "?" or head.endswith("()"):
            return True
        said = dict(owner.types).get(head, "")
        for holder in self._types_around(path, owner):
            found = self.definitions(holder.path).get(holder.name)
            said = said or dict(found.types).get(head, "") if found else said
        kind = (said or head).partition(".")[0]
        return kind[:1].isupper() and self._start(path, owner, kind) is None

    def _is_outside(self, path: str, head: str) -> bool:
        """Whether a name is bound by an import that leads out of the repository."""
        entries = self.bindings(path).get(head, ())
        return bool(entries) and not any(self.targets(path, entry) for entry in entries)

    def _body_of(self, declared: Target) -> Target:
        """The only body of a method that is just declared, in a type of the product that extends the declaring one; else itself."""
        if declared not in self._bodies:
            self._bodies[declared] = declared
            found = self.definitions(declared.path).get(declared.name)
            if found is not None and ABSTRACT in found.decorators:
                bodies = list(self._overriding(declared))
                self._bodies[declared] = bodies[0] if len(bodies) == 1 else declared
        return self._bodies[declared]

    def _overriding(self, declared: Target) -> Iterator[Target]:
        holder, _, name = declared.name.rpartition(".")
        paths = [path for path in self._files.defining(name) if path in self._family and is_product(path)]
        for path in paths if len(paths) <= _MAX_BODIES else ():
            for each, found in self.definitions(path).items():
                cls, _, own = each.rpartition(".")
                if own == name and cls and ABSTRACT not in found.decorators and Target(declared.path, holder) in self.bases(Target(path, cls))[1:]:
                    yield Target(path, each)

    def only(self, name: str) -> Target | None:
        """The only definition of a name in the repository's product files, where the name is one that tells.

        A word alone (``get``, ``push``) may be anybody's method: it must be of two words or long.
        """
        if not _tells(name):
            return None
        if name not in self._only:
            files = [p for p in self._files.defining(name) if p in self._family and is_product(p)]
            found = [
                Target(path, each)
                for path in (files if len(files) <= _MAX_DEFINERS else ())
                for each in self.definitions(path)
                if each.rpartition(".")[2] == name
            ]
            self._only[name] = found[0] if len(found) == 1 else None
        return self._only[name]

    def _instance(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """As for every language; a variable may be made by what another variable, or a function of a type, is called for."""
        question = Target(path, owner.name), dotted
        if question not in self._made:
            self._made[question] = None
            self._made[question] = self._by_variable(path, owner, dotted) or self._by_function(path, owner, dotted)
        return self._made[question]

    def _by_variable(self, path: str, owner: Definition, dotted: str) -> Target | None:
        head, *rest = dotted.split(".")
        known = dict(owner.types).get(head, "")
        if known and known.partition(".")[0] != head:
            at = self._instance(path, owner, known)
        elif head in ("self", "cls"):
            at = Target(path, self._class_of(path, owner))
        else:
            at = self._given(self._start(path, owner, head.removesuffix("()")), head)
        for part in rest:
            at = self._given(self.member(at, part.removesuffix("()")), part) if at else None
        return self.value_of(at) if at else None

    def _by_function(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """What a function is written to return; the type that has it, where types have functions that are written nowhere."""
        maker, _, _ = dotted.rpartition(".")
        if not self._modules.derives or dotted == owner.name:
            return None
        made = self.resolve(path, owner, dotted) or (self.resolve(path, owner, maker) if maker else None)
        if made is None or self.makes_instances(made):
            return made
        given = self.value_of(made)
        return given if given != made else None

    def value_of(self, at: Target) -> Target | None:
        """As for every language; a function may give its own type, or make instances where it has functions of its own."""
        found = self.definitions(at.path).get(at.name)
        if found is not None and found.returns == "self":
            return Target(at.path, at.name.rpartition(".")[0])
        return super().value_of(at) or (at if self.makes_instances(at) else None)

    def makes_instances(self, at: Target) -> bool:
        """As for every language; also of a function with functions of its own."""
        return super().makes_instances(at) or (self._modules.values_hold and at.name in self._holders(at.path))

    def member(self, at: Target, part: str, *, skip_own: bool = False) -> Target | None:
        """An attribute; a type's methods may stand in other files of its package."""
        holder = self.definitions(at.path).get(at.name)
        if not at.name and self._modules.packages:
            # A package is told by one of its files; none of them comes first.
            return self._defined_in((at.path, *self._modules.siblings(at.path)), part, "")
        if holder is not None and holder.kind == "function":
            # A property, or a call that is written without parentheses.
            given = self.value_of(at)
            return self._own_member_of(holder, at.path, part) or (self.member(given, part) if given and given != at else None)
        found = super().member(at, part, skip_own=skip_own)
        if found and found.name != at.name:
            return self._body_of(found)
        if found or not at.name or skip_own:
            return found
        found = self._seen(at.path, f"{at.name}.{part}")
        return at if found is None and part == self._modules.maker and self.makes_instances(at) else found


def _tells(name: str) -> bool:
    return len(name) >= 8 or "_" in name.strip("_") or (len(name) >= 5 and any(letter.isupper() for letter in name[1:]))
