"""Two budgets compared: what the larger one adds, and what gives way for it."""

from collections.abc import Callable
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.bridge.nouns import Item, Slice
from ck_tui.difference import Difference, difference
from ck_tui.panes.task_lines import name_pieces, strongest
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.budget import VERDICTS, bar_pieces, next_notch
from ck_tui.widgets.drawn import Drawn
from ck_tui.widgets.line import Line, Piece, column
from ck_tui.widgets.rows import Rows


class Mark(NamedTuple):
    """A row: an item that only one of the slices has, or a heading."""

    sign: str
    item: Item | None
    head: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies it."""
        return self.sign, self.head or (self.item.path if self.item else ""), "".join(self.item.symbols) if self.item else ""


def marks_of(change: Difference) -> tuple[Mark, ...]:
    """What is added, then what gives way; headings only where something follows."""
    tokens = numbers.tokens(sum(item.tokens for item in change.new))
    added = (Mark("", None, f"{numbers.plural(len(change.new), 'item')} more, {tokens} tokens"), *(Mark("+", item) for item in change.new))
    gone = (Mark("", None, f"{numbers.plural(len(change.gone), 'item')} give way"), *(Mark("−", item) for item in change.gone))
    nothing = (Mark("", None, "Nothing more: everything that was ranked is in the smaller slice."),)
    return (added if change.new else () if change.gone else nothing) + (gone if change.gone else ())


def draw_mark(mark: Mark, width: int) -> Line:
    """A row: sign, name, why it is there, its tokens."""
    item = mark.item
    if item is None:
        return Line((Piece(f" {mark.head}", "strong"),))
    roomy = width >= 90
    word = strongest(item.evidence, item.role) if roomy else item.role
    right = (Piece("  "), column(word, 34 if roomy else 7, "dim"), column(numbers.tokens(item.tokens), 7, "text", right=True), Piece(" "))
    room = width - 3 - sum(len(piece.text) for piece in right)
    added = mark.sign == "+"
    symbol = item.symbols[0] if item.symbols else ""
    return Line((Piece(f" {mark.sign} ", "slice" if added else "attention"), *name_pieces(item.path, symbol, room, added)), right)


def budget_line(slice_: Slice, cells: int) -> Line:
    """A slice in one line: bar, tokens, items, verdict."""
    budget = slice_.budget
    verdict, ink = VERDICTS.get(slice_.sufficiency.verdict, VERDICTS["unknown"])
    limit = "no limit" if budget.limit is None else numbers.tokens(budget.limit)
    return Line(
        (
            column(limit, 9, "strong", right=True),
            Piece("  "),
            *bar_pieces(budget.used, budget.limit, cells),
            column(f"{numbers.tokens(budget.used)} used", 13, "text", right=True),
            column(numbers.plural(len(slice_.items), "item"), 12, "text", right=True),
            Piece("   "),
            Piece(verdict, ink),
        )
    )


class CompareScreen(Sheet[tuple[str, str | int]]):
    """Answers ``("place", path::symbol)`` to open, or ``("budget", tokens)`` to go on with the larger one."""

    SCOPE = "compare"

    def __init__(self, here: Slice, limit: int, cut: Callable[[int], Slice]) -> None:
        super().__init__("Two budgets", "[ ] another budget · enter opens · = takes the larger one")
        self._here, self._cut = here, cut
        self._there = cut(limit)

    def body(self) -> ComposeResult:
        """The two slices in a line each; what differs."""
        yield Drawn(id="budgets")
        yield Rows[Mark](draw_mark, lambda mark: mark.key, id="marks")

    def on_mount(self) -> None:
        """Fill and focus."""
        self._fill()
        self.query_one("#marks", Rows).focus()

    def _fill(self) -> None:
        slices = (self._here, self._there)
        self.query_one("#budgets", Drawn).show(lambda width: tuple(budget_line(s, max(8, min(40, width - 58))) for s in slices))
        self.query_one("#marks", Rows).show(marks_of(difference(*slices)))

    def perform(self, action: str) -> bool:
        """Another budget, or take it."""
        limit = self._there.budget.limit
        if action in ("compare.more", "compare.less") and limit is not None:
            self._there = self._cut(next_notch(limit, 1 if action == "compare.more" else -1))
            self._fill()
        elif action == "compare.open":
            self._open()
        elif action == "compare.take" and limit is not None:
            self.dismiss(("budget", limit))
        else:
            return super().perform(action)
        return True

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        self._open()

    def _open(self) -> None:
        mark: Mark | None = self.query_one("#marks", Rows).current
        if mark is not None and mark.item is not None:
            symbol = mark.item.symbols[0] if mark.item.symbols else ""
            self.dismiss(("place", f"{mark.item.path}::{symbol}" if symbol else mark.item.path))
