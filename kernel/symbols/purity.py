"""Whether running a statement of a module does nothing but bind its names. In doubt it does more."""

import ast
import sys

# Calls that make a value and touch nothing else.
_MAKERS = frozenset(
    "frozenset set dict list tuple int str float bool bytes bytearray complex len range object sorted min max sum abs repr enumerate zip "
    "reversed slice namedtuple NamedTuple TypeVar ParamSpec NewType TypedDict Enum auto field compile getLogger Decimal Fraction timedelta "
    "date datetime Path PurePath PurePosixPath defaultdict OrderedDict Counter deque partial itemgetter attrgetter Struct cast environ".split()
)
_DECORATORS = frozenset(
    "staticmethod classmethod property abstractmethod cached_property lru_cache cache wraps contextmanager asynccontextmanager overload "
    "singledispatch singledispatchmethod dataclass final total_ordering no_type_check setter getter deleter unique override".split()
)
# Classes of these modules, and built-in ones, remember no subclass that a module could miss.
_QUIET_MODULES = frozenset("abc enum typing collections dataclasses typing_extensions types io threading json string contextlib ctypes".split())


class Purity:
    """Judges statements of one module; knows which names its imports bind, and which classes register their subclasses."""

    def __init__(self, module: ast.Module) -> None:
        self._quiet: set[str] = set()
        self._own = {node.name: node for node in ast.walk(module) if isinstance(node, ast.ClassDef)}
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in _QUIET_MODULES:
                self._quiet |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.Import):
                self._quiet |= {a.asname or a.name for a in node.names if a.name.partition(".")[0] in _QUIET_MODULES}

    def statement(self, node: ast.stmt) -> bool:
        """Whether a statement only binds names."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return self._function(node)
            case ast.ClassDef():
                return self._class(node)
            case ast.Assign():
                return all(isinstance(t, ast.Name | ast.Tuple | ast.List) and _only_names(t) for t in node.targets) and self.value(node.value)
            case ast.AnnAssign():
                return isinstance(node.target, ast.Name) and (node.value is None or self.value(node.value))
            case ast.AugAssign():
                return isinstance(node.target, ast.Name) and self.value(node.value)
            case ast.Import():
                return all(a.name.partition(".")[0] in sys.stdlib_module_names for a in node.names)
            case ast.ImportFrom():
                known = not node.level and (node.module or "").partition(".")[0] in sys.stdlib_module_names
                return known and node.module != "__future__" and all(a.name != "*" for a in node.names)
            case ast.Expr():
                return isinstance(node.value, ast.Constant)
            case ast.Pass():
                return True
            case ast.If():
                return self.value(node.test) and all(map(self.statement, [*node.body, *node.orelse]))
            case ast.Try():
                parts = [*node.body, *node.orelse, *node.finalbody, *(s for h in node.handlers for s in h.body)]
                return all(map(self.statement, parts))
        return isinstance(node, getattr(ast, "TypeAlias", ()))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        given = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        return all(map(self.value, given)) and all(map(self._decorator, node.decorator_list))

    def _decorator(self, node: ast.expr) -> bool:
        inner = node.func if isinstance(node, ast.Call) else node
        given = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else []
        return last_name(inner) in _DECORATORS and all(map(self.value, given))

    def _class(self, node: ast.ClassDef) -> bool:
        plain = not node.keywords or all(k.arg in ("total", "frozen") for k in node.keywords)
        return plain and all(map(self.quiet_base, node.bases)) and all(map(self._decorator, node.decorator_list)) and all(map(self.statement, node.body))

    def quiet_base(self, base: ast.expr) -> bool:
        """Whether a base class does nothing when it gets a subclass."""
        inner = base.value if isinstance(base, ast.Subscript) else base
        name = last_name(inner)
        if name in self._own:
            own = self._own[name]
            hooks = any(isinstance(s, ast.FunctionDef) and s.name == "__init_subclass__" for s in own.body)
            return not hooks and not own.keywords and all(self.quiet_base(b) for b in own.bases if last_name(b) != name)
        root = inner
        while isinstance(root, ast.Attribute):
            root = root.value
        builtin = isinstance(inner, ast.Name) and isinstance(getattr(__import__("builtins"), name, None), type)
        return builtin or (isinstance(root, ast.Name) and root.id in self._quiet)

    def value(self, node: ast.expr) -> bool:
        """Whether working an expression out touches nothing."""
        match node:
            case ast.Constant() | ast.Name() | ast.Lambda():
                return True
            case ast.Call():
                given = [*node.args, *(k.value for k in node.keywords)]
                return last_name(node.func) in _MAKERS and _is_plain(node.func) and all(map(self.value, given))
            case ast.Await() | ast.Yield() | ast.YieldFrom() | ast.NamedExpr():
                return False
        return all(self.value(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)) and all(
            self.value(g.iter) and all(map(self.value, g.ifs)) for g in getattr(node, "generators", ())
        )


def last_name(node: ast.expr) -> str:
    """The last part of a dotted name; empty for anything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_plain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _only_names(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List):
        return all(map(_only_names, node.elts))
    return isinstance(node, ast.Name) or (isinstance(node, ast.Starred) and _only_names(node.value))
