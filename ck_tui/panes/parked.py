"""Pane 4: parked outputs, newest first."""

import time

from textual import on
from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.bridge.nouns import Parked
from ck_tui.host import host
from ck_tui.messages import ParkedChosen
from ck_tui.state import Model
from ck_tui.widgets.drawn import Drawn, hint
from ck_tui.widgets.line import Line, Piece, column
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows


def draw_parked(row: Parked, width: int) -> Line:
    """Handle, command, tokens before and after; exit code and time where there is room."""
    failed = row.exit_code not in (None, 0)
    head = (
        Piece(f" {f'#{row.handle}':<5}", "focus"),
        Piece("✕ " if failed else "  ", "attention"),
        Piece(row.command or row.tool, "text"),
    )
    change = (
        column(numbers.tokens(row.tokens_before), 6, "dim", right=True),
        Piece(" → ", "faint"),
        column(numbers.tokens(row.tokens_after), 5, "slice" if row.tokens_after < row.tokens_before else "dim", right=True),
        Piece(" "),
    )
    if width < 64:
        return Line(head, (Piece(" "), *change))
    folds = column(numbers.plural(row.folds, "fold"), 9, "dim", right=True)
    return Line(head, (Piece("  "), folds, *change, Piece(f" {numbers.clock(row.at, time.time())} ", "dim")))


class ParkedPane(Pane):
    """Parked outputs."""

    SCOPE = "parked"
    NUMBER = 4
    TITLE = "Parked"
    WATCHES = frozenset({"parked"})

    def __init__(self) -> None:
        super().__init__(id="parked")

    def compose(self) -> ComposeResult:
        """Rows, or what parks something."""
        yield Drawn(id="parked-empty", classes="hint")
        yield Rows[Parked](draw_parked, lambda row: row.handle, id="outputs")

    def entrance(self) -> str:
        """The rows."""
        return "outputs"

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw the rows."""
        self.query_one("#parked-empty").display = not model.parked
        if not model.parked:
            text = (("Nothing parked.", "text"), ("", ""), ("pytest | ck normalize --command pytest", "text"), ("folds noise and parks the original.", "dim"))
            self.query_one("#parked-empty", Drawn).show(lambda width: hint(text, width))
        self.query_one("#outputs", Rows).show(model.parked)
        self.set_title(counts=numbers.plural(len(model.parked), "output") if model.parked else "")

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        self.post_message(ParkedChosen(self.query_one("#outputs", Rows).current))

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        host(self).run_action_id("parked.open")
