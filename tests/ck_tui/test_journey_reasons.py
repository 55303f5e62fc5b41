"""Why an item is here: the way, the evidence, where it leads, and what else its file defines."""

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM
from test_journey_slice import until, workbench

from ck_tui.screens.reasons import ReasonsScreen


@pytest.mark.parametrize("size", [(160, 45), (80, 24)])
async def test_an_item_tells_its_way_and_where_it_leads(size: tuple[int, int]) -> None:
    async with workbench(size, SYMPTOM) as (app, pilot):
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ReasonsScreen))
        text = screen_text(app)
        for part in ("Why Cart.checkout", "The way to it", "frame 2", "Evidence", "It leads to", "shop/models/cart.py::Cart.charge", "In shop/models/cart.py"):
            assert part in text, part
        await pilot.press("G", "enter")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert app.model.preview is not None and (app.model.preview.path, app.model.preview.at) == ("shop/models/cart.py", 11)


async def test_what_is_shown_already_is_not_faulted_in() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ReasonsScreen))
        await pilot.press("f")
        await until(pilot, lambda: "Only what is" in screen_text(app))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert app.bridge.task.journal == []


async def test_without_a_slice_there_is_nothing_to_explain() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("2", "e")
        await pilot.pause()
        assert len(app.screen_stack) == 1
