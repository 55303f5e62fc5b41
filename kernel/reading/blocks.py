"""What readers of traces, test runs and compilers return: blocks of lines that belong together."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.model.named import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.model.symptom import Frame

TRACE, FAILURE, DIAGNOSTIC, PASSED, SUMMARY, NOTE = (
    "trace",
    "failure",
    "diagnostic",
    "passed",
    "summary",
    "note",
)
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
        raises_first: Whether the raising frame is the first one printed.
        parts: The block's lines as (start, end) where lines of others stand between them; empty: all of it.
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
    raises_first: bool = True
    parts: tuple[tuple[int, int], ...] = ()


def lines_of(block: Block) -> tuple[tuple[int, int], ...]:
    """The block's own lines as (start, end)."""
    return block.parts or ((block.start, block.end),)


def ranges(indexes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Ascending indexes as half-open ranges."""
    found: list[tuple[int, int]] = []
    for index in indexes:
        if found and found[-1][1] == index:
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
    return tuple(found)


def placed(block: Block, indexes: Sequence[int]) -> Block:
    """A block of a stream at the places of its lines in the whole text (``indexes[i]``: where line i stands)."""
    return block._replace(
        start=indexes[block.start],
        end=indexes[block.end - 1] + 1,
        parts=tuple(part for start, end in lines_of(block) for part in ranges(indexes[start:end])),
        vital=tuple(part for start, end in block.vital for part in ranges(indexes[start:end])),
        frames=tuple(
            frame._replace(start=indexes[frame.start], end=indexes[frame.end - 1] + 1)
            for frame in block.frames
        ),
    )
