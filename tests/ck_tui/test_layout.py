"""How the workbench was left: remembered, versioned, harmless when broken; and the person's theme files, followed while edited."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM, make_fake
from test_journey_slice import until, workbench
from test_themes import GOOD

from ck_tui.app import make_app
from ck_tui.bridge import Layout
from ck_tui.bridge.layout import LayoutBridge
from ck_tui.bridge.nouns import Request


class Kept:
    """A session that a layout needs."""

    def __init__(self, home: Path, root: str = "/repo") -> None:
        self.root = root
        self.kernel = type("Kernel", (), {"home": str(home)})()
        self.logged: list[str] = []

    def log_error(self, where: str, error: BaseException) -> None:
        self.logged.append(where)


def layout(home: Path, root: str = "/repo") -> LayoutBridge:
    session: Any = Kept(home, root)
    return LayoutBridge(session)


def test_it_is_kept_for_each_worktree(tmp_path: Path) -> None:
    one = Layout("parked", True, "t1", "/cases")
    layout(tmp_path / "new").save(one)
    layout(tmp_path / "new", "/other").save(Layout("ledger", False, "t2", "/cases"))
    assert layout(tmp_path / "new").load() == Layout("ledger", False, "t1", "/cases")
    assert layout(tmp_path / "new", "/other").load().task == "t2"
    assert [f.name for f in (tmp_path / "new").iterdir()] == ["workbench.json"]
    assert (tmp_path / "new" / "workbench.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"version": 99, "pane": "ledger"}', '{"version": 1, "pane": 7, "zoom": "x", "tasks": [1], "cases": {}}', "[" * 100_000, "\x00"],
)
def test_a_broken_file_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "workbench.json").write_text(text)
    assert layout(tmp_path).load() == Layout()
    layout(tmp_path).save(Layout("ledger"))
    assert layout(tmp_path).load() == Layout("ledger")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "workbench.json").write_bytes(b"\xff\xfe{")
    assert layout(tmp_path).load() == Layout()


def test_a_home_that_cannot_be_written_is_logged_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    session: Any = Kept(tmp_path / "file" / "x")
    LayoutBridge(session).save(Layout())
    assert session.logged == ["workbench: keeping the layout"]


def test_only_so_many_worktrees_are_remembered(tmp_path: Path) -> None:
    for number in range(120):
        layout(tmp_path, f"/repo{number}").save(Layout(task=f"t{number}"))
    tasks = json.loads((tmp_path / "workbench.json").read_text())["tasks"]
    assert len(tasks) == 100 and "/repo119" in tasks and "/repo0" not in tasks


async def test_pane_zoom_and_task_come_back_and_fresh_ignores_them() -> None:
    bridge: Any = make_fake()
    async with workbench(symptom=SYMPTOM, bridge=bridge) as (app, pilot):
        await pilot.press("4", "z")
    assert bridge.layout.kept == Layout("parked", True, "t1", "")
    async with workbench(bridge=bridge) as (app, pilot):
        await until(pilot, lambda: app.model.slice is not None)
        assert app.main.current == "parked" and app.main.has_class("-zoom")
        assert app.focused is not None and app.focused.id == "outputs"
        assert bridge.worker.requests[-1] == Request(SYMPTOM)
    app = make_app(bridge, fresh=True)
    async with app.run_test(size=(160, 45)) as pilot:
        await until(pilot, lambda: app.model.paths is not None)
        assert app.main.current == "task" and not app.main.has_class("-zoom") and app.model.slice is None
        assert len(bridge.worker.requests) == 2


async def test_a_theme_file_is_followed_while_it_is_edited(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    async with workbench(bridge=make_fake(theme="mine", themes_folder=tmp_path)) as (app, pilot):
        assert app.inks["slice"].color is not None and app.inks["slice"].color.name == "#112233"
        file.write_text(GOOD.replace('slice = "#112233"', 'slice = "#445566"') + "\n")
        await until(pilot, lambda: app.inks["slice"].color.name == "#445566")
        await until(pilot, lambda: app.theme_variables["ck-slice"].lower() == "#445566")
        file.write_text("name = ")
        await until(pilot, lambda: "not TOML" in screen_text(app))
        assert app.inks["slice"].color.name == "#445566"
