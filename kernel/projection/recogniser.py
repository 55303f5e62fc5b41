"""What a recogniser is: it sees a cleaned output and proposes which lines stay and which may go.

All line indexes here are 0-based and half-open, as Python slices them (``lines[start:end]``); only plans and
markers speak of 1-based lines. A recogniser never writes text that stands for a kept line.

How proposals are fused: a line goes exactly where the strongest fold over it is stronger than the strongest keep
over it. So a keep wins over a fold of the same strength, and nothing wins over ``MUST``.
"""

from collections.abc import Callable, Iterable, Sequence

from kernel.model.named import NamedTuple
from kernel.reading.blocks import Block

HINT, SURE, EXACT, MUST = 1, 2, 3, 4
"""Strengths. A fold has one of the first three, a keep any.

``HINT``: by its looks (keep: it sounds alarming; fold: it looks like a line of a list).
``SURE``: a format was understood (keep: a warning's first line; fold: a passing test, a log template).
``EXACT``: part of an understood whole (keep: a failure block; fold: the second of two equal blocks, a run of
library frames inside a block).
``MUST``: nothing takes it (the assertion, the raising end, totals, the command that failed).
"""

RED, GREEN, UNKNOWN = "red", "green", "unknown"
"""How the command ended: exit code not 0 or the tool itself says so; 0; no exit code and no word of the tool."""

LIKE_LINE = "like the one at line "
"""How the kind of a fold names a line (1-based, of the text that was planned) that it is like."""

Outline = Callable[[str, str], Sequence[tuple[int, int]]]


class Seen(NamedTuple):
    """What a recogniser sees of an output.

    Attributes:
        lines: As a screen shows them, without line feeds; as many as the original has.
        text: The same joined by line feeds, for cheap looks.
        tool: Lower case (``bash``, ``read``, ``grep``, ``webfetch``, ``mcp__x__y``); empty if unknown.
        command: As typed; empty if there is none.
        program: Base name of the program whose output this is (the last of a chain); empty if unknown.
        arguments: Its arguments, without quotes.
        path: Of a file read; empty otherwise.
        exit_code: None if unknown.
        mood: ``RED``, ``GREEN`` or ``UNKNOWN``.
        pressure: 0.0 (the window is empty: fold only what is sure) … 1.0 (it is full: fold whatever may go).
        blocks: What the readers of traces, test runs and compilers understood, in the order of their first lines.
        bodies: The lines without margins (log stamps, service names), cut at 500 characters; as many as ``lines``.
        shapes: The bodies' shapes (see ``vocabulary.shapes_of``), one for each.
        outline: From (path, source without gutter) to the line ranges (0-based, half-open) of function bodies; None where no
            grammar may be loaded.
    """

    lines: Sequence[str]
    text: str
    tool: str = ""
    command: str = ""
    program: str = ""
    arguments: tuple[str, ...] = ()
    path: str = ""
    exit_code: int | None = None
    mood: str = UNKNOWN
    pressure: float = 0.5
    blocks: tuple[Block, ...] = ()
    bodies: Sequence[str] = ()
    shapes: Sequence[str] = ()
    outline: Outline | None = None


class Keep(NamedTuple):
    """Lines that stay. ``why`` is for people."""

    start: int
    end: int
    strength: int = SURE
    why: str = ""


class Fold(NamedTuple):
    """Lines that may go, behind one marker.

    Attributes:
        start, end: The lines.
        kind: What they are, as a plural noun phrase: ``passing tests``.
        why: Why a reader loses nothing by it: one sentence without an end stop.
        strength: ``HINT``, ``SURE`` or ``EXACT``.
        group: Neighbours of one group share a marker and a note; empty: ``kind`` is the group.
        note: Makes the marker's extra text (counts, min/median/max, first and last, distinct values; one line, no
            brackets) from the indexes that really went, so that it is true whatever other recognisers kept.
    """

    start: int
    end: int
    kind: str
    why: str
    strength: int = SURE
    group: str = ""
    note: Callable[[Sequence[int]], str] | None = None


class Known(NamedTuple):
    """What the very context that an output goes to has of it; ``alone``: what is not folded here is shown, nobody else is asked."""

    folds: tuple[Fold, ...]
    alone: bool


class Clip(NamedTuple):
    """One overlong line of which only some characters are shown: ``shown`` are ascending (start, end) ranges of it."""

    line: int
    shown: tuple[tuple[int, int], ...]
    kind: str
    why: str


Proposal = Keep | Fold | Clip
Propose = Callable[[Seen], Iterable[Proposal]]


class Registered(NamedTuple):
    """A recogniser that need not be loaded yet.

    ``name`` is what plans and markers call it; ``gate`` is a cheap look (substring searches) that says whether
    it may find anything; ``module`` holds a function ``propose`` of the type ``Propose``.
    """

    name: str
    gate: Callable[[Seen], bool]
    module: str
