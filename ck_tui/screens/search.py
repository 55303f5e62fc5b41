"""Search inside all parked outputs."""

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from ck_tui import numbers
from ck_tui.bridge import BridgeError
from ck_tui.bridge.nouns import SearchHit
from ck_tui.host import host
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows


def draw_hit(hit: SearchHit, width: int) -> Line:
    """Handle, line, text."""
    return Line((Piece(f" #{hit.handle:<4}", "focus"), Piece(f"{hit.line:>7}  ", "dim"), Piece(hit.text.strip())))


class SearchScreen(Sheet[tuple[int, int]]):
    """Answers handle and line of the chosen match."""

    def __init__(self, search: Callable[[str], tuple[SearchHit, ...]]) -> None:
        super().__init__("Search parked outputs", "enter searches, enter again opens")
        self._search, self._searched = search, ""

    def body(self) -> ComposeResult:
        """Query and matches."""
        yield Input(placeholder="words that the original contains")
        yield Rows[SearchHit](draw_hit, lambda hit: (hit.handle, hit.line), id="hits")

    def on_mount(self) -> None:
        """Type first."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        rows = self.query_one("#hits", Rows)
        if event.value.strip():
            found: tuple[SearchHit, ...] = ()
            try:
                found = self._search(event.value.strip())
            except BridgeError as error:
                host(self).show_error("searching", error)
                return
            rows.show(found)
            self.set_fact(numbers.plural(len(found), "line") if found else "no line contains that")
            if found:
                rows.focus()

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        hit = self.query_one("#hits", Rows).current
        if hit is not None:
            self.dismiss((hit.handle, hit.line))
