"""What the registered hook knows of sessions, and what it tells at a session's start: with the harness's own JSON."""

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kernel.hooks import handled_events
from kernel.service import charter, sessions, steer
from kernel.service.kernel import open_kernel
from kernel.service.log import read_log
from kernel.service.pause import switch
from kernel.service.recall import parked
from kernel.service.slicing import SliceRequest, rank
from kernel.store.sessions import Sessions
from kernel.tokens import estimate

sys.path.insert(0, str(Path(__file__).parent))
from told import SYMPTOM, Told, repository

CHARTER = "Q: keep the checkout safe\n1. [contract] a token is charged once shop/models/cart.py:80\n"
PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


@pytest.fixture
def agent(tmp_path: Path) -> Told:
    return Told(tmp_path / "home", repository(tmp_path / "repo"))


def other(agent: Told, session: str, subagent: str = "", **changes: str) -> Told:
    return Told(agent.agent.home, agent.agent.cwd, session, subagent, **changes)


def test_a_session_is_known_from_its_first_event_to_its_end(agent: Told) -> None:
    agent.start(model="m-1")
    agent.bash("a\n")
    with agent.kernel() as kernel:
        (one,) = sessions.sessions(kernel)
        assert (one.session, one.agent, one.source, one.model, one.last_event) == ("s1", "main", "startup", "m-1", "PostToolUse")
        assert one.repository == kernel.repository.key and one.cwd == str(agent.agent.cwd)
        assert one.transcript == "/x/s1.jsonl" and one.ended is None and one.started <= one.last
    assert agent.event("SessionEnd", reason="logout") == {}
    with agent.kernel() as kernel:
        (one,) = sessions.sessions(kernel)
        assert one.ended is not None and one.reason == "logout" and one.model == "m-1"
    agent.start("resume")
    with agent.kernel() as kernel:
        (one,) = sessions.sessions(kernel)
        assert one.ended is None and one.source == "resume"


def test_subagents_stand_under_their_session_until_they_stop(agent: Told) -> None:
    agent.start()
    sub = other(agent, "s1", "a7")
    sub.event("SubagentStart")
    sub.bash("a\n")
    sub.event("SubagentStop", stop_hook_active=False)
    with agent.kernel() as kernel:
        ((main, subs),) = sessions.tree(sessions.sessions(kernel))
    assert main.agent == "main" and main.ended is None
    assert [(one.agent, one.kind, one.ended is None) for one in subs] == [("a7", "general-purpose", False)]


def test_sessions_of_other_repositories_are_not_listed(agent: Told, tmp_path: Path) -> None:
    agent.start()
    elsewhere = Told(agent.agent.home, repository(tmp_path / "elsewhere"), "s2")
    elsewhere.start()
    with agent.kernel() as kernel:
        assert [one.session for one in sessions.sessions(kernel)] == ["s1"]
        assert {one.session for one in sessions.sessions(kernel, everywhere=True)} == {"s1", "s2"}


def test_of_two_hooks_that_are_told_one_call_only_one_answers_and_counts_it(agent: Told) -> None:
    agent.start()
    first = agent.bash(PASSING, "pytest -v", tool_use="toolu_x")
    assert "updatedToolOutput" in first
    assert agent.bash(PASSING, "pytest -v", tool_use="toolu_x") == {}
    assert "updatedToolOutput" in other(agent, "s2").bash(PASSING, "pytest -v", tool_use="toolu_x")
    with agent.kernel() as kernel:
        assert len(parked(kernel)) == 2


def test_two_hooks_at_once_answer_one_call_once(agent: Told) -> None:
    from kernel.hooks import registered_command

    agent.start()
    given = agent.agent.call("Bash", {"stdout": PASSING, "stderr": "", "interrupted": False}, command="pytest -v")
    for _ in range(5):
        given = given.replace(b"toolu_", b"toolu_0")
        started = [
            subprocess.Popen(registered_command("claude"), stdin=-1, stdout=-1, env=agent.agent.environment, cwd="/")
            for _ in range(3)
        ]
        for one in started:
            assert one.stdin is not None
            one.stdin.write(given)
            one.stdin.close()
        outputs = []
        for one in started:
            assert one.stdout is not None
            outputs.append(one.stdout.read())
            one.stdout.close()
            assert one.wait(60) == 0
        assert sum(bool(output) for output in outputs) == 1


@pytest.mark.parametrize(
    "foreign", [{"cursor_version": "1.7"}, {"turn_id": "t"}, {"timestamp": "2026-01-01T00:00:00Z"}, {"sessionId": "s"}]
)
def test_other_programs_that_run_the_hook_are_left_alone(agent: Told, foreign: dict[str, str]) -> None:
    for name in handled_events("claude"):
        told = {"tool_name": "Bash", "tool_input": {}, "tool_response": {"stdout": PASSING}, "error": SYMPTOM, "prompt": SYMPTOM}
        assert agent.event(name, source="startup", tool_use_id="t", **told, **foreign) == {}
    with agent.kernel() as kernel:
        assert sessions.sessions(kernel) == () and parked(kernel) == ()


def test_the_harness_is_known_by_the_session_in_its_environment_whatever_else_it_tells(agent: Told) -> None:
    ours = other(agent, "s1", CLAUDE_CODE_SESSION_ID="s1")
    assert ours.start(timestamp="2026-01-01T00:00:00Z") != "" and ours.start(cursor_version="1") == ""
    assert other(agent, "s2", CLAUDE_CODE_SESSION_ID="s1").start(timestamp="2026-01-01T00:00:00Z") == ""


def test_cursor_is_known_by_its_environment_too(agent: Told) -> None:
    assert other(agent, "s1", CURSOR_VERSION="1.7").start() == ""


@pytest.mark.parametrize(
    ("prompt", "source"), [(f"<task-notification>\n{SYMPTOM}\n</task-notification>", None), (SYMPTOM, "poll_event"), (SYMPTOM, "system")]
)
def test_a_turn_that_the_harness_writes_gets_no_slice(agent: Told, prompt: str, source: str | None) -> None:
    agent.start()
    told = {} if source is None else {"source": source}
    assert agent.prompt(prompt, **told) == ""
    with agent.kernel() as kernel:
        assert sessions.sessions(kernel)[0].last_event == "UserPromptSubmit"
        assert sessions.sessions(kernel)[0].source == "startup"


def test_the_start_tells_how_to_get_things_back_and_the_charter_within_its_limit(agent: Told) -> None:
    assert "ck recall" in agent.start() and "charter" not in agent.start()
    with agent.kernel() as kernel:
        charter.save(kernel, CHARTER)
    for source in ("startup", "resume", "clear", "compact", "fork"):
        text = agent.start(source)
        assert "a token is charged once shop/models/cart.py:80" in text and estimate(text) <= 600
    with agent.kernel() as kernel:
        charter.save(kernel, CHARTER + "".join(f"{n}. [behaviour] the rule number {n} holds\n" for n in range(2, 300)))
    text = agent.start()
    assert estimate(text) <= 600 and "a token is charged once" in text and "more lines: ck charter" in text


def test_a_cleared_charter_and_that_of_another_repository_never_come_back(agent: Told, tmp_path: Path) -> None:
    agent.start()
    with agent.kernel() as kernel:
        charter.save(kernel, CHARTER)
    elsewhere = Told(agent.agent.home, repository(tmp_path / "elsewhere"), "s1")
    elsewhere.event("PreCompact", trigger="auto")
    assert "charged once" not in elsewhere.start("compact")
    agent.event("PreCompact", trigger="auto")
    with agent.kernel() as kernel:
        charter.clear(kernel)
    for source in ("compact", "resume", "startup"):
        assert "charged once" not in agent.start(source)


def test_task_and_pins_come_back_after_a_compaction_and_a_resume_and_not_after_a_clear(agent: Told) -> None:
    agent.start()
    agent.prompt(SYMPTOM)
    with agent.kernel() as kernel:
        task = sessions.sessions(kernel)[0].task
        steer.pin(kernel, task, "shop/settings.py", "CARD_FIELDS")
    agent.event("PreCompact", trigger="auto")
    with agent.kernel() as kernel:
        place = Sessions(kernel.store).last_snapshot("s1")
    assert place is not None and (place.task, place.cause, place.charter) == (task, "auto", None)
    assert "KeyError: 'card_token'" in agent.start("compact")
    assert "Pinned: shop/settings.py::CARD_FIELDS." in agent.start("resume")
    assert "Pinned: shop/settings.py::CARD_FIELDS." in other(agent, "s9").start("resume")
    agent.event("SessionEnd", reason="clear")
    for one, source in ((other(agent, "s2"), "clear"), (other(agent, "s3"), "startup"), (other(agent, "s4"), "resume")):
        assert "card_token" not in one.start(source)


def test_a_task_of_another_repository_is_not_resumed(agent: Told, tmp_path: Path) -> None:
    agent.start()
    agent.prompt(SYMPTOM)
    assert "The task here" not in Told(agent.agent.home, repository(tmp_path / "elsewhere"), "s5").start("resume")


def test_a_failing_output_is_stored_as_it_is_with_its_exit_code(agent: Told) -> None:
    agent.start()
    text = PASSING * 3 + "make: *** [check] Error 2"
    assert agent.fails(text) == ""
    with agent.kernel() as kernel:
        (row,) = parked(kernel)
        assert (row.tool, row.command, row.exit_code, row.folds) == ("Bash", "make check", 1, 0)
        assert row.tokens_after == row.tokens_before and row.scope.epoch == 1


@pytest.mark.parametrize("told", [{"error": "x", "is_interrupt": True}, {"error": None}, {"error": ""}, {}, {"error": [1]}])
def test_a_failure_without_output_is_no_event(agent: Told, told: dict[str, object]) -> None:
    agent.start()
    assert agent.event("PostToolUseFailure", tool_name="Bash", tool_input=None, **told) == {}
    with agent.kernel() as kernel:
        assert parked(kernel) == ()


def test_while_paused_nothing_is_told_and_a_new_window_is_still_noted(agent: Told) -> None:
    agent.start()
    with agent.kernel() as kernel:
        charter.save(kernel, CHARTER)
        switch(kernel.home, kernel.repository.key, True)
    assert agent.start("compact") == "" and agent.prompt(SYMPTOM) == "" and agent.fails(SYMPTOM) == ""
    with agent.kernel() as kernel:
        switch(kernel.home, kernel.repository.key, False)
        from kernel.store.contexts import Contexts

        assert Contexts(kernel.store).window("s1", "main").epoch == 2


def test_an_agent_that_removed_its_own_folder_is_served_on(agent: Told) -> None:
    agent.start()
    gone = Told(agent.agent.home, agent.agent.cwd / "build" / "x")
    assert "updatedToolOutput" in gone.bash(PASSING, "pytest -v")
    with agent.kernel() as kernel:
        assert [row.scope.cwd for row in parked(kernel)] == [str(agent.agent.cwd / "build" / "x")]


def test_switched_off_by_the_environment_nothing_is_told_or_stored(agent: Told) -> None:
    off = other(agent, "s1", CK_DISABLE="1")
    assert off.start() == "" and off.prompt(SYMPTOM) == "" and off.fails(SYMPTOM) == ""
    assert not agent.agent.home.exists() or not list(agent.agent.home.glob("kernel.db"))


@pytest.mark.parametrize("name", handled_events("claude"))
@pytest.mark.parametrize("value", [None, 7, [], {}, "\ud800", "x" * 100_000, "\0"])
def test_no_event_fails_for_strange_values(agent: Told, name: str, value: object) -> None:
    agent.event(name, **dict.fromkeys(("source", "trigger", "prompt", "error", "tool_name", "tool_input", "tool_response", "reason", "model", "agent_id"), value))
    assert not [entry for entry in read_log(str(agent.agent.home)) if entry.level == "error"]


def test_a_session_that_begins_is_told_what_a_person_pinned_today(agent: Told) -> None:
    with agent.kernel() as kernel:
        task = rank(kernel, SliceRequest(SYMPTOM)).task
        assert "The task here" not in agent.start()
        steer.pin(kernel, task, "shop/settings.py", "CARD_FIELDS")
    assert "Pinned: shop/settings.py::CARD_FIELDS." in agent.start()
    assert "Pinned" not in agent.start("clear")
    with agent.kernel() as kernel:
        kernel.store.write(lambda db: db.execute("UPDATE tasks SET touched = touched - 90000"))
    assert "Pinned" not in agent.start()


def test_a_task_that_no_session_worked_on_is_not_resumed(agent: Told) -> None:
    with open_kernel(str(agent.agent.cwd), {**agent.agent.environment}) as kernel:
        rank(kernel, SliceRequest(SYMPTOM))
    assert "The task here" not in agent.start("resume")


def test_what_is_told_is_json_in_ascii(agent: Told) -> None:
    from kernel.hooks import registered_command

    given = agent.agent.event("SessionStart", source="startup")
    done = subprocess.run(registered_command("claude"), input=given, capture_output=True, check=True, env=agent.agent.environment, cwd="/")
    assert done.stdout.isascii() and json.loads(done.stdout)


@pytest.mark.parametrize("name", handled_events("claude"))
def test_a_locked_store_holds_no_event_up_and_the_next_one_is_served(agent: Told, name: str) -> None:
    told = {"tool_name": "Bash", "tool_input": {"command": "pytest"}, "error": SYMPTOM, "prompt": SYMPTOM, "source": "compact", "trigger": "auto", "reason": "other"}
    agent.start()
    lock = sqlite3.connect(agent.agent.home / "kernel.db", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    started = time.monotonic()
    assert agent.event(name, tool_use_id="t", tool_response={"stdout": PASSING, "stderr": "", "interrupted": False}, **told) == {}
    assert time.monotonic() - started < 5
    assert "busy" in str(read_log(str(agent.agent.home))).lower()
    lock.execute("ROLLBACK")
    assert "updatedToolOutput" in agent.bash(PASSING, "pytest -v")


def test_where_nothing_can_be_stored_the_start_is_told_all_the_same(agent: Told, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = Told(tmp_path / "file" / "home", agent.agent.cwd)
    assert "ck slice" in nowhere.start() and nowhere.bash(PASSING, "pytest -v") == {}
