"""Whether what replaces the outputs of failing commands arrives: a real trap, and the event that follows it."""

import json
import subprocess
from pathlib import Path
from uuid import uuid4

import pytest
from trapped import Session

from kernel.hooks import registered_command, trap_command
from kernel.model.canary import ARRIVED, DEGRADED, PENDING, PROVEN, TRAP, WHOLE
from kernel.service import canary
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import ledger
from kernel.store.canaries import PROBE_EVERY
from kernel.verify.canary import MISSES

RUN = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(900)) + "FAILED tests/test_b.py::test_x - assert 1 == 2\n"
VERSION = {"AI_AGENT": "claude-code_2-1-332_agent"}


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    home, folder = tmp_path / "ck", tmp_path / "work"
    folder.mkdir()
    (folder / "run").write_text(RUN)
    monkeypatch.setenv("CK_HOME", str(home))
    monkeypatch.delenv("CK_CONFIG", raising=False)
    return Session(folder, home, trap_command())


def opened(session: Session) -> Kernel:
    return open_kernel(str(session.folder), session.environment)


def event(session: Session, name: str, **told: object) -> None:
    base = {"session_id": session.name, "transcript_path": str(transcript(session)), "cwd": str(session.folder), "prompt_id": uuid4().hex}
    given = json.dumps({**base, "hook_event_name": name, **told}).encode()
    environment = {**session.environment, **VERSION}
    done = subprocess.run(registered_command("claude"), input=given, capture_output=True, check=True, env=environment, cwd="/")
    assert done.stderr == b""


def transcript(session: Session) -> Path:
    return session.home.parent / f"{session.name}.jsonl"


def fails(session: Session, command: str, text: str) -> str:
    """The harness tells that a command failed; the call's id."""
    call = f"toolu_{uuid4().hex}"
    event(session, "PostToolUseFailure", tool_name="Bash", tool_input={"command": command}, tool_use_id=call, error=f"Exit code 7\n{text}")
    return call


def show(session: Session, call: str, text: str) -> None:
    block = {"type": "tool_result", "tool_use_id": call, "is_error": True, "content": text}
    with transcript(session).open("a") as file:
        file.write(json.dumps({"type": "user", "version": "2.1.332", "message": {"content": [block]}}) + "\n")


def test_what_the_trap_wrote_is_proven_by_the_event_and_the_transcript(session: Session) -> None:
    event(session, "SessionStart", source="startup")
    ended = session.run("cat run; exit 7", **VERSION)
    with opened(session) as kernel:
        (one,) = canary.replacements(kernel)
        assert (one.kind, one.verdict, one.call, one.version) == (TRAP, PENDING, "", "2.1.332")
    call = fails(session, "cat run; exit 7", ended.text.rstrip("\n"))
    show(session, call, f"Exit code 7\n{ended.text.strip()}")
    event(session, "UserPromptSubmit", prompt="go on with it")
    with opened(session) as kernel:
        (one,), (state,) = canary.replacements(kernel), canary.states(kernel)
        assert (one.verdict, one.call, one.agent) == (ARRIVED, call, "main")
        assert (state.kind, state.state) == (TRAP, PROVEN)


def test_an_event_that_tells_the_original_is_a_miss(session: Session) -> None:
    event(session, "SessionStart", source="startup")
    session.run("cat run; exit 7", **VERSION)
    fails(session, "cat run; exit 7", RUN)
    with opened(session) as kernel:
        assert canary.replacements(kernel)[0].verdict == WHOLE
        assert ledger(kernel).net == 0


def test_an_event_of_another_command_says_nothing(session: Session) -> None:
    event(session, "SessionStart", source="startup")
    session.run("cat run; exit 7", **VERSION)
    fails(session, "make", "make: *** No targets.  Stop.\n")
    with opened(session) as kernel:
        assert canary.replacements(kernel)[0].verdict == PENDING


def test_after_several_misses_outputs_stay_whole_but_for_a_try(session: Session) -> None:
    event(session, "SessionStart", source="startup")
    for _ in range(MISSES):
        session.run("cat run; exit 7", **VERSION)
        fails(session, "cat run; exit 7", RUN)
    with opened(session) as kernel:
        assert canary.state(kernel).state == DEGRADED
    shown = [session.run("cat run; exit 7", **VERSION).text for _ in range(PROBE_EVERY)]
    assert [text == RUN for text in shown] == [True] * (PROBE_EVERY - 1) + [False]
