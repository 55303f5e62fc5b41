"""Pane 5: what was saved, and what came back."""

from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.bridge.nouns import Ledger, LedgerDay, LedgerPart, LedgerSplit
from ck_tui.host import host
from ck_tui.panes.live_lines import strip
from ck_tui.state import Model
from ck_tui.widgets.line import Line, Piece, column
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows

Row = Ledger | LedgerDay | LedgerPart | str

DAYS = 24
"""Days in the sparkline."""


def trend(ledger: Ledger) -> str:
    """The last days' net savings as a sparkline."""
    return numbers.sparkline(tuple(max(0, day.before - day.after - day.returned) for day in ledger.days[-DAYS:]))


def summary(ledger: Ledger, width: int) -> Line:
    """Everything that matters in one line."""
    saved = ledger.before - ledger.after
    if not ledger.projections:
        return Line((Piece(" Nothing measured yet. ", "dim"), Piece("ck normalize and recalls are counted here.", "dim")))
    came_back = f"{numbers.tokens(ledger.returned)} came back in {numbers.plural(ledger.faults, 'fault')}"
    pieces = [
        Piece(" net ", "dim"),
        Piece(f"−{numbers.percent(max(0, ledger.net), ledger.before)}", "strong"),
        Piece(f"   {numbers.tokens(saved)} saved", "slice"),
        Piece(", ", "dim"),
        Piece(came_back, "attention" if ledger.faults else "dim"),
        Piece(f"   {trend(ledger)}" if len(ledger.days) > 1 else "", "slice"),
        Piece(f"   n = {ledger.projections:,}", "dim"),
    ]
    if width >= 110:
        looks = f" · {numbers.plural(ledger.looks, 'look')} of yours (free)" if ledger.looks else ""
        pieces.append(Piece(f" over {numbers.plural(len(ledger.days), 'day')}{looks} · tokens are estimates", "dim"))
    return Line(tuple(pieces))


def draw_ledger(row: Row, width: int) -> Line:
    """The summary, a heading, a part or one day."""
    if isinstance(row, Ledger):
        return summary(row, width)
    if isinstance(row, str):
        return Line((Piece(f" {row} ", "dim"), Piece("─" * max(0, width - len(row) - 3), "faint")))
    return draw_part(row, width) if isinstance(row, LedgerPart) else draw_day(row, width)


def draw_part(part: LedgerPart, width: int) -> Line:
    """A recogniser or a tool: what it saved net, of what, what came back."""
    net = f"{'−' if part.net > 0 else '+' if part.net < 0 else ''}{numbers.tokens(abs(part.net))}"
    return Line(
        (Piece(f" {part.name or '(not folded)'}", "text"),),
        (
            Piece(f"  {numbers.tokens(part.returned)} came back" if part.returned else "", "attention"),
            column(net, 9, "slice" if part.net > 0 else "attention" if part.net < 0 else "dim", right=True),
            column(f"{numbers.tokens(part.before)} → {numbers.tokens(part.after)}", 18, "dim", right=True),
            column(f"n = {part.projections:,}", 11, "dim", right=True),
            Piece(" "),
        ),
    )


def rows_of(ledger: Ledger, splits: tuple[LedgerSplit, ...]) -> tuple[Row, ...]:
    """The summary, the parts by recogniser and tool, and the days, newest first."""
    rows: list[Row] = [ledger]
    for split in splits:
        rows += [f"by {split.by}", *split.parts] if split.parts else []
    rows += ["by day", *reversed(ledger.days)] if ledger.days else []
    return tuple(rows)


def draw_day(row: LedgerDay, width: int) -> Line:
    """One day."""
    saved = row.before - row.after - row.returned
    share = max(0.0, min(1.0, saved / row.before)) if row.before else 0.0
    bar = 20 if width >= 90 else 8
    filled = round(bar * share)
    return Line(
        (
            Piece(f" {row.day}  ", "dim"),
            Piece("━" * filled, "slice"),
            Piece("─" * (bar - filled), "faint"),
            column(f"−{numbers.percent(max(0, saved), row.before)}", 7, "text", right=True),
            column(f"{numbers.tokens(row.before)} → {numbers.tokens(row.after)}", 18, "dim", right=True),
            Piece(f"   {numbers.tokens(row.returned)} came back" if row.returned else "", "attention"),
        ),
        (Piece(f"n = {row.projections:,} ", "dim"),),
    )


def _key(row: Row) -> str:
    """What a row is about, so that the cursor stays on it."""
    if isinstance(row, Ledger):
        return ""
    return row if isinstance(row, str) else row.day if isinstance(row, LedgerDay) else f"part {row.name}"


class LedgerPane(Pane):
    """The summary; below it, where there is room, what saved it, and the days."""

    SCOPE = "ledger"
    NUMBER = 5
    TITLE = "Ledger"
    WATCHES = frozenset({"ledger", "splits", "paused", "in_memory", "live", "chosen"})

    def __init__(self) -> None:
        super().__init__(id="ledger")

    def compose(self) -> ComposeResult:
        """The rows."""
        yield Rows[Row](self._draw, _key, id="days")

    def entrance(self) -> str:
        """The rows."""
        return "days"

    def _draw(self, row: Row, width: int) -> Line:
        """A row; beside the summary how it goes with the agent that is live."""
        line, model = draw_ledger(row, width), host(self).model
        return Line(line.left, strip(model.live, model.watched, width)) if isinstance(row, Ledger) else line

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw the ledger."""
        ledger = model.ledger or Ledger(0, 0, 0, 0, 0, 0, ())
        self.query_one("#days", Rows).show(rows_of(ledger, model.splits))
        said = "paused: outputs are left as they are" if model.paused else "working in memory, nothing is kept" if model.in_memory else ""
        self.set_title(said, "" if ledger.projections else "empty")
