"""Whether running a statement of a module does nothing but bind its names. In doubt it does more."""

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator

from kernel.symbols.binding import bound_names, now_running

# Calls that make a value and touch nothing else, of what they are given only by going through it.
_ITERATING = frozenset("frozenset set dict list tuple bytes bytearray sorted min max sum enumerate zip reversed Counter deque OrderedDict".split())
_READING = frozenset("int str float bool complex len repr abs Decimal Fraction Path PurePath PurePosixPath".split())
_MAKERS = frozenset(
    "range object slice namedtuple NamedTuple TypeVar ParamSpec NewType TypedDict Enum auto field compile getLogger timedelta date datetime "
    "defaultdict partial itemgetter attrgetter Struct cast".split()
)
_DECORATORS = frozenset(
    "staticmethod classmethod property abstractmethod cached_property lru_cache cache wraps contextmanager asynccontextmanager overload "
    "singledispatch singledispatchmethod dataclass final total_ordering no_type_check unique override".split()
)
_ACCESSORS = frozenset(("setter", "getter", "deleter"))
# Classes of these modules, and built-in ones, remember no subclass that a module could miss.
_QUIET_MODULES = frozenset("abc enum typing collections dataclasses typing_extensions types io threading json string contextlib ctypes".split())
_KNOWN_MODULES = sys.stdlib_module_names | {"typing_extensions"}
# What makes a base, or anything in a class body, look at the class that is made; what operators run.
_CLASS_HOOKS = frozenset("__init_subclass__ __prepare__ __mro_entries__".split())
_ITEM_HOOK = "__class_getitem__"
_TRUTH = frozenset(("__bool__", "__len__"))
_HASH = frozenset(("__hash__", "__eq__"))
_ONCE = frozenset(("enumerate", "zip", "reversed"))
_DISPLAYS = ast.List | ast.Tuple | ast.Set | ast.Dict | ast.ListComp | ast.SetComp | ast.DictComp
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Purity:
    """Judges statements of one module; knows what its names are bound to, and which classes register their subclasses."""

    def __init__(self, module: ast.Module) -> None:
        self._classes: dict[str, list[ast.ClassDef]] = {}
        self._imported: dict[str, str] = {}
        self._bound: dict[str, list[ast.stmt]] = {}
        self._lazy = any(isinstance(s, ast.ImportFrom) and s.module == "__future__" and any(a.name == "annotations" for a in s.names) for s in module.body)
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                self._classes.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ImportFrom):
                self._imported |= {a.asname or a.name: f"{'.' * node.level}{node.module or ''}.{a.name}" for a in node.names}
            elif isinstance(node, ast.Import):
                self._imported |= {a.asname or a.name.partition(".")[0]: a.name if a.asname else a.name.partition(".")[0] for a in node.names}
        self._special = frozenset(name for node in ast.walk(module) for name in _special_names(node))
        for statement in module.body:
            for name in bound_names(statement):
                self._bound.setdefault(name, []).append(statement)

    # -- statements ------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> bool:
        """Whether a statement only binds names."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return self._function(node)
            case ast.ClassDef():
                return self._class(node)
            case ast.Assign():
                names = all(map(_only_names, node.targets))
                taken_apart = any(not isinstance(t, ast.Name) for t in node.targets)
                return names and self.value(node.value) and (not taken_apart or self._again(node.value))
            case ast.AnnAssign():
                return isinstance(node.target, ast.Name) and self._annotation(node.annotation) and (node.value is None or self.value(node.value))
            case ast.AugAssign():
                return isinstance(node.target, ast.Name) and self._fixed_value(node.target.id) and self.value(node.value) and self._plain(node.value)
            case ast.Import():
                return all(a.name.partition(".")[0] in _KNOWN_MODULES for a in node.names)
            case ast.ImportFrom():
                known = not node.level and (node.module or "").partition(".")[0] in _KNOWN_MODULES
                return known and node.module != "__future__" and all(a.name != "*" for a in node.names)
            case ast.Expr():
                return isinstance(node.value, ast.Constant)
            case ast.Pass():
                return True
            case ast.If():
                return self._test(node.test) and all(map(self.statement, [*node.body, *node.orelse]))
            case ast.Try():
                parts = [*node.body, *node.orelse, *node.finalbody, *(s for h in node.handlers for s in h.body)]
                return all(map(self.statement, parts))
        return isinstance(node, getattr(ast, "TypeAlias", ()))

    def _function(self, node: Function) -> bool:
        arguments = node.args
        given = [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]
        told = [a.annotation for a in ast.walk(arguments) if isinstance(a, ast.arg)] + [node.returns]
        return all(map(self.value, given)) and all(map(self._annotation, told)) and all(map(self._decorator, node.decorator_list))

    def _annotation(self, node: ast.expr | None) -> bool:
        return node is None or self._lazy or not any(isinstance(at, ast.Call | ast.NamedExpr) for at in ast.walk(node))

    def _decorator(self, node: ast.expr) -> bool:
        inner = node.func if isinstance(node, ast.Call) else node
        given = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else []
        known = self._known(inner) in _DECORATORS or (isinstance(inner, ast.Attribute) and inner.attr in _ACCESSORS and self._is_accessor(inner.value))
        return known and all(map(self.value, given))

    def _is_accessor(self, of: ast.expr) -> bool:
        """Whether a name is that of a property in a class, and of nothing at the module's level."""
        return isinstance(of, ast.Name) and of.id not in self._bound

    def _class(self, node: ast.ClassDef) -> bool:
        plain = not node.keywords or all(k.arg in ("total", "frozen") for k in node.keywords)
        made = all(map(self.quiet_base, node.bases)) and all(map(self._decorator, node.decorator_list)) and all(map(self.statement, node.body))
        return plain and made and not ("__set_name__" in self._special and any(map(self._may_be_told, node.body)))

    def _may_be_told(self, node: ast.stmt) -> bool:
        """Whether a class body binds an object that may have a ``__set_name__`` of this module."""
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        return value is not None and not self._plain(value)

    def quiet_base(self, base: ast.expr) -> bool:
        """Whether a base class does nothing when it gets a subclass."""
        inner = base.value if isinstance(base, ast.Subscript) else base
        name = last_name(inner)
        if isinstance(inner, ast.Name) and name in self._classes:
            return (inner is base or _ITEM_HOOK not in self._special) and all(self._remembers_nothing(own, name) for own in self._classes[name])
        return self._builtin(inner) or self._module_of(inner) in _QUIET_MODULES

    def _remembers_nothing(self, own: ast.ClassDef, name: str) -> bool:
        return not self._special & _CLASS_HOOKS and not own.keywords and not own.decorator_list and all(self.quiet_base(b) for b in own.bases if last_name(b) != name)

    # -- values ----------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> bool:
        """Whether working an expression out touches nothing."""
        match node:
            case ast.Constant() | ast.Name() | ast.Lambda():
                return True
            case ast.Call():
                return self._makes(node)
            case ast.Await() | ast.Yield() | ast.YieldFrom() | ast.NamedExpr():
                return False
            case ast.Attribute():
                return self._looks_up(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BoolOp() | ast.IfExp() | ast.UnaryOp(op=ast.Not()):
                tested = node.values if isinstance(node, ast.BoolOp) else [node.test, node.body, node.orelse] if isinstance(node, ast.IfExp) else [node.operand]
                return all(map(self.value, tested)) and all(map(self._test, tested[:1] if isinstance(node, ast.IfExp) else tested))
            case ast.Dict(keys=keys, values=values):
                through = all(self._again(v) for k, v in zip(keys, values, strict=True) if k is None)
                return through and all(map(self.value, values)) and all(self._key(k) for k in keys if k is not None)
            case ast.Set(elts=elements):
                return all(map(self._key, elements))
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.FormattedValue():
                operands = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
                return all(map(self.value, operands)) and all(map(self._plain, operands))
            case ast.Starred():
                return self.value(node.value) and self._again(node.value)
        loops: list[ast.comprehension] = getattr(node, "generators", [])
        through = all(self.value(g.iter) and self._again(g.iter) and all(map(self._test, g.ifs)) for g in loops)
        return through and all(self.value(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))

    def _test(self, node: ast.expr) -> bool:
        """Whether working an expression out and asking if it is true touches nothing."""
        return self.value(node) and (not self._special & _TRUTH or self._plain(node))

    def _key(self, node: ast.expr) -> bool:
        return self.value(node) and (not self._special & _HASH or self._plain(node))

    def _makes(self, node: ast.Call) -> bool:
        name = self._known(node.func)
        given = [*node.args, *(k.value for k in node.keywords)]
        if any(k.arg in ("key", "cls") for k in node.keywords) or not all(map(self.value, given)):
            return False
        if name in _ITERATING:
            return all(map(self._again, node.args))
        return name in _MAKERS or (name in _READING and all(map(self._plain, node.args)))

    def _looks_up(self, node: ast.Attribute) -> bool:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        return self.value(root) and (not isinstance(root, ast.Name) or self._is_import(root.id) or self._is_definition(root.id) or self._fixed_value(root.id))

    def _subscript(self, node: ast.Subscript) -> bool:
        if not (self.value(node.value) and self.value(node.slice)):
            return False
        own = self._is_definition(last_name(node.value)) and _ITEM_HOOK not in self._special
        is_type = self._builtin(node.value) or self._module_of(node.value) in _QUIET_MODULES or own
        return is_type or (not self._is_definition(last_name(node.value)) and self._plain(node.value) and self._plain(node.slice))

    def _plain(self, node: ast.expr) -> bool:
        """Whether a value is of a built-in type, so that operators run nothing of this module."""
        match node:
            case ast.Name():
                return self._is_plain_name(node.id)
            case ast.Call():
                return self._known(node.func) in _ITERATING | _READING | {"range", "compile", "object", "slice"}
            case ast.Attribute():
                return self._module_of(node) in _KNOWN_MODULES
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.IfExp() | ast.Compare() | ast.Subscript():
                return all(self._plain(c) for c in ast.iter_child_nodes(node) if isinstance(c, ast.expr))
            case ast.Slice():
                return True
            case ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
                return all(self._plain(c) for c in ast.iter_child_nodes(node) if isinstance(c, ast.expr))
        return isinstance(node, ast.Constant | ast.JoinedStr | ast.ListComp | ast.SetComp | ast.DictComp)

    def _is_plain_name(self, name: str, seen: tuple[str, ...] = ()) -> bool:
        if name not in self._bound:
            return hasattr(builtins, name) or name in ("__name__", "__file__", "__doc__", "__package__")
        if name in seen or len(seen) > 8:
            return False
        return self._is_definition(name) or all(
            value is not None and (self._is_plain_name(value.id, (*seen, name)) if isinstance(value, ast.Name) else self._of_built_in_type(value, (*seen, name)))
            for value in self._values(name)
        )

    def _of_built_in_type(self, value: ast.expr, seen: tuple[str, ...]) -> bool:
        names = [at.id for at in ast.walk(value) if isinstance(at, ast.Name)]
        made = isinstance(value, ast.ListComp | ast.SetComp | ast.DictComp)
        return not any(n in seen for n in names) and not (made and names) and len(seen) < 4 and self._plain(value)

    def _again(self, node: ast.expr) -> bool:
        """Whether a value can be gone through any number of times, and that runs nothing of this module."""
        if isinstance(node, ast.Name):
            values = list(self._values(node.id))
            return bool(values) and all(v is not None and not isinstance(v, ast.Name) and not self._is_used_up(v) and self._again(v) for v in values)
        if isinstance(node, ast.BinOp):
            return self._plain(node)
        made = isinstance(node, ast.Call) and self._known(node.func) in _ITERATING | {"range", "str"}
        return made or isinstance(node, ast.Constant | ast.GeneratorExp | ast.JoinedStr | _DISPLAYS) or self._module_of(node) in _KNOWN_MODULES

    def _is_used_up(self, node: ast.expr) -> bool:
        """Whether going through a value once leaves nothing of it."""
        return isinstance(node, ast.GeneratorExp) or (isinstance(node, ast.Call) and self._known(node.func) in _ONCE)

    def _fixed_value(self, name: str) -> bool:
        """Whether a name of the module is only ever bound to numbers and texts, which nothing changes in place."""
        values = list(self._values(name))
        return bool(values) and all(isinstance(v, ast.Constant | ast.JoinedStr) for v in values)

    def _values(self, name: str) -> Iterator[ast.expr | None]:
        """What a name is bound to, binding by binding; None where that is not an expression of its own."""
        for statement in self._bound.get(name, ()):
            match statement:
                case ast.Assign(targets=targets, value=value) if all(isinstance(t, ast.Name) for t in targets):
                    yield value
                case ast.AnnAssign(target=ast.Name(), value=value):
                    yield value
                case ast.AugAssign(target=ast.Name(), value=value):
                    yield value
                case _:
                    yield None

    # -- names -----------------------------------------------------------------------------------------------

    def _is_import(self, name: str) -> bool:
        return name in self._imported and all(_only_imports(s) for s in self._bound.get(name, ()))

    def _is_definition(self, name: str) -> bool:
        """Whether a name is a function or a class of this module, that has no type of its own."""
        found = self._bound.get(name, ())
        return bool(found) and all(isinstance(s, Function) or (isinstance(s, ast.ClassDef) and not s.keywords and self._class_is_plain(s)) for s in found)

    def _class_is_plain(self, node: ast.ClassDef) -> bool:
        return not node.decorator_list and all(map(self.quiet_base, node.bases))

    def _builtin(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id not in self._bound and isinstance(getattr(builtins, node.id, None), type)

    def _module_of(self, node: ast.expr) -> str:
        """The top module that a dotted name was imported from; empty for anything else."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or not self._is_import(root.id):
            return ""
        return self._imported[root.id].partition(".")[0]

    def _known(self, node: ast.expr) -> str:
        """The last part of the name of something built-in or of the standard library, whatever it is called here; else empty."""
        if isinstance(node, ast.Name) and node.id not in self._bound and hasattr(builtins, node.id):
            return node.id
        if self._module_of(node) not in _KNOWN_MODULES:
            return ""
        return self._imported[node.id].rpartition(".")[2] if isinstance(node, ast.Name) else last_name(node)

    def touches_imports(self, node: ast.stmt) -> bool:
        """Whether a statement changes an imported module or object, or calls it for its effect only."""
        for at in now_running(node):
            if isinstance(at, ast.Attribute | ast.Subscript) and isinstance(at.ctx, ast.Store | ast.Del) and self._root_is_import(at):
                return True
            if isinstance(at, ast.Expr) and any(isinstance(c, ast.Call) and self._root_is_import(c.func) for c in ast.walk(at)):
                return True
        return False

    def calls_imports(self, node: ast.stmt) -> bool:
        """Whether running a statement calls, or loads, code outside of this file that is not known."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            return not self.statement(node)
        return any(isinstance(at, ast.Call) and not self._makes(at) for at in now_running(node))

    def _root_is_import(self, node: ast.AST, seen: tuple[str, ...] = ()) -> bool:
        """Whether a dotted name leads to what other modules see too: an import, an alias of a part of one, a logger."""
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
            node = node.func if isinstance(node, ast.Call) else node.value
        if not isinstance(node, ast.Name) or node.id in seen:
            return False
        return node.id in self._imported or any(
            value is not None and self._is_shared(value) and self._root_is_import(value, (*seen, node.id)) for value in self._values(node.id)
        )

    def _is_shared(self, value: ast.expr) -> bool:
        """Whether a value is taken from somewhere, not made here."""
        return isinstance(value, ast.Name | ast.Attribute | ast.Subscript) or (isinstance(value, ast.Call) and self._known(value.func) == "getLogger")


def last_name(node: ast.expr) -> str:
    """The last part of a dotted name; empty for anything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _special_names(node: ast.AST) -> Iterator[str]:
    """``__names__`` that code defines, assigns, or holds in a string."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str() as name):
            if name.startswith("__"):
                yield name


def _only_imports(statement: ast.stmt) -> bool:
    inner: Iterable[ast.stmt] = (s for s in ast.walk(statement) if isinstance(s, ast.stmt))
    return all(isinstance(s, ast.Import | ast.ImportFrom | ast.If | ast.Try | ast.Pass) for s in inner)


def _only_names(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List):
        return all(map(_only_names, node.elts))
    return isinstance(node, ast.Name) or (isinstance(node, ast.Starred) and _only_names(node.value))
