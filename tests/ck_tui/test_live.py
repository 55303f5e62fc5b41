"""Journey 2: watch a live session. Real hook processes fill a real store; the workbench looks on."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import screen_text
from test_journey_slice import until
from textual.pilot import Pilot

from ck_tui.app import make_app
from ck_tui.bridge import open_bridge
from ck_tui.screens.message import MessageScreen
from ck_tui.screens.note import NoteScreen
from ck_tui.screens.output import OutputScreen
from ck_tui.widgets.following import FollowingRows
from kernel.model.moment import OUTPUT
from kernel.service.deliveries import delivered, pending, queue
from kernel.service.window import note

sys.path.insert(0, str(Path(__file__).parents[1] / "harness"))
from told import Told, repository

LONG = "\n".join(f"tests/test_{n}.py::test_one PASSED [{n // 4:>3}%]" for n in range(400)) + "\n====== 400 passed in 1.20s ======\n"
SIZES = [(160, 45), (100, 30), (80, 24), (60, 20)]


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """An agent whose session is open in a repository."""
    one = Told(tmp_path / "home", repository(tmp_path / "repo"), "5f0c12ab-1")
    for name, value in one.agent.environment.items():
        if name != "PATH":
            monkeypatch.setenv(name, value)
    one.start(model="claude-x")
    return one


@asynccontextmanager
async def watching(agent: Told, size: tuple[int, int] = (160, 45)) -> AsyncIterator[tuple[Any, Pilot[int]]]:
    """The live side on the agent's repository."""
    app = make_app(open_bridge(str(agent.agent.cwd)), fresh=True)
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: app.model.paths is not None and app.model.live is not None)
        await pilot.press("6")
        await until(pilot, lambda: app.main.current == "live" and not app.live_stale)
        yield app, pilot


async def happens(do: Any, *arguments: Any) -> Any:
    """Something that a process does while the workbench runs."""
    return await asyncio.to_thread(do, *arguments)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_what_the_agent_does_appears_as_it_happens(agent: Told, size: tuple[int, int]) -> None:
    async with watching(agent, size) as (app, pilot):
        await until(pilot, lambda: "SessionStart" in screen_text(app))
        await happens(agent.bash, LONG, "pytest -v")
        await until(pilot, lambda: "pytest -v" in screen_text(app))
        output = next(one for one in app.model.moments if one.kind == OUTPUT)
        shown = screen_text(app)
        assert "5.8k" in shown and str(output.after) in shown and "follows" in shown and "passing" in shown
        await happens(agent.bash, LONG, "pytest -v")
        await until(pilot, lambda: "delta" in screen_text(app))
        await happens(agent.fails, "no\n", "make check")
        await until(pilot, lambda: "make check" in screen_text(app) and "failed" in screen_text(app))
        assert app.model.moment == app.model.moments[-1]
        await pilot.press("k", "k", "enter")
        await until(pilot, lambda: isinstance(app.screen, OutputScreen))
        assert "what the agent was shown" in screen_text(app)


async def test_following_stops_where_one_moves_away_and_goes_on_at_the_end(agent: Told) -> None:
    for number in range(3):
        agent.bash("a\n", f"echo {number}")
    async with watching(agent, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "follows" in screen_text(app))
        await pilot.press("k")
        here = app.model.moment
        await happens(agent.bash, "a\n", "echo later")
        await until(pilot, lambda: "1 newer below" in screen_text(app))
        assert app.model.moment == here
        await pilot.press("G")
        await until(pilot, lambda: app.model.moment is not None and app.model.moment.text == "echo later")
        assert "newer" not in screen_text(app)
        await happens(agent.bash, "a\n", "echo last")
        await until(pilot, lambda: app.model.moment is not None and app.model.moment.text == "echo last")


async def test_the_wheel_stops_following_too(agent: Told) -> None:
    for number in range(30):
        agent.bash("a\n", f"echo {number}")
    async with watching(agent, (80, 24)) as (app, pilot):
        await until(pilot, lambda: "echo 29" in screen_text(app))
        rows = app.main.query_one(FollowingRows)
        rows.scroll_relative(y=-6, animate=False, immediate=True)
        await until(pilot, lambda: "G follows" in screen_text(app))
        top = rows.scroll_offset.y
        await happens(agent.bash, "a\n", "echo later")
        await until(pilot, lambda: "1 newer below" in screen_text(app))
        assert rows.scroll_offset.y == top
        await pilot.press("f")
        await until(pilot, lambda: "echo later" in screen_text(app) and rows.follows)


async def test_sessions_with_their_subagents_can_be_chosen_and_the_newest_followed(agent: Told) -> None:
    agent.bash("a\n", "echo first")
    other = Told(agent.agent.home, agent.agent.cwd, "77aa-2")
    sub = Told(agent.agent.home, agent.agent.cwd, "5f0c12ab-1", "a9")
    sub.bash("a\n", "echo below")
    async with watching(agent) as (app, pilot):
        await until(pilot, lambda: "echo below" in screen_text(app) and "general-purpose" in screen_text(app))
        await happens(other.start)
        await happens(other.bash, "a\n", "echo second")
        await until(pilot, lambda: "newest: 77aa-2" in screen_text(app) and "echo second" in screen_text(app))
        assert "echo first" not in screen_text(app)
        app.main.query_one("#agents").focus()
        await pilot.press("G")
        await until(pilot, lambda: app.model.chosen == ("5f0c12ab-1", "a9"))
        await until(pilot, lambda: "echo below" in screen_text(app) and "echo first" not in screen_text(app))
        await happens(other.bash, "a\n", "echo third")
        await until(pilot, lambda: app.model.live.agents[0].session.session == "77aa-2")
        assert app.model.watched.key == ("5f0c12ab-1", "a9")
        await pilot.press("f")
        await until(pilot, lambda: app.model.chosen is None and "echo third" in screen_text(app))
        await happens(other.event, "SessionEnd")
        await until(pilot, lambda: "ended" in screen_text(app) and app.model.watched.key == ("5f0c12ab-1", "main"))


async def test_a_note_is_written_ordered_withdrawn_and_marked_when_it_is_given(agent: Told) -> None:
    with agent.kernel() as kernel:
        queue(kernel, "note", "the older one")
    async with watching(agent, (100, 30)) as (app, pilot):
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, NoteScreen))
        await pilot.press(*"mind [red]tax[/]", "ctrl+s")
        await until(pilot, lambda: len(app.model.live.waiting) == 2 and "2 waiting" in screen_text(app))
        app.main.query_one("#queue").focus()
        await pilot.press("j", "[")
        await until(pilot, lambda: [one.text for one in app.model.live.waiting] == ["mind [red]tax[/]", "the older one"])
        assert app.model.delivery.text == "mind [red]tax[/]"
        await pilot.press("u")
        await until(pilot, lambda: [one.text for one in app.model.live.waiting] == ["the older one", "mind [red]tax[/]"])
        await pilot.press("g", "d")
        await until(pilot, lambda: len(app.model.live.waiting) == 1)
        await pilot.press("u")
        await until(pilot, lambda: [one.text for one in app.model.live.waiting] == ["the older one", "mind [red]tax[/]"])
        told = await happens(agent.bash, "a\n", "make")
        assert "mind [red]tax[/]" in told["additionalContext"]
        await until(pilot, lambda: "sent" in screen_text(app) and "at PostToolUse" in screen_text(app))
        await pilot.press("g", "d")
        await until(pilot, lambda: "sent already" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "cannot be taken back" in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MessageScreen))
    with agent.kernel() as kernel:
        assert pending(kernel) == () and len(delivered(kernel)) == 2


async def test_pins_drops_and_faulted_in_items_reach_a_live_agent_and_undo_takes_them_back(agent: Told) -> None:
    from told import SYMPTOM

    with agent.kernel() as kernel:
        budget = {"CK_SLICE_BUDGET": "400"}
        os.environ.update(budget)
        app = make_app(open_bridge(str(agent.agent.cwd)), SYMPTOM, fresh=True)
        os.environ.pop("CK_SLICE_BUDGET")
        async with app.run_test(size=(160, 45), notifications=True) as pilot:
            await until(pilot, lambda: app.model.entry is not None and app.model.live is not None)
            pinned = app.model.entry
            await pilot.press("space")
            await until(pilot, lambda: [one.kind for one in pending(kernel)] == ["pin"])
            assert pending(kernel)[0].text == f"{pinned.path}::{pinned.symbol}"
            await pilot.press("u")
            await until(pilot, lambda: pending(kernel) == ())
            await pilot.press("d")
            await until(pilot, lambda: [one.kind for one in pending(kernel)] == ["drop"])
            told = await happens(agent.bash, "a\n", "make")
            assert "dropped" in told["additionalContext"]
            await pilot.press("u")
            await until(pilot, lambda: [one.kind for one in pending(kernel)] == ["note"])
            assert pending(kernel)[0].text.startswith("no longer dropped: ")
            await pilot.press("x")
            await until(pilot, lambda: app.model.entry is not None and app.model.entry.excluded is not None)
            left_out = app.model.entry
            await pilot.press("f")
            await until(pilot, lambda: "item" in [one.kind for one in pending(kernel)])
            assert pending(kernel)[-1].text.startswith(f"{left_out.path}\n")
            await pilot.press("u")
            await until(pilot, lambda: "item" not in [one.kind for one in pending(kernel)])


async def test_without_a_live_agent_a_pin_goes_to_nobody_and_the_side_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = Told(tmp_path / "home", repository(tmp_path / "repo"))
    for name, value in nobody.agent.environment.items():
        if name != "PATH":
            monkeypatch.setenv(name, value)
    for size in SIZES:
        async with watching(nobody, size) as (app, pilot):
            await until(pilot, lambda app=app: "ck install claude" in screen_text(app))
            await pilot.press("tab", "enter", "d", "f", "i", "escape", "[")
            await pilot.press("m")
            await until(pilot, lambda app=app: isinstance(app.screen, NoteScreen))
            await pilot.press("escape")
            assert app.model.live.waiting == ()


async def test_window_and_canary_are_visible_from_everywhere(agent: Told) -> None:
    with agent.kernel() as kernel:
        note(kernel, "5f0c12ab-1", 200_000, 82_000)
    async with watching(agent) as (app, pilot):
        await until(pilot, lambda: "41 % of 200k" in screen_text(app) and "told by the harness" in screen_text(app))
        assert "canary" in screen_text(app) and "claude-x" in screen_text(app)
        await pilot.press("i")
        await until(pilot, lambda: "82,000 tokens in use" in screen_text(app))
        await pilot.press("escape", "2")
        await until(pilot, lambda: "window 41 %" in screen_text(app) and "Repository" in screen_text(app))


async def test_ten_thousand_events_open_and_scroll_at_once(agent: Told) -> None:
    with agent.kernel() as kernel:
        kernel.store.write(lambda db: [db.execute(one) for one in _many(str(agent.agent.cwd), kernel.repository.key)])
    async with watching(agent, (100, 30)) as (app, pilot):
        await until(pilot, lambda: len(app.model.moments) == 10_000)
        await until(pilot, lambda: "echo 11999" in screen_text(app))
        await pilot.press("g")
        await until(pilot, lambda: app.model.moment == app.model.moments[0])
        await pilot.press("/", *"11987")
        await until(pilot, lambda: "1 of 10,000" in screen_text(app))


def _many(cwd: str, repository_key: str) -> tuple[str, str]:
    """12,000 outputs of the session, as statements."""
    return """INSERT OR IGNORE INTO originals VALUES (x'00', x'789c030000000001', 0, 0)""", f"""WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11999)
        INSERT INTO events (at, repository, session, agent, epoch, cwd, tool, command, path, exit_code, lines, tokens_before,
            tokens_after, folds, masked, original, plan)
        SELECT 1e9 + i, '{repository_key}', '5f0c12ab-1', 'main', 1, '{cwd}', 'Bash', 'echo ' || i, '', 0, 1, 2, 2, 0, 0, x'00', x'00' FROM n"""
