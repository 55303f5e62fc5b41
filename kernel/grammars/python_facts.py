"""Facts of a Python file from ``ast``, the authority for the running interpreter."""

import ast

from kernel.grammars.joining import by_name
from kernel.grammars.python_parse import REFUSED, parsed
from kernel.grammars.words import count_words
from kernel.model.facts import Definition, Dynamic, FileFacts, Import

FACTS_VERSION = "python-4"

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DYNAMIC_IMPORTS = {"import_module", "__import__", "import_string", "load_entry_point", "iter_modules", "run_module"}
_WRAPPERS = {"Optional", "Annotated", "Final", "ClassVar", "Type", "type", "Awaitable", "Iterator", "Iterable", "Generator"}

_MAX_STRINGS = 60

Block = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Span = tuple[int, int]


def python_facts(text: str) -> FileFacts | None:
    """Read the facts of a Python source text; None where ``ast`` rejects it (syntax error, NUL, too deep)."""
    tree = parsed(text)
    try:
        return _Reader(text).read(tree) if tree is not None else None
    except REFUSED:
        return None


class _Notes:
    """What one definition loads, calls and knows of types; dicts keep the order of first appearance."""

    __slots__ = ("calls", "inner", "refs", "returns", "strings", "types")

    def __init__(self) -> None:
        self.refs: dict[str, None] = {}
        self.calls: dict[str, None] = {}
        self.types: dict[str, str] = {}
        self.strings: dict[str, None] = {}
        self.returns = ""
        self.inner: list[Block] = []


class _ChildFields(dict[type, tuple[str, ...]]):
    """Node type → its fields that can hold code, last first; load contexts, operators and constants' values cannot."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        plain = ("ctx", "op", "ops", "kind", "type_comment", "type_ignores", "value" if kind is ast.Constant else "")
        self[kind] = tuple(f for f in reversed(kind._fields) if f not in plain)
        return self[kind]


class _Reader:
    """One pass over a module's tree."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.found: list[Definition] = []
        self.imports: list[Import] = []
        self.dynamic: list[Dynamic] = []
        self._importers = set(_DYNAMIC_IMPORTS)
        self._fields = _ChildFields()

    def read(self, tree: ast.Module) -> FileFacts:
        """Facts of the whole module; definitions in the order of their lines, the module's top level first."""
        self._define(tree, "", "module", (1, len(self.lines)))
        order = sorted(self.found, key=lambda d: (d.kind != "module", d.first, -d.last))
        return FileFacts(len(self.lines), tuple(by_name(order)), tuple(self.imports), tuple(self.dynamic), "ast")

    def _define(self, node: ast.Module | Block, name: str, kind: str, span: Span) -> None:
        notes = _Notes()
        self._walk(node, kind == "function", notes)
        ranges = [span] if kind == "function" else self._outside(span, notes.inner)
        shown = "\n".join("\n".join(self.lines[a - 1 : b]) for a, b in ranges)
        words = _words(name, shown)
        self.found.append(
            Definition(
                name,
                kind,
                span[0],
                span[1],
                tuple(ranges),
                tuple(notes.refs),
                tuple(notes.calls),
                tuple(b for b in map(_type_name, node.bases) if b) if isinstance(node, ast.ClassDef) else (),
                tuple(d for d in map(_decorator, node.decorator_list) if d) if isinstance(node, _DEFINITIONS) else (),
                _parameters(node, notes),
                tuple(notes.types.items()),
                notes.returns,
                tuple(notes.strings),
                sum(words.values()),
                words,
            )
        )
        prefix = f"{name}." if name else ""
        for child in notes.inner:
            self._define(child, prefix + child.name, "class" if isinstance(child, ast.ClassDef) else "function", _span(child))

    def _outside(self, span: Span, inner: list[Block]) -> list[Span]:
        """Line ranges of ``span`` that belong to no inner definition and are not all blank."""
        rest, at = [], span[0]
        for first, last in map(_span, inner):
            if first > at:
                rest.append((at, first - 1))
            at = max(at, last + 1)
        if at <= span[1]:
            rest.append((at, span[1]))
        return [r for r in rest if any(line.strip() for line in self.lines[r[0] - 1 : r[1]])]

    def _walk(self, top: ast.Module | Block, whole: bool, notes: _Notes) -> None:
        """Note what ``top`` does itself; inner definitions are left to their own pass unless ``whole``."""
        stack: list[ast.AST] = [top]
        while stack:
            node = stack.pop()
            kind = type(node)
            if kind is ast.Name:
                notes.refs[node.id] = None  # type: ignore[attr-defined]
                continue
            if kind is ast.Constant:
                _note_string(node.value, notes)  # type: ignore[attr-defined]
                continue
            if not issubclass(kind, ast.AST):
                continue
            if kind is ast.Attribute:
                name = _dotted(node)
                if name:
                    notes.refs[name] = None
                    continue
            elif kind is ast.Call:
                self._note_call(node, notes)  # type: ignore[arg-type]
            elif isinstance(node, _DEFINITIONS) and node is not top and not whole:
                notes.inner.append(node)
                stack.extend(reversed(node.decorator_list))
                continue
            elif isinstance(node, ast.stmt):
                self._note_statement(node, notes)
            for field in self._fields[kind]:
                value = getattr(node, field, None)
                if type(value) is list:
                    stack.extend(value[::-1])
                elif value is not None:
                    stack.append(value)

    def _note_call(self, node: ast.Call, notes: _Notes) -> None:
        name = _dotted(node.func)
        if not name:
            return
        notes.calls[name] = None
        if name.rpartition(".")[2] in self._importers:
            first = node.args[0] if node.args else None
            literal = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
            self.dynamic.append(Dynamic(node.lineno, name, literal))

    def _note_statement(self, node: ast.stmt, notes: _Notes) -> None:
        if isinstance(node, ast.Assign):
            made = _made_by(node.value)
            if made and len(node.targets) == 1:
                _set_type(notes, node.targets[0], made)
        elif isinstance(node, ast.AnnAssign):
            _set_type(notes, node.target, _type_name(node.annotation))
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                made = _made_by(item.context_expr)
                if made and item.optional_vars is not None:
                    _set_type(notes, item.optional_vars, made)
        elif isinstance(node, ast.Return) and node.value is not None:
            notes.returns = notes.returns or _made_by(node.value)
        elif isinstance(node, ast.Import):
            self.imports += [Import(a.name, "", a.asname or "", 0, node.lineno) for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            self.imports += [Import(node.module or "", a.name, a.asname or "", node.level, node.lineno) for a in node.names]
            # The module level is read first, so an alias is known before functions use it.
            self._importers |= {a.asname for a in node.names if a.asname and a.name in _DYNAMIC_IMPORTS}


def _words(name: str, shown: str) -> dict[str, int]:
    """Words of a definition; its own name counts as if it were written three more times."""
    words = count_words(shown)
    for word in count_words(name):
        words[word] = words.get(word, 0) + 3
    return words


def _span(node: Block) -> Span:
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return first, node.end_lineno or node.lineno


def _dotted(node: ast.AST) -> str:
    """``a.b.c`` of a chain of attributes that starts at a name or at ``super()``; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    elif parts and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        parts.append("super()")
    else:
        return ""
    return ".".join(reversed(parts))


def _decorator(node: ast.AST) -> str:
    return _dotted(node.func if isinstance(node, ast.Call) else node)


def _made_by(node: ast.AST) -> str:
    """Dotted name of what a value is built by: ``await`` is looked through."""
    if isinstance(node, ast.Await):
        node = node.value
    return _dotted(node.func) if isinstance(node, ast.Call) else ""


def _type_name(node: ast.AST | None) -> str:
    """Dotted class name of an annotation or base: strings, ``Optional[X]``, ``X | None`` and ``Base[T]`` are looked through."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _type_name(_expression(node.value))
    if isinstance(node, ast.BinOp):
        return _type_name(node.left) or _type_name(node.right)
    if isinstance(node, ast.Subscript):
        outer = _dotted(node.value)
        if outer.rpartition(".")[2] not in _WRAPPERS:
            return outer
        inner = node.slice
        return _type_name(inner.elts[0] if isinstance(inner, ast.Tuple) and inner.elts else inner)
    return _dotted(node) if node is not None else ""


def _expression(text: str) -> ast.AST | None:
    """The expression in a string annotation; None where it is none (or longer than any type's name)."""
    try:
        return ast.parse(text, mode="eval").body if len(text) < 200 else None
    except (SyntaxError, ValueError):
        return None


def _note_string(value: object, notes: _Notes) -> None:
    """Frameworks name code in strings: ``"shop.payments.stripe"``, ``"shop.tasks:send"``."""
    if not isinstance(value, str) or not 5 <= len(value) <= 120 or len(notes.strings) >= _MAX_STRINGS:
        return
    dotted = value.replace(":", ".")
    if "." in dotted and all(part.isidentifier() for part in dotted.split(".")):
        notes.strings[dotted] = None


def _set_type(notes: _Notes, target: ast.AST, name: str) -> None:
    variable = _dotted(target)
    if variable and name:
        notes.types.setdefault(variable, name)


def _parameters(node: ast.Module | Block, notes: _Notes) -> tuple[str, ...]:
    """Names of a function's parameters; their annotations and the return annotation go into the notes."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return ()
    notes.returns = _type_name(node.returns) or notes.returns
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    for argument in arguments:
        _set_type(notes, ast.Name(argument.arg), _type_name(argument.annotation))
    return tuple(a.arg for a in arguments)
