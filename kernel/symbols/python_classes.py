"""Which methods of the classes of a module are left out: those that nothing kept mentions, of classes that only this file calls into."""

import ast
import builtins
from collections.abc import Iterator, Sequence

from kernel.symbols.binding import Function, start_line, walk_without, words
from kernel.symbols.parts import Range
from kernel.symbols.purity import Purity, last_name

_REFLECTION = frozenset(
    "globals locals eval exec vars __import__ dir getattr setattr delattr hasattr __dict__ import_module modules getmembers methodcaller attrgetter".split()
)
# What the interpreter and its library call on any object that has it.
_PROTOCOLS = frozenset(
    "keys items values get read readline readlines readinto write writelines close flush seek tell truncate fileno isatty readable writable seekable "
    "send throw acquire release wait notify emit handle format filter default run update append extend add discard pop clear encode decode find_spec "
    "load_module exec_module create_module mro tzname utcoffset dst fromutc".split()
)


class Methods:
    """Methods left out, class by class, as the set of kept statements grows: what came back once stays."""

    def __init__(self, tree: ast.Module, lines: Sequence[str], purity: Purity) -> None:
        self._lines = lines
        self._purity = purity
        self._classes: dict[str, list[ast.ClassDef]] = {}
        self._others: set[str] = set()
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                self._classes.setdefault(node.name, []).append(node)
            else:
                self._others.update(n.name for n in ast.walk(node) if isinstance(n, ast.ClassDef))
        self._wanted: dict[str, set[str]] = {}
        self._left: dict[ast.stmt, dict[Function, Range]] = {}
        self._mentioned: set[str] = set()

    def holder_of(self, member: str) -> str:
        """The one class at the module's level that defines a method of that name; empty if none or several do."""
        found = [name for name, nodes in self._classes.items() if any(isinstance(s, Function) and s.name == member for n in nodes for s in n.body)]
        return found[0] if len(found) == 1 else ""

    def ask(self, name: str, member: str) -> None:
        """Hold a method of a class; the whole class without one, and where the member is no plain method."""
        plain = any(isinstance(s, Function) and s.name == member for node in self._classes.get(name, ()) for s in node.body)
        self._wanted.setdefault(name, set()).add(member if plain else "")

    def settle(self, kept: Sequence[ast.stmt]) -> bool:
        """Decide anew for the kept statements; true where a class is new or a method came back."""
        changed = False
        self._mentioned = self._names_in(kept)
        reflects = bool(_REFLECTION & self._mentioned)
        for node in kept:
            if not isinstance(node, ast.ClassDef):
                continue
            left = {} if reflects or self._is_whole(node) else dict(self._unmentioned(node))
            before = self._left.get(node)
            after = left if before is None else {m: r for m, r in before.items() if m in left}
            changed |= before is None or len(after) != len(before)
            self._left[node] = after
        return changed

    def knows(self, node: ast.stmt) -> bool:
        """Whether a class was decided on."""
        return node in self._left

    def left_of(self, node: ast.stmt) -> dict[Function, Range]:
        """Methods of a kept class that are left out, with their lines."""
        return self._left.get(node, {})

    def any_left(self) -> bool:
        """Whether a kept class lost a method."""
        return any(self._left.values())

    def mentions(self, name: str) -> bool:
        """Whether what is kept mentions a name, as of the last ``settle``."""
        return name in self._mentioned

    def _is_whole(self, node: ast.ClassDef) -> bool:
        """Whether nothing of a class may go: asked for by its name, or made by something that looks into it."""
        return "" in self._wanted.get(node.name, ()) or not self._is_own(node, ())

    def _is_own(self, node: ast.ClassDef, seen: tuple[str, ...]) -> bool:
        """Whether a class, and every one that it extends, is of this file and calls nothing of its subclasses by itself."""
        plain = all(last_name(d.func if isinstance(d, ast.Call) else d) in ("dataclass", "final", "total_ordering") for d in node.decorator_list)
        return plain and not node.keywords and all(self._is_own_base(base, (*seen, node.name)) for base in node.bases)

    def _is_own_base(self, base: ast.expr, seen: tuple[str, ...]) -> bool:
        name = last_name(base.value if isinstance(base, ast.Subscript) else base)
        if name in seen or name in self._others:
            return False
        if name in self._classes:
            return self._purity.quiet_base(base) and all(self._is_own(own, seen) for own in self._classes[name])
        found = getattr(builtins, name, None)
        return name == "Generic" or found is object or (isinstance(found, type) and issubclass(found, BaseException))

    def _unmentioned(self, node: ast.ClassDef) -> Iterator[tuple[Function, Range]]:
        asked = self._wanted.get(node.name, set())
        end, found = node.lineno, []
        for inner in node.body:
            first = start_line(inner, self._lines, end)
            end = inner.end_lineno or inner.lineno
            if not isinstance(inner, Function) or inner.name in asked | self._mentioned | _PROTOCOLS:
                continue
            plain = all(last_name(d) in ("property", "staticmethod", "classmethod") for d in inner.decorator_list)
            if plain and not (inner.name.startswith("__") and inner.name.endswith("__")):
                found.append((inner, (first, end)))
        # A class needs a body: where all of it would go, its shortest part stays.
        if len(found) == len(node.body):
            found.remove(min(found, key=lambda entry: entry[1][1] - entry[1][0]))
        yield from found

    def _names_in(self, kept: Sequence[ast.stmt]) -> set[str]:
        """Every identifier, attribute and word of a string in what is kept."""
        found: set[str] = set()
        for kept_node in kept:
            for node in walk_without(kept_node, set(self._left.get(kept_node, ()))):
                match node:
                    case ast.Name():
                        found.add(node.id)
                    case ast.Attribute():
                        found.add(node.attr)
                    case ast.alias():
                        found.update(node.name.split("."))
                    case ast.MatchClass():
                        found.update(node.kwd_attrs)
                    case ast.Constant(value=str() as text) if len(text) < 200:
                        found.update(words(text))
        for names in self._wanted.values():
            found |= names
        return found


def named_in(node: ast.stmt, head: str, member: str) -> bool:
    """Whether a statement holds a definition ``head`` that itself defines a member, dots for members of members."""
    holders = [at for at in ast.walk(node) if isinstance(at, Function | ast.ClassDef) and at.name == head]
    first, _, rest = member.partition(".")
    for holder in holders:
        for inner in holder.body:
            if rest and named_in(inner, first, rest):
                return True
            if not rest and first in _members(inner, isinstance(holder, ast.ClassDef)):
                return True
    return False


def _members(node: ast.stmt, of_class: bool) -> Iterator[str]:
    for at in ast.walk(node):
        if isinstance(at, Function | ast.ClassDef):
            yield at.name
        elif of_class and isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store):
            yield at.id

