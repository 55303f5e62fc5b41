"""What a session's start writes for its shells, by the registered hook as a process."""

import subprocess
from pathlib import Path

import pytest
from registered import Agent

from kernel.service.log import read_log

PRINTING = "for n in $(seq 1 1500); do echo \"tests/test_a.py::test_$n PASSED\"; done"


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    (tmp_path / "re po").mkdir()
    return Agent(tmp_path / "it's ck", tmp_path / "re po")


def start(agent: Agent, path: Path, **environment: str) -> str:
    """The file's text after the session's start."""
    told = {**agent.environment, "CLAUDE_ENV_FILE": str(path), **environment}
    answer = agent.hook(agent.event("SessionStart", source="startup"), env=told)
    assert (answer.code, answer.errors) == (0, "")
    return path.read_text() if path.exists() else ""


def run(agent: Agent, text: str, command: str) -> tuple[int, str]:
    """A shell that runs a command as the harness has it run."""
    output = agent.home.parent / "claude-0" / "-x" / "3724ede2-d0ae-47e5-8c85-85bd2f70aede" / "tasks" / "b.output"
    output.parent.mkdir(parents=True, exist_ok=True)
    line = f"{text}: && eval '{command}' < /dev/null && pwd -P >| /dev/null"
    environment = {"HOME": str(agent.home.parent), "PATH": "/usr/bin:/bin", "CLAUDE_CODE_SESSION_ID": agent.session}
    with output.open("wb") as empty, output.open("ab") as file:
        empty.truncate()
        done = subprocess.run(["bash", "-c", line], stdout=file, stderr=file, cwd=agent.cwd, env=environment, check=False, timeout=60)
    return done.returncode, output.read_text()


def test_a_failure_is_folded_comes_back_and_is_told_whose_it_was(agent: Agent, tmp_path: Path) -> None:
    text = start(agent, tmp_path / "env.sh")
    code, shown = run(agent, text, f"{PRINTING}; exit 3")
    assert code == 3 and shown.startswith("[ck: ") and len(shown) < 1_000
    code, recalled = run(agent, text, "ck recall 1 --lines 200-201")
    assert code == 0 and "test_200 PASSED" in recalled, "ck is on no path here"
    failure = agent.event(
        "PostToolUseFailure", tool_name="Bash", tool_input={"command": "make"}, tool_use_id="t1", error=f"Exit code 3\n{shown}"
    )
    assert agent.hook(failure).code == 0
    listed = run(agent, text, "ck park --json")[1]
    assert '"agent": "main"' in listed and listed.count('"handle"') == 1


@pytest.mark.parametrize("way", ["environment", "configuration"])
def test_commands_run_quieter_only_where_that_is_asked_for(agent: Agent, tmp_path: Path, way: str) -> None:
    usual = start(agent, tmp_path / "env.sh")
    assert "--no-fund" not in run(agent, usual, "npm() { echo $*; }; npm ci")[1]
    config = tmp_path / "config.toml"
    config.write_text("quieter_commands = true\n")
    asked = {"CK_QUIETER_COMMANDS": "1"} if way == "environment" else {"CK_CONFIG": str(config)}
    text = start(agent, tmp_path / "env.sh", **asked)
    assert len(text) > len(usual)
    fake = agent.cwd / "npm"
    fake.write_text("#!/bin/sh\necho called $*\nexit 4\n")
    fake.chmod(0o755)
    assert run(agent, text, "./npm ci && ls") == (4, "called ci --no-fund\n")
    assert run(agent, text, "./npm ci | cat") == (0, "called ci\n")


def test_the_text_replaces_what_stood_there(agent: Agent, tmp_path: Path) -> None:
    path = tmp_path / "env.sh"
    path.write_text("exit 1\n")
    first = start(agent, path)
    assert "exit 1\n" not in first and first == start(agent, path)


@pytest.mark.parametrize("environment", [{"CK_TOOLS": "Bash=off"}, {"CK_DISABLE": "1"}])
def test_there_is_no_trap_where_nothing_is_ever_folded(agent: Agent, tmp_path: Path, environment: dict[str, str]) -> None:
    assert "EXIT" not in start(agent, tmp_path / "env.sh", **environment)


def test_a_place_that_cannot_be_written_harms_nothing(agent: Agent, tmp_path: Path) -> None:
    told = {**agent.environment, "CLAUDE_ENV_FILE": str(tmp_path / "nowhere" / "env.sh")}
    answer = agent.hook(agent.event("SessionStart", source="startup"), env=told)
    assert (answer.code, answer.errors) == (0, "")
    assert any("nowhere" in entry.message for entry in read_log(str(agent.home)))


def test_no_other_event_and_no_other_harness_writes_it(agent: Agent, tmp_path: Path) -> None:
    path = tmp_path / "env.sh"
    told = {**agent.environment, "CLAUDE_ENV_FILE": str(path)}
    agent.hook(agent.event("UserPromptSubmit", prompt="hello"), env=told)
    assert not path.exists()
