"""Facts of a Python text by tree-sitter, which goes on where ``ast`` stops: errors, Python 2, a newer syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kernel.grammars.blocks import Block, Placed, definition, place
from kernel.grammars.joining import by_name
from kernel.grammars.python_scan import block_at, find_heads, last_line
from kernel.grammars.trees import Captured, capture
from kernel.model.facts import Definition, FileFacts, Import

if TYPE_CHECKING:
    from tree_sitter import Node

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_LONGEST_NAME = 1_000


def tree_facts(text: str) -> FileFacts | None:
    """Definitions, imports and references as far as the tree is sound; None without the grammar or over its limits.

    Where the tree has errors, indentation adds the definitions that it lost and the ends of those that it cut short.
    Types are left out: what rests on them is for files that can be parsed.
    """
    found = capture("python", text)
    if found is None:
        return None
    lines = text.split("\n")
    nodes = [*found.nodes.get("function", ()), *found.nodes.get("class", ())]
    blocks = _blocks(nodes, found, lines)
    placed = place(blocks, lines)
    owners = _owners(placed, len(lines))
    refs = _names_by_owner(_references(found), owners, len(placed))
    calls = _names_by_owner(_plain_names(found.nodes.get("call", ())), owners, len(placed))
    decorated = _decorated(found)
    definitions = []
    for at, where in enumerate(placed):
        node = nodes[where.block] if where.block is not None and where.block < len(nodes) else None
        plain = definition(where, lines)._replace(refs=refs[at], calls=calls[at])
        definitions.append(plain if node is None else _with_head(plain, node, decorated.get(node.start_byte)))
    return FileFacts(len(lines), tuple(by_name(definitions)), tuple(_imports(found)), (), "tree-sitter")


def _blocks(nodes: Sequence[Node], found: Captured, lines: Sequence[str]) -> list[Block]:
    """The blocks of the nodes, in their order, then those that only indentation shows."""
    decorated = _decorated(found)
    inside = frozenset() if found.sound else _text_lines(found)
    blocks = [_block(node, decorated.get(node.start_byte), found.sound, lines, inside) for node in nodes]
    if not found.sound:
        known = {node.start_point.row + 1 for node in nodes} | inside
        blocks += [block_at(lines, head, inside) for head in find_heads(lines) if head.line not in known]
    return blocks


def _block(node: Node, decorated: Node | None, sound: bool, lines: Sequence[str], inside: frozenset[int]) -> Block:
    head = node.start_point.row + 1
    first = decorated.start_point.row + 1 if decorated is not None else head
    last = head if node.has_error else _last_row(node) + 1
    if not sound:
        last = max(last, last_line(lines, head, inside))
    return Block(_field(node, "name"), "class" if node.type == "class_definition" else "function", first, last)


def _last_row(node: Node) -> int:
    """Row on which the code of a block ends: comments after it are not part of it."""
    while node.child_count:
        at = node.child_count - 1
        child = node.child(at)
        while at and child is not None and (child.type == "comment" or child.start_byte == child.end_byte):
            at -= 1
            child = node.child(at)
        if child is None:
            break
        node = child
    end = node.end_point
    return end.row - 1 if end.column == 0 and end.row > node.start_point.row else end.row


def _text_lines(found: Captured) -> frozenset[int]:
    """Lines that start inside of a string."""
    spans = ((node.start_point.row, node.end_point.row) for node in found.nodes.get("text", ()))
    return frozenset(row + 1 for first, last in spans for row in range(first + 1, last + 1))


def _decorated(found: Captured) -> dict[int, Node]:
    """Start of a class or function (in bytes) → the node that holds it with its decorators."""
    inside = ((node.child_by_field_name("definition"), node) for node in found.nodes.get("decorated", ()))
    return {inner.start_byte: node for inner, node in inside if inner is not None}


def _owners(placed: Sequence[Placed], lines: int) -> list[int]:
    """For each line (index 0 unused) the innermost placed block."""
    owners = [0] * (lines + 1)
    for at, where in enumerate(placed):
        owners[where.first : where.last + 1] = [at] * (where.last + 1 - where.first)
    return owners


def _names_by_owner(names: Iterator[tuple[int, str]], owners: Sequence[int], count: int) -> list[tuple[str, ...]]:
    kept: list[dict[str, None]] = [{} for _ in range(count)]
    for row, name in names:
        kept[owners[min(row + 1, len(owners) - 1)]][name] = None
    return [tuple(names) for names in kept]


def _references(found: Captured) -> Iterator[tuple[int, str]]:
    """Row and dotted name of every reference: of ``a.b.c`` the whole, of ``f().x`` what is called."""
    other = {node.start_byte for node in found.nodes.get("other", ())}
    names = (node for node in found.nodes.get("name", ()) if node.start_byte not in other)
    return _plain_names(names)


def _plain_names(nodes: Iterable[Node]) -> Iterator[tuple[int, str]]:
    """Row and dotted name of nodes that are one, without those inside of the one before."""
    done = -1
    for node in nodes:
        if node.start_byte < done or node.end_byte - node.start_byte > _LONGEST_NAME:
            continue
        name = _dotted(node)
        if name:
            done = node.end_byte
            yield node.start_point.row, name


def _dotted(node: Node | None) -> str:
    """``a.b.c``, however it is broken into lines; empty for anything but a chain of names or of ``super()``."""
    text = "".join(_text(node).split())
    return text if _DOTTED.fullmatch(text.removeprefix("super().")) else ""


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def _field(node: Node, name: str) -> str:
    return _text(node.child_by_field_name(name))


def _with_head(plain: Definition, node: Node, decorated: Node | None) -> Definition:
    """A definition with what its head says: bases, decorators, parameters."""
    decorators = (_decorator(child) for child in (decorated.named_children if decorated is not None else ()))
    bases = node.child_by_field_name("superclasses")
    params = node.child_by_field_name("parameters")
    return plain._replace(
        bases=tuple(name for base in (bases.named_children if bases is not None else ()) if (name := _base(base))),
        decorators=tuple(name for name in decorators if name),
        params=tuple(n for p in (params.named_children if params is not None else ()) if (n := _parameter(p))),
    )


def _decorator(node: Node) -> str:
    inner = node.named_child(0) if node.type == "decorator" else None
    return _dotted(inner.child_by_field_name("function") if inner is not None and inner.type == "call" else inner)


def _base(node: Node) -> str:
    if node.type == "subscript":
        return _dotted(node.child_by_field_name("value"))
    return _dotted(node) if node.type in ("identifier", "attribute") else ""


def _parameter(node: Node) -> str:
    """The name of a parameter, empty for ``*args``, ``**kwargs`` and separators."""
    if node.type in ("default_parameter", "typed_default_parameter"):
        return _field(node, "name")
    inner = node.named_child(0) if node.type == "typed_parameter" else node
    return _text(inner) if inner is not None and inner.type == "identifier" else ""


def _imports(found: Captured) -> Iterator[Import]:
    for node in found.nodes.get("import", ()):
        for name, alias in _imported(node):
            yield Import(name, "", alias, 0, node.start_point.row + 1)
    for node in found.nodes.get("from", ()):
        source = "".join(_field(node, "module_name").split()) if node.type == "import_from_statement" else "__future__"
        module = source.lstrip(".")
        names = list(_imported(node)) or [("*", "")] * any(c.type == "wildcard_import" for c in node.named_children)
        for name, alias in names:
            yield Import(module, name, alias, len(source) - len(module), node.start_point.row + 1)


def _imported(node: Node) -> Iterator[tuple[str, str]]:
    for child in node.children_by_field_name("name"):
        if child.type == "aliased_import":
            yield _field(child, "name"), _field(child, "alias")
        else:
            yield "".join(_text(child).split()), ""
