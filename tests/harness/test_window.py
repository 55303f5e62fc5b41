"""How full a session's window is, the budget that follows, and the status line: with the harness's own JSON."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kernel.cli.main import cli
from kernel.hooks import statusline_command
from kernel.service.pause import switch
from kernel.service.statusline import short
from kernel.service.window import window
from kernel.store.contexts import Contexts
from kernel.store.ledger import Ledgers

sys.path.insert(0, str(Path(__file__).parent))
from told import SYMPTOM, Told, repository

PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


@pytest.fixture
def agent(tmp_path: Path) -> Told:
    one = Told(tmp_path / "home", repository(tmp_path / "repo"))
    one.start(model="claude-opus-9")
    return one


def line(agent: Told, size: Any = 200_000, used: Any = 50_000, session: str = "s1", **variables: str) -> str:
    usage = None if used is None else {"input_tokens": 1_000, "output_tokens": 9_999, "cache_creation_input_tokens": used - 1_000, "cache_read_input_tokens": 0}
    told = {
        "session_id": session, "transcript_path": "/x", "cwd": "/", "model": {"id": "m", "display_name": "M"},
        "workspace": {"current_dir": str(agent.agent.cwd)},
        "context_window": {"context_window_size": size, "current_usage": usage, "used_percentage": None},
    }  # fmt: skip
    return raw_line(agent, json.dumps(told).encode(), **variables)


def raw_line(agent: Told, given: bytes, **variables: str) -> str:
    environment = {**agent.agent.environment, **variables}
    done = subprocess.run(statusline_command(), input=given, capture_output=True, check=False, env=environment, cwd=agent.agent.cwd, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert text.count("\n") == 1 and text.endswith("\n")
    return text[:-1]


def known(agent: Told, session: str = "s1") -> Any:
    with agent.kernel() as kernel:
        return window(kernel, session)


def auto(agent: Told, session: str | None, **variables: str) -> dict[str, Any]:
    asked = ["slice", "--repo", str(agent.agent.cwd), "--symptom", "-", "--budget", "auto", "--json"]
    asked += [] if session is None else ["--session", session]
    environment = {**agent.agent.environment, "CLAUDE_CODE_SESSION_ID": "", **variables}
    done = CliRunner().invoke(cli, asked, input=SYMPTOM, env=environment)
    return dict(json.loads(done.stdout)["budget"])


def test_the_line_tells_savings_of_session_and_repository_and_the_window(agent: Told) -> None:
    assert line(agent) == "ck · 0 saved · 0 in all · window 25 % of 200k"
    agent.bash(PASSING, "pytest -v")
    other = Told(agent.agent.home, agent.agent.cwd, "s2")
    other.start()
    other.bash(PASSING, "pytest -v")
    with agent.kernel() as kernel:
        totals = Ledgers(kernel.store).totals(kernel.repository.key, 2**31)
        mine = totals.net // 2
    assert mine > 1_000
    assert line(agent) == f"ck · {short(mine)} saved · {short(totals.net)} in all · window 25 % of 200k"
    assert line(agent, None, None) == f"ck · {short(mine)} saved · {short(totals.net)} in all"


def test_savings_of_days_that_are_over_are_added_up_once_and_nothing_is_missed(agent: Told) -> None:
    day = 86_400.0
    with agent.kernel() as kernel:
        key, ledgers = kernel.repository.key, Ledgers(kernel.store)
        row = "INSERT INTO ledger VALUES (?, date(?, 'unixepoch', 'localtime'), ?, 'main', 'Bash', ?, 1, ?, 0, ?, 0, 0)"
        at = 1_700_000_000.0
        for n in range(6):
            kernel.store.write(lambda db, n=n: db.execute(row, (key, at + n * day, f"s{n % 2}", f"p{n}", 100 + n, n)))
            started = at + (n - n % 2) * day
            assert ledgers.net(key, f"s{n % 2}", at, at + n * day)[1] == 100 * (n + 1)
            assert ledgers.net(key, "s1", started, at + n * day)[1] == 100 * (n + 1)
            # What is added to the same day later counts, too.
            kernel.store.write(lambda db, n=n: db.execute(row, (key, at + n * day, "s9", f"q{n}", 7, 7)))
        assert ledgers.net(key, "s1", at, at + 9 * day) == (300, 600)
        assert ledgers.net(key, "s1", at + 4 * day, at + 9 * day) == (100, 600)
        assert ledgers.net("elsewhere", "s1", at, at + 9 * day) == (0, 0)
        assert ledgers.net(key, "s1", at, at) == ledgers.net(key, "s1", at, at)  # a clock that goes back
        assert ledgers.net(key, "s1", at, at + 9 * day) == (300, 600)


def test_alarms_are_in_the_line(agent: Told, tmp_path: Path) -> None:
    assert line(agent, session="never seen").endswith(" · ⚠ hooks silent: ck doctor")
    assert line(agent, session="never seen", CK_ASCII="true").isascii()
    with agent.kernel() as kernel:
        switch(kernel.home, kernel.repository.key, True)
    assert line(agent).endswith(" · ⚠ paused")
    assert line(agent, CK_DISABLE="1") == "ck off"
    (tmp_path / "file").write_text("")
    assert "⚠ store not writable" in line(agent, CK_HOME=str(tmp_path / "file" / "x"))


@pytest.mark.parametrize("given", [b"", b"{}", b"[]", b"null", b'{"context_window": 3, "model": [], "workspace": 1, "session_id": 9}'])
def test_strange_input_gives_a_line_all_the_same(agent: Told, given: bytes) -> None:
    assert raw_line(agent, given).startswith("ck · ")


@pytest.mark.parametrize(("count", "text"), [(0, "0"), (999, "999"), (-1_500, "-1.5k"), (12_449, "12.4k"), (214_000, "214k"), (999_600, "1M"), (3_100_000, "3.1M")])
def test_counts_are_short(count: int, text: str) -> None:
    assert short(count) == text


def test_the_harness_tells_the_true_window_first_then_model_and_transcript(agent: Told, tmp_path: Path) -> None:
    assert known(agent)[:3] == (200_000, 0, "by its model")
    line(agent, 1_000_000, 250_000)
    assert known(agent) == (1_000_000, 250_000, "told by the harness", "told by the harness")
    with agent.kernel() as kernel:
        assert Contexts(kernel.store).window("s1", "main").occupancy == 0.25
    agent.start("compact")
    assert known(agent)[:4] == (1_000_000, 0, "told by the harness", "outputs shown since its start")
    line(agent, 1_000_000, 20_000)
    assert known(agent).used == 20_000
    assert known(agent, "never seen") is None


def test_the_models_name_gives_the_size_where_nothing_told_it(agent: Told) -> None:
    for model, size, source in (("claude-opus-9[1m]", 1_000_000, "by its model"), ("gpt-x", 200_000, "assumed")):
        agent.start(model=model)
        assert known(agent)[::2] == (size, source)


def test_the_transcript_tells_the_use_of_the_main_agents_last_answer(agent: Told, tmp_path: Path) -> None:
    def answer(used: int, side: bool = False) -> str:
        usage = {"input_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": used - 1, "output_tokens": 5}
        return json.dumps({"type": "assistant", "isSidechain": side, "message": {"usage": usage}})

    transcript = tmp_path / "t.jsonl"
    agent.event("SubagentStop", transcript_path=str(transcript))
    agent.event("UserPromptSubmit", prompt="x", transcript_path=str(transcript))
    lines = [answer(10), answer(70_000), answer(500, side=True), '{"type":"user","usage":1}', '{"type":"assistant","mess']
    transcript.write_text("\n".join(lines))
    assert known(agent)[1::2] == (70_000, "its transcript")
    compacted = {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"preTokens": 9, "postTokens": 4_000}}
    transcript.write_text("\n".join([*lines[:2], json.dumps(compacted)]))
    assert known(agent).used == 4_000
    transcript.write_bytes(b"\xff" * 100)
    assert known(agent)[3] == "outputs shown since its start"


def test_an_automatic_budget_follows_the_window_of_the_session_that_is_named(agent: Told) -> None:
    other = Told(agent.agent.home, agent.agent.cwd, "s2")
    other.start()
    line(agent, 200_000, 195_000)
    line(other, 200_000, 160_000, session="s2")
    nearly_full = auto(agent, "s1")
    assert (nearly_full["limit"], nearly_full["source"]) == (1_250, "auto: 5,000 of 200,000 tokens left (told by the harness)")
    assert auto(agent, "s2")["limit"] == 10_000
    assert auto(agent, None, CLAUDE_CODE_SESSION_ID="s2")["limit"] == 10_000
    line(agent, 200_000, 200_500)
    assert auto(agent, "s1")["limit"] == 500


def test_of_an_unknown_session_the_budget_is_the_stated_default(agent: Told) -> None:
    line(agent, 200_000, 195_000)
    assert auto(agent, "never seen")["limit"] == 20_000
    assert auto(agent, "never seen")["source"] == "auto: session never se is not known here, setting slice_budget"
    assert auto(agent, None)["source"] == "auto: no session was named, setting slice_budget"


def test_a_slice_that_comes_by_itself_shrinks_with_what_is_left(agent: Told) -> None:
    line(agent, 200_000, 197_000)
    told = agent.prompt(SYMPTOM)
    assert "of 750." in told and len(told) < 4_000


def test_a_resumed_session_tells_its_use_at_the_start(agent: Told) -> None:
    agent.start("resume", context_tokens=120_000)
    assert known(agent)[:2] == (200_000, 120_000)


def test_the_command_prints_what_the_registered_one_does(agent: Told) -> None:
    done = CliRunner().invoke(cli, ["statusline", "--argv"], env=agent.agent.environment)
    assert done.exit_code == 0 and done.stdout.split("\n")[1:3] == ["-I", "-S"]
    code = "from kernel.cli.main import main; main()"
    run = subprocess.run([sys.executable, "-c", code, "statusline"], input=b"{}", capture_output=True, env=agent.agent.environment, cwd=agent.agent.cwd)
    assert run.stdout.decode() == "ck · 0 saved · 0 in all\n"
