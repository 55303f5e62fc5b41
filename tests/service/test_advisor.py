"""The compact advisor over a real store: what is counted, who is told, and how often."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kernel.hooks import registered_command
from kernel.model.advice import PAYS, UNKNOWN, WAIT
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.model.session import Event
from kernel.projection.algebra import identity
from kernel.service.advisor import advice
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.window import note
from kernel.store.contexts import Contexts
from kernel.store.parked import ParkedOutputs
from kernel.store.sessions import Sessions

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "work").mkdir()
    return {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}


def opened(environment: dict[str, str], **more: str) -> Kernel:
    return open_kernel(f"{environment['HOME']}/work", {**environment, **more})


def begin(kernel: Kernel, session: str) -> None:
    event = Event("SessionStart", session, cwd=kernel.repository.root, source="startup")
    Sessions(kernel.store).arrive(event, kernel.repository.key, kernel.repository.root, time.time())
    Contexts(kernel.store).begin(session, "main", time.time())


def shown(kernel: Kernel, session: str, path: str, tokens: int, agent: str = "main") -> None:
    plan = identity("x")._replace(tokens_before=tokens, tokens_after=tokens)
    epoch = Contexts(kernel.store).window(session, agent).epoch
    scope = Scope(kernel.repository.key, session, agent, epoch, kernel.repository.root)
    ParkedOutputs(kernel.store).add(ToolOutput("x", "Read", "", path), scope, plan, time.time())


def past(kernel: Kernel, sessions: int = 6, rounds: int = 30) -> None:
    """Sessions in which each file is read twice in a row."""
    for number in range(sessions):
        begin(kernel, f"old{number}")
        for file in range(rounds):
            for _ in range(2):
                shown(kernel, f"old{number}", f"f{file}.py", 100)


def full(kernel: Kernel, session: str = "now", used: int = 150_000) -> None:
    """A session with 100,000 tokens of outputs that are done with."""
    begin(kernel, session)
    for file in range(10):
        shown(kernel, session, f"big{file}.py", 10_000)
    for file in range(2):
        shown(kernel, session, f"small{file}.py", 100)
    note(kernel, session, 200_000, used)


def test_it_pays_where_much_is_done_with_and_sessions_go_on(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        past(kernel)
        full(kernel)
        found = advice(kernel, "now")
        assert found is not None
        assert (found.verdict, found.used, found.done, found.lifetime.calls) == (PAYS, 150_000, 100_000, 1)
        assert (found.calls, found.sessions, found.outputs) == (60 - 12, 6, 12)


def test_outputs_of_subagents_and_of_windows_before_are_not_in_it(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        past(kernel)
        full(kernel)
        shown(kernel, "now", "sub.py", 50_000, agent="a1")
        Contexts(kernel.store).begin("now", "main", time.time())
        note(kernel, "now", 200_000, 30_000)
        found = advice(kernel, "now")
        assert found is not None and (found.outputs, found.done, found.verdict) == (0, 0, WAIT)


def test_without_a_past_it_is_not_known_and_without_a_window_there_is_none(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        full(kernel)
        found = advice(kernel, "now")
        assert found is not None and found.verdict == UNKNOWN
        assert advice(kernel, "nobody") is None


def test_prices_of_ones_own_count(environment: dict[str, str]) -> None:
    with opened(environment, CK_PRICE_LIST="300", CK_PRICE_CACHE_READ="150") as kernel:
        past(kernel)
        full(kernel)
        found = advice(kernel, "now")
        assert found is not None and found.rates.read == 0.5 and "price_list" in found.rates.source


def prompt(environment: dict[str, str], call: str) -> dict[str, object]:
    told = {
        "hook_event_name": "UserPromptSubmit", "session_id": "now", "cwd": f"{environment['HOME']}/work", "prompt": "please go on with it",
        "prompt_id": call, "transcript_path": "/nowhere.jsonl",
    }  # fmt: skip
    done = subprocess.run(registered_command("claude"), input=json.dumps(told).encode(), capture_output=True, check=True, env=environment, cwd="/")
    return dict(json.loads(done.stdout)) if done.stdout else {}


def test_a_person_is_told_once_in_a_windows_life(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        past(kernel)
        full(kernel)
    first, second = prompt(environment, "p1"), prompt(environment, "p2")
    assert set(first) == {"systemMessage"} and str(first["systemMessage"]).startswith("ck: a compaction pays: 100,000 of 150,000 tokens")
    assert second == {}
    status = json.dumps({"session_id": "now", "cwd": f"{environment['HOME']}/work", "context_window": {"context_window_size": 200_000, "used_percentage": 75}})

    def line() -> str:
        return subprocess.run([*CK, "statusline"], input=status, env=environment, capture_output=True, text=True, check=True).stdout

    assert "window 75 % of 200k, /compact pays" in line()
    with opened(environment) as kernel:
        Contexts(kernel.store).begin("now", "main", time.time())
    assert "/compact" not in line()


def test_a_window_that_is_nearly_empty_is_no_reason_to_speak(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        past(kernel)
        full(kernel, used=60_000)
    assert prompt(environment, "p1") == {}


def test_the_command_says_what_it_rests_on(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        past(kernel)
        full(kernel)

    def ck(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*CK, *arguments], env=environment, cwd=f"{environment['HOME']}/work", capture_output=True, text=True, check=False)

    text = ck("window").stdout
    assert "75 %: 150,000 (told by the harness) of 200,000 tokens (told by the harness)" in text
    assert "a compaction pays" in text and "(n = 6)" in text and "n = 372 outputs here" in text and text.count("not known: ") == 3
    told = json.loads(ck("window", "no", "--json").stdout)
    assert (told["session"], told["advice"]["verdict"], told["window"]["used"]) == ("now", "pays", 150_000)
    assert ck("window", "nope").returncode == 1
    assert ck("window", "old").returncode == 2
