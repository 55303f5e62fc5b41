"""Failing commands in the real Claude Code: their output arrives folded, with its true end, and everything else as ever."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from claude_cli import Lab, last_result, needs_cli
from scripted_model import Block, bash, call

pytestmark = needs_cli

TESTS = """
import pytest


@pytest.mark.parametrize("n", range(1500))
def test_sum(n):
    assert n + n != 2 * 700
"""
PYTEST = f"{sys.executable} -m pytest -v -p no:cacheprovider test_sums.py"
MUCH = "for n in $(seq 1 4000); do echo \"tests/test_a.py::test_needle-$n PASSED\"; done; echo THE-END"


def stored(lab: Lab) -> str:
    return lab.ck("park", "--json").stdout


@pytest.fixture(params=["bash", "zsh"])
def shell(request: pytest.FixtureRequest) -> str:
    path = shutil.which(request.param)
    if path is None:
        pytest.skip(f"{request.param} is not installed")
    return path


def test_a_failing_test_run_arrives_folded_with_its_failure_and_its_true_end(lab: Lab, shell: str) -> None:
    (lab.project / "test_sums.py").write_text(TESTS)
    lab.install()
    ran = lab.run([[bash(f"{PYTEST}; c=$?; echo THE-END; exit $c")]], SHELL=shell)
    shown = ran.shown(0)
    assert shown.is_error and shown.text.startswith("Exit code 1\n[ck: ")
    assert "assert (700 + 700) != (2 * 700)" in shown.text
    assert "1 failed, 1499 passed" in shown.text and shown.text.endswith("THE-END")
    assert len(shown.text) < 5_000 and "truncated" not in shown.text
    handle = re.findall(r"ck recall (\d+)\]", shown.text)[0]
    assert "test_sum[1234] PASSED" in lab.ck("recall", handle).stdout
    assert f'"handle": {int(handle) + 1}' not in stored(lab), "the event that follows is not stored again"


def test_without_us_the_end_is_never_shown(lab: Lab) -> None:
    """What all this is for; where it no longer holds, the trap may do less."""
    shown = lab.run([[bash(f"{MUCH}; exit 3")]]).shown(0)
    assert "THE-END" not in shown.text and len(shown.text) < 10_200


def test_an_agent_recalls_in_the_same_turn(lab: Lab, shell: str) -> None:
    lab.install()

    def recall(messages: list[dict[str, Any]]) -> list[Block]:
        handle = re.findall(r"ck recall (\d+)\]", last_result(messages))[0]
        return [bash(f"ck recall {handle} --grep needle-2345")]

    ran = lab.run([[bash(f"{MUCH}; exit 3")], recall], SHELL=shell)
    assert "needle-2345 PASSED" in ran.shown(1).text and "Exit code" not in ran.shown(1).text


@pytest.mark.parametrize("code", [1, 7, 127, 255])
def test_the_exit_code_is_the_commands(lab: Lab, code: int) -> None:
    lab.install()
    shown = lab.run([[bash(f"{MUCH}; exit {code}")]]).shown(0)
    assert shown.text.startswith(f"Exit code {code}\n[ck: ") and shown.text.endswith("THE-END")


def test_folders_stay_as_they_are_tracked(lab: Lab, shell: str) -> None:
    (lab.project / "a b").mkdir()
    lab.install()
    turns = [[bash("cd 'a b' && pwd")], [bash(f"cd /; {MUCH}; false")], [bash("pwd")]]
    ran = lab.run(turns, SHELL=shell)
    plain = Lab(lab.home.parent / "plain")
    (plain.project / "a b").mkdir()
    without = plain.run(turns, SHELL=shell)
    assert ran.shown(0).text == str(lab.project / "a b")
    assert ran.shown(2).text == without.shown(2).text.replace(str(plain.project), str(lab.project))


@pytest.mark.parametrize(
    "command", ["trap 'echo mine' EXIT; seq 1 900; exit 2", "exec sh -c 'seq 1 900; exit 8'", "seq 1 900; exit 3 # ck:raw"]
)
def test_what_ends_otherwise_or_wants_all_is_shown_as_without_us(lab: Lab, command: str) -> None:
    without = lab.run([[bash(command)]]).shown(0).text
    lab.install()
    assert lab.run([[bash(command)]]).shown(0).text == without


def test_a_finding_program_with_exit_code_one_is_not_folded_twice(lab: Lab) -> None:
    """For this program the harness takes exit code 1 for a success, so that the other event follows."""
    for name, step in (("a", 1), ("b", 2)):
        (lab.project / name).write_text("".join(f"value {n * step} of many\n" for n in range(3000)))
    lab.install()
    shown = lab.run([[bash("diff a b")]]).shown(0)
    assert shown.text.count("[ck: ") >= 1 and len(re.findall(r"(?m)^\[ck: \d+ lines? shown", shown.text)) <= 1
    assert stored(lab).count('"handle"') == 1


def test_a_subagents_failure_is_the_subagents(lab: Lab) -> None:
    lab.install()
    task = call("Agent", description="x", prompt="SUBTASK: run it", subagent_type="general-purpose")
    ran = lab.run([[task]], allow=("Bash", "Agent", "Task"), conversations={"SUBTASK": [[bash(f"{MUCH}; exit 3")]]})
    assert ran.shown(0, conversation="SUBTASK").text.endswith("THE-END")
    whose = re.findall(r'"agent": "([^"]*)"', stored(lab))
    assert whose and all(agent not in ("", "main") for agent in whose)


def test_a_command_in_the_background_is_folded_at_its_end(lab: Lab) -> None:
    lab.install()
    started = call("Bash", command=f"{MUCH}; exit 3", description="x", run_in_background=True)

    def look(messages: list[dict[str, Any]]) -> list[Block]:
        (path,) = re.findall(r"written to: (\S+\.output)", last_result(messages))
        return [bash(f"while ! grep -q 'exited with code' {path}; do :; done; cat {path}")]

    shown = lab.run([[started], look]).shown(1).text
    assert shown.startswith("[ck: ") and "THE-END" in shown and "code 3" in shown and len(shown) < 1_000


def test_a_command_that_goes_to_the_background_keeps_its_early_output(lab: Lab) -> None:
    lab.install()
    slow = call("Bash", command=f"{MUCH}; timeout 100 cat gate; exit 3", description="x", timeout=1500)
    subprocess.run(["mkfifo", lab.project / "gate"], check=True)
    shown = lab.run([[slow], [bash("timeout 100 sh -c 'echo > gate'")]]).shown(0).text
    assert "test_needle-4000 PASSED" in shown and "THE-END" in shown


def test_a_resumed_session_has_one_trap(lab: Lab) -> None:
    lab.install()
    lab.run([[bash("true")]])
    first = traps(lab)
    ran = lab.run([[bash("true")], [], [bash(f"{MUCH}; exit 3")]], "--continue")
    assert traps(lab) == first
    assert "THE-END" in ran.said_to_model()
    assert re.findall(r'"agent": "([^"]*)"', stored(lab)) == ["main"] * 2, "a row a command, and the event told whose it was"


@pytest.mark.parametrize("code", [0, 3])
def test_what_ck_exec_shows_is_not_folded_again(lab: Lab, code: int) -> None:
    lab.install()
    (lab.project / "suite.sh").write_text(f"{MUCH}\nexit {code}\n")
    shown = lab.run([[bash("ck exec -- sh suite.sh")]]).shown(0)
    assert shown.text.endswith("THE-END") and shown.is_error == (code != 0)
    assert len(re.findall(r"\[ck: \d+ lines folded", shown.text)) == 1 and "lines shown" not in shown.text


def traps(lab: Lab) -> list[str]:
    return sorted(path.read_text() for path in Path(lab.home / ".claude" / "session-env").rglob("*.sh"))
