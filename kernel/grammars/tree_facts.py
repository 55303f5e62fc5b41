"""Facts of a file of any language with a grammar, from what the language's query captures.

A query (``queries/<language>.scm``) says what is what by these capture names; each pattern stands for one thing:

- ``@function`` or ``@class`` with ``@name`` (and ``@owner``: the type that a method written outside of it belongs to);
  ``@test`` with ``@name`` for a test that is a call with a title;
- ``@import`` with ``@module`` and, where one name is bound, ``@imported`` and ``@alias``; ``@star`` for all names,
  ``@default`` for what a file exports as the one thing it is; without a module a file's own name for one of its own
  (``@exports``: as that one thing);
- ``@call``: what is called (``@on``: what it is called on, where no node holds both and nothing else); ``@ref``: a name that is loaded; ``@base``: a type that the class around it extends;
- ``@variable`` with ``@type``: what a variable is built by or declared as (``@field``: what a parameter makes a field of the object); ``@returns``; ``@param``;
  ``@receiver``: the type that ``this`` has in a function that stands outside of it;
- ``@decorator``: a word before a definition that says how far it is seen (``static``); ``@bodiless``: what is only declared;
- ``@comment``: comments, attributes, annotations: directly above a definition they are part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kernel.grammars.blocks import Block, Placed, definition, place
from kernel.grammars.chains import LONGEST_NAME, Chains
from kernel.grammars.joining import by_name
from kernel.grammars.languages import language_of
from kernel.grammars.scripts import script_of
from kernel.grammars.trees import Match, match
from kernel.model.facts import Definition, Dynamic, FileFacts, Import

if TYPE_CHECKING:
    from tree_sitter import Node

GRAMMAR_FACTS_VERSION = "grammar-22"
ABSTRACT = "abstract"
"""The decorator of a method that is declared where its body is another type's."""
LONG_FUNCTION, SHORT_FUNCTION = 40, 4
"""Lines: a long function gives its inner functions, unless short, up as definitions of their own, as a class does its methods."""

# Destructors, operators, names in backticks.
_ODD_NAME = re.compile(r"~\s?\w+|operator\s?\S{1,20}|`[^`\n]{1,200}`|[+\-*/%<>=!&|^~:?]{1,4}")
_EXPORTED = ("module.exports.", "exports.")


def grammar_facts(path: str, text: str) -> FileFacts | None:
    """Definitions, imports and references of a text; None without its grammar or over the grammar's limits."""
    language = language_of(path)
    found = match(language.name, script_of(path, text)) if language else None
    if found is None:
        return None
    lines, chains = text.split("\n"), Chains.of(language.name if language else "")
    blocks = list(_blocks(found.matches, _rows_of_comments(found.matches, lines), chains))
    placed = place(blocks, lines, _splits)
    notes = _notes(found.matches, placed, len(lines), chains)
    definitions = [_noted(definition(where, lines), note) for where, note in zip(placed, notes, strict=True)]
    imports, dynamic = tuple(_imports(found.matches)), tuple(_dynamic(found.matches))
    return FileFacts(len(lines), tuple(by_name(_apart(definitions))), imports, dynamic, "tree-sitter")


def _splits(outer: Block, inner: Block) -> bool:
    return outer.last - outer.first >= LONG_FUNCTION and inner.last - inner.first >= SHORT_FUNCTION - 1


def _apart(definitions: Sequence[Definition]) -> list[Definition]:
    """Overloads that are long together as definitions of their own: the first keeps the name, the others tell their parameters."""
    lines: dict[str, int] = {}
    for each in definitions:
        lines[each.name] = lines.get(each.name, 0) + each.last - each.first + 1
    seen: set[str] = set()
    named = []
    for each in definitions:
        overload = each.kind == "function" and each.name in seen and lines[each.name] >= LONG_FUNCTION
        seen.add(each.name)
        named.append(each._replace(name=f"{each.name}({','.join(each.params)})") if overload else each)
    return named


# -- definitions ---------------------------------------------------------------------------------------------


def _rows_of_comments(matches: Sequence[Match], lines: Sequence[str]) -> frozenset[int]:
    """Rows (0-based) that hold nothing but a comment, an attribute or an annotation."""
    rows: set[int] = set()
    for node in (node for found in matches for node in found.get("comment", ())):
        first, column = node.start_point
        if first < len(lines) and not lines[first].encode("utf-8", "replace")[:column].strip():
            last = node.end_point.row - (node.end_point.column == 0)
            rows.update(range(first, max(first, last) + 1))
    return frozenset(rows)


def _blocks(matches: Sequence[Match], comments: frozenset[int], chains: Chains) -> Iterator[Block]:
    """The blocks that the matches tell, each once: of two names of one place the longer, which says more; of two
    places of one name (a template and the class in it) the larger."""
    found: dict[tuple[int, int, str], tuple[Block, int]] = {}
    for block, node, name in _named_blocks(matches, comments, chains):
        key = (node.start_byte, node.end_byte, block.kind)
        if key not in found or len(block.name) > len(found[key][0].name):
            found[key] = block, name.start_byte
    largest: dict[tuple[int, str], Block] = {}
    for block, at in found.values():
        known = largest.get((at, block.kind))
        if known is None or block.last - block.first > known.last - known.first:
            largest[at, block.kind] = block
    yield from largest.values()


def _named_blocks(matches: Sequence[Match], comments: frozenset[int], chains: Chains) -> Iterator[tuple[Block, Node, Node]]:
    for found in matches:
        kind = next((kind for kind in ("function", "class", "test") if kind in found), "")
        if not kind or "name" not in found:
            continue
        node = found[kind][0]
        name = _title(found["name"][0]) if kind == "test" else _definition_name(found, chains)
        if not name:
            continue
        first = node.start_point.row
        while first - 1 in comments:
            first -= 1
        last = node.end_point.row - (node.end_point.column == 0 and node.end_point.row > node.start_point.row)
        yield Block(name, "class" if kind == "class" else "function", first + 1, last + 1), node, found["name"][0]


def _definition_name(found: Match, chains: Chains) -> str:
    text = _text(found["name"][0]).strip("'\"")
    name = chains.dotted(text) or (text.strip("`") if _ODD_NAME.fullmatch(text) else "")
    if name == "module.exports":
        return "default"
    for start in _EXPORTED:
        name = name.removeprefix(start)
    name = name.replace(".prototype.", ".")
    owner = chains.dotted(_text(found["owner"][0])) if "owner" in found else ""
    return f"{owner}.{name}" if owner and name else name


def _title(node: Node) -> str:
    text = _text(node)
    return " ".join((text[1:-1] if text[:1] in "'\"`" else text).split())


# -- what definitions do -------------------------------------------------------------------------------------


class _Notes:
    """What one definition loads, calls and knows of types; dicts keep the order of first appearance."""

    __slots__ = ("bases", "calls", "decorators", "params", "refs", "returns", "types")

    def __init__(self) -> None:
        self.refs: dict[str, None] = {}
        self.calls: dict[str, None] = {}
        self.bases: dict[str, None] = {}
        self.decorators: dict[str, None] = {}
        self.params: dict[str, None] = {}
        self.types: dict[str, str] = {}
        self.returns = ""


def _notes(matches: Sequence[Match], placed: Sequence[Placed], lines: int, chains: Chains) -> list[_Notes]:
    owners = [0] * (lines + 2)
    for at, where in enumerate(placed):
        owners[where.first : where.last + 1] = [at] * (where.last + 1 - where.first)
    notes = [_Notes() for _ in placed]
    for found in matches:
        for kind in ("call", "ref", "base", "param", "returns", "type", "receiver", "decorator", "bodiless"):
            for node in found.get(kind, ()):
                note = notes[owners[min(node.start_point.row + 1, lines)]]
                _take(note, kind, node, found, chains)
    return notes


def _take(note: _Notes, kind: str, node: Node, found: Match, chains: Chains) -> None:
    if node.end_byte - node.start_byte > LONGEST_NAME and kind != "call":
        return
    if kind in ("decorator", "bodiless"):
        note.decorators[_text(node) if kind == "decorator" else ABSTRACT] = None
        return
    text = _text(node)
    name = _called(text, found, chains) if kind == "call" else chains.dotted(text)
    if kind == "type" and not name:
        name = chains.chain(text).removesuffix("()")
    if not name:
        return
    if kind == "call":
        note.calls[name] = None
        note.refs[name] = None
    elif kind == "ref":
        note.refs[name] = None
    elif kind == "base":
        note.bases[name] = None
    elif kind == "param":
        note.params[name] = None
    elif kind == "receiver":
        note.types.setdefault("self", name)
    elif kind == "returns":
        note.returns = note.returns or name
    elif "variable" in found:
        note.types.setdefault(chains.dotted(_text(found["variable"][0])), name)
    elif "field" in found:
        note.types.setdefault(f"self.{chains.dotted(_text(found['field'][0]))}", name)


def _called(text: str, found: Match, chains: Chains) -> str:
    if "on" not in found:
        return chains.callee(text)
    on, name = found["on"][0], chains.dotted(text)
    receiver = chains.chain(_text(on)) if on.end_byte - on.start_byte <= LONGEST_NAME else ""
    return f"{receiver or '?'}.{name}" if name else ""


def _noted(plain: Definition, note: _Notes) -> Definition:
    own = plain.name.rpartition(".")[2]
    return plain._replace(
        refs=tuple(name for name in note.refs if name != own),
        calls=tuple(note.calls),
        bases=tuple(note.bases),
        decorators=tuple(note.decorators),
        params=tuple(note.params),
        types=tuple(note.types.items()),
        returns=note.returns,
    )


# -- imports -------------------------------------------------------------------------------------------------


def _imports(matches: Iterable[Match]) -> Iterator[Import]:
    """Each import; one of a module's names is no import of the module's own name, though a pattern may match it as both."""
    found = list(dict.fromkeys(_each_import(matches)))
    named = {(entry.module, entry.line) for entry in found if entry.name or entry.alias}
    return (entry for entry in found if entry.name or entry.alias or (entry.module, entry.line) not in named)


def _each_import(matches: Iterable[Match]) -> Iterator[Import]:
    for found in matches:
        if "import" not in found or not ("module" in found or "imported" in found):
            continue
        module = ".".join(map(_text, found.get("module", ()))).strip("'\"`<>; \t\n")
        name = "*" if "star" in found else _text(found["imported"][0]).strip("'\"") if "imported" in found else ""
        name = "default" if "default" in found else name
        alias = _text(found["alias"][0]) if "alias" in found else "default" if "exports" in found else ""
        if module or alias not in ("", name):
            yield Import(module[:LONGEST_NAME], name, alias, 0, found["import"][0].start_point.row + 1)


def _dynamic(matches: Iterable[Match]) -> Iterator[Dynamic]:
    for found in matches:
        for node in found.get("dynamic", ()):
            yield Dynamic(node.start_point.row + 1, _text(node)[:60], "")


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def whole_file(text: str) -> FileFacts:
    """A file that no grammar reads, as one piece: its words and lines."""
    lines = text.split("\n")
    return FileFacts(len(lines), (definition(place([], lines)[0], lines),), (), (), "lines")
