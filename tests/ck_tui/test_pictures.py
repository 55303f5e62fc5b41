"""Pictures: how the workbench looks on a frozen ranking. Text everywhere, SVG for some; what it does is tested elsewhere."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from conftest import Snapshot, screen_text
from fake_bridge import NOW, busy, make_fake
from frozen_sample import frozen_bridge, symptom
from test_journey_slice import until, workbench
from textual import events
from textual.pilot import Pilot

from ck_tui.app import Workbench
from ck_tui.screens.output import OutputScreen
from ck_tui.screens.symptom import SymptomScreen

WIDE, MIDDLE, NARROW = (160, 45), (100, 30), (80, 24)
SIZES = [WIDE, MIDDLE, NARROW]
ENDS = [WIDE, NARROW]


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@asynccontextmanager
async def sample(size: tuple[int, int], *, sliced: bool = True, **settings: str) -> AsyncIterator[tuple[Workbench, Pilot[int]]]:
    """The workbench on the frozen sample."""
    async with workbench(size, symptom() if sliced else None, frozen_bridge(**settings)) as (app, pilot):
        yield app, pilot


async def settled(app: Workbench, pilot: Pilot[int]) -> None:
    """Until the screen has stayed the same for two looks."""
    seen: list[str] = []

    def same() -> bool:
        seen.append(screen_text(app))
        return len(seen) > 12 and len(set(seen[-8:])) == 1

    await until(pilot, same)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_empty_symptom_slice(size: tuple[int, int], snapshot: Snapshot) -> None:
    async with sample(size, sliced=False) as (app, pilot):
        snapshot(app, f"empty-{named(size)}")
        app.post_message(events.Paste(symptom()))
        await until(pilot, lambda: isinstance(app.screen, SymptomScreen))
        await until(pilot, lambda: "KeyError" in screen_text(app))
        await settled(app, pilot)
        # Words only: whether the blinking cursor shows in a picture depends on the moment.
        snapshot(app, f"symptom-{named(size)}")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.model.entry is not None)
        await settled(app, pilot)
        snapshot(app, f"slice-{named(size)}", picture=True)


@pytest.mark.parametrize("theme", ["ck-light", "ck-high-contrast", "ck-colour-blind-safe"])
async def test_every_theme_draws_the_same_words(theme: str, snapshot: Snapshot) -> None:
    async with sample(MIDDLE, theme=theme) as (app, pilot):
        await settled(app, pilot)
        snapshot(app, f"slice-{named(MIDDLE)}")


async def test_the_tree_alone(snapshot: Snapshot) -> None:
    async with sample(NARROW) as (app, pilot):
        await pilot.press("1")
        await settled(app, pilot)
        snapshot(app, "repository-80x24")


@pytest.mark.parametrize("size", ENDS, ids=named)
async def test_an_output_with_marked_lines(size: tuple[int, int], snapshot: Snapshot) -> None:
    async with sample(size, sliced=False) as (app, pilot):
        await pilot.press("4", "enter")
        await until(pilot, lambda: isinstance(app.screen, OutputScreen))
        await pilot.press("]")
        await settled(app, pilot)
        snapshot(app, f"output-{named(size)}", picture=size == WIDE)
        await pilot.press("enter", "j", "v", "j", "j")
        await settled(app, pilot)
        snapshot(app, f"marked-{named(size)}", picture=size == WIDE)


@pytest.mark.parametrize("size", ENDS, ids=named)
async def test_picking_seeds(size: tuple[int, int], snapshot: Snapshot) -> None:
    async with sample(size) as (app, pilot):
        await pilot.press("a")
        await until(pilot, lambda: "files and names" in screen_text(app))
        await pilot.press(*"cartpy", "tab")
        await settled(app, pilot)
        snapshot(app, f"pick-{named(size)}", picture=size == WIDE)


@pytest.mark.parametrize("size", ENDS, ids=named)
async def test_budgets_and_tasks_compared(size: tuple[int, int], snapshot: Snapshot) -> None:
    async with sample(size) as (app, pilot):
        await pilot.press("b")
        await until(pilot, lambda: "Two budgets" in screen_text(app))
        await settled(app, pilot)
        snapshot(app, f"compare-{named(size)}", picture=size == WIDE)
        await pilot.press("escape", "a", "enter")
        await until(pilot, lambda: app.model.difference is not None)
        await pilot.press("t", "j")
        await until(pilot, lambda: "Tasks of this worktree" in screen_text(app))
        app.clear_notifications()
        await settled(app, pilot)
        snapshot(app, f"tasks-{named(size)}")


@pytest.mark.parametrize("size", ENDS, ids=named)
async def test_expected_faults_and_what_the_verdict_rests_on(size: tuple[int, int], snapshot: Snapshot) -> None:
    async with sample(size) as (app, pilot):
        await pilot.press("x")
        await settled(app, pilot)
        snapshot(app, f"excluded-{named(size)}", picture=size == WIDE)
        await pilot.press("i", "j", "j")
        await settled(app, pilot)
        snapshot(app, f"about-{named(size)}")


async def test_a_search_inside_all_outputs(snapshot: Snapshot) -> None:
    async with sample(WIDE, sliced=False) as (app, pilot):
        await pilot.press("4", "ctrl+f", *"test_20")
        await until(pilot, lambda: "1 line in 1 output" in screen_text(app))
        await settled(app, pilot)
        snapshot(app, f"search-{named(WIDE)}")


@pytest.mark.parametrize("size", [*SIZES, (60, 20)], ids=named)
async def test_the_live_side(size: tuple[int, int], snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: NOW + 300)
    bridge = make_fake()
    busy(bridge)
    async with workbench(size, None, bridge) as (app, pilot):
        await pilot.press("6")
        await until(pilot, lambda: "follows" in screen_text(app))
        await settled(app, pilot)
        snapshot(app, f"live-{named(size)}", picture=size in (WIDE, NARROW))


@pytest.mark.parametrize("size", ENDS, ids=named)
async def test_the_live_side_where_nobody_works(size: tuple[int, int], snapshot: Snapshot) -> None:
    async with sample(size, sliced=False) as (app, pilot):
        await pilot.press("6")
        await until(pilot, lambda: "ck install claude" in screen_text(app))
        await settled(app, pilot)
        snapshot(app, f"live-empty-{named(size)}")
