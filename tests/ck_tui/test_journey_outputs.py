"""Looking at outputs: marks, recalling to the clipboard, a miss as a test case, looks in the ledger, searching in place."""

from typing import Any

import pytest
from conftest import screen_text
from fake_bridge import make_fake
from test_journey_slice import until, workbench

from ck_tui.bridge import BridgeError
from ck_tui.bridge.nouns import Hits
from ck_tui.bridge.parked import LISTED
from ck_tui.screens.ask import AskScreen
from ck_tui.screens.output import OutputScreen

SIZES = pytest.mark.parametrize("size", [(160, 45), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")


async def opened(pilot: Any, app: Any) -> None:
    """Open the first output and go to its fold."""
    await pilot.press("4", "enter")
    await until(pilot, lambda: isinstance(app.screen, OutputScreen))
    await pilot.press("]")


@SIZES
async def test_marked_lines_are_recalled_to_the_clipboard_and_it_says_how(size: tuple[int, int]) -> None:
    async with workbench(size) as (app, pilot):
        await opened(pilot, app)
        await pilot.press("enter", "j", "v", "j", "j")
        await until(pilot, lambda: "lines 4-6 are marked" in screen_text(app))
        await pilot.press("y")
        assert app.clipboard == "".join(f"tests/test_{n}.py PASSED\n" for n in (4, 5, 6))
        await until(pilot, lambda: "Recalled 3 lines" in screen_text(app) and "OSC 52" in screen_text(app))
        await pilot.press("r")
        assert app.clipboard == "ck recall 412 --lines 4-6"
        await pilot.press("escape")
        assert isinstance(app.screen, OutputScreen) and "are marked" not in screen_text(app)


async def test_lines_of_a_part_of_a_file_have_the_numbers_of_the_file() -> None:
    async with workbench() as (app, pilot):
        get = app.bridge.parked.get
        app.bridge.parked.get = lambda handle: (out := get(handle))._replace(plan=out.plan._replace(first=201))
        await opened(pilot, app)
        assert "lines 204-236" in screen_text(app)
        await pilot.press("enter", "j", "v", "j", "j")
        await until(pilot, lambda: "lines 204-206 are marked" in screen_text(app))
        await until(pilot, lambda: app.bridge.parked.looks == [(412, 204, 236)])
        await pilot.press("r")
        assert app.clipboard == "ck recall 412 --lines 204-206"
        await pilot.press("escape", "!")
        await until(pilot, lambda: app.bridge.parked.cases)
        assert app.bridge.parked.cases[0][1] == (6,)


async def test_every_look_into_a_fold_is_counted_once_and_shown() -> None:
    async with workbench() as (app, pilot):
        counted = []
        totals = app.bridge.ledger.totals
        app.bridge.ledger.totals = lambda: counted.append(1) or totals()
        await opened(pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: app.bridge.parked.looks == [(412, 4, 36)])
        await pilot.press("enter", "a")
        await until(pilot, lambda: app.bridge.parked.looks == [(412, 4, 36), (412, 1, 40)])
        await until(pilot, lambda: len(counted) == 2)


@SIZES
async def test_what_should_have_been_kept_becomes_a_case_with_one_key(size: tuple[int, int]) -> None:
    async with workbench(size) as (app, pilot):
        await opened(pilot, app)
        await pilot.press("!")
        await until(pilot, lambda: app.bridge.parked.cases)
        assert app.bridge.parked.cases == [(412, tuple(range(4, 37)), "/home/me/.ck/cases")]
        await until(pilot, lambda: "/home/me/.ck/cases" in screen_text(app))
        await pilot.press("enter", "j", "v", "j", "!")
        await until(pilot, lambda: len(app.bridge.parked.cases) == 2)
        assert app.bridge.parked.cases[1][1] == (4, 5)


async def test_the_folder_of_cases_is_named_once_and_remembered() -> None:
    bridge: Any = make_fake()
    async with workbench(bridge=bridge) as (app, pilot):
        await opened(pilot, app)
        await pilot.press("ctrl+o")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press("home", "ctrl+k", *"/data/cases", "enter")
        await until(pilot, lambda: app.bridge.parked.cases)
        assert app.bridge.parked.cases[0][2] == "/data/cases"
    async with workbench(bridge=bridge._replace(worker=make_fake().worker)) as (app, pilot):
        assert app.layout.cases == "/data/cases"


async def test_a_case_that_cannot_be_saved_is_said() -> None:
    async with workbench() as (app, pilot):

        def refuse(*_: object) -> str:
            raise BridgeError("cannot write the case to [/x]: Permission denied")

        app.bridge.parked.save_case = refuse
        await opened(pilot, app)
        await pilot.press("!")
        await until(pilot, lambda: "cannot write the case to [/x]" in screen_text(app))
        await pilot.press("escape")
        assert isinstance(app.screen, OutputScreen)


async def test_searching_goes_on_in_the_list_and_escape_brings_the_outputs_back() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("4", "ctrl+f", *"test_2")
        await until(pilot, lambda: "no line holds that" in screen_text(app))
        await pilot.press("0")
        await until(pilot, lambda: app.model.hits is not None and app.model.hits.lines)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, OutputScreen))
        assert app.screen.current is not None and app.screen.current.line == 20
        await pilot.press("escape", "r")
        assert app.clipboard == "ck recall 412"
        await pilot.press("escape")
        await until(pilot, lambda: app.model.hits is None and "#411" in screen_text(app))


async def test_only_the_last_of_several_searches_is_shown() -> None:
    async with workbench() as (app, pilot):
        asked: list[str] = []
        app.bridge.parked.search = lambda query: asked.append(query) or Hits(query, ())
        await pilot.press("4", "ctrl+f", *"abcdef")
        await until(pilot, lambda: app.model.hits is not None and app.model.hits.query == "abcdef")
        assert asked[-1] == "abcdef"


async def test_a_long_list_says_that_it_shows_the_newest_only() -> None:
    bridge = make_fake()
    one = bridge.parked.all[0]
    bridge.parked.all = tuple(one._replace(handle=handle) for handle in range(LISTED, 0, -1))
    async with workbench(bridge=bridge) as (app, pilot):
        await until(pilot, lambda: "newest 1,000 outputs" in screen_text(app))
