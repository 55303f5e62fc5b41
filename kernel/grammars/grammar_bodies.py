"""Where the bodies of functions are in a source that a grammar reads, for an outline of a large file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kernel.grammars.languages import language_of
from kernel.grammars.scripts import script_of
from kernel.grammars.trees import match

if TYPE_CHECKING:
    from tree_sitter import Node

_SHORTEST = 3
_HOLDERS = ("body", "value", "right", "arguments")
_OPENING = (b"{", b"do")


def grammar_bodies(path: str, source: str) -> tuple[tuple[int, int], ...]:
    """Line ranges (0-based, half-open, ascending, not nested) of function bodies; empty where no grammar reads the file."""
    language = language_of(path)
    found = match(language.name, script_of(path, source)) if language else None
    nodes = sorted((m["function"][0] for m in (found.matches if found else ()) if "function" in m), key=lambda n: (n.start_byte, -n.end_byte))
    return tuple(_ranges(nodes))


def _ranges(nodes: list[Node]) -> Iterator[tuple[int, int]]:
    at = 0
    for node in nodes:
        body = _body(node)
        if body is None:
            continue
        opened = (body.text or b"").startswith(_OPENING)
        start = body.start_point.row + (opened or body.start_point.row == node.start_point.row)
        end = body.end_point.row + (not opened)
        if start >= at and end - start >= _SHORTEST:
            yield start, end
            at = end


def _body(node: Node) -> Node | None:
    """The body of a definition, or of the function that is its value or an argument of it."""
    for name in _HOLDERS:
        child = node.child_by_field_name(name)
        if child is None:
            continue
        if name == "body":
            return child
        inner = next(filter(None, map(_body, [child, *child.named_children])), None)
        if inner is not None:
            return inner
    return None
