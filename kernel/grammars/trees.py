"""Parsed texts: what a language's query captures in one, within limits that no hostile text gets past."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kernel.grammars.loading import language, parser

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query, QueryCursor

Answer = TypeVar("Answer")

MAX_BYTES = 400_000
"""Larger texts are not parsed: error recovery and queries were seen to grow with the square of the length."""
# A text of that size without errors takes a tenth of it; only what would run for minutes meets the limit.
_LIMIT_SECONDS = 2
# Node names of current grammars, and what older versions of them say.
_RENAMED = (("function_expression", "function"),)


class Captured(NamedTuple):
    """Nodes by capture name, in the order of the text; ``sound`` is false where the tree has errors."""

    nodes: dict[str, list[Node]]
    sound: bool


Match = dict[str, list["Node"]]
"""One match of a pattern: the nodes of each of its captures."""


class Matched(NamedTuple):
    """Matches in the order of the text; ``sound`` is false where the tree has errors."""

    matches: list[Match]
    sound: bool


def capture(name: str, text: str) -> Captured | None:
    """What ``queries/<name>.scm`` captures in a text; None without that language or over the limits.

    Rows are those of ``text`` split at line feeds. NUL reads as a space, a lone surrogate as a question mark.
    """
    asked = _ask(name, text, lambda cursor, root: cursor.captures(root))
    if asked is None:
        return None
    nodes, sound = asked
    for found in nodes.values():
        found.sort(key=lambda node: (node.start_byte, -node.end_byte))
    return Captured(nodes, sound)


def match(name: str, text: str) -> Matched | None:
    """What ``queries/<name>.scm`` matches in a text, pattern by pattern; None as for ``capture``."""
    asked = _ask(name, text, lambda cursor, root: [found for _, found in cursor.matches(root)])
    return Matched(*asked) if asked is not None else None


def root_of(name: str, text: str) -> Node | None:
    """The tree of a text; None without that language or over the limits."""
    data, parse = _data(text), parser(name)
    if data is None or parse is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            parse.timeout_micros = _LIMIT_SECONDS * 1_000_000  # type: ignore[misc]
            return parse.parse(data).root_node
        except (ValueError, AttributeError):
            return None


def has_query(name: str) -> bool:
    """Whether texts of a language are read by a grammar here: it is installed, and its query is written for it."""
    return _query(name) is not None


def _ask(name: str, text: str, question: Callable[[QueryCursor, Node], Answer]) -> tuple[Answer, bool] | None:
    """The answer and whether the tree is sound; None without that language or over the limits."""
    data, query, parse = _data(text), _query(name), parser(name)
    if data is None or query is None or parse is None:
        return None
    from tree_sitter import QueryCursor

    cursor = QueryCursor(query)
    with warnings.catch_warnings():
        # The successor of this limit, a callback, crashes the process in tree-sitter 0.25.2.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            for limited in (parse, cursor):
                limited.timeout_micros = _LIMIT_SECONDS * 1_000_000  # type: ignore[misc]
            root = parse.parse(data).root_node
        except (ValueError, AttributeError):
            return None
    start = time.monotonic()
    answer = question(cursor, root)
    # A query that met its limit just ends early.
    if time.monotonic() - start >= _LIMIT_SECONDS:
        return None
    return answer, not root.has_error


def _data(text: str) -> bytes | None:
    data = text.removeprefix("\ufeff").replace("\0", " ").encode("utf-8", "replace")
    return data if len(data) <= MAX_BYTES else None


@cache
def _query(name: str) -> Query | None:
    found = language(name)
    if found is None:
        return None
    from tree_sitter import Query

    try:
        return Query(found, _as_named_by(found, _query_text(name)))
    except (OSError, ValueError):  # QueryError, of a grammar that names its nodes differently, is a ValueError
        return None


def _as_named_by(found: Language, text: str) -> str:
    """A query with the node names of this version of a grammar."""
    for now, before in _RENAMED:
        if found.id_for_node_kind(now, True) is None:
            text = re.sub(rf"\({now}\b", f"({before}", text)
    return text


def _query_text(name: str) -> str:
    """A query with what its first line says that it inherits (``; inherits: javascript jsx``)."""
    text = (Path(__file__).parent / "queries" / f"{name}.scm").read_text("utf-8")
    head = text.partition("\n")[0]
    inherited = head.removeprefix("; inherits:").split() if head.startswith("; inherits:") else []
    return "\n".join([*map(_query_text, inherited), text])
