"""Hostile names and markup in every field: nothing crashes, nothing is lost, nothing is interpreted."""

from typing import Any

import pytest
from conftest import screen_text
from fake_bridge import FakeCharter, FakeParked, candidate, make_fake, parked
from test_journey_slice import until, workbench
from textual import events

from ck_tui.bridge.nouns import Charter, Citation, Constraint, Parked, Symptom

EVIL = [
    "[/some/path]",
    "[red]r[/red] list[int]",
    "[@click=app.quit]x[/]",
    "\x1b[31mred\x1b[0m",
    "\x00\x07\x9b",
    "\udcff broken",
    "a\tb\rc",
    "\u202egpj.exe\u2066",
    "日本語" * 30,
    "x" * 5_000,
    "é" * 3 + "́" * 9,
    "",
]


def evil_bridge(text: str) -> Any:
    """A bridge in which every string is the given one."""
    path = text.replace("/", "⁄").replace("\n", " ") or "empty"
    bridge = make_fake(
        {f"dir {path}/{path}.py": (text, text), "plain.py": (text,)},
        (candidate(f"dir {path}/{path}.py", text, ((1, 2),), 100, text, 2.0, (text, text)), candidate("plain.py", "", ((1, 1),), 9_000, text, 1.0, (text,))),
    )
    charter: Any = FakeCharter(text)
    charter.load = lambda: Charter(text, text, (Constraint(1, text, text, (Citation(path, 1, 3, text, "drifted", 2),)),), (text,), 0.0)
    rows: tuple[Parked, ...] = (parked(1, text, 900, 100, 1),)
    bridge.session.notices = (text,)
    bridge.task.understand = lambda symptom: Symptom(symptom, text, (text,), names=(text,), notes=(text, text))
    return bridge._replace(charter=charter, parked=FakeParked(rows))


@pytest.mark.parametrize("number", range(len(EVIL)))
async def test_every_screen_survives(number: int) -> None:
    text = EVIL[number]
    async with workbench(((160, 45), (100, 30), (80, 24))[number % 3], bridge=evil_bridge(text)) as (app, pilot):
        app.post_message(events.Paste(f"boom {text}"))
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.model.entry is not None)
        for keys in (["j"], ["space"], ["x"], ["u"], ["1", "G"], ["3", "G"], ["4", "enter"], ["]", "enter", "j", "escape"], ["5"], ["2"], ["y"], ["escape"]):
            await pilot.press(*keys)
        for key in ("t", "i", "e", "question_mark", "ctrl+p", "a", "b", "D", "w"):
            await pilot.press(key)
            await until(pilot, lambda: len(app.screen_stack) == 2)
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 1)
        app.say(text, "warning")
        app.show_error(text, ValueError(text))
        await until(pilot, lambda: len(app.screen_stack) == 2)
        shown = screen_text(app)
        assert not any(ord(character) < 0x20 and character != "\n" for character in shown)
        app.export_screenshot(title="ck").encode("utf-8")


async def test_markup_is_shown_as_it_is() -> None:
    async with workbench(bridge=evil_bridge("[red]r[/red] list[int]")) as (app, pilot):
        await pilot.press("3")
        await until(pilot, lambda: "[red]r[/red] list[int]" in screen_text(app).replace("[red]r[⁄red]", ""))
