"""JSON as text: where each value stands, so that one can be added or taken out while all else keeps its form.

What is added at the end of its container and taken out again leaves the text as it was, byte for byte.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from kernel.model.errors import BadInput

_BLANK = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^,\]}\s]+")
_INDENT = re.compile(r"\{[ \t]*\r?\n([ \t]+)")
DEFAULT_INDENT = "  "
_read_string = json.JSONDecoder().raw_decode


class Place(NamedTuple):
    """A value in the text (``start`` to ``end``), of an object or array also its children."""

    kind: str
    start: int
    end: int
    children: tuple[Child, ...] = ()

    def child(self, key: str) -> Place | None:
        """The member of an object that is called so."""
        return next((child.place for child in self.children if child.key == key), None)


class Child(NamedTuple):
    """A member or an element; ``start`` is where its key (else its value) begins."""

    key: str | None
    start: int
    place: Place


def parse(text: str) -> tuple[Any, Place]:
    """The value of a JSON text, and where its parts are.

    Raises:
        BadInput: Not JSON, or JSON that readers may understand differently: comments, duplicate keys, NaN; or too deep.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        return value, _scan(text, _blank(text, 0))
    except json.JSONDecodeError as error:
        comment = text[error.pos : error.pos + 2] in ("//", "/*") or text[error.pos : error.pos + 1] == "#"
        what = "there is a comment, which JSON does not have" if comment else error.msg
        raise BadInput(f"line {error.lineno}, column {error.colno}: {what}") from error
    except RecursionError as error:
        raise BadInput("it is nested too deeply") from error


def added(text: str, keys: tuple[str, ...], value: Any) -> str:
    """The text with ``value`` at the end of the array that the keys lead to; what is missing on the way is made.

    Raises:
        BadInput: As ``parse``; or something else than an object or array is on the way.
    """
    root = parse(text)[1]
    place = root
    for depth, key in enumerate(keys):
        _must_be("object", place, keys[:depth])
        inner = place.child(key)
        if inner is None:
            made: Any = [value]
            for name in reversed(keys[depth + 1 :]):
                made = {name: made}
            return _appended(text, place, key, made)
        place = inner
    _must_be("array", place, keys)
    return _appended(text, place, None, value)


def put(text: str, key: str, value: Any) -> str:
    """The text with a new last member of the whole object.

    Raises:
        BadInput: As ``parse``; or it is no object, or has a member of that name.
    """
    root = parse(text)[1]
    _must_be("object", root, ())
    if root.child(key) is not None:
        raise BadInput(f"there is a {json.dumps(key)} already")
    return _appended(text, root, key, value)


def removed(text: str, path: tuple[str | int, ...]) -> str:
    """The text without the child that the path leads to, and without containers that this leaves empty.

    Raises:
        BadInput: As ``parse``.
        KeyError: There is no such child.
    """
    way = [parse(text)[1]]
    at: list[int] = []
    for step in path:
        children = way[-1].children
        index = next((n for n, child in enumerate(children) if step in (child.key, n if child.key is None else None)), None)
        if index is None:
            raise KeyError(step)
        at.append(index)
        way.append(children[index].place)
    depth = len(at) - 1
    while depth > 0 and len(way[depth].children) == 1:
        depth -= 1
    return _without(text, way[depth], at[depth])


def _without(text: str, container: Place, index: int) -> str:
    children = container.children
    child = children[index]
    if index > 0:
        return text[: children[index - 1].place.end] + text[child.place.end :]
    if len(children) > 1:
        return text[: child.start] + text[children[1].start :]
    return text[: container.start + 1] + text[container.end - 1 :]


def _appended(text: str, container: Place, key: str | None, value: Any) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _indent(text)
    label = "" if key is None else json.dumps(key) + ": "
    if not container.children:
        outer = _line_indent(text, container.start)
        inner = outer + unit
        body = newline + inner + label + _rendered(value, unit, inner, newline) + newline + outer
        return text[: container.start + 1] + body + text[container.end - 1 :]
    last = container.children[-1]
    before = container.children[-2].place.end if len(container.children) > 1 else container.start
    gap = text[before : last.start]
    if "\n" in gap:
        inner = gap.rpartition("\n")[2]
        body = "," + newline + inner + label + _rendered(value, unit, inner, newline)
    else:
        body = ", " + label + json.dumps(value, ensure_ascii=False)
    return text[: last.place.end] + body + text[last.place.end :]


def _rendered(value: Any, unit: str, indent: str, newline: str) -> str:
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", newline + indent)


def _indent(text: str) -> str:
    """What one level is indented by, as far as the text shows it."""
    match = _INDENT.match(text, _blank(text, 0))
    return match[1] if match else DEFAULT_INDENT


def _line_indent(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _must_be(kind: str, place: Place, keys: tuple[str, ...]) -> None:
    if place.kind != kind:
        name = ".".join(keys) or "the whole"
        raise BadInput(f"{name} must be an {kind}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise BadInput(f"the key {json.dumps(twice)} is there twice, and readers disagree on which one counts")
    return found


def _constant(name: str) -> Any:
    raise BadInput(f"{name} is not JSON")


def _blank(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    assert match is not None
    return match.end()


def _scan(text: str, start: int) -> Place:
    """Where a value of a valid text is."""
    first = text[start]
    if first == '"':
        return Place("scalar", start, _read_string(text, start)[1])
    if first not in "{[":
        match = _SCALAR.match(text, start)
        assert match is not None
        return Place("scalar", start, match.end())
    children = []
    at = _blank(text, start + 1)
    while text[at] not in "}]":
        begin, key = at, None
        if first == "{":
            key, at = _read_string(text, at)
            at = _blank(text, _blank(text, at) + 1)
        place = _scan(text, at)
        children.append(Child(key, begin, place))
        at = _blank(text, place.end)
        at = _blank(text, at + 1) if text[at] == "," else at
    return Place("object" if first == "{" else "array", start, at + 1, tuple(children))
