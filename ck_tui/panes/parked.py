"""Pane 4: parked outputs, newest first."""

import time

from textual import on
from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.bridge.nouns import Hits, Parked, SearchHit
from ck_tui.bridge.parked import LISTED
from ck_tui.host import host
from ck_tui.messages import ParkedChosen
from ck_tui.state import Model
from ck_tui.widgets.drawn import Drawn, hint
from ck_tui.widgets.line import Line, Piece, column
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows


def draw_row(row: Parked | SearchHit, width: int) -> Line:
    """An output, or a line that was found in one."""
    return draw_hit(row, width) if isinstance(row, SearchHit) else draw_parked(row, width)


def draw_hit(hit: SearchHit, width: int) -> Line:
    """Handle, line number, text."""
    return Line((Piece(f" {f'#{hit.handle}':<5}", "focus"), Piece(f"{hit.line:>6}  ", "dim"), Piece(hit.text.strip())))


def counted(outputs: int) -> str:
    """How many outputs are listed; where there may be more, that these are the newest."""
    newest = "newest " if outputs >= LISTED else ""
    return f"{newest}{numbers.plural(outputs, 'output')}" if outputs else ""


def said(hits: Hits) -> str:
    """What a search found."""
    outputs = len({hit.handle for hit in hits.lines})
    more = " or more" if hits.cut else ""
    return f"{numbers.plural(len(hits.lines), 'line')}{more} in {numbers.plural(outputs, 'output')}" if hits.lines else "no line holds that"


def draw_parked(row: Parked, width: int) -> Line:
    """Handle, command, tokens before and after; exit code and time where there is room."""
    failed = row.exit_code not in (None, 0)
    head = (
        Piece(f" {f'#{row.handle}':<4} ", "focus"),
        Piece("✕ " if failed else "  ", "attention"),
        Piece(row.command or f"{row.tool} {row.path}".strip(), "text"),
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
    WATCHES = frozenset({"parked", "hits"})

    def __init__(self) -> None:
        super().__init__(id="parked")

    def compose(self) -> ComposeResult:
        """Rows, or what parks something."""
        yield Drawn(id="parked-empty", classes="hint")
        yield Rows[Parked | SearchHit](draw_row, lambda row: (row.handle, getattr(row, "line", 0)), id="outputs")

    def entrance(self) -> str:
        """The rows."""
        return "outputs"

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw the rows."""
        self.query_one("#parked-empty").display = not model.parked
        if not model.parked:
            text = (("Nothing parked.", "text"), ("", ""), ("pytest | ck normalize --command pytest", "text"), ("folds noise and parks the original.", "dim"))
            self.query_one("#parked-empty", Drawn).show(lambda width: hint(text, width))
        hits = model.hits
        self.query_one("#outputs", Rows).show(model.parked if hits is None else hits.lines, empty_cursor="hits" in changed)
        self.set_title("" if hits is None else f"lines with {hits.query}", counted(len(model.parked)) if hits is None else said(hits))

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        self.post_message(ParkedChosen(self.query_one("#outputs", Rows).current))

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        host(self).run_action_id("parked.open")
