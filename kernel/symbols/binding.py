"""What statements of a Python module bind, load and run: names only, shadowed or not."""

import ast
from collections.abc import Iterator, Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef

WHOLE_SPACE = frozenset("globals eval exec modules __dict__ vars __annotations__".split())
"""Names by which code gets at all names of a module."""
# The same as attributes; ``obj.__dict__`` is any object's.
_WHOLE_ATTRIBUTES = frozenset("modules f_globals __globals__".split())


def bound_names(node: ast.stmt) -> Iterator[str]:
    """Names that running a statement at the module's level may bind, change by attribute or item, or delete.

    So may calling a function that declares them ``global``: that counts here.
    """
    stack: list[ast.AST] = [node]
    while stack:
        at = stack.pop()
        match at:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield at.name
                yield from (name for inner in ast.walk(at) if isinstance(inner, ast.Global) for name in inner.names)
                # Decorators and default values run now; bodies of functions do not, and those of classes bind elsewhere.
                stack += [*at.decorator_list, *(_defaults(at) if isinstance(at, Function) else at.bases)]
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
                yield from root_name(at)
        if hasattr(ast, "TypeAlias") and isinstance(at, ast.TypeAlias):
            yield at.name.id
        stack.extend(ast.iter_child_nodes(at))


def root_name(node: ast.AST) -> Iterator[str]:
    """The name that a chain of attributes and items starts with, if it does."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def walk_without(node: ast.AST, without: "set[Function]") -> Iterator[ast.AST]:
    """A node and everything in it but some functions."""
    stack: list[ast.AST] = [node]
    while stack:
        at = stack.pop()
        if at in without:
            continue
        yield at
        stack.extend(ast.iter_child_nodes(at))


def loaded_names(node: ast.AST, without: "set[Function] | None" = None) -> Iterator[str]:
    """Every name that a statement mentions at any depth, in string annotations too; what shadows a name counts as the name."""
    for at in walk_without(node, without or set()):
        if isinstance(at, ast.Name):
            yield at.id
        elif isinstance(at, ast.Global | ast.Nonlocal):
            yield from at.names
        elif _reaches_module(at):
            yield "modules"
        elif isinstance(at, ast.Constant) and isinstance(at.value, str) and at.value.isidentifier():
            yield at.value
        else:
            yield from _annotation_names(at)


def _reaches_module(node: ast.AST) -> bool:
    """Whether code gets at a module as a whole here: by the table of modules, a frame, or the module that was started."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "__main__" in (getattr(node, "module", ""), *(a.name for a in node.names))
    return isinstance(node, ast.Attribute) and node.attr in _WHOLE_ATTRIBUTES


def _annotation_names(node: ast.AST) -> Iterator[str]:
    for field in ("annotation", "returns"):
        value = getattr(node, field, None)
        if isinstance(value, ast.expr):
            for at in ast.walk(value):
                if isinstance(at, ast.Constant) and isinstance(at.value, str) and len(at.value) < 200:
                    yield from words(at.value)


def words(text: str) -> list[str]:
    """What could be names in a text."""
    return "".join(c if c.isidentifier() or c.isdigit() else " " for c in text).split()


def now_running(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a statement at the module's level does: not bodies of functions, but what stands around them."""
    stack: list[ast.AST] = [node]
    while stack:
        at = stack.pop()
        yield at
        if isinstance(at, Function):
            told = [a.annotation for a in ast.walk(at.args) if isinstance(a, ast.arg) and a.annotation] + ([at.returns] if at.returns else [])
            stack += [*at.decorator_list, *_defaults(at), *told]
        elif not isinstance(at, ast.Lambda):
            stack.extend(ast.iter_child_nodes(at))


def running_names(node: ast.stmt) -> Iterator[str]:
    """Names that a statement loads or binds when it runs, those of lambdas included: they may be called at once."""
    for at in now_running(node):
        for inner in ast.walk(at) if isinstance(at, ast.Lambda) else (at,):
            if isinstance(inner, ast.Name):
                yield inner.id


def _defaults(node: Function) -> list[ast.expr]:
    return [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]


def start_line(node: ast.stmt, lines: Sequence[str], after: int) -> int:
    """The first line of a statement: its decorators, and comments directly above but below the line where the one before ends."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    while first - 1 > after and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return first
