"""Classes and functions of a Python text as its indentation shows them: no parser has to like the text."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kernel.grammars.blocks import Block, definition, place
from kernel.grammars.joining import by_name
from kernel.model.facts import FileFacts

_HEAD = re.compile(r"\ufeff?[ \t\f]*(?:async[ \t]+)?(def|class)[ \t]+(\w+)")
_CLOSERS = (")", "]", "}")
_NO_CODE = ("#", "<<<<<<< ", "||||||| ", "=======", ">>>>>>> ")
_NOWHERE: frozenset[int] = frozenset()
# What a head can hold: longer lines are data.
_LONGEST_HEAD = 1_000


class Head(NamedTuple):
    """The line (1-based) on which a ``class`` or ``function`` of that name starts, without its decorators."""

    line: int
    kind: str
    name: str


def scan_facts(text: str) -> FileFacts:
    """Definitions by indentation; no references and no imports, since nothing vouches for them. Linear in practice."""
    lines = text.split("\n")
    blocks = [block_at(lines, head) for head in find_heads(lines)]
    found = by_name(definition(placed, lines) for placed in place(blocks, lines))
    return FileFacts(len(lines), tuple(found), (), (), "lines")


def find_heads(lines: Sequence[str]) -> list[Head]:
    """Every line that looks like the head of a definition, inside of strings too."""
    return [
        Head(number, "class" if match[1] == "class" else "function", match[2])
        for number, line in enumerate(lines, 1)
        if ("def" in line or "class" in line) and (match := _HEAD.match(line[:_LONGEST_HEAD])) is not None
    ]


def block_at(lines: Sequence[str], head: Head, inside: frozenset[int] = _NOWHERE) -> Block:
    """The block that starts at a head, with the decorators above it; ``inside`` as in ``last_line``."""
    indent = _indent(lines[head.line - 1])
    first = head.line
    while first > 1 and lines[first - 2].lstrip().startswith("@") and _indent(lines[first - 2]) == indent:
        first -= 1
    return Block(head.name, head.kind, first, last_line(lines, head.line, inside))


def last_line(lines: Sequence[str], first: int, inside: frozenset[int] = _NOWHERE) -> int:
    """The last line of the block whose head is line ``first``: the last code that is indented deeper, closing brackets too.

    Comments and the markers of a merge conflict end nothing, nor do lines that are known to be ``inside`` of a string.
    """
    indent, last = _indent(lines[first - 1]), first
    for number in range(first + 1, len(lines) + 1):
        bare = lines[number - 1].lstrip()
        if number not in inside:
            if not bare or bare.startswith(_NO_CODE):
                continue
            depth = _indent(lines[number - 1])
            if depth < indent or (depth == indent and not bare.startswith(_CLOSERS)):
                break
        last = number
    return last


def _indent(line: str) -> int:
    """Columns before the text, tabs to the next multiple of eight; a form feed starts anew."""
    before = line[: len(line) - len(line.lstrip())]
    return len(before.rpartition("\f")[2].expandtabs())
