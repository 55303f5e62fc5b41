"""A Python text as a tree, without a word of warning: it is somebody else's source."""

import ast
import warnings

REFUSED = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What parsing, and walking, a hostile text may raise."""


def parsed(text: str) -> ast.Module | None:
    """The tree of a source text; None where ``ast`` rejects it (syntax error, NUL, too deep)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except REFUSED:
        return None
