"""A virtual text with line numbers, marked ranges, source colours and search."""

from collections.abc import Callable, Sequence

from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.lines import Lines

Colouring = Callable[[int, str], tuple[Piece, ...]]
"""Line index (0-based) and text to pieces; must keep the text."""


def holds(text: str, query: str) -> bool:
    """Whether a line holds the searched text, case ignored."""
    return query.casefold() in text.casefold()


def plain_colouring(_index: int, text: str) -> tuple[Piece, ...]:
    """No colours."""
    return (Piece(text),)


class TextView(Lines, inherit_bindings=False):
    """Lines of a text; ``show`` sets it, the cursor's line is what copy and editor actions mean."""

    SCOPE = "text"
    SIDEWAYS = True

    def __init__(self, *, id: str | None = None, numbers: bool = True) -> None:
        super().__init__(id=id)
        self.lines: Sequence[str] = ()
        self.ranges: tuple[tuple[int, int], ...] = ()
        self.query_text = ""
        self._numbers = numbers
        self._colouring: Colouring = plain_colouring
        self._longest: int | None = None

    def show(
        self,
        lines: Sequence[str],
        *,
        ranges: tuple[tuple[int, int], ...] = (),
        at: int = 1,
        colouring: Colouring = plain_colouring,
    ) -> None:
        """Show a text with the cursor on line ``at`` and ``ranges`` (1-based, inclusive) marked."""
        self.lines, self.ranges, self._colouring = lines, ranges, colouring
        self._longest, self.sideways = None, 0
        self.lines_changed()
        self.move_to(at - 1)
        self.call_after_refresh(self._place)

    def recolour(self, colouring: Colouring) -> None:
        """Other colours for the same text."""
        self._colouring = colouring
        self.refresh()

    def _place(self) -> None:
        """Put the cursor's line into the upper third."""
        self.scroll_to(y=max(0, self.cursor - self.size.height // 4), animate=False, immediate=True)

    def count(self) -> int:
        """Lines of the text."""
        return len(self.lines)

    def longest(self) -> int:
        """Characters of the longest line and its margin."""
        if self._longest is None:
            self._longest = max(map(len, self.lines), default=0) + self._margin() + 2
        return self._longest

    def _margin(self) -> int:
        return len(str(max(1, len(self.lines)))) if self._numbers else 0

    def is_marked(self, number: int) -> bool:
        """Whether line ``number`` (1-based) is inside a marked range."""
        return any(first <= number <= last for first, last in self.ranges)

    def line_at(self, index: int, width: int) -> Line:
        """Mark, number and text of a line."""
        marked = self.is_marked(index + 1)
        bar = Piece("▌" if marked else " ", "slice")
        number = Piece(f"{index + 1:>{self._margin()}} " if self._numbers else "", "dim" if marked else "faint")
        text = self.lines[index]
        if self.query_text and holds(text, self.query_text):
            return Line((bar, number, Piece(text, "match")))
        return Line((bar, number, Piece(" "), *self._colouring(index, text)))

    def perform(self, action: str) -> bool:
        """The motions, and next and previous match."""
        if action in ("list.next_match", "list.previous_match"):
            self.find(1 if action == "list.next_match" else -1)
            return True
        return super().perform(action)

    def filter(self, query: str) -> None:
        """Search: lines that match are marked, the cursor goes to the first one from here."""
        self.query_text = query.strip()
        if self.query_text and not holds(self.lines[self.cursor] if self.lines else "", self.query_text):
            self.find(1)
        self.refresh()

    def find(self, step: int) -> None:
        """Put the cursor on the next (1) or previous (−1) line that matches, around the end."""
        total = len(self.lines)
        for distance in range(1, total + 1) if self.query_text else ():
            index = (self.cursor + step * distance) % total
            if holds(self.lines[index], self.query_text):
                self.move_to(index)
                return

    @property
    def hits(self) -> int:
        """How many lines match the search."""
        return sum(holds(line, self.query_text) for line in self.lines) if self.query_text else 0
