"""The last row: which keys do something here, from the action table."""

from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ck_tui.host import host
from ck_tui.widgets.line import Line, Piece, draw

ALWAYS = "app.help"
"""The hint that is never left out."""


class Hint(NamedTuple):
    """A key, what it does, the action's id (empty: a key of the place itself), and whether it can be done now."""

    key: str
    label: str
    action: str
    enabled: bool = True


def fit(hints: tuple[Hint, ...], width: int) -> tuple[tuple[Hint, ...], bool]:
    """As many hints as fit, and whether some were left out."""
    used = 1
    kept: list[Hint] = []
    for number, hint in enumerate(hints):
        used += cell_len(hint.key) + cell_len(hint.label) + 3
        if used > width - (2 if number < len(hints) - 1 else 0):
            return tuple(kept), True
        kept.append(hint)
    return tuple(kept), False


class KeyLine(Widget):
    """One row of keys; a click does what the key does."""

    DEFAULT_CSS = "KeyLine { height: 1; width: 1fr; dock: bottom; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()

    def show(self, hints: tuple[Hint, ...]) -> None:
        """Other keys."""
        if hints != self._hints:
            self._hints = hints
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The row."""
        inks = host(self).inks
        kept, more = fit(self._left, self.size.width - sum(len(piece.text) for piece in self._right()))
        pieces = [Piece(" ")]
        for hint in kept:
            pieces += [Piece(hint.key, "key" if hint.enabled else "dim"), Piece(f" {hint.label}  ", "dim" if hint.enabled else "faint")]
        if more:
            pieces.append(Piece("…", "dim"))
        return draw(Line(tuple(pieces), self._right()), self.size.width, inks, inks["base"])

    @property
    def _left(self) -> tuple[Hint, ...]:
        """All but the way to help, which has the right edge for itself."""
        return tuple(hint for hint in self._hints if hint.action != ALWAYS)

    def _right(self) -> tuple[Piece, ...]:
        hint = next((hint for hint in self._hints if hint.action == ALWAYS), None)
        return (Piece(" "), Piece(hint.key, "key"), Piece(f" {hint.label} ", "dim")) if hint is not None else ()

    def on_click(self, event: events.Click) -> None:
        """Do what is under the pointer."""
        taken = sum(len(piece.text) for piece in self._right())
        if taken and event.x >= self.size.width - taken:
            host(self).run_action_id(ALWAYS)
            return
        x = 1
        for hint in fit(self._left, self.size.width - taken)[0]:
            end = x + cell_len(hint.key) + cell_len(hint.label) + 1
            if x <= event.x < end and hint.action:
                host(self).run_action_id(hint.action)
                return
            x = end + 2
