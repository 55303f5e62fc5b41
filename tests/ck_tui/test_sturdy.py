"""Keys in bursts, a lost store, folders without Python: nothing ends the workbench, nothing is lost silently."""

import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM, make_fake
from frozen_sample import frozen_bridge
from key_fuzz import burst, run
from test_journey_slice import until, workbench
from textual import events

from ck_tui.app import make_app
from ck_tui.bridge import open_bridge
from ck_tui.screens.message import MessageScreen
from ck_tui.widgets.findbar import FindBar

PAIRS = [["/", "/"], ["?", "enter", "enter"], ["ctrl+p", "enter", "enter"], ["t", "enter", "enter"], ["y", "enter", "enter"], ["y", "p", "p"], ["p", "escape", "escape"], ["/", "escape", "/"]]


@pytest.mark.parametrize("keys", PAIRS, ids=" ".join)
async def test_keys_in_one_burst_end_nothing(keys: list[str]) -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await burst(app, keys)
        await until(pilot, lambda: not app.keys_in_order.busy)
        assert app.is_running and app.crash is None


async def test_what_is_typed_right_after_slash_is_the_filter() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await burst(app, ["/", *"cart"])
        await until(pilot, lambda: not app.keys_in_order.busy)
        await until(pilot, lambda: any(app.main.query(FindBar)) and app.main.query_one("#items").query_text == "cart")  # type: ignore[attr-defined]
        assert not app.model.steers


async def test_two_pastes_at_once_are_one_symptom() -> None:
    async with workbench() as (app, pilot):
        app.post_message(events.Paste(SYMPTOM))
        app.post_message(events.Paste("\n"))
        await until(pilot, lambda: not app.keys_in_order.busy and len(app.screen_stack) == 2)
        await until(pilot, lambda: "card_token" in screen_text(app))


async def test_random_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    async with workbench(symptom=SYMPTOM, bridge=frozen_bridge()) as (app, pilot):
        await run(app, pilot, 20, 300)


async def test_a_store_that_is_removed_keeps_the_task_and_its_pins(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    (repo / "shop.py").write_text("def pay(card):\n    return card['number']\n\n\ndef other():\n    return pay({})\n")
    app = make_app(open_bridge(str(repo)), "KeyError in pay of shop.py: number")
    async with app.run_test(size=(160, 45), notifications=True) as pilot:
        await until(pilot, lambda: app.model.entry is not None)
        await pilot.press("space")
        await until(pilot, lambda: len(app.model.steers) == 1)
        shutil.rmtree(tmp_path / "ck")
        await until(pilot, lambda: any("was removed" in note for note in app.model.notes))
        assert len(app.model.steers) == 1
        await pilot.press("j", "space")
        await until(pilot, lambda: len(app.model.steers) == 2)
        task = app.model.slice.task  # type: ignore[union-attr]
    fresh = open_bridge(str(repo))
    assert [one.id for one in fresh.task.tasks()] == [task]
    assert len(fresh.task.steers(task)) == 2
    assert "was removed" in (tmp_path / "ck" / "ck.log").read_text()


async def test_a_damaged_store_is_told_and_the_pin_is_kept(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    (repo / "shop.py").write_text("def pay(card):\n    return card['number']\n")
    bridge = open_bridge(str(repo))
    app = make_app(bridge, "KeyError in pay of shop.py: number")
    async with app.run_test(size=(160, 45), notifications=True) as pilot:
        await until(pilot, lambda: app.model.entry is not None)
        bridge.session.kernel.store.close()
        (tmp_path / "ck" / "kernel.db").write_bytes(b"garbage" * 999)
        for name in ("kernel.db-wal", "kernel.db-shm"):
            (tmp_path / "ck" / name).unlink(missing_ok=True)
        await until(pilot, lambda: any("damaged" in note for note in app.model.notes))
        await pilot.press("space")
        await until(pilot, lambda: len(app.model.steers) == 1)
        task = app.model.slice.task  # type: ignore[union-attr]
    assert len(open_bridge(str(repo)).task.steers(task)) == 1


async def test_working_in_memory_is_seen_beside_a_slice() -> None:
    bridge = make_fake()
    bridge.session.in_memory = True  # type: ignore[misc]
    async with workbench(symptom=SYMPTOM, bridge=bridge) as (app, pilot):
        await until(pilot, lambda: "working in memory" in screen_text(app))


@pytest.mark.parametrize("files", [{}, {"README.txt": ("hello",)}], ids=["empty", "no sources"])
async def test_nothing_to_slice_is_said_and_stays(files: dict[str, tuple[str, ...]]) -> None:
    async with workbench(bridge=make_fake(files, ())) as (app, pilot):
        await until(pilot, lambda: "no source files here" in screen_text(app))
        app.post_message(events.Paste(SYMPTOM))
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: len(app.screen_stack) == 1 and app.model.progress is None)
        await pilot.pause(0.1)
        assert app.model.slice is None and "no source files here" in screen_text(app)


@pytest.mark.parametrize("path", ["main.go", "src/a.ts", "lib/a.ex", "run.sh", "a.pl"])
async def test_a_repository_of_another_language_is_one_to_slice(path: str) -> None:
    async with workbench(bridge=make_fake({path: ("x",)}, ())) as (app, pilot):
        await until(pilot, lambda: "No slice yet." in screen_text(app))
        assert "no source files" not in screen_text(app)


async def test_a_picture_goes_to_the_named_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "ck" / "pictures"
    async with workbench(bridge=make_fake(pictures_folder=folder)) as (app, pilot):
        await pilot.press("ctrl+s")
        await until(pilot, lambda: any(folder.glob("*.svg")) and "Saved" in screen_text(app))
    (picture,) = folder.iterdir()
    assert stat.S_IMODE(picture.stat().st_mode) == 0o600 and not list(tmp_path.glob("*.svg"))


async def test_the_copy_menu_offers_the_path() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("y")
        await until(pilot, lambda: "Path" in screen_text(app))


def test_help_of_the_pictures_writes_nothing(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "ck_tui.shots", "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "FOLDER" in done.stdout and not list(tmp_path.iterdir())


async def test_a_locked_store_holds_a_key_up_shortly_and_is_said(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / "shop.py").write_text("def pay(card):\n    return card['number']\n")
    bridge = open_bridge(str(tmp_path / "repo"))
    app = make_app(bridge, "KeyError in pay of shop.py: number")
    async with app.run_test(size=(160, 45), notifications=True) as pilot:
        await until(pilot, lambda: app.model.entry is not None and app.model.ledger is not None)
        other = sqlite3.connect(bridge.session.kernel.store.path, timeout=1)
        other.execute("BEGIN IMMEDIATE")
        before = time.monotonic()
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, MessageScreen))
        assert time.monotonic() - before < 4
        assert "in use by another process" in screen_text(app)
        other.close()
        await pilot.press("escape", "space")
        await until(pilot, lambda: bool(app.model.steers))
