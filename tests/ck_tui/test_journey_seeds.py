"""Other slices: expected faults, picked seeds, changes, budgets and tasks compared, export."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM, make_fake
from test_journey_slice import until, workbench

from ck_tui.bridge import Bridge
from ck_tui.bridge.nouns import Request
from ck_tui.screens.about import AboutScreen
from ck_tui.screens.ask import AskScreen
from ck_tui.screens.compare import CompareScreen
from ck_tui.screens.pick import PickScreen
from ck_tui.screens.tasks import TasksScreen

SIZES = pytest.mark.parametrize("size", [(160, 45), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")


def needing_settings() -> Bridge:
    """A slice whose own structure reaches the settings, which are too large for the budget."""
    bridge: Any = make_fake()
    bridge.worker.reached = (("shop/settings.py", ""),)
    return bridge


@SIZES
async def test_an_expected_fault_is_a_row_and_f_faults_it_in(size: tuple[int, int]) -> None:
    async with workbench(size, SYMPTOM, needing_settings()) as (app, pilot):
        await pilot.press("x")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.fault != "")
        assert "expected" in screen_text(app)
        await pilot.press("f")
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.item is not None)
        assert app.bridge.task.journal == [("pin", "shop/settings.py", "")]
        assert app.model.slice is not None and app.model.slice.expected_faults == ()


async def test_an_expected_fault_is_faulted_in_from_what_the_verdict_rests_on() -> None:
    async with workbench(symptom=SYMPTOM, bridge=needing_settings()) as (app, pilot):
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, AboutScreen))
        await pilot.press("f")
        await until(pilot, lambda: "Only what is" in screen_text(app))
        await pilot.press("G", "f")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert app.bridge.task.journal == [("pin", "shop/settings.py", "")]


@SIZES
async def test_marked_paths_and_symbols_become_seeds_beside_the_symptom(size: tuple[int, int]) -> None:
    async with workbench(size, SYMPTOM) as (app, pilot):
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, PickScreen) and "11 files and names" in screen_text(app))
        await pilot.press(*"chrg", "tab")
        await until(pilot, lambda: "1 seed marked" in screen_text(app))
        await pilot.press(*["backspace"] * 4, *"order.py", "tab")
        await until(pilot, lambda: "2 seeds marked" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: len(app.bridge.worker.requests) == 2)
        assert app.bridge.worker.requests[1] == Request(SYMPTOM, ("shop/models/cart.py::Cart.charge", "shop/models/order.py"))
        await pilot.press("a")
        await until(pilot, lambda: "2 seeds marked" in screen_text(app))


async def test_without_a_mark_the_line_under_the_cursor_is_the_seed_also_a_line_of_a_file() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("a", *"cart.py:8", "enter")
        await until(pilot, lambda: app.bridge.worker.requests)
        assert app.bridge.worker.requests[0] == Request(seeds=("shop/models/cart.py:8",))


async def test_a_name_that_nothing_parsed_yet_is_asked_for() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("a", *"order")
        await until(pilot, lambda: "Order" in screen_text(app) and "class" in screen_text(app))
        assert isinstance(app.screen, PickScreen)


async def test_the_changes_since_a_ref_are_sliced() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("D")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press(*"HEAD~3", "enter")
        await until(pilot, lambda: app.bridge.worker.requests)
        assert app.bridge.worker.requests[0] == Request(from_diff="HEAD~3")
        await until(pilot, lambda: app.model.slice is not None)
        await pilot.press("D", *["backspace"] * 6, "enter")
        await until(pilot, lambda: len(app.bridge.worker.requests) == 2)
        assert app.bridge.worker.requests[1].from_diff == ""


@SIZES
async def test_two_budgets_are_compared_without_ranking_again(size: tuple[int, int]) -> None:
    async with workbench(size, SYMPTOM) as (app, pilot):
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        assert "Nothing more" in screen_text(app)
        await pilot.press("]", "]")
        await until(pilot, lambda: "1 item more, 4.1k tokens" in screen_text(app) and "settings.py" in screen_text(app))
        await pilot.press("=")
        await until(pilot, lambda: app.model.budget == 8_000)
        assert app.model.slice is not None and app.model.slice.excluded_count == 0
        assert len(app.bridge.worker.requests) == 1


async def test_what_the_larger_budget_adds_can_be_opened() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("b", "]", "]", "j", "enter")
        await until(pilot, lambda: app.model.preview is not None and app.model.preview.path == "shop/settings.py")
        assert app.model.budget is None


async def test_a_switch_of_the_task_says_what_is_new_and_what_is_not_needed_any_more() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        app.bridge.worker.candidates = app.bridge.worker.candidates[2:4]
        await pilot.press("a", *"order.py", "enter")
        await until(pilot, lambda: app.model.difference is not None)
        await until(pilot, lambda: "Another task:" in screen_text(app))
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, AboutScreen))
        await pilot.press("G")
        await until(pilot, lambda: "shop/views/checkout.py::post  no longer needed" in screen_text(app))
        assert "0 items new, 2 no longer needed, 2 kept" in screen_text(app)
        await pilot.press("escape", "t")
        await until(pilot, lambda: isinstance(app.screen, TasksScreen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: len(app.bridge.worker.requests) == 3)
        assert app.bridge.worker.requests[2] == Request(SYMPTOM)


async def test_the_tasks_say_which_seeds_they_do_not_share() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("D", "enter")
        await until(pilot, lambda: len(app.bridge.worker.requests) == 2)
        await pilot.press("a", *"order.py", "enter")
        await until(pilot, lambda: len(app.bridge.worker.requests) == 3 and app.model.progress is None)
        await pilot.press("t", "j", "j")
        await until(pilot, lambda: "no longer" in screen_text(app) and " + shop/models/cart.py" in screen_text(app))


async def test_the_slice_is_exported_to_a_file_that_is_named_and_never_over_another(tmp_path: Path) -> None:
    target = tmp_path / "slice.json"
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        for _ in range(2):
            await pilot.press("s", "j")
            await until(pilot, lambda: isinstance(app.screen, AskScreen))
            await pilot.press("ctrl+u", "home", "ctrl+k", *str(target), "enter")
            await until(pilot, lambda: len(app.screen_stack) == 1)
        assert json.loads(target.read_text()) == {"task": "t1"}
        await until(pilot, lambda: "File exists" in screen_text(app))
