"""What readers of traces, test runs and compilers return: blocks of lines that belong together."""

from typing import NamedTuple

from kernel.model.symptom import Frame

TRACE, FAILURE, DIAGNOSTIC, PASSED, SUMMARY, NOTE = "trace", "failure", "diagnostic", "passed", "summary", "note"
"""Kinds of a block: a stack trace; a failed test; a compiler's or linter's message; what passed or was built;
totals and how it ended; what only explains another block."""


class PrintedFrame(NamedTuple):
    """A frame and the lines that print it (0-based, half-open): its own, its source line and carets."""

    start: int
    end: int
    frame: Frame


class Block(NamedTuple):
    """Lines ``start``..``end`` (0-based, half-open) that a reader understood as one thing.

    Attributes:
        kind: One of the kinds above.
        tool: The reader's name: ``go``, ``pytest``, ``rustc``.
        title: What it is about: the test's id, the message, the error's code.
        frames: Frames that it prints, in the order of the text.
        failing: Whether it reports a failure (an error, a failed test), not a warning, a note or a success.
        key: Blocks of one key say the same thing about different places; empty: comparable to nothing.
        vital: Lines inside that must stay, as (start, end): message, assertion, raising end.
    """

    start: int
    end: int
    kind: str
    tool: str
    title: str = ""
    frames: tuple[PrintedFrame, ...] = ()
    failing: bool = False
    key: str = ""
    vital: tuple[tuple[int, int], ...] = ()
