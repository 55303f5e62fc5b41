"""``ck sessions``: agents at work here, and what is sent to them."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kernel.cli.main import cli
from kernel.model.session import Event
from kernel.service import window
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.sessions import arrive


class Here:
    """A folder where sessions are told of and commands run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.environment = {"CK_HOME": str(folder / "home"), "HOME": str(folder)}
        self.root = folder / "repo"
        self.root.mkdir()
        (self.root / "a.py").write_text("".join(f"line_{n} = {n}\n" for n in range(1, 31)))
        monkeypatch.chdir(self.root)

    def kernel(self) -> Kernel:
        return open_kernel(str(self.root), self.environment)

    def run(self, *arguments: str, given: str = "", code: int = 0) -> str:
        done = CliRunner().invoke(cli, ["sessions", *arguments], env=self.environment, input=io.BytesIO(given.encode()))
        assert done.exit_code == code, done.output
        return done.output

    def json(self, *arguments: str, given: str = "") -> dict[str, Any]:
        return dict(json.loads(self.run(*arguments, "--json", given=given)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(tmp_path, monkeypatch)


def test_sessions_are_listed_with_window_and_subagents(here: Here) -> None:
    assert "ck install claude" in here.run() and here.json()["sessions"] == []
    with here.kernel() as kernel:
        arrive(kernel, Event("SessionStart", "s1", cwd="/r", source="startup", model="claude-x"))
        window.note(kernel, "s1", 1_000_000, 250_000)
        arrive(kernel, Event("SubagentStart", "s1", "a7", "Explore\x1b[31m"))
        arrive(kernel, Event("SessionEnd", "s0", reason="logout"))
    first, second, third = here.run().splitlines()
    assert first.startswith("s0 ") and "ended (logout)" in first
    assert second.startswith("s1 ") and "SessionStart" in second and "window 25 % of 1M" in second
    assert third == "  a7  Explore\\x1b[31m  SubagentStart"
    (_, one) = here.json()["sessions"]
    assert one["window"]["occupancy"] == 0.25 and one["subagents"][0]["agent"] == "a7"


def test_what_is_sent_is_listed_and_can_be_withdrawn(here: Here) -> None:
    assert "Nothing was sent" in here.run("sent")
    assert here.json("send", "look", "at", "this")["queued"] == 1
    assert here.run("send", "-", "--to", "s1", given="two\nlines") == "queued: 2\n"
    here.run("send", "--item", "a.py:3-5")
    waiting = here.json("sent")["waiting"]
    assert [(one["kind"], one["session"]) for one in waiting] == [("note", ""), ("note", "s1"), ("item", "")]
    assert waiting[0]["text"] == "look at this" and waiting[1]["text"] == "two\nlines"
    assert waiting[2]["text"] == "a.py\n3\tline_3 = 3\n4\tline_4 = 4\n5\tline_5 = 5"
    assert "2  queued  note  → s1: two" in here.run("sent")
    assert here.run("withdraw", "2") == "withdrawn: 2\n"
    here.run("withdraw", "2", code=1)


@pytest.mark.parametrize(("place", "lines"), [("a.py", 30), ("a.py:7", 1), ("a.py:29-90", 2)])
def test_items_are_files_lines_or_ranges(here: Here, place: str, lines: int) -> None:
    here.run("send", "--item", place)
    assert here.json("sent")["waiting"][0]["text"].count("\t") == lines


@pytest.mark.parametrize(("asked", "code"), [(("send",), 2), (("send", " "), 2), (("send", "--item", "b.py"), 1), (("send", "--item", "/etc/passwd"), 2), (("send", "--item", "a.py:40-50"), 1)])
def test_what_cannot_be_sent_is_refused_in_one_line(here: Here, asked: tuple[str, ...], code: int) -> None:
    assert here.run(*asked, code=code).count("\n") == 1
