"""A few lines drawn by a function of the width: rules, explanations, empty states."""

from collections.abc import Callable

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ck_tui.host import host
from ck_tui.widgets.line import Line, Piece, draw

Drawing = Callable[[int], tuple[Line, ...]]


class Drawn(Widget):
    """Lines without a cursor; as high as the drawing, up to ``max-height`` of the style sheet."""

    DEFAULT_CSS = "Drawn { height: auto; width: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawing: Drawing = lambda _width: ()
        self._lines: tuple[Line, ...] = ()
        self._drawn_for = -1

    def show(self, drawing: Drawing) -> None:
        """Draw something else."""
        before = len(self._lines)
        self._drawing, self._drawn_for = drawing, -1
        self.refresh(layout=len(self._at(max(1, self.size.width))) != before)

    def _at(self, width: int) -> tuple[Line, ...]:
        if self._drawn_for != width:
            self._lines, self._drawn_for = self._drawing(width), width
        return self._lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the drawing has."""
        return len(self._at(width))

    def render_line(self, y: int) -> Strip:
        """One row."""
        inks = host(self).inks
        width = self.size.width
        lines = self._at(width)
        return draw(lines[y], width, inks, inks["base"]) if y < len(lines) else Strip.blank(width, inks["base"])


def rule(width: int, title: str, fact: str = "") -> Line:
    """A quiet rule with a title in it and a fact at its right end."""
    tail = (Piece(f" {fact} ", "dim"), Piece("─", "faint")) if fact else ()
    used = len(title) + 3 + sum(len(piece.text) for piece in tail)
    return Line(
        (Piece("─ ", "faint"), Piece(title, "dim"), Piece(" " + "─" * max(0, width - used), "faint")),
        tail,
    )


def wrapped(text: str, width: int, ink: str = "dim", indent: int = 1) -> tuple[Line, ...]:
    """Words broken at spaces, for texts of our own and reasons."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        if current and len(current) + 1 + len(word) > width - 2 * indent:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return tuple(Line((Piece(" " * indent + line, ink),)) for line in [*lines, current] if line)


def hint(parts: tuple[tuple[str, str], ...], width: int) -> tuple[Line, ...]:
    """An empty state: a blank line, then sentences, keys in their own ink."""
    lines: list[Line] = [Line(())]
    for text, ink in parts:
        lines += wrapped(text, width, ink) if text else [Line(())]
    return tuple(lines)
