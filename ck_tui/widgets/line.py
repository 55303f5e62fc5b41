"""A screen line as data: pieces of text with an ink, left and right; and its drawing into a strip."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ck_tui.inks import Inks
from ck_tui.safe import ASCII, clean


class Piece(NamedTuple):
    """Text in one ink; the text may come from outside, it is cleaned when drawn."""

    text: str
    ink: str = "text"


class Line(NamedTuple):
    """Pieces from the left, and pieces that stand at the right edge and are never cut."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...] = ()

    def plain(self) -> str:
        """The words of the line, for filters and copying."""
        left = "".join(clean(piece.text) for piece in self.left)
        right = "".join(clean(piece.text) for piece in self.right)
        return f"{left}  {right}".rstrip() if right else left.rstrip()


def column(text: str, width: int, ink: str = "text", *, right: bool = False) -> Piece:
    """A fixed-width column of cells, cut with an ellipsis; ``right`` aligns at the right."""
    shown = clean(text)
    length = cell_len(shown)
    if length > width:
        return Piece(set_cell_size(shown, max(0, width - 1)) + "…", ink) if width > 0 else Piece("", ink)
    padding = " " * (width - length)
    return Piece(padding + shown if right else shown + padding, ink)


def segments(pieces: Iterable[Piece], inks: Inks) -> list[Segment]:
    """Cleaned and styled segments."""
    cleaned = ((clean(piece.text), inks[piece.ink]) for piece in pieces if piece.text)
    return [Segment(text.translate(ASCII) if inks.ascii else text, style) for text, style in cleaned]


def draw(line: Line, width: int, inks: Inks, ground: Style, *, offset: int = 0) -> Strip:
    """A strip exactly ``width`` cells wide on ``ground``; ``offset`` scrolls the left part sideways."""
    # No line needs more characters than this, however long it is (a minified file is one line of megabytes).
    longest = offset + 4 * width
    line = Line(*(tuple(Piece(p.text[:longest], p.ink) for p in pieces) for pieces in line))
    right = Strip(segments(line.right, inks))
    room = width - right.cell_length
    if room < 4 and right.cell_length:
        right, room = Strip([]), width
    left = Strip(segments(line.left, inks))
    if offset:
        left = left.crop(offset, offset + room)
    elif left.cell_length > room:
        left = Strip([*left.crop(0, max(0, room - 1)), Segment("." if inks.ascii else "…", inks["dim"])])
    return Strip([*left.adjust_cell_length(room), *right]).apply_style(ground)
