"""Many agents at once on one store, and stores and inputs that fail: nobody is shown an error, no promise is broken."""

import importlib.util
import json
import os
import resource
import sqlite3
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from registered import BASH, Agent

RACE = Path(__file__).parent.parent / "bench" / "agents_race.py"
PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    (tmp_path / "repo").mkdir()
    return Agent(tmp_path / "home", tmp_path / "repo")


def test_agents_that_race_and_die_lose_no_handle_that_was_promised(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("agents_race", RACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    outcome = module.race(tmp_path, float(os.environ.get("CK_RACE_SECONDS", "5")))
    assert outcome.sound, outcome


def in_use(path: Path) -> sqlite3.Connection:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_store_in_use_shows_the_original(agent: Agent) -> None:
    agent.bash(PASSING, "pytest -v")
    other = in_use(agent.home / "kernel.db")
    assert agent.bash(PASSING, "pytest -v") == PASSING
    other.close()
    assert "ck recall" in agent.bash(PASSING, "pytest -v")


def test_a_newer_store_shows_the_original_and_is_left_alone(agent: Agent) -> None:
    agent.bash(PASSING, "pytest -v")
    with sqlite3.connect(agent.home / "kernel.db") as db:
        db.execute("PRAGMA user_version=9999")
    db.close()
    assert agent.bash(PASSING, "pytest -v") == PASSING
    with sqlite3.connect(agent.home / "kernel.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (9999,)
        assert db.execute("SELECT count(*) FROM events").fetchone() == (1,)
    db.close()


@pytest.mark.parametrize("home", ["/proc/nowhere", "a-file/below", "/dev/null"])
def test_a_home_that_cannot_be_written_shows_the_original(agent: Agent, home: str) -> None:
    (agent.home.parent / "a-file").write_text("")
    homeless = agent._replace(home=agent.home.parent / home)
    assert homeless.bash(PASSING, "pytest -v") == PASSING


@pytest.mark.parametrize("limit", [0, 1, 4096, 20_000, 60_000])
def test_a_disk_that_is_full_shows_the_original_or_keeps_its_promise(agent: Agent, limit: int) -> None:
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    seen = [agent.bash(PASSING, "pytest -v", preexec_fn=fill) for _ in range(3)]
    for text in seen:
        if text != PASSING:
            handle = int(text.partition("ck recall ")[2].split()[0])
            back = json.loads(agent.recall(handle, "--json").stdout)
            assert "".join(line["text"] + "\n" for line in back["lines"]) == PASSING
    assert "ck recall" in agent.bash(PASSING, "pytest -v")


@pytest.mark.parametrize(
    "damage", [b"", b"no database at all" * 500, b"SQLite format 3\x00" + b"\xff" * 9000]
)
def test_a_damaged_store_breaks_no_call_and_no_later_promise(agent: Agent, damage: bytes) -> None:
    agent.bash(PASSING, "pytest -v")
    for path in agent.home.glob("kernel.db*"):
        path.unlink()
    (agent.home / "kernel.db").write_bytes(damage)
    texts = [agent.bash(PASSING + f"run {n}\n", "pytest -v") for n in range(2)]
    for n, text in enumerate(texts):
        if "ck recall" in text:
            handle = int(text.partition("ck recall ")[2].split()[0])
            back = json.loads(agent.recall(handle, "--json").stdout)
            assert back["lines"][-1]["text"] == f"run {n}"
    assert "ck recall" in texts[-1]


@pytest.mark.parametrize("text", ["x" * 100_000_001, "ab\n" * 5_000_000, "\x1b[1m" * 5_000_000], ids=["a line", "lines", "escapes"])  # fmt: skip
def test_an_output_beyond_all_bounds_ends_soon_in_an_answer_or_in_the_original(
    agent: Agent, text: str
) -> None:
    answer = agent.hook(agent.call("Bash", {**BASH, "stdout": text}, command="./flood"))
    assert (answer.code, answer.errors) == (0, "")
    assert answer.response is None or len(answer.response["stdout"]) < 28_000


@pytest.mark.parametrize(
    "odd", [b"\xff\xfe\x80", b"\\ud800", b"\\u0000", b"\xed\xa0\x80", b"\xf0\x9f\x98"], ids=repr
)
def test_bytes_that_are_no_text_break_nothing(agent: Agent, odd: bytes) -> None:
    given = agent.call("Bash", {**BASH, "stdout": "@" + PASSING}, command="pytest -v").replace(b"@", odd, 1)
    answer = agent.hook(given)
    assert (answer.code, answer.errors) == (0, "")
    assert answer.response is None or "ck recall 1 " in answer.response["stdout"]
    assert agent.recall(1).returncode == 0
