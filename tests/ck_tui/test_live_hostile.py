"""The live side by mouse, and with names and texts that are anything."""

import pytest
from conftest import screen_text
from fake_bridge import NOW, busy, make_fake
from test_journey_slice import until, workbench

from ck_tui.bridge.nouns import Delivery, Moment
from ck_tui.screens.message import MessageScreen

BAD = "[/x] [red]r[/red] \x1b[31m\x00 \ud800 \u202e 漢字 \t end\nsecond [b]"


@pytest.mark.parametrize("size", [(160, 45), (80, 24), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_names_and_texts_are_shown_as_they_are(size: tuple[int, int]) -> None:
    bridge = make_fake()
    busy(bridge)
    live = bridge.live
    first, *others = live.now.agents
    agent = first._replace(session=first.session._replace(session=BAD, model=BAD, last_event=BAD))
    sub = others[0]._replace(session=others[0].session._replace(session=BAD, agent=BAD, kind=BAD))
    live.now = live.now._replace(agents=(agent, sub), waiting=(Delivery(1, "/r", BAD, "note", BAD, NOW, None, ""),), given=(Delivery(2, "/r", "", "item", BAD, NOW, NOW, BAD, BAD),))
    kinds = ("event", "output", "slice", "recall", "compaction", "delivery")
    live.happened = tuple(Moment(kind, 412, NOW + place, BAD, BAD, BAD, None, 10, 9, 1, BAD) for place, kind in enumerate(kinds))
    async with workbench(size, None, bridge) as (app, pilot):
        await pilot.press("6")
        await until(pilot, lambda: "[/x] [red]r[/red]" in screen_text(app))
        assert "\x1b" not in screen_text(app) and "\u202e" not in screen_text(app)
        for _ in range(len(kinds)):
            await pilot.press("enter")
            await pilot.pause(0.05)
            if len(app.screen_stack) > 1:
                await pilot.press("escape")
            await pilot.press("k")
        await pilot.press("tab", "enter")
        await until(pilot, lambda: isinstance(app.screen, MessageScreen))
        await pilot.press("escape", "i", "escape", "m", "escape", "2")
        await until(pilot, lambda: app.main.current == "task")


async def test_everything_can_be_done_by_mouse() -> None:
    bridge = make_fake()
    busy(bridge)
    live = bridge.live
    async with workbench((80, 24), None, bridge) as (app, pilot):
        await pilot.click("TabLine", offset=(66, 0))
        await until(pilot, lambda: app.main.current == "live" and "follows" in screen_text(app))
        await pilot.click("#queue", offset=(5, 0))
        await until(pilot, lambda: app.model.delivery is not None and app.model.delivery.seq == 3)
        await pilot.click("KeyLine", offset=(screen_text(app).splitlines()[-1].index("d withdraw"), 0))
        await until(pilot, lambda: [one.seq for one in live.now.waiting] == [4])
        await pilot.click("#queue", offset=(5, 0), times=2)
        await until(pilot, lambda: isinstance(app.screen, MessageScreen))
        await pilot.press("escape")
        await pilot.click("#agents", offset=(5, 1))
        await until(pilot, lambda: app.model.chosen == ("5f0c12ab-1111", "main"))
