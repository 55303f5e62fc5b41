"""The part of a Python module that some of its names depend on. What cannot be proven unneeded stays, or is declared.

A statement at the module's level stays where it binds a name that something kept loads (every statement that binds it, so
that conditions, re-binding and deletion stay as they were), or where running it may change something kept. Of a class that
is only used, methods go whose name nothing kept mentions.
"""

import ast
import builtins
from collections.abc import Iterator, Sequence

from kernel.grammars.python_parse import parsed
from kernel.symbols.parts import Part, Range, SymbolSlice, joined
from kernel.symbols.purity import Purity, last_name

_REFLECTION = frozenset("globals locals eval exec vars __import__ dir getattr setattr delattr hasattr __dict__ import_module modules getmembers".split())
_WHOLE_SPACE = frozenset("globals eval exec modules __dict__ vars".split())

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Unit:
    """A statement at the module's level with what it binds, loads and touches; ``pure`` if it only binds."""

    __slots__ = ("binds", "first", "last", "loads", "methods", "name", "node", "pure")

    def __init__(self, node: ast.stmt, first: int, purity: Purity) -> None:
        self.node = node
        self.first = first
        self.last = node.end_lineno or node.lineno
        self.binds = frozenset(_bound(node))
        self.loads = frozenset(_loaded(node))
        self.name = node.name if isinstance(node, Function | ast.ClassDef) else ", ".join(sorted(self.binds)) or "statement"
        self.pure = purity.statement(node)
        self.methods: dict[Function, Range] = {}


def python_slice(text: str, names: Sequence[str]) -> SymbolSlice | None:
    """The slice of a module for names (``function``, ``Class``, ``Class.method``, ``CONSTANT``); None where it does not parse.

    Raises:
        KeyError: The module binds no such name; its argument is the name.
    """
    tree = parsed(text)
    return _Slicer(tree, text.split("\n")).slice(names) if tree is not None else None


class _Slicer:
    def __init__(self, tree: ast.Module, lines: Sequence[str]) -> None:
        self._lines = lines
        purity = Purity(tree)
        self._purity = purity
        self._units = [Unit(node, self._start(node), purity) for node in tree.body]
        self._by_name: dict[str, list[Unit]] = {}
        for unit in self._units:
            for name in sorted(unit.binds):
                self._by_name.setdefault(name, []).append(unit)
        self._why: dict[Unit, str] = {}
        self._wanted: dict[str, set[str]] = {}
        self._trimmed: set[Unit] = set()
        self._notes: dict[str, None] = {}

    def slice(self, names: Sequence[str]) -> SymbolSlice:
        for name in names:
            self._ask(name)
        for unit in self._units:
            if _always(unit.node):
                self._keep(unit, "holds for the whole file")
        self._grow()
        return self._result()

    # -- what stays --------------------------------------------------------------------------------------------

    def _ask(self, name: str) -> None:
        head, _, member = name.partition(".")
        units = self._by_name.get(head, [])
        if not units:
            raise KeyError(name)
        classes = [u.node for u in units if isinstance(u.node, ast.ClassDef)]
        if member and not any(isinstance(s, Function) and s.name == member for c in classes for s in c.body):
            raise KeyError(name)
        self._wanted.setdefault(head, set()).add(member)
        for unit in units:
            self._keep(unit, "asked for")

    def _keep(self, unit: Unit, why: str) -> bool:
        if unit in self._why:
            return False
        self._why[unit] = why
        return True

    def _keep_all(self, units: Sequence[Unit], why: str) -> bool:
        return any([self._keep(unit, why) for unit in units])  # noqa: C419  (each is kept)

    def _grow(self) -> None:
        """Until nothing is added: what is loaded, what is mentioned as a method, and what may change what is kept."""
        changed = True
        while changed:
            changed = self._take_methods()
            loaded = self._loaded_names()
            if _WHOLE_SPACE & loaded:
                self._notes["names are looked up at run time: the whole file stays"] = None
                changed |= self._keep_all(self._units, "any name may be looked up at run time")
            for name in sorted(loaded & self._by_name.keys()):
                changed |= self._keep_all(self._by_name[name], f"binds {name}")
            for unit in self._units:
                if not unit.pure and unit not in self._why and self._matters(unit):
                    changed |= self._keep(unit, "running it may change what is kept")

    def _loaded_names(self) -> set[str]:
        names: set[str] = set()
        for unit in self._why:
            dropped = set(unit.methods)
            names |= set(_loaded(unit.node, dropped)) if dropped else unit.loads
        return names

    def _take_methods(self) -> bool:
        """Leave methods out of classes that are only used; true where one of them came back."""
        changed = False
        mentioned = self._mentioned()
        reflects = bool(_REFLECTION & mentioned)
        for unit in self._why:
            if not isinstance(unit.node, ast.ClassDef):
                continue
            left = {} if reflects or self._is_whole(unit) else dict(self._unmentioned(unit.node, mentioned))
            # What came back once stays: it is mentioned by something that is kept for good.
            after = {m: r for m, r in unit.methods.items() if m in left} if unit in self._trimmed else left
            changed |= unit not in self._trimmed or len(after) != len(unit.methods)
            self._trimmed.add(unit)
            unit.methods = after
        return changed

    def _is_whole(self, unit: Unit) -> bool:
        """Whether nothing of a class may go: asked for by its name, or made by something that looks into it."""
        node = unit.node
        assert isinstance(node, ast.ClassDef)
        plain = all(last_name(d.func if isinstance(d, ast.Call) else d) in ("dataclass", "final", "total_ordering") for d in node.decorator_list)
        quiet = all(self._is_own_or_object(base) for base in node.bases)
        return "" in self._wanted.get(node.name, ()) or not plain or not quiet or bool(node.keywords)

    def _is_own_or_object(self, base: ast.expr) -> bool:
        """Whether a base calls no method of its subclass by itself: one of this file, or a plain built-in one."""
        name = last_name(base.value if isinstance(base, ast.Subscript) else base)
        known = self._by_name.get(name, [])
        if known:
            return all(isinstance(u.node, ast.ClassDef) for u in known) and self._purity.quiet_base(base)
        found = getattr(builtins, name, None)
        return found is object or (isinstance(found, type) and issubclass(found, BaseException))

    def _unmentioned(self, node: ast.ClassDef, mentioned: set[str]) -> Iterator[tuple[Function, Range]]:
        asked = self._wanted.get(node.name, set())
        for inner in node.body:
            if not isinstance(inner, Function) or inner.name in asked or inner.name in mentioned:
                continue
            plain = all(last_name(d) in ("property", "staticmethod", "classmethod") for d in inner.decorator_list)
            if plain and not (inner.name.startswith("__") and inner.name.endswith("__")):
                yield inner, (self._start(inner), inner.end_lineno or inner.lineno)

    def _mentioned(self) -> set[str]:
        """Every identifier, attribute and word of a string in what is kept."""
        found: set[str] = set()
        for unit in self._why:
            for node in _walk(unit.node, set(unit.methods)):
                if isinstance(node, ast.Name):
                    found.add(node.id)
                elif isinstance(node, ast.Attribute):
                    found.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
                    found.update("".join(c if c.isidentifier() or c.isdigit() else " " for c in node.value).split())
        for names in self._wanted.values():
            found |= names
        return found

    def _matters(self, unit: Unit) -> bool:
        """Whether running a statement may change something kept."""
        touched = self._touched(unit)
        kept = {name for kept in self._why for name in kept.binds if not isinstance(kept.node, ast.Import | ast.ImportFrom)}
        if touched & kept:
            return True
        if isinstance(unit.node, Function | ast.ClassDef):
            if not touched - unit.binds:
                self._notes[f"line {unit.first}: {unit.name} may be registered outside of this file"] = None
            return False
        # It changes nothing of this file that is known: something outside of it that kept code may read.
        return not touched

    def _touched(self, unit: Unit) -> set[str]:
        """Names of this file that running a statement may reach, over the functions that it may call."""
        seen: set[str] = set()
        names = [n for n in _run_names(unit.node) if n in self._by_name]
        while names:
            name = names.pop()
            if name in seen:
                continue
            seen.add(name)
            for other in self._by_name[name]:
                if not isinstance(other.node, ast.Import | ast.ImportFrom) and other is not unit:
                    names += [n for n in other.loads if n in self._by_name]
        return {n for n in seen if not all(isinstance(u.node, ast.Import | ast.ImportFrom) for u in self._by_name[n])} | (
            set(unit.binds) if not isinstance(unit.node, Function | ast.ClassDef) else set()
        )

    # -- the result --------------------------------------------------------------------------------------------

    def _start(self, node: ast.stmt) -> int:
        """The first line of a statement: its decorators, and comments directly above."""
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(d.lineno for d in decorators)])
        while first > 1 and self._lines[first - 2].lstrip().startswith("#"):
            first -= 1
        return first

    def _result(self) -> SymbolSlice:
        kept: list[Part] = []
        dropped: list[Part] = []
        ranges: list[Range] = []
        for unit in self._units:
            if unit not in self._why:
                dropped.append(Part(unit.name, unit.first, unit.last, ""))
                continue
            kept.append(Part(unit.name, unit.first, unit.last, self._why[unit]))
            at = unit.first
            for method, (first, last) in sorted(unit.methods.items(), key=lambda entry: entry[1]):
                dropped.append(Part(f"{unit.name}.{method.name}", first, last, ""))
                if first > at:
                    ranges.append((at, first - 1))
                at = last + 1
            if at <= unit.last:
                ranges.append((at, unit.last))
        return SymbolSlice(joined(ranges), tuple(kept), tuple(sorted(dropped, key=lambda p: p.first)), tuple(self._notes))


def _always(node: ast.stmt) -> bool:
    """What changes how the whole file is read, or may bind any name."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__" or any(a.name == "*" for a in node.names)
    return False


def _walk(node: ast.AST, without: set[Function]) -> Iterator[ast.AST]:
    stack: list[ast.AST] = [node]
    while stack:
        at = stack.pop()
        if at in without:
            continue
        yield at
        stack.extend(ast.iter_child_nodes(at))


def _bound(node: ast.stmt) -> Iterator[str]:
    """Names that running a statement at the module's level binds, re-binds, changes by attribute or item, or deletes."""
    stack: list[ast.AST] = [node]
    while stack:
        at = stack.pop()
        match at:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield at.name
                # Default values, decorators and class bodies run now; bodies of functions do not.
                stack += [*at.decorator_list]
                if isinstance(at, ast.ClassDef):
                    yield from (name for inner in ast.walk(at) if isinstance(inner, ast.Global) for name in inner.names)
                continue
            case ast.Lambda():
                continue
            case ast.Import() | ast.ImportFrom():
                for alias in at.names:
                    yield (alias.asname or alias.name).partition(".")[0]
            case ast.Name(ctx=ast.Store() | ast.Del()):
                yield at.id
            case ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                yield name
            case ast.MatchMapping(rest=str() as name):
                yield name
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                root: ast.AST = at
                while isinstance(root, ast.Attribute | ast.Subscript):
                    root = root.value
                if isinstance(root, ast.Name):
                    yield root.id
        if hasattr(ast, "TypeAlias") and isinstance(at, ast.TypeAlias):
            yield at.name.id
        stack.extend(ast.iter_child_nodes(at))


def _loaded(node: ast.AST, without: set[Function] | None = None) -> Iterator[str]:
    """Every name that a statement mentions at any depth, in string annotations too; what shadows a name counts as the name."""
    for at in _walk(node, without or set()):
        if isinstance(at, ast.Name):
            yield at.id
        elif isinstance(at, ast.Global | ast.Nonlocal):
            yield from at.names
        elif isinstance(at, ast.Attribute) and at.attr in _WHOLE_SPACE:
            # ``sys.modules``, ``obj.__dict__``: only of a module it means every name.
            if at.attr == "modules":
                yield at.attr
        elif isinstance(at, ast.Constant) and isinstance(at.value, str) and at.value.isidentifier():
            yield at.value
        else:
            yield from _annotation_names(at)


def _annotation_names(node: ast.AST) -> Iterator[str]:
    for field in ("annotation", "returns"):
        value = getattr(node, field, None)
        if isinstance(value, ast.expr):
            for at in ast.walk(value):
                if isinstance(at, ast.Constant) and isinstance(at.value, str) and len(at.value) < 200:
                    yield from "".join(c if c.isidentifier() or c.isdigit() else " " for c in at.value).split()


def _run_names(node: ast.stmt) -> Iterator[str]:
    """Names that a statement loads when it runs: of a definition its decorators, defaults, bases and class body."""
    if isinstance(node, Function):
        parts: list[ast.AST] = [*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d)]
    elif isinstance(node, ast.ClassDef):
        parts = [*node.decorator_list, *node.bases, *node.keywords, *(s for s in node.body if not isinstance(s, Function))]
    else:
        parts = [node]
    for part in parts:
        for at in ast.walk(part):
            if isinstance(at, ast.Name):
                yield at.id
