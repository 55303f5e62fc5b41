"""One journey on the real kernel and the bundled sample: it asserts on contents, never on what ranking counts."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from conftest import screen_text
from textual import events
from textual.pilot import Pilot

from ck_tui.app import Workbench, make_app
from ck_tui.bridge import open_bridge
from ck_tui.screens.output import OutputScreen
from ck_tui.screens.pick import PickScreen
from ck_tui.screens.symptom import SymptomScreen
from kernel.demo.loader import Demo, prepare

PATIENCE = 30.0


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The sample, set up in a home of its own."""
    (tmp_path / "sample").mkdir()
    demo = prepare(str(tmp_path / "sample"), dict(os.environ))
    for name in ("CK_HOME", "CK_SLICE_BUDGET", "CK_CONFIG"):
        monkeypatch.setenv(name, demo.environ[name])
    return demo


@pytest_asyncio.fixture
async def running(demo: Demo) -> AsyncIterator[tuple[Any, Pilot[int]]]:
    """The workbench on it."""
    app = make_app(open_bridge(demo.repo))
    async with app.run_test(size=(160, 45), notifications=True) as pilot:
        await until(pilot, lambda: bool(app.model.paths and app.model.parked))
        yield app, pilot


async def until(pilot: Pilot[int], condition: Callable[[], Any]) -> None:
    """Wait for something that a child process has to do first."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await pilot.pause()
            await asyncio.sleep(0.02)


async def sliced(app: Workbench, pilot: Pilot[int], symptom: str) -> None:
    """Paste and slice."""
    app.post_message(events.Paste(symptom))
    await until(pilot, lambda: isinstance(app.screen, SymptomScreen) and "KeyError" in screen_text(app))
    await pilot.press("enter")
    await until(pilot, lambda: app.model.entry is not None)


def symbols(app: Workbench) -> set[str]:
    """Names in the slice."""
    return {entry.symbol for entry in app.model.entries if entry.item is not None}


async def test_paste_pick_compare_fault_in_and_switch_back(demo: Demo, running: tuple[Any, Pilot[int]]) -> None:
    app, pilot = running
    await sliced(app, pilot, demo.symptom)
    assert "Cart.checkout" in symbols(app) and "Cart.checkout" in screen_text(app)
    first = app.model.slice.task

    await pilot.press("b")
    await until(pilot, lambda: "Two budgets" in screen_text(app) and " more, " in screen_text(app))
    await pilot.press("escape", "x")
    await until(pilot, lambda: app.model.entry is not None and app.model.entry.excluded is not None)
    left_out = app.model.entry.key
    await pilot.press("f")
    await until(pilot, lambda: any(e.key == left_out and e.item is not None and e.item.pinned for e in app.model.entries))
    await pilot.press("u")
    await until(pilot, lambda: not any(e.item is not None and e.item.pinned for e in app.model.entries))

    await pilot.press("a")
    await until(pilot, lambda: isinstance(app.screen, PickScreen))
    await pilot.press(*"taxpart")
    await until(pilot, lambda: "tax_part" in screen_text(app))
    await pilot.press("enter")
    await until(pilot, lambda: app.model.slice is not None and app.model.slice.task != first)
    assert "tax_part" in symbols(app)
    assert any(seed.why == "chosen by hand" for seed in app.model.slice.seeds)
    assert app.model.difference is not None and app.model.difference.seeds_new

    await pilot.press("t")
    await until(pilot, lambda: "Tasks of this worktree" in screen_text(app))
    await pilot.press("j", "enter")
    await until(pilot, lambda: app.model.slice.task == first)
    assert app.model.difference.seeds_gone

    document = json.loads(app.bridge.task.document(app.model.slice))
    assert document["task"] == first and document["items"]


async def test_what_was_edited_is_sliced(demo: Demo, running: tuple[Any, Pilot[int]]) -> None:
    app, pilot = running
    await pilot.press("D", "enter")
    await until(pilot, lambda: app.model.slice is not None or len(app.screen_stack) > 1)
    # The sample's own later edit is the change.
    assert "shop/log.py" in {seed.path for seed in app.model.slice.seeds}


async def test_a_fold_is_looked_into_recalled_and_kept_as_a_case(demo: Demo, running: tuple[Any, Pilot[int]]) -> None:
    app, pilot = running
    row = next(row for row in app.model.parked if row.folds and row.command.startswith("pytest"))
    looks = app.model.ledger.looks
    await pilot.press("4", "ctrl+f", *"PASSED")
    await until(pilot, lambda: app.model.hits is not None and app.model.hits.lines)
    await pilot.press("escape")
    await until(pilot, lambda: app.model.hits is None)
    app.main.query_one("#outputs").select((row.handle, 0))
    await until(pilot, lambda: app.model.parked_row == row)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, OutputScreen))
    await pilot.press("]", "enter")
    await until(pilot, lambda: app.model.ledger.looks == looks + 1)
    await pilot.press("j", "v", "j", "y")
    await until(pilot, lambda: "OSC 52" in screen_text(app))
    assert len(app.clipboard.splitlines()) == 2 and app.model.ledger.looks == looks + 2
    assert app.model.ledger.faults == app.bridge.ledger.totals().faults
    await pilot.press("!")
    cases = Path(demo.environ["CK_HOME"], "cases")
    await until(pilot, lambda: list(cases.glob("*.json")))
    (case,) = cases.glob("*.json")
    wanted = json.loads(case.read_text("utf-8"))
    assert wanted["must_keep"] == [line.strip() for line in app.clipboard.splitlines()]
    assert wanted["command"] == row.command and not list(Path(demo.repo).rglob("*.json"))


async def test_an_agents_call_arrives_while_one_looks(demo: Demo, running: tuple[Any, Pilot[int]]) -> None:
    from kernel.model.event import ToolOutput
    from kernel.model.scope import Scope
    from kernel.service.kernel import open_kernel
    from kernel.service.observe import observe

    app, pilot = running
    before = app.model.ledger.projections
    with open_kernel(demo.repo, {**os.environ}) as kernel:
        for number in range(5):
            text = "\n".join(f"tests/test_{n}.py::test_{number} PASSED [{n} %]" for n in range(300)) + "\n300 passed in 2.00s\n"
            observe(kernel, ToolOutput(text, "Bash", f"pytest -v run{number}", exit_code=0), Scope(kernel.repository.key, "s", "main", 1, demo.repo))
    await until(pilot, lambda: app.model.ledger.projections == before + 5)
    assert "pytest -v run4" in {row.command for row in app.model.parked}
    assert app.main.current == "task"
