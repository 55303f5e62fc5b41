"""Parsed texts: what a language's query captures in one, within limits that no hostile text gets past."""

from __future__ import annotations

import time
import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kernel.grammars.loading import language, parser

if TYPE_CHECKING:
    from tree_sitter import Node, Query

MAX_BYTES = 400_000
"""Larger texts are not parsed: error recovery and queries were seen to grow with the square of the length."""
# A text of that size without errors takes a tenth of it; only what would run for minutes meets the limit.
_LIMIT_SECONDS = 2


class Captured(NamedTuple):
    """Nodes by capture name, in the order of the text; ``sound`` is false where the tree has errors."""

    nodes: dict[str, list[Node]]
    sound: bool


def capture(name: str, text: str) -> Captured | None:
    """What ``queries/<name>.scm`` captures in a text; None without that language or over the limits.

    Rows are those of ``text`` split at line feeds. NUL reads as a space, a lone surrogate as a question mark.
    """
    data = text.removeprefix("\ufeff").replace("\0", " ").encode("utf-8", "replace")
    if len(data) > MAX_BYTES:
        return None
    query, parse = _query(name), parser(name)
    if query is None or parse is None:
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
    nodes = cursor.captures(root)
    # A query that met its limit just ends early.
    if time.monotonic() - start >= _LIMIT_SECONDS:
        return None
    for found in nodes.values():
        found.sort(key=lambda node: (node.start_byte, -node.end_byte))
    return Captured(nodes, not root.has_error)


@cache
def _query(name: str) -> Query | None:
    found = language(name)
    if found is None:
        return None
    from tree_sitter import Query

    try:
        return Query(found, (Path(__file__).parent / "queries" / f"{name}.scm").read_text("utf-8"))
    except (OSError, ValueError):  # QueryError, of a grammar that names its nodes differently, is a ValueError
        return None
