"""What a person sent has arrived when the agent's transcript holds it: what died on its way comes again, what was seen never does."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest

from kernel.hooks import registered_command
from kernel.model.session import TRIES
from kernel.service.deliveries import LEASE, delivered, pending, queue, withdraw

sys.path.insert(0, str(Path(__file__).parent))
from told import Told, repository

NOTE = 'the "payment" page\n\tis old: \U0001f600 \x01 ä'


class Watched(Told):
    """An agent with a transcript; the harness writes into it what it is told."""

    def __init__(self, home: Path, cwd: Path, session: str = "s1") -> None:
        super().__init__(home, cwd, session)
        self.transcript = home.parent / f"{session}.jsonl"

    def writes(self, **row: object) -> None:
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def answers(self, request: str) -> None:
        for part in ("thinking", "text"):
            self.writes(type="assistant", requestId=request, message={"content": [{"type": part}]})

    def holds(self, context: str) -> None:
        told = {"type": "hook_additional_context", "content": [context], "hookEvent": "PostToolUse"}
        self.writes(type="attachment", attachment=told)

    def next(self) -> str:
        return str(self.event("PostToolUse", **self.call()).get("additionalContext", ""))

    def call(self) -> dict[str, object]:
        response = {"stdout": "a\n", "stderr": "", "interrupted": False}
        asked = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": response, "tool_use_id": uuid4().hex}
        return {**asked, "transcript_path": str(self.transcript)}

    def states(self) -> list[str]:
        """Of everything that was sent here, oldest first."""
        with self.kernel() as kernel:
            sent = [("delivered" if one.delivered else "sent") for one in reversed(delivered(kernel))]
            return sent + ["queued"] * len(pending(kernel))


@pytest.fixture
def agent(tmp_path: Path) -> Watched:
    one = Watched(tmp_path / "home", repository(tmp_path / "repo"))
    one.start()
    one.answers("r0")
    return one


def send(agent: Told, text: str = NOTE, session: str = "") -> int:
    with agent.kernel() as kernel:
        return queue(kernel, "note", text, session)


def test_what_the_transcript_holds_is_delivered_and_never_comes_again(agent: Watched) -> None:
    number = send(agent)
    assert agent.states() == ["queued"]
    context = agent.next()
    assert NOTE in context and agent.states() == ["sent"]
    with agent.kernel() as kernel:
        assert not withdraw(kernel, number)
    agent.holds(f"before\n\n{context}\n")
    for request in ("r1", "r2", "r3", "r4"):
        agent.answers(request)
        assert agent.next() == "" and agent.states() == ["delivered"]


def test_what_the_transcript_does_not_hold_waits_for_two_answers_and_comes_again(agent: Watched) -> None:
    send(agent)
    assert NOTE in agent.next()
    for request in ("r1", "r1"):
        agent.answers(request)
        assert agent.next() == "" and agent.states() == ["sent"]
    agent.answers("r2")
    context = agent.next()
    assert NOTE in context
    agent.holds(context)
    assert agent.next() == "" and agent.states() == ["delivered"]


def test_words_of_the_note_elsewhere_in_the_transcript_do_not_count(agent: Watched) -> None:
    agent.holds(f"- note: {NOTE}")
    send(agent)
    assert NOTE in agent.next()
    agent.writes(type="user", message={"content": f'"hook_additional_context" - note: {NOTE}'})
    agent.writes(type="assistant", isSidechain=True, requestId="a", message={})
    agent.transcript.open("ab").write(b'{"type":"assistant","hook_additional_context"\n\xff\xfe{[\n')
    agent.answers("r1")
    assert agent.next() == ""
    agent.answers("r2")
    assert NOTE in agent.next()


def test_a_harness_that_never_tells_what_arrived_is_not_sent_the_same_for_ever(agent: Watched) -> None:
    send(agent)
    came = 0
    for turn in range(3 * TRIES + 4):
        came += NOTE in agent.next()
        agent.answers(f"r{turn}")
    assert came == TRIES and agent.states() == ["sent"]


def test_a_hook_that_is_killed_before_it_prints_loses_nothing(agent: Watched) -> None:
    send(agent)
    given = agent.agent.event("PostToolUse", **agent.call())
    read, write = os.pipe()
    # A full pipe that nobody reads: the process has noted the delivery, and cannot print.
    os.set_blocking(write, False)
    with pytest.raises(BlockingIOError):
        while True:
            os.write(write, b"x" * 4096)
    os.set_blocking(write, True)
    environment = {**agent.agent.environment, **agent.variables, "CK_HOOK_DEADLINE_MS": "60000"}
    hook = subprocess.Popen(registered_command("claude"), stdin=subprocess.PIPE, stdout=write, env=environment, cwd="/")
    assert hook.stdin is not None
    hook.stdin.write(given)
    hook.stdin.close()
    end = time.monotonic() + 30
    while agent.states() != ["sent"] and time.monotonic() < end:
        time.sleep(0.01)
    hook.send_signal(signal.SIGKILL)
    assert hook.wait() == -signal.SIGKILL and agent.states() == ["sent"]
    os.close(read)
    os.close(write)
    agent.answers("r1")
    agent.answers("r2")
    assert NOTE in agent.next()


def test_what_a_dead_session_was_sent_goes_to_the_next_one_after_a_while(agent: Watched) -> None:
    send(agent, "for anybody")
    send(agent, "for s1", "s1")
    assert "for anybody" in agent.next()
    other = Watched(agent.agent.home, agent.agent.cwd, "s2")
    assert other.next() == ""
    with agent.kernel() as kernel:
        kernel.store.write(lambda db: db.execute("UPDATE deliveries SET sent = sent - ?", (LEASE + 1,)))
    context = other.next()
    assert "for anybody" in context and "for s1" not in context


def test_what_an_idle_session_holds_goes_to_nobody_else(agent: Watched) -> None:
    send(agent)
    agent.prompt("go on", transcript_path=str(agent.transcript))
    agent.holds(f"- note: {NOTE}")
    with agent.kernel() as kernel:
        kernel.store.write(lambda db: db.execute("UPDATE deliveries SET sent = sent - ?", (LEASE + 1,)))
    assert Watched(agent.agent.home, agent.agent.cwd, "s2").next() == ""
    assert agent.states() == ["delivered"]
