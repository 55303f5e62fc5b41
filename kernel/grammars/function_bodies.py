"""Where the bodies of a source's functions are, for an outline of a large file.

Loaded only when one is needed: ``ast`` costs a hook milliseconds.
"""

import ast
from collections.abc import Iterator

from kernel.grammars.python_parse import REFUSED, parsed

LONGEST = 1_000_000
"""Characters; a parse cannot be stopped, so that a longer source is not begun (a million take about a second)."""

_SHORTEST = 3


def function_bodies(path: str, source: str) -> tuple[tuple[int, int], ...]:
    """Line ranges (0-based, half-open, ascending, not nested) of function bodies.

    Empty for what does not parse (a part of a file, for one), has no grammar here, and for a source that is too long.
    """
    if len(source) > LONGEST:
        return ()
    if not path.endswith((".py", ".pyi")):
        from kernel.grammars.grammar_bodies import grammar_bodies

        return grammar_bodies(path, source)
    tree = parsed(source)
    try:
        return tuple(_bodies(tree.body)) if tree is not None else ()
    except REFUSED:
        return ()


def _bodies(statements: list[ast.stmt]) -> Iterator[tuple[int, int]]:
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            yield from _bodies(statement.body)
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            start, end = statement.body[0].lineno - 1, statement.end_lineno or 0
            if start > statement.lineno - 1 and end - start >= _SHORTEST:
                yield start, end
