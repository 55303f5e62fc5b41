"""The commands that steer and configure: text for people, one JSON document for programs, honest exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from kernel.cli.errors import kernel_errors
from kernel.model.task import Task
from kernel.service.kernel import open_kernel
from kernel.service.log import read_log
from kernel.service.tasks import remember


class Run(NamedTuple):
    code: int
    out: str
    err: str

    def document(self) -> dict[str, Any]:
        document = json.loads(self.out)
        assert document["schema"] == 1
        return document


class Place(NamedTuple):
    root: Path
    home: Path

    def ck(self, *arguments: str, cwd: Path | None = None, **variables: str) -> Run:
        environ = {**os.environ, "CK_HOME": str(self.home), **variables}
        run = subprocess.run(
            [sys.executable, "-c", "from kernel.cli.main import main; main()", *arguments],
            cwd=cwd or self.root,
            env=environ,
            capture_output=True,
        )
        assert b"Traceback" not in run.stderr
        return Run(run.returncode, run.stdout.decode(), run.stderr.decode())

    def task(self, id: str, touched: float = 1.0, title: str = "KeyError: 'x'") -> None:
        with open_kernel(str(self.root), {"CK_HOME": str(self.home)}) as kernel:
            remember(
                kernel, Task(id, kernel.repository.root, title, "line 1\nline 2", ("a.py:1",), 1.0, touched)
            )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("def f(): ...\n")
    (root / "b.py").write_text("")
    return Place(root, tmp_path / "home")


def test_pin_drop_undo_of_the_latest_task(place: Place) -> None:
    place.task("old", 1.0)
    place.task("new", 2.0)
    assert place.ck("pin", "src/a.py::f").out == "src/a.py::f: pinned in task new, KeyError: 'x'\n"
    assert "already" in place.ck("pin", "src/a.py::f").out
    assert place.ck("drop", "b.py", "--task", "old").code == 0
    steers = place.ck("tasks", "show", "new", "--json").document()["steers"]
    assert [(s["verb"], s["path"], s["symbol"]) for s in steers] == [("pin", "src/a.py", "f")]
    assert place.ck("undo").out == "undone: pin src/a.py::f (0 more)\n"
    assert place.ck("undo").code == 1
    assert place.ck("undo", "--redo").code == 0
    assert place.ck("pin", "src/a.py::f", "--remove").code == 0
    assert place.ck("pin", "src/a.py::f", "--remove").code == 1


def test_json_of_each_step(place: Place) -> None:
    place.task("t")
    pinned = place.ck("pin", "b.py", "--json").document()
    assert pinned == {"schema": 1, "task": "t", "verb": "pin", "path": "b.py", "symbol": "", "changed": True}
    undone = place.ck("undo", "--json").document()
    assert (undone["verb"], undone["path"], undone["remaining"], undone["steers"]) == ("pin", "b.py", 0, [])
    listed = place.ck("tasks", "--json").document()
    assert [task["id"] for task in listed["tasks"]] == ["t"] and listed["worktree"] == str(place.root)


def test_a_path_is_relative_to_the_root_or_to_here(place: Place) -> None:
    place.task("t")
    for item, where in (
        ("src/a.py", place.root / "src"),
        ("a.py", place.root / "src"),
        ("../b.py", place.root / "src"),
    ):
        run = place.ck("--repo", str(place.root), "pin", item, "--json", cwd=where)
        assert run.code == 0, run
    paths = [s["path"] for s in place.ck("tasks", "show", "t", "--json").document()["steers"]]
    assert sorted(paths) == ["b.py", "src/a.py"]


@pytest.mark.parametrize(
    ("item", "code"),
    [("no/such.py", 1), ("../outside.py", 2), ("/etc/passwd", 2), ("::f", 2), ("", 2), (".", 2)],
)
def test_an_item_that_cannot_be_is_said(place: Place, item: str, code: int) -> None:
    place.task("t")
    run = place.ck("pin", item, "--json")
    assert run.code == code and run.err.startswith("ck: ") and run.err.count("\n") == 1
    assert "error" in run.document()


def test_a_pin_of_a_file_that_is_gone_can_be_removed(place: Place) -> None:
    place.task("t")
    place.ck("pin", "b.py")
    (place.root / "b.py").unlink()
    assert place.ck("pin", "b.py", "--remove").code == 0


def test_without_a_task_the_way_to_one_is_told(place: Place) -> None:
    run = place.ck("pin", "b.py")
    assert (run.code, run.out) == (1, "") and "ck slice" in run.err
    assert place.ck("tasks").code == 0 and "ck slice" in place.ck("tasks").out


def test_tasks_are_listed_shown_and_forgotten(place: Place) -> None:
    place.task("abc1", 1.0, "one \x1b[2J[bold]\n")
    place.task("abd2", 2.0)
    lines = place.ck("tasks").out.splitlines()
    assert lines[0].startswith("abd2") and "one \\x1b[2J[bold]\\n" in lines[1]
    assert "line 2" in place.ck("tasks", "show", "abc").out
    assert place.ck("tasks", "show", "ab").code == 2
    assert place.ck("tasks", "forget", "zzz").code == 1
    assert place.ck("tasks", "forget", "abc1").code == 0
    assert len(place.ck("tasks").out.splitlines()) == 1


def test_a_newer_store_is_one_clear_line(place: Place) -> None:
    import sqlite3

    place.task("t")
    connection = sqlite3.connect(place.home / "kernel.db")
    connection.execute("PRAGMA user_version=99")
    connection.commit()
    connection.close()
    run = place.ck("tasks", "--json")
    assert run.code == 1 and "update ck" in run.document()["error"] and run.err.count("\n") == 1


def test_notices_go_to_stderr_and_the_document_stays_whole(place: Place) -> None:
    place.task("t")
    (place.home / "kernel.db").write_bytes(b"garbage" * 1000)
    run = place.ck("tasks", "--json")
    assert run.code == 0 and run.document()["tasks"] == [] and "set aside" in run.err
    unwritable = place.ck("tasks", CK_HOME=str(place.root / "b.py" / "home"))
    assert unwritable.code == 0 and "in memory" in unwritable.err


def test_a_bad_setting_is_one_line_and_config_still_works(place: Place) -> None:
    run = place.ck("tasks", CK_MIN_TOKENS="abc")
    assert run.code == 2 and run.err.count("\n") == 1 and "CK_MIN_TOKENS" in run.err
    shown = place.ck("config", "--json", CK_MIN_TOKENS="abc")
    assert shown.code == 0 and "CK_MIN_TOKENS" in shown.document()["problems"][0]


def test_config_is_set_and_shown_with_its_source(place: Place) -> None:
    assert place.ck("config", "set", "min_tokens", "900").code == 0
    assert place.ck("config", "set", "keys.quit", "ctrl+q", "--json").document()["value"] == "ctrl+q"
    settings = {s["name"]: s for s in place.ck("config", "--json", CK_THEME="mine").document()["settings"]}
    assert (settings["min_tokens"]["value"], settings["min_tokens"]["source"]) == (900, "config")
    assert (settings["theme"]["value"], settings["theme"]["source"]) == ("mine", "environment")
    assert settings["keymap"]["value"] == {"quit": "ctrl+q"}
    for name, value in (("min_tokens", "-5"), ("nothing", "1"), ("poll_ms", "soon")):
        run = place.ck("config", "set", name, value)
        assert run.code == 2 and run.err.count("\n") == 1
    overridden = place.ck("config", "set", "theme", "x", CK_THEME="mine")
    assert overridden.code == 0 and "CK_THEME" in overridden.err


def test_log_and_cache(place: Place) -> None:
    assert place.ck("log", "--json").document()["entries"] == []
    place.ck("tasks")
    with open_kernel(str(place.root), {"CK_HOME": str(place.home)}) as kernel:
        kernel.cache.put_many({"a": b"123"})
        kernel.log("error", "somewhere", "odd \x1b[2J \udce9")
    assert "odd \\x1b[2J \\udce9" in place.ck("log", "-n", "1").out
    assert place.ck("cache", "--json").document()["facts"] == 1
    assert place.ck("cache", "clear").code == 0
    assert place.ck("cache", "--json").document()["facts"] == 0


def test_a_repository_that_is_not_there_is_bad_usage(place: Place) -> None:
    run = place.ck("--repo", str(place.root / "nowhere"), "tasks")
    assert run.code == 2 and "there is no folder" in run.err


def test_an_unexpected_error_is_short_for_people_and_whole_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CK_HOME", str(tmp_path))

    @click.command("odd")
    @click.option("--json", "as_json", is_flag=True)
    @kernel_errors
    def odd(as_json: bool) -> None:
        raise ZeroDivisionError("by\nzero")

    result = CliRunner().invoke(odd, ["--json"])
    assert result.exit_code == 1
    assert result.stderr == "ck: internal error: ZeroDivisionError: by\\nzero (details: ck log)\n"
    assert json.loads(result.stdout)["error"].startswith("internal error")
    (entry,) = read_log(str(tmp_path))
    assert "ZeroDivisionError" in entry.message and "in odd" in entry.trace
