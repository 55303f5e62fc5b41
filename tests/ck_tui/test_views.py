"""Virtual lists and texts."""

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM, parked
from test_journey_slice import until, workbench
from textual.app import App, ComposeResult

from ck_tui.inks import make_inks
from ck_tui.panes.parked import draw_parked
from ck_tui.themes import load_palettes, textual_theme
from ck_tui.widgets.budget import NOTCHES, bar_pieces, next_notch, scale_of
from ck_tui.widgets.keyline import Hint, fit
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows, matches
from ck_tui.widgets.textview import TextView


class Bench(App[int]):
    """One list and one text."""

    def __init__(self) -> None:
        palette = load_palettes()[0]["ck-dark"]
        self.inks = make_inks(palette.colours)
        super().__init__()
        self.register_theme(textual_theme(palette))
        self.theme = palette.name

    def compose(self) -> ComposeResult:
        yield Rows[str](lambda value, width: Line((Piece(value),)), lambda value: value, id="rows")
        yield TextView(id="text")


@pytest.mark.parametrize(
    ("text", "query", "passes"),
    [("Cart.checkout", "check", True), ("Cart.checkout", "cart check", True), ("Cart", "!cart", False), ("Cart", "!x", True), ("Cart", "!", True)],
)
def test_filters(text: str, query: str, passes: bool) -> None:
    assert matches(text, query) is passes


async def test_a_list_keeps_its_cursor_on_the_same_value() -> None:
    app = Bench()
    async with app.run_test(size=(60, 20)) as pilot:
        rows = app.query_one("#rows", Rows)
        rows.show(["a", "b", "c", "d"])
        rows.select("c")
        rows.show(["x", "b", "c"])
        assert rows.current == "c"
        rows.filter("b")
        assert rows.current == "b" and rows.hidden == 2
        rows.filter("")
        await pilot.pause()
        assert rows.count() == 3


async def test_only_what_is_on_the_screen_is_drawn() -> None:
    app = Bench()
    drawn: set[str] = set()

    def line(value: str, width: int) -> Line:
        drawn.add(value)
        return Line((Piece(value),))

    async with app.run_test(size=(60, 20)) as pilot:
        rows = app.query_one("#rows", Rows)
        rows._draw = line
        rows.show([f"row {number}" for number in range(100_000)])
        rows.perform("list.bottom")
        await pilot.pause()
        assert rows.current == "row 99999"
        assert len(drawn) < 100


async def test_text_search_goes_round_and_marks_ranges() -> None:
    app = Bench()
    async with app.run_test(size=(60, 20)) as pilot:
        view = app.query_one(TextView)
        view.show([f"line {number}" for number in range(1, 101)], ranges=((10, 12),), at=10)
        await pilot.pause()
        assert view.cursor == 9 and view.is_marked(12) and not view.is_marked(13)
        view.filter("line 5")
        assert view.hits == 11
        assert view.lines[view.cursor] == "line 50"
        view.perform("list.previous_match")
        assert view.lines[view.cursor] == "line 5"
        view.perform("list.previous_match")
        assert view.lines[view.cursor] == "line 59"


def test_budget_notches_go_up_and_down_and_stop() -> None:
    assert next_notch(20_000, 1) == 25_000 and next_notch(20_000, -1) == 16_000
    assert next_notch(NOTCHES[-1], 1) == NOTCHES[-1] and next_notch(NOTCHES[0], -1) == NOTCHES[0]


@pytest.mark.parametrize(("used", "limit"), [(0, 1_000), (12_400, 20_000), (30_000, 20_000), (5, 240_000)])
def test_the_budget_bar_has_a_fixed_length_and_says_over(used: int, limit: int) -> None:
    pieces = bar_pieces(used, limit, 30)
    assert sum(len(piece.text) for piece in pieces) == 30
    assert (pieces[0].ink == "attention") is (used > limit)
    assert scale_of(limit, used) >= max(limit, used)


def test_the_key_line_never_shows_half_a_hint() -> None:
    hints = tuple(Hint(key, "word", key) for key in "abcdefgh")
    kept, more = fit(hints, 30)
    assert more and sum(len(hint.key) + len(hint.label) + 3 for hint in kept) <= 29
    assert fit(hints, 200) == (hints, False)


def test_handles_of_any_length_stand_apart_from_what_follows() -> None:
    for handle in (7, 412, 1000, 15_932, 1_234_567):
        row = parked(handle, "make", 900, 100)._replace(exit_code=2)
        assert draw_parked(row, 60).plain().split()[:3] == [f"#{handle}", "✕", "make"]


async def test_the_row_for_finding_says_its_keys() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("/", "c")
        await until(pilot, lambda: "enter keep" in screen_text(app) and "esc clear" in screen_text(app))
        await pilot.click("KeyLine", offset=(2, 0))
        await pilot.press("escape")
        await until(pilot, lambda: "space pin" in screen_text(app))
        assert app.is_running
