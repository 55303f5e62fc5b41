"""JSON as tools print it: pretty over many lines, one document a line, or one endless line, also between other lines.

Only the outline is read here: which lines or characters hold which member of which container. Broken and cut-off JSON
gives the containers that are closed.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

_DEPTH = 60
_FLAT_DEPTH = 6
_MOST_MEMBERS = 50
_MOST_DISTINCT = 4
_WORTH = 500
_ESCAPE = lazy(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)")
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"
_CLOSERS = {"[": "]", "{": "}"}
_SCALAR_STARTS = frozenset('"{[-0123456789tfn')
ABSENT = "(absent)"
"""What stands for a key that a record does not have."""


class Node(NamedTuple):
    """A member: lines ``start``..``end`` (0-based, half-open); ``opener`` is ``[`` or ``{`` for a container over several
    lines, empty otherwise."""

    start: int
    end: int
    opener: str = ""
    members: tuple["Node", ...] = ()


class Piece(NamedTuple):
    """A member inside one line: characters ``start``..``end`` and its value."""

    start: int
    end: int
    value: object


def pretty_containers(lines: Sequence[str]) -> list[Node]:
    """The outermost containers of pretty-printed JSON (an opening bracket ends a line, its closing one begins one)."""
    found: list[Node] = []
    stack: list[tuple[int, str, list[Node]]] = []
    for at, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            continue
        first, last = bare[0], bare[-1]
        if first in "}]" and stack:
            if not _close(stack, found, at, first):
                continue
            bare = bare[1:].lstrip(",").strip()
            if bare not in ("{", "["):
                continue
        if last in "[{":
            if len(stack) < _DEPTH and (
                len(bare) == 1 or (stack and first == '"' and bare[:-1].rstrip().endswith(":"))
            ):
                stack.append((at, last, []))
            else:
                stack.clear()
        elif stack:
            if first in _SCALAR_STARTS:
                stack[-1][2].append(Node(at, at + 1))
            else:
                stack.clear()
    return found


def _close(stack: list[tuple[int, str, list[Node]]], found: list[Node], at: int, bracket: str) -> bool:
    """End the innermost container at a line; whether the bracket was its own."""
    start, opener, members = stack.pop()
    if _CLOSERS[opener] != bracket:
        stack.clear()
        return False
    node = Node(start, at + 1, opener, tuple(members))
    (stack[-1][2] if stack else found).append(node)
    return True


def member_values(lines: Sequence[str], container: Node) -> list[object]:
    """The value of each member of a container of pretty JSON, in order; None for one that is no JSON."""
    closer = _CLOSERS[container.opener]
    text = container.opener + "\n".join(lines[container.start + 1 : container.end - 1]) + "\n" + closer
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    values = list(whole.values()) if isinstance(whole, dict) else whole
    if isinstance(values, list) and len(values) == len(container.members):
        return values
    return [member_value(lines, member) for member in container.members]


def member_value(lines: Sequence[str], node: Node) -> object:
    """The value of a member of pretty JSON; its key is left out. None where it is no JSON."""
    text = "\n".join(lines[node.start : node.end]).strip().rstrip(",")
    if text[:2] in ("},", "],"):
        text = text[2:].lstrip()
    try:
        if text[:1] == '"':
            key, end = _DECODER.raw_decode(text)
            rest = text[end:].lstrip()
            return json.loads(rest[1:]) if rest[:1] == ":" else key
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def line_records(lines: Sequence[str]) -> dict[int, object]:
    """Index of a line → its value, for every line that is one JSON object or array."""
    records: dict[int, object] = {}
    for at, line in enumerate(lines):
        bare = line.strip()
        if (bare[:1] == "{" and bare[-1:] == "}") or (bare[:1] == "[" and bare[-1:] == "]" and '"' in bare):
            try:
                records[at] = json.loads(bare)
            except (ValueError, RecursionError):
                continue
    return records


def line_arrays(line: str, start: int = 0, depth: int = 5, fewest: int = 8) -> Iterator[tuple[Piece, ...]]:
    """The members of every array or object map inside one line that has at least ``fewest``, outermost first.

    ``start`` is where a JSON document begins, or a string that holds one. Broken or cut JSON gives what is whole up to there.
    """
    opener = line[start : start + 1]
    if depth == 0:
        return
    if opener == '"':
        yield from _escaped_arrays(line, start, depth, fewest)
        return
    if opener not in ("[", "{"):
        return
    pieces = tuple(_members(line, start))
    if len(pieces) >= fewest and (opener == "[" or _are_alike(pieces)):
        yield pieces
        return
    for piece in pieces:
        if piece.end - piece.start > _WORTH and (
            isinstance(piece.value, (list, dict)) or _holds_json(piece.value)
        ):
            yield from line_arrays(line, _value_start(line, piece), depth - 1, fewest)


def piece_arrays(line: str, piece: Piece) -> Iterator[tuple[Piece, ...]]:
    """The same inside one member; nothing where it stands in a text (there its brackets are escaped)."""
    if isinstance(piece.value, (list, dict)) and line[piece.start] != "\\":
        yield from line_arrays(line, _value_start(line, piece))


def _escaped_arrays(line: str, start: int, depth: int, fewest: int) -> Iterator[tuple[Piece, ...]]:
    """The same for a document inside the string that begins at ``start``; ranges are those of the escaped text."""
    try:
        value, end = _DECODER.raw_decode(line, start)
    except (ValueError, RecursionError):
        return
    if not _holds_json(value):
        return
    place = _escaped_places(line, start, end)
    for pieces in line_arrays(value, _skip(value, 0), depth - 1, fewest):
        yield tuple(Piece(place(piece.start), place(piece.end), piece.value) for piece in pieces)


def _escaped_places(line: str, start: int, end: int) -> Callable[[int], int]:
    """From a position in a decoded string to the one in the line where the string stands at ``start``..``end``."""
    decoded, written = [0], [start + 1]
    for match in _ESCAPE.finditer(line, start + 1, end - 1):
        decoded.append(decoded[-1] + match.start() - written[-1] + 1)
        written.append(match.end())

    def place(at: int) -> int:
        index = bisect_right(decoded, at) - 1
        return written[index] + at - decoded[index]

    return place


def _holds_json(value: object) -> bool:
    """Whether a value is a text that looks like a JSON document of its own."""
    if not isinstance(value, str):
        return False
    bare = value[:40].lstrip()[:1] + value[-40:].rstrip()[-1:]
    return bare in ("{}", "[]") and len(value) > 2


def json_start(line: str) -> int:
    """Where the first document of a line begins, −1 if it has none. A short prefix (a log's, a curl's) is allowed."""
    signs = ('{"', "[{", "[[", '"{\\"', '"[{\\"')
    found = [at for at in (line.find(sign, 0, 400) for sign in signs) if at >= 0]
    if found:
        return min(found)
    bare = line[:20].lstrip()
    return line.index(bare[0]) if bare[:1] in ("[", "{") else -1


def flat(value: object) -> dict[str, str]:
    """Dotted key → text of every scalar inside a value.

    A list inside is told by its length or its few scalars, and of its objects by the distinct texts of each key (``tags[].name``).
    A text that is a JSON document itself is read as one.
    """
    fields: dict[str, str] = {}
    _flatten(value, "", _FLAT_DEPTH, fields)
    return fields


def _flatten(value: object, prefix: str, depth: int, fields: dict[str, str]) -> None:
    if isinstance(value, str) and depth and value[:1] in ("{", "[") and _holds_json(value):
        value = _parsed(value)
    if isinstance(value, dict) and value:
        if not depth:
            fields[prefix] = f"object of {len(value)}"
            return
        for key, inner in value.items():
            name = f"{prefix}.{key}" if prefix else key
            if isinstance(inner, str) and inner[:1] not in ("{", "["):
                fields[name] = inner
            else:
                _flatten(inner, name, depth - 1, fields)
        return
    fields[prefix] = _text(value)
    if depth and isinstance(value, list) and value and isinstance(value[0], dict):
        _flatten_members(value, prefix, depth - 1, fields)


def _flatten_members(values: list[object], prefix: str, depth: int, fields: dict[str, str]) -> None:
    """The distinct texts of each key of the objects of a list."""
    texts: dict[str, dict[str, None]] = {}
    for one in values[:_MOST_MEMBERS]:
        inside: dict[str, str] = {}
        _flatten(one, "", depth, inside)
        for key, text in inside.items():
            texts.setdefault(key, {})[text] = None
    for key, distinct in texts.items():
        several = len(distinct) > _MOST_DISTINCT
        fields[f"{prefix}[].{key}"] = f"{len(distinct)} different" if several else " | ".join(distinct)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if not isinstance(value, list):
        return str(value)
    if len(value) < 6 and not any(isinstance(one, (list, dict)) for one in value):
        return ", ".join(map(_text, value))
    return f"list of {len(value)}"


def _members(line: str, start: int) -> Iterator[Piece]:
    """The members of the container that opens at ``start``, as far as they can be read."""
    is_object = line[start] == "{"
    at = _skip(line, start + 1)
    while at < len(line) and line[at] not in "]}":
        first = at
        try:
            value, at = _DECODER.raw_decode(line, at)
            if is_object:
                at = _skip(line, at)
                if line[at : at + 1] != ":":
                    return
                value, at = _DECODER.raw_decode(line, _skip(line, at + 1))
        except (ValueError, RecursionError):
            return
        yield Piece(first, at, value)
        at = _skip(line, at)
        if line[at : at + 1] != ",":
            return
        at = _skip(line, at + 1)


def _value_start(line: str, piece: Piece) -> int:
    """Where the value of a member begins: behind its key, if it has one."""
    if line[piece.start] != '"':
        return piece.start
    _, at = _DECODER.raw_decode(line, piece.start)
    return _skip(line, _skip(line, at) + 1)


def _are_alike(pieces: Sequence[Piece]) -> bool:
    """Whether the members of an object are records under names, not fields."""
    objects = sum(1 for piece in pieces if isinstance(piece.value, (dict, list)))
    return objects >= 0.8 * len(pieces)


def _skip(line: str, at: int) -> int:
    while line[at : at + 1] and line[at] in _SPACE:
        at += 1
    return at
