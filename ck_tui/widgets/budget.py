"""The budget as a bar: what is used, where the limit is; a click or a drag moves the limit."""

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ck_tui import numbers
from ck_tui.host import host
from ck_tui.messages import BudgetAsked
from ck_tui.state import Model
from ck_tui.widgets.line import Line, Piece, draw

NOTCHES = (1_000, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000, 16_000, 20_000, 25_000, 30_000, 40_000, 60_000, 80_000, 120_000, 160_000, 240_000)
"""Limits that the keys step through, in tokens."""

SCALES = (4_000, 6_000, 10_000, 16_000, 25_000, 40_000, 60_000, 100_000, 160_000, 250_000, 400_000)
"""Right ends of the bar, in tokens; few, so that it seldom changes its scale."""

VERDICTS = {
    "sufficient": ("✓ sufficient", "slice"),
    "likely": ("✓ likely", "slice"),
    "insufficient": ("! insufficient", "attention"),
    "unknown": ("? unknown", "dim"),
}
"""Words and inks of the verdicts; a glyph beside the colour, always."""


def next_notch(limit: int, step: int) -> int:
    """The next limit above (1) or below (−1) a given one."""
    if step > 0:
        return next((notch for notch in NOTCHES if notch > limit), NOTCHES[-1])
    return next((notch for notch in reversed(NOTCHES) if notch < limit), NOTCHES[0])


def scale_of(limit: int, used: int) -> int:
    """Tokens at the right end of the bar: a round number that leaves room to the right of the limit."""
    wanted = max(limit * 1.2, used)
    return next((scale for scale in SCALES if scale >= wanted), round(wanted))


def bar_pieces(used: int, limit: int | None, cells: int) -> tuple[Piece, ...]:
    """Used cells, free cells up to the limit, and the rest of the scale."""
    if limit is None:
        return (Piece("━" * cells, "slice"),)
    scale = scale_of(limit, used)
    full = min(cells, round(cells * used / scale)) or (1 if used else 0)
    knob = min(cells - 1, max(full, round(cells * limit / scale)))
    over = used > limit
    return (
        Piece("━" * min(full, knob), "attention" if over else "slice"),
        Piece("━" * (knob - full), "dim"),
        Piece("┃", "strong"),
        Piece("─" * (cells - knob - 1), "faint"),
    )


class BudgetBar(Widget):
    """One row: bar, numbers, verdict, blind spots; while a ranking runs, its progress."""

    DEFAULT_CSS = "BudgetBar { height: 1; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._model: Model | None = None
        self._dragging = False

    def show(self, model: Model) -> None:
        """Draw another state."""
        self._model = model
        self.refresh()

    def _cells(self) -> int:
        return max(8, min(48, self.size.width // 3 if self.size.width >= 76 else self.size.width // 5))

    def _line(self) -> Line:
        model = self._model
        if model is None:
            return Line(())
        if model.progress is not None:
            stage, done, total = model.progress
            cells = self._cells()
            filled = round(cells * done / total) if total else 0
            count = f"  {done:,} of {total:,}" if total else ""
            return Line(
                (Piece(" "), Piece("━" * filled, "focus"), Piece("─" * (cells - filled), "faint"), Piece(f"  {stage}{count}", "text")),
                (Piece(" esc cancels ", "dim"),),
            )
        if model.slice is None:
            return Line(())
        return slice_line(model, self._cells())

    def render_line(self, y: int) -> Strip:
        """The row."""
        inks = host(self).inks
        return draw(self._line(), self.size.width, inks, inks["base"])

    def _ask(self, x: int) -> None:
        slice_ = self._model.slice if self._model else None
        if slice_ is None or slice_.budget.limit is None:
            return
        share = max(0, min(x - 1, self._cells())) / self._cells()
        limit = round(share * scale_of(slice_.budget.limit, slice_.budget.used) / 500) * 500
        self.post_message(BudgetAsked(max(NOTCHES[0], limit)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take the limit."""
        if 1 <= event.x <= self._cells():
            self._dragging = True
            self.capture_mouse()
            self._ask(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the limit."""
        if self._dragging:
            self._ask(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let the limit go."""
        if self._dragging:
            self._dragging = False
            self.release_mouse()


def slice_line(model: Model, cells: int) -> Line:
    """Bar, used of limit, verdict, what needs attention."""
    slice_ = model.slice
    assert slice_ is not None
    budget = slice_.budget
    limit = "no limit" if budget.limit is None else f"of {numbers.tokens(budget.limit)}"
    verdict, ink = VERDICTS.get(slice_.sufficiency.verdict, VERDICTS["unknown"])
    pieces = [
        Piece(" "),
        *bar_pieces(budget.used, budget.limit, cells),
        Piece(f"  {numbers.tokens(budget.used)}", "strong"),
        Piece(f" {limit} tokens" if cells > 14 else f" {limit}", "dim"),
        Piece(" · ", "faint"),
        Piece(verdict, ink),
    ]
    for count, noun in ((len(slice_.blind_spots), "blind spot"), (len(slice_.unmet_pins), "unmet pin")):
        if count:
            pieces += [Piece(" · ", "faint"), Piece(numbers.plural(count, noun), "attention")]
    return Line(tuple(pieces))
