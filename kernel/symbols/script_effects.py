"""Lines of a JavaScript or TypeScript text where loading the module runs something, definitions included that do more than define."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kernel.grammars.languages import language_of
from kernel.grammars.scripts import script_of
from kernel.grammars.trees import root_of

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = frozenset("function_declaration generator_function_declaration function_signature".split())
_QUIET = _FUNCTIONS | frozenset("comment import_statement interface_declaration type_alias_declaration ambient_declaration empty_statement hash_bang_line".split())
_CLASSES = frozenset("class_declaration abstract_class_declaration class".split())
_VALUES = frozenset("function_expression function generator_function arrow_function number string true false null undefined regex".split())
_NAMES = frozenset("identifier member_expression type_identifier nested_type_identifier generic_type type_arguments extends".split())
_MEMBERS = frozenset("field_definition public_field_definition".split())


def running_rows(path: str, text: str) -> frozenset[int]:
    """Lines (1-based) of what runs; every line where the text cannot be parsed.

    Functions that are declared inside of what runs, on lines of their own, do not.
    """
    language = language_of(path)
    root = root_of(language.name, script_of(path, text)) if language else None
    lines = text.split("\n")
    if root is None:
        return frozenset(range(1, len(lines) + 1))
    rows: set[int] = set()
    for node in root.children:
        if not _only_defines(node):
            rows |= _rows(node, lines)
    return frozenset(rows)


def _only_defines(node: Node) -> bool:
    kind = node.type
    if kind == "export_statement":
        if any(child.type == "decorator" for child in node.children):
            return False
        inner = node.child_by_field_name("declaration") or node.child_by_field_name("value")
        return inner is None or _only_defines(inner) or inner.type in _VALUES
    if kind in ("lexical_declaration", "variable_declaration"):
        return all(map(_binds_quietly, (c for c in node.named_children if c.type == "variable_declarator")))
    return kind in _QUIET or (kind in _CLASSES and _class_only_defines(node))


def _binds_quietly(node: Node) -> bool:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or name.type != "identifier":
        return False
    return value is None or value.type in _VALUES or (value.type in _CLASSES and _class_only_defines(value))


def _class_only_defines(node: Node) -> bool:
    """Whether making a class runs nothing: no decorator, no computed base or name, nothing static that is worked out."""
    for child in node.children:
        if child.type == "decorator" or (child.type == "class_heritage" and not _is_named(child)):
            return False
    body = node.child_by_field_name("body")
    return body is not None and all(map(_member_only_defines, body.named_children))


def _is_named(node: Node) -> bool:
    return all(child.type in _NAMES or (child.type in ("extends_clause", "implements_clause") and _is_named(child)) for child in node.named_children)


def _member_only_defines(node: Node) -> bool:
    if node.type in ("decorator", "class_static_block"):
        return False
    if any(child.type in ("decorator", "computed_property_name") for child in node.children):
        return False
    value = node.child_by_field_name("value")
    is_static = any(child.type == "static" for child in node.children)
    return not (node.type in _MEMBERS and is_static and value is not None and value.type not in _VALUES)


def _rows(node: Node, lines: Sequence[str]) -> set[int]:
    rows = set(range(node.start_point[0] + 1, node.end_point[0] + 2))
    stack = list(node.children)
    while stack:
        at = stack.pop()
        if at.type in _FUNCTIONS and _stands_alone(at, lines):
            rows -= set(range(at.start_point[0] + 1, at.end_point[0] + 2))
        else:
            stack.extend(at.children)
    return rows


def _stands_alone(node: Node, lines: Sequence[str]) -> bool:
    (first, start), (last, end) = node.start_point, node.end_point
    before = lines[first].encode("utf-8", "replace")[:start]
    after = lines[last].encode("utf-8", "replace")[end:]
    return not before.strip() and not after.strip(b" \t\r;")
