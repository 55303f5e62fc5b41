"""Processes that are killed at any moment, and a disk that is full: the agent still gets an answer, and every promise holds."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernel.hooks import trap_command
from kernel.mcp_server.hook_events import hook_input
from kernel.service.kernel import open_kernel
from kernel.service.recall import parked_output

sys.path.insert(0, str(Path(__file__).parents[1] / "harness"))
sys.path.insert(0, str(Path(__file__).parents[1] / "mcp_server"))
sys.path.insert(0, str(Path(__file__).parents[1] / "shell"))
from mcp_client import serving
from registered import BASH, Agent
from trapped import OUTPUTS, Session

SECONDS = float(os.environ.get("CK_DEATHS_SECONDS", "3"))
"""So long each kind of process is killed."""

HANDLE = re.compile(r"ck recall (\d+)")


def passing(number: int) -> str:
    return "".join(f"tests/test_{number}.py::test_{n} PASSED [ 10%]\n" for n in range(300))


def sound(home: Path) -> None:
    with sqlite3.connect(home / "kernel.db") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def recalled(agent: Agent, shown: str) -> str:
    """The original that a text promises."""
    found = HANDLE.search(shown)
    assert found is not None, shown
    with open_kernel(str(agent.cwd), agent.environment) as kernel:
        return parked_output(kernel, int(found[1])).original


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    (tmp_path / "repo").mkdir()
    return Agent(tmp_path / "ck", tmp_path / "repo")


def test_a_server_that_is_killed_leaves_whole_answers_and_a_sound_store(agent: Agent) -> None:
    dice, end, number, promised = random.Random(1), time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end or not promised:
        with serving(agent.cwd, agent.home.parent) as client:
            client.initialize()
            for _ in range(dice.randrange(4)):
                number += 1
                told = client.text("hook", **_arguments(agent, number))
                shown = json.loads(told)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
                assert recalled(agent, shown) == passing(number)
                promised += 1
            number += 1
            client.ask("tools/call", name="hook", arguments=_arguments(agent, number))
            time.sleep(dice.uniform(0, 0.03))  # at any moment of its work
            client.process.kill()
            left = client.process.stdout
            assert left is not None
            *whole, _cut = left.read().split(b"\n")
            assert all(json.loads(line)["jsonrpc"] == "2.0" for line in whole)
            client.process.wait()
    sound(agent.home)
    assert agent.bash(passing(0), "pytest -v") != passing(0)


def _arguments(agent: Agent, number: int) -> dict[str, str]:
    given = json.loads(agent.call("Bash", {**BASH, "stdout": passing(number)}, command="pytest -v"))
    return {**dict.fromkeys(hook_input(), ""), **{key: json.dumps(one) if isinstance(one, dict) else str(one) for key, one in given.items()}}


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for the trap's process in /proc")
def test_a_trap_that_is_killed_leaves_the_original_or_what_it_promised(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CK_HOME", str(agent.home))
    dice, end, number, killed = random.Random(2), time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end or not killed:
        number += 1
        text = passing(number)
        (agent.cwd / "text").write_text(text)
        session = Session(agent.cwd, agent.home, trap_command(), f"s{number}")
        shell = session.start("/bin/cat text; exit 3", session.output)
        killed += _kill_child(shell, dice.uniform(0.01, 0.12))
        assert shell.wait(60) == 3
        # The shell may say itself that its child was killed.
        shown = session.output.read_text()
        assert shown.startswith(text) or recalled(agent, shown) == text, shown[:300]
    sound(agent.home)


def _kill_child(shell: "subprocess.Popen[bytes]", after: float) -> bool:
    """Kill the interpreter that a shell runs, some time after it began; false where it had ended."""
    interpreter = Path(sys.executable).resolve()
    children, end = Path(f"/proc/{shell.pid}/task/{shell.pid}/children"), time.monotonic() + 20
    while shell.poll() is None and time.monotonic() < end:
        for pid in map(int, children.read_text().split()):
            try:
                # A child that has not begun its program yet is still the shell.
                if Path(f"/proc/{pid}/exe").resolve() == interpreter:
                    time.sleep(after)
                    os.kill(pid, signal.SIGKILL)
                    return True
            except (OSError, ProcessLookupError):
                return False
    return False


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that holds a store and little more."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", str(disk)], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_shows_the_original_or_keeps_its_promise(agent: Agent, small_disk: Path) -> None:
    agent = agent._replace(home=small_disk / "ck")
    dice = random.Random(3)
    kept: list[tuple[str, str]] = []
    whole = 0
    for _ in range(60):
        text = "".join(f"tests/test_{dice.random()}.py::test_{n}_{dice.random()} PASSED\n" for n in range(300))
        shown = agent.bash(text, "pytest -v")
        if shown == text:
            whole += 1
        else:
            kept.append((shown, text))
        if whole > 3:
            break
    assert whole > 3, "the disk was never full"
    assert kept, "nothing was ever folded"
    sound(agent.home)
    subprocess.run(["mount", "-o", "remount,size=8m", str(small_disk)], check=True)
    for shown, text in kept:
        assert recalled(agent, shown) == text
    assert agent.bash(passing(1), "pytest -v") != passing(1)


def _everyone(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What an agent reads of a long output by each way: the hook's process, the server, the end of a failing command."""
    monkeypatch.setenv("CK_HOME", str(agent.home))
    (agent.cwd / "text").write_text(passing(1))
    session = Session(agent.cwd, agent.home, trap_command())._replace(home=agent.home)
    output = agent.cwd.parent / "claude-0" / "-x" / OUTPUTS / "tasks" / "b1.output"
    ended = session.run("/bin/cat text; exit 3", output=output)
    assert ended.code == 3
    with serving(agent.cwd, agent.home.parent, CK_HOME=str(agent.home), CK_HOOK_DEADLINE_MS="2000") as client:
        client.initialize()
        told = client.call("hook", **_arguments(agent, 1))
    (block,) = told["content"] or ({"text": ""},)
    answer = json.loads(block["text"]) if block["text"] and not told["isError"] else None
    served = answer["hookSpecificOutput"]["updatedToolOutput"]["stdout"] if answer else passing(1)
    return {"hook": agent.bash(passing(1), "pytest -v"), "server": served, "trap": ended.text}


def test_a_home_on_a_disk_that_is_read_only_shows_the_original(
    agent: Agent, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = agent._replace(home=small_disk / "ck")
    assert agent.bash(passing(0), "pytest -v") != passing(0)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert _everyone(agent, monkeypatch) == dict.fromkeys(("hook", "server", "trap"), passing(1))
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    sound(agent.home)


def test_a_store_in_use_shows_the_original_by_every_way(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    assert agent.bash(passing(0), "pytest -v") != passing(0)
    other = sqlite3.connect(agent.home / "kernel.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert _everyone(agent, monkeypatch) == dict.fromkeys(("hook", "server", "trap"), passing(1))
    other.close()
    assert all(recalled(agent, shown) == passing(1) for shown in _everyone(agent, monkeypatch).values())
