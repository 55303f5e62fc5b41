"""Journey 1: paste a traceback, see the slice, walk it, steer it, carry it out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM, make_fake
from textual import events
from textual.pilot import Pilot

from ck_tui.app import Workbench, make_app
from ck_tui.bridge import Bridge
from ck_tui.screens.choice import ChoiceScreen
from ck_tui.screens.message import MessageScreen
from ck_tui.screens.symptom import SymptomScreen
from ck_tui.screens.tasks import TasksScreen

SIZES = [(160, 45), (100, 30), (80, 24)]


async def until(pilot: Pilot[int], condition: Callable[[], Any]) -> None:
    """Wait for something to become true; fail after five seconds."""
    for _ in range(200):
        await pilot.pause()
        if condition():
            return
        await asyncio.sleep(0.025)
    raise AssertionError("it did not happen; the screen was:\n" + screen_text(pilot.app))


@asynccontextmanager
async def workbench(size: tuple[int, int] = (160, 45), symptom: str | None = None, bridge: Bridge | None = None) -> AsyncIterator[tuple[Workbench, Pilot[int]]]:
    """A running workbench; with a symptom, after its slice is there."""
    app = make_app(bridge or make_fake(), symptom)
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await until(pilot, lambda: app.model.paths is not None)
        if symptom is not None:
            await until(pilot, lambda: app.model.entry is not None)
            await pilot.pause(0.15)
        yield app, pilot


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_paste_understand_slice_walk_pin_drop(size: tuple[int, int]) -> None:
    async with workbench(size) as (app, pilot):
        app.post_message(events.Paste(SYMPTOM))
        await until(pilot, lambda: isinstance(app.screen, SymptomScreen))
        await until(pilot, lambda: "shop/models/cart.py:8" in screen_text(app))
        assert "KeyError" in screen_text(app)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.model.entry is not None)
        await pilot.pause(0.15)
        assert app.model.entry is not None and app.model.entry.symbol == "Cart.checkout"
        await pilot.press("j", "j")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.symbol == "Cart.charge")
        assert "calls Cart.charge" in screen_text(app)
        assert app.model.preview is not None and app.model.preview.ranges == ((11, 13),)
        await pilot.press("space")
        assert app.bridge.task.journal == [("pin", "shop/models/cart.py", "Cart.charge")]
        await until(pilot, lambda: "▲" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "▲" not in screen_text(app))
        await pilot.press("d")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.symbol != "Cart.charge")
        await pilot.press("x")
        await until(pilot, lambda: "dropped by hand" in screen_text(app))
        assert not any(e.symbol == "Cart.charge" and e.item for e in app.model.entries)


async def test_an_excluded_item_is_faulted_in_and_why_not_is_said() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("f")
        await until(pilot, lambda: "in the slice already" in screen_text(app))
        await pilot.press("x")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.excluded is not None)
        assert "over budget" in screen_text(app) and "f faults it in" in screen_text(app)
        await pilot.press("f")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.item is not None)
        assert app.bridge.task.journal == [("pin", "shop/settings.py", "")]


async def test_the_budget_only_cuts_and_never_ranks_again() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        assert app.model.slice is not None and app.model.slice.excluded_count == 1
        for _ in range(4):
            await pilot.press("]")
        assert app.model.budget == 8_000 and app.model.slice.excluded_count == 0
        await pilot.press("[")
        assert app.model.budget == 6_000
        await pilot.press("=")
        assert app.model.budget is None
        assert len(app.bridge.worker.asked) == 1


async def test_a_click_on_the_bar_moves_the_limit() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.click("#budget", offset=(8, 0))
        await until(pilot, lambda: app.model.budget is not None)
        assert app.model.slice is not None and app.model.slice.budget.limit == app.model.budget


async def test_ranking_shows_progress_and_escape_cancels_it() -> None:
    async with workbench() as (app, pilot):
        app.post_message(events.Paste("slow symptom"))
        await until(pilot, lambda: isinstance(app.screen, SymptomScreen))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "3 of 8" in screen_text(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.model.progress is None)
        assert "Cancelled" in screen_text(app) and app.model.slice is None


async def test_a_failure_is_readable_copyable_and_logged() -> None:
    async with workbench() as (app, pilot):
        app.post_message(events.Paste("fail please"))
        await until(pilot, lambda: isinstance(app.screen, SymptomScreen))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, MessageScreen))
        assert "git [/nonsense] said no" in screen_text(app)
        assert app.bridge.session.errors == ["workbench: slicing: git [/nonsense] said no"]
        await pilot.press("y")
        assert app.clipboard == "git [/nonsense] said no"
        await pilot.press("escape")
        assert len(app.screen_stack) == 1


async def test_copying_says_how() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("c")
        await until(pilot, lambda: "OSC 52" in screen_text(app))
        assert app.clipboard == "shop/models/cart.py:8"
        await pilot.press("s", "c")
        await until(pilot, lambda: "Cart.checkout" in app.clipboard)


async def test_sending_to_a_file_keeps_it_private(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with workbench(symptom=SYMPTOM) as (_app, pilot):
        await pilot.press("s", "f")
        await until(pilot, lambda: list(tmp_path.glob("ck-slice-*.md")))
        (path,) = tmp_path.glob("ck-slice-*.md")
        assert "shop/models/cart.py" in path.read_text() and path.stat().st_mode & 0o777 == 0o600


async def test_tasks_are_listed_and_reopened() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, TasksScreen))
        assert "KeyError: 'card_token'" in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.bridge.worker.asked) == 2)


async def test_escape_goes_back_step_by_step_and_never_quits() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("1", "z", "escape")
        assert not app.main.has_class("-zoom")
        await pilot.press("escape")
        assert app.main.current == "task"
        await pilot.press("enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "preview")
        await pilot.press("escape")
        assert app.focused is not None and app.focused.id == "items"
        await pilot.press("escape", "escape")
        assert app.is_running


async def test_a_huge_paste_is_kept_whole_and_does_not_block() -> None:
    text = SYMPTOM + "x" * 10 + "\n" * 100_000 + "y" * 200_000
    async with workbench() as (app, pilot):
        app.post_message(events.Paste(text))
        await until(pilot, lambda: isinstance(app.screen, SymptomScreen))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.bridge.worker.asked)
        assert app.bridge.worker.asked == [text]


async def test_quitting() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("q")
    assert app.return_value == 0


async def test_enter_slices_what_was_pasted_and_writes_a_line_in_what_was_edited() -> None:
    async with workbench() as (app, pilot):
        app.post_message(events.Paste("\x1b[31m" + SYMPTOM))
        await until(pilot, lambda: "enter or ctrl+s slices" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.model.entry is not None)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, SymptomScreen))
        await pilot.press("x", "enter", "y", "ctrl+s")
        await until(pilot, lambda: len(app.bridge.worker.asked) == 2)
        assert app.bridge.worker.asked[1].endswith("x\ny")


async def test_a_fault_of_the_kernel_is_shown_and_the_workbench_goes_on() -> None:
    from ck_tui.bridge import BridgeError

    async with workbench(symptom=SYMPTOM) as (app, pilot):

        def refuse(*_arguments: Any) -> None:
            raise BridgeError("the store is locked [/x]")

        app.bridge.task.cut = refuse
        for key in ("]", "space"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, MessageScreen) and "the store is locked [/x]" in screen_text(app))
            await pilot.press("escape")
        app.bridge.session.number += 1
        await until(pilot, lambda: isinstance(app.screen, MessageScreen))
        await pilot.press("escape")
        assert app.is_running


async def test_whoever_weeds_the_list_stays_in_their_place() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        names = [entry.key for entry in app.model.entries if entry.item is not None]
        await pilot.press("j", "d")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.key == names[2])
        await pilot.press("d")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.key == names[3])
        assert [steer.path for steer in app.model.steers if steer.verb == "drop"] == [names[1][0], names[2][0]]
        await pilot.press("d")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.key == names[0])
        await pilot.press("u", "u", "u")
        await until(pilot, lambda: [entry.key for entry in app.model.entries if entry.item is not None] == names)
        assert app.model.entry is not None and app.model.entry.key == names[0]
