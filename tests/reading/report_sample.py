"""A report of a test runner, and what has to be read in it."""

from typing import NamedTuple


class Report(NamedTuple):
    """``failed``: titles of failures (a part of each); ``inside``: a text in the block; ``total``: one in a summary line."""

    tool: str
    text: str
    failed: tuple[str, ...]
    inside: tuple[str, ...]
    total: str
