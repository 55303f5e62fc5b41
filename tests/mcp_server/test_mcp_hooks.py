"""Hooks over MCP: the same answers as from the command, at once whatever else runs, and never a failure."""

import json
import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_client import Client, environment, serving, text_of

import kernel.hooks
from kernel.hooks import registered_command
from kernel.mcp_server.hook_calls import Hooks
from kernel.mcp_server.hook_events import event_of, hook_input
from kernel.service.log import read_log

PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


def event(cwd: Path, name: str = "PostToolUse", use: str = "toolu_1", **more: Any) -> dict[str, Any]:
    """An event as the harness's own JSON."""
    base = {"session_id": "5f0c", "transcript_path": "/x.jsonl", "cwd": str(cwd), "hook_event_name": name, "tool_use_id": use}
    response = {"stdout": PASSING, "stderr": "", "interrupted": False, "isImage": False}
    tool = {"tool_name": "Bash", "tool_input": {"command": "pytest -v"}, "tool_response": response}
    return {**base, **tool, "duration_ms": 12, **more}


def filled(told: dict[str, Any]) -> dict[str, str]:
    """The arguments that the harness makes of a registered input: text as it is, the rest as JSON, nothing as empty text."""
    values = {name: told.get(name, "") for name in hook_input()}
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in values.items()}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    return folder


@pytest.fixture
def client(repository: Path, tmp_path: Path) -> Iterator[Client]:
    with serving(repository, tmp_path) as client:
        client.initialize()
        yield client


def test_the_registered_input_asks_for_fields_by_name() -> None:
    assert hook_input()["tool_response"] == "${tool_response}"
    assert {"session_id", "agent_id", "cwd", "prompt", "error", "tool_use_id", "hook_event_name"} <= set(hook_input())


def test_an_event_is_answered_as_the_command_answers_it(client: Client, repository: Path, tmp_path: Path) -> None:
    got = json.loads(client.text("hook", **filled(event(repository))))
    done = subprocess.run(
        registered_command("claude"), input=json.dumps(event(repository, use="toolu_2", session_id="77")).encode(),
        capture_output=True, check=True, env=environment(tmp_path),
    )  # fmt: skip
    assert json.loads(done.stdout.replace(b"recall 2", b"recall 1")) == got
    shown = got["hookSpecificOutput"]["updatedToolOutput"]
    assert "ck recall 1" in shown["stdout"] and {**shown, "stdout": ""} == {**event(repository)["tool_response"], "stdout": ""}
    assert client.text("recall", handle=1, lines="7") == "7\ttests/test_a.py::test_6 PASSED [ 10%]\n"


@pytest.mark.parametrize("form", [lambda told: {"event": told}, lambda told: {"event": json.dumps(told)}, filled])
def test_the_event_may_be_whole_as_text_or_by_fields(client: Client, repository: Path, form: Any) -> None:
    assert "updatedToolOutput" in client.text("hook", **form(event(repository)))


def test_one_event_that_comes_by_both_ways_is_answered_once(client: Client, repository: Path, tmp_path: Path) -> None:
    told = event(repository)
    first = client.text("hook", **filled(told))
    done = subprocess.run(
        registered_command("claude"), input=json.dumps(told).encode(), capture_output=True, check=True, env=environment(tmp_path)
    )
    assert first and done.stdout == b""


@pytest.mark.parametrize(
    "arguments",
    [
        {}, {"event": ""}, {"event": "no json"}, {"event": "[1]"}, {"event": 5}, {"event": None}, {"event": {}},
        {"hook_event_name": "PostToolUse"}, {"hook_event_name": 5}, {"hook_event_name": "NoSuchEvent", "cwd": "/gone"},
        {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": "[" * 100_000, "cwd": "\0"},
        {"hook_event_name": ["x"], "tool_name": {"a": 1}, "session_id": 7}, {"event": {"hook_event_name": "PostToolUse", "tool_name": [1]}},
    ],
)  # fmt: skip
def test_a_strange_event_gets_no_answer_and_no_error(client: Client, arguments: dict[str, Any]) -> None:
    told = client.call("hook", **arguments)
    assert (told["isError"], text_of(told)) == (False, "")


def test_text_stays_text_and_values_become_values_again() -> None:
    told = event(Path("/r"), prompt="[1]", error='{"a": 1}', agent_id="", duration_ms=12)
    found = event_of(filled(told))
    assert found is not None and found["prompt"] == "[1]" and found["error"] == '{"a": 1}'
    assert found["tool_response"] == told["tool_response"] and found["duration_ms"] == 12 and "agent_id" not in found


@pytest.mark.parametrize("response", ['{"result": "x"}', "[1, 2]", "plain", [{"type": "text", "text": "{}"}]])
def test_an_mcp_tools_response_keeps_its_kind(response: Any) -> None:
    found = event_of(filled(event(Path("/r"), tool_name="mcp__ci__jobs", tool_response=response)))
    assert found is not None and found["tool_response"] == response


def test_a_locked_store_delays_no_agent_and_is_used_again_afterwards(
    client: Client, repository: Path, tmp_path: Path
) -> None:
    client.text("hook", **filled(event(repository)))
    lock = sqlite3.connect(tmp_path / "ck/kernel.db", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    assert client.text("hook", **filled(event(repository, use="toolu_2"))) == ""
    lock.execute("ROLLBACK")
    lock.close()
    assert "updatedToolOutput" in client.text("hook", **filled(event(repository, use="toolu_3")))


def test_a_store_that_is_removed_under_the_server_is_made_anew(client: Client, repository: Path, tmp_path: Path) -> None:
    client.text("hook", **filled(event(repository)))
    for name in ("kernel.db", "kernel.db-wal", "kernel.db-shm"):
        (tmp_path / "ck" / name).unlink(missing_ok=True)
    (handle,) = re.findall(r"ck recall (\d+)", client.text("hook", **filled(event(repository, use="toolu_2"))))
    assert client.text("recall", handle=int(handle), lines="1").startswith("1\ttests/test_a.py::test_0")
    assert client.call("recall", handle=1)["isError"], "a handle from before leads to no other output"


def test_switched_off_is_off(repository: Path, tmp_path: Path) -> None:
    with serving(repository, tmp_path, CK_DISABLE="1") as client:
        client.initialize()
        assert client.text("hook", **filled(event(repository))) == ""


# -- while a tool runs ---------------------------------------------------------------------------------------------

BLOCKING_GIT = """#!/bin/sh
exec 3>"$WAIT_HELD"
read line <"$WAIT_GO"
exit 1
"""


class Slow:
    """A slice that waits: its ``git`` holds one pipe open, and goes on when the other one is written to."""

    def __init__(self, client: Client, held: Path, go: Path) -> None:
        self.client, self._held, self._go = client, held, go

    def start(self, **more: Any) -> int:
        """Start a slice; when this returns, its git is running."""
        number = self.client.ask("tools/call", name="slice", arguments={"symptom": "at_the_top"}, **more)
        self._running = os.open(self._held, os.O_RDONLY)
        return number

    def let_go(self) -> None:
        """Let git end."""
        self._go.write_text("go\n")

    def wait_for_its_end(self) -> None:
        """Return when no process is left that git's pipe was open in."""
        with os.fdopen(self._running, "rb") as file:
            assert file.read() == b""


@pytest.fixture
def slow(repository: Path, tmp_path: Path) -> Iterator[Slow]:
    held, go, programs = tmp_path / "held", tmp_path / "go", tmp_path / "bin"
    os.mkfifo(held)
    os.mkfifo(go)
    programs.mkdir()
    (programs / "git").write_text(BLOCKING_GIT)
    (programs / "git").chmod(0o755)
    (repository / ".git").mkdir()
    (repository / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (repository / "top.py").write_text("def at_the_top():\n    pass\n")
    more = {"PATH": f"{programs}:{os.environ['PATH']}", "WAIT_HELD": str(held), "WAIT_GO": str(go)}
    with serving(repository, tmp_path, **more) as client:
        client.initialize()
        yield Slow(client, held, go)


def test_hooks_pings_and_other_tools_are_answered_while_a_slice_runs(slow: Slow, repository: Path) -> None:
    number = slow.start()
    assert "updatedToolOutput" in slow.client.text("hook", **filled(event(repository)))
    assert slow.client.request("ping")["result"] == {}
    assert slow.client.text("recall", handle=1, lines="1").startswith("1\t")
    slow.let_go()
    assert "at_the_top" in text_of(slow.client.answer_to(number)["result"])


def test_a_cancelled_slice_ends_with_all_its_processes_and_is_not_answered(slow: Slow) -> None:
    number = slow.start()
    slow.client.notify("notifications/cancelled", requestId=number, reason="user")
    slow.wait_for_its_end()
    assert slow.client.request("ping")["result"] == {}
    again = slow.start()
    slow.let_go()
    assert "at_the_top" in text_of(slow.client.answer_to(again)["result"])


def test_the_end_of_the_input_ends_a_running_slice(slow: Slow) -> None:
    slow.start()
    assert slow.client.end() == 0
    slow.wait_for_its_end()


def test_a_killed_server_leaves_no_process_behind(slow: Slow) -> None:
    slow.start()
    slow.client.process.kill()
    slow.let_go()
    slow.wait_for_its_end()


def test_more_calls_than_processes_are_all_answered(client: Client, repository: Path) -> None:
    (repository / "top.py").write_text("def at_the_top():\n    pass\n")
    numbers = {client.ask("tools/call", name="toc", arguments={"path": "top.py"}) for _ in range(12)}
    assert {client.receive()["id"] for _ in numbers} == numbers


def test_a_cancelled_call_that_waits_never_starts(slow: Slow) -> None:
    numbers = [slow.start()] + [slow.client.ask("tools/call", name="slice", arguments={"symptom": "at_the_top"}) for _ in range(5)]
    for number in reversed(numbers):
        slow.client.notify("notifications/cancelled", requestId=number)
    assert slow.client.request("ping")["result"] == {}
    slow.wait_for_its_end()


# -- the deadline --------------------------------------------------------------------------------------------------


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[Hooks, list[BaseException]]]:
    import signal

    before, seen = signal.getsignal(signal.SIGALRM), []
    monkeypatch.setattr(kernel.hooks, "DEADLINE", 0.05)
    yield Hooks(seen.append), seen
    signal.signal(signal.SIGALRM, before)


def spin() -> None:
    while True:
        pass


def test_a_hook_that_takes_too_long_is_given_up_and_said(
    hooks: tuple[Hooks, list[BaseException]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel.hooks, "answer", lambda *_: spin())
    assert hooks[0].answer({"hook_event_name": "PostToolUse"}) == ""
    assert "deadline" in str(hooks[1][0])


def test_code_that_swallows_the_deadline_is_ended_all_the_same(
    hooks: tuple[Hooks, list[BaseException]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stubborn(*_: object) -> None:
        for _ in range(3):
            try:
                spin()
            except BaseException:
                continue

    monkeypatch.setattr(kernel.hooks, "answer", stubborn)
    assert hooks[0].answer({"hook_event_name": "PostToolUse"}) == ""


def test_a_defect_is_logged_and_the_next_event_answered(
    hooks: tuple[Hooks, list[BaseException]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel.hooks, "answer", lambda *_: 1 / 0)
    assert hooks[0].answer({"hook_event_name": "x"}) == ""
    assert isinstance(hooks[1][0], ZeroDivisionError)
    monkeypatch.setattr(kernel.hooks, "answer", lambda *_: {"a": 1})
    assert hooks[0].answer({"hook_event_name": "x"}) == '{"a": 1}'


def test_the_log_names_what_went_wrong(client: Client, tmp_path: Path) -> None:
    client.text("hook", hook_event_name="PostToolUse", tool_name="Bash", tool_response='{"odd": 1}', cwd=str(tmp_path), session_id="s")
    assert any("unknown shape" in entry.message for entry in read_log(str(tmp_path / "ck")))
