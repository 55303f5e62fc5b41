"""The part of a Python module that some of its names depend on. What cannot be proven unneeded stays, or is declared.

A statement at the module's level stays where it binds a name that something kept loads (every statement that binds it, so
that conditions, re-binding and deletion stay as they were), or where running it may change something kept or something
outside of the file. Of a class that is only used, methods go whose name nothing kept mentions.
"""

import ast
from collections.abc import Sequence
from itertools import pairwise

from kernel.grammars.python_parse import REFUSED, parsed
from kernel.symbols.binding import (
    WHOLE_SPACE,
    bound_names,
    loaded_names,
    root_name,
    running_names,
    start_line,
)
from kernel.symbols.parts import Part, Range, SymbolSlice, joined
from kernel.symbols.purity import Purity
from kernel.symbols.python_classes import Methods, named_in

_REMEMBERED = "__subclasses__"

Function = ast.FunctionDef | ast.AsyncFunctionDef
_Import = ast.Import | ast.ImportFrom


class Unit:
    """A statement at the module's level with what it binds, loads and touches; ``pure`` if it only binds."""

    __slots__ = ("binds", "first", "last", "loads", "name", "node", "pure")

    def __init__(self, node: ast.stmt, first: int, purity: Purity) -> None:
        self.node = node
        self.first = first
        self.last = node.end_lineno or node.lineno
        self.binds = frozenset(bound_names(node))
        self.loads = frozenset(loaded_names(node))
        self.name = node.name if isinstance(node, Function | ast.ClassDef) else ", ".join(sorted(self.binds)) or "statement"
        self.pure = purity.statement(node)


def python_slice(text: str, names: Sequence[str]) -> SymbolSlice | None:
    """The slice of a module for names (``function``, ``Class``, ``Class.method``, ``CONSTANT``); None where it does not parse.

    Raises:
        KeyError: The module binds no such name; its argument is the name.
    """
    tree = parsed(text)
    if tree is None:
        return None
    try:
        return _Slicer(tree, text.split("\n")).slice(names)
    except REFUSED:
        return None


class _Slicer:
    def __init__(self, tree: ast.Module, lines: Sequence[str]) -> None:
        self._lines = lines
        self._purity = Purity(tree)
        self._units: list[Unit] = []
        end = 0
        for node in tree.body:
            self._units.append(Unit(node, start_line(node, lines, end), self._purity))
            end = max(end, node.end_lineno or node.lineno)
        self._beside: dict[Unit, list[Unit]] = {}
        for one, other in pairwise(self._units):
            if other.first <= one.last:
                self._beside.setdefault(one, []).append(other)
                self._beside.setdefault(other, []).append(one)
        self._by_name: dict[str, list[Unit]] = {}
        if tree.body and ast.get_docstring(tree, clean=False) is not None:
            self._by_name["__doc__"] = [self._units[0]]
        for unit in self._units:
            for name in sorted(unit.binds):
                self._by_name.setdefault(name, []).append(unit)
        self._why: dict[Unit, str] = {}
        self._followed: set[Unit] = set()
        self._methods = Methods(tree, lines, self._purity)
        self._notes: dict[str, None] = {}

    def slice(self, names: Sequence[str]) -> SymbolSlice:
        for name in names:
            self._ask(name)
        for unit in self._units:
            if _always(unit.node):
                self._keep(unit, "holds for the whole file")
        self._grow()
        self._declare()
        return self._result()

    # -- what stays --------------------------------------------------------------------------------------------

    def _ask(self, name: str) -> None:
        head, _, member = name.partition(".")
        if head and not member and head not in self._by_name:
            head, member = self._methods.holder_of(head), head
        units = self._by_name.get(head, [])
        if not units or (member and not any(named_in(u.node, head, member) for u in units)):
            raise KeyError(name)
        self._methods.ask(head, member)
        for unit in units:
            self._keep(unit, "asked for")

    def _keep(self, unit: Unit, why: str) -> bool:
        if unit in self._why:
            return False
        self._why[unit] = why
        # A line is shown whole or not at all.
        for other in self._beside.get(unit, ()):
            self._keep(other, f"shares a line with {unit.name}")
        return True

    def _keep_all(self, units: Sequence[Unit], why: str) -> bool:
        return any([self._keep(unit, why) for unit in units])  # noqa: C419  (each is kept)

    def _grow(self) -> None:
        """Until nothing is added: what is loaded, what is mentioned as a method, and what may change what is kept."""
        changed = True
        while changed:
            changed = self._methods.settle([u.node for u in self._why])
            changed |= self._follow()
            if self._methods.mentions(_REMEMBERED):
                derived = [u for u in self._units if any(isinstance(at, ast.ClassDef) and at.bases for at in ast.walk(u.node))]
                changed |= self._keep_all(derived, "subclasses are looked up at run time")
            changed |= self._keep_parts_of_imports()
            kept = {name for u in self._why if not isinstance(u.node, _Import) for name in u.binds}
            for unit in self._units:
                if not unit.pure and unit not in self._why and self._matters(unit, kept):
                    changed |= self._keep(unit, "running it may change what is kept")

    def _follow(self) -> bool:
        """Keep what kept statements load, on and on; what a class that was not looked at yet loads is left to the next round."""
        changed = False
        pending = [u for u in self._why if u not in self._followed or isinstance(u.node, ast.ClassDef)]
        while pending:
            unit = pending.pop()
            if isinstance(unit.node, ast.ClassDef) and not self._methods.knows(unit.node):
                continue
            self._followed.add(unit)
            loaded = self._loads(unit)
            if loaded & WHOLE_SPACE:
                self._notes["names are looked up at run time: the whole file stays"] = None
                return self._keep_all(self._units, "any name may be looked up at run time") or changed
            for name in sorted(loaded & self._by_name.keys()):
                for other in self._by_name[name]:
                    if self._keep(other, f"binds {name}"):
                        changed = True
                        pending.append(other)
        return changed

    def _loads(self, unit: Unit) -> set[str] | frozenset[str]:
        left = self._methods.left_of(unit.node)
        return set(loaded_names(unit.node, set(left))) if left else unit.loads

    def _keep_parts_of_imports(self) -> bool:
        """``import a`` sees ``a.b`` because some other statement imported it."""
        packages = {a.name.partition(".")[0] for u in self._why if isinstance(u.node, ast.Import) for a in u.node.names if not a.asname}
        parts = [u for u in self._units if isinstance(u.node, _Import) and any(m.partition(".")[0] in packages for m in _modules(u.node))]
        return self._keep_all(parts, "imports a part of a package that is used")

    def _matters(self, unit: Unit, kept: set[str]) -> bool:
        """Whether running a statement may change something kept, or something outside of the file that kept code may read."""
        if _is_script_part(unit.node):
            return False
        if isinstance(unit.node, Function | ast.ClassDef):
            return bool(self._touched(unit) & kept)
        own = self._touched(unit)
        if WHOLE_SPACE & {*running_names(unit.node), *(n for name in own for other in self._by_name[name] for n in other.loads)}:
            # It may bind any name: ``globals().update(...)``.
            return True
        if (own | unit.binds) & kept or self._purity.touches_imports(unit.node):
            return True
        return not own and not unit.binds

    def _touched(self, unit: Unit) -> set[str]:
        """Names of this file that running a statement may reach, over the functions that it may call."""
        seen: set[str] = set()
        names = [n for n in running_names(unit.node) if n in self._by_name]
        while names:
            name = names.pop()
            if name in seen:
                continue
            seen.add(name)
            for other in self._by_name[name]:
                if not isinstance(other.node, _Import) and other is not unit:
                    names += [n for n in other.loads if n in self._by_name]
        return {n for n in seen if not all(isinstance(u.node, _Import) for u in self._by_name[n])}

    # -- what is said ------------------------------------------------------------------------------------------

    def _declare(self) -> None:
        left = [u for u in self._units if u not in self._why]
        for unit in left:
            if _is_script_part(unit.node):
                self._notes[f"lines {unit.first}-{unit.last} run only as a script, and are left out"] = None
            elif isinstance(unit.node, Function | ast.ClassDef) and not unit.pure and not self._touched(unit) - unit.binds:
                self._notes[f"line {unit.first}: {unit.name} may be registered outside of this file"] = None
        others = [u for u in left if not unit_is_definition(u) and not u.pure and not _is_script_part(u.node) and self._purity.calls_imports(u.node)]
        if others:
            self._notes[f"left out, though running it may have effects outside of this file: {_spans(others)}"] = None
        self._declare_writers(left)
        if self._methods.any_left():
            self._notes["methods that nothing here mentions are left out, though code outside of this file may call them"] = None

    def _declare_writers(self, left: Sequence[Unit]) -> None:
        """Functions left out that change what is kept if something outside calls them."""
        values = {name for u in self._why if not isinstance(u.node, _Import | Function | ast.ClassDef) for name in u.binds}
        for unit in left:
            if isinstance(unit.node, Function | ast.ClassDef) and not _is_script_part(unit.node):
                changed = sorted(_changed_inside(unit.node) & values)
                if changed:
                    self._notes[f"{unit.name} (lines {unit.first}-{unit.last}) is left out, and changes {', '.join(changed)} when it is called"] = None

    # -- the result --------------------------------------------------------------------------------------------

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
            for method, (first, last) in sorted(self._methods.left_of(unit.node).items(), key=lambda entry: entry[1]):
                dropped.append(Part(f"{unit.name}.{method.name}", first, last, ""))
                if first > at:
                    ranges.append((at, first - 1))
                at = last + 1
            if at <= unit.last:
                ranges.append((at, unit.last))
        return SymbolSlice(joined(ranges), tuple(kept), tuple(sorted(dropped, key=lambda p: p.first)), tuple(self._notes))


def unit_is_definition(unit: Unit) -> bool:
    """Whether a unit is one function or class."""
    return isinstance(unit.node, Function | ast.ClassDef)


def _always(node: ast.stmt) -> bool:
    """What changes how the whole file is read, or may bind any name."""
    if isinstance(node, Function | ast.ClassDef):
        return False
    imports = [at for at in ast.walk(node) if isinstance(at, ast.ImportFrom)]
    return any(at.module == "__future__" or any(a.name == "*" for a in at.names) for at in imports)


def _is_script_part(node: ast.stmt) -> bool:
    """``if __name__ == "__main__":``, which importing the module does not run."""
    match node:
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]), orelse=[]):
            return True
    return False


def _modules(node: _Import) -> list[str]:
    """Modules that an import loads as parts of a package."""
    if isinstance(node, ast.Import):
        return [a.name for a in node.names if "." in a.name]
    return [] if node.level else [f"{node.module}."]


def _changed_inside(node: ast.AST) -> set[str]:
    """Names whose items or attributes code in a definition sets, or on which it calls a method."""
    found: set[str] = set()
    for at in ast.walk(node):
        if isinstance(at, ast.Attribute | ast.Subscript) and isinstance(at.ctx, ast.Store | ast.Del):
            found.update(root_name(at))
        elif isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute):
            found.update(root_name(at.func))
    return found


def _spans(units: Sequence[Unit]) -> str:
    return ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in joined([(u.first, u.last) for u in units]))


