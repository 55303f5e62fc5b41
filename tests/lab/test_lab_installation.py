"""Installed into the real Claude Code: hooks fire, what the agent is shown is projected and comes back, nothing stays behind."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from claude_cli import Lab, last_result, needs_cli
from scripted_model import Block, bash, call

pytestmark = needs_cli
ROOT = Path(__file__).parents[2]

PASSING = """
import pytest


@pytest.mark.parametrize("n", range(1500))
def test_sum(n):
    assert n + n == 2 * n
"""


def folded(text: str) -> int:
    """The handle that a projection names."""
    handles = re.findall(r"ck recall (\d+)", text)
    assert handles, text[:2000]
    return int(handles[0])


def write_history(lab: Lab, commits: int) -> None:
    """A repository with many commits, made without a process each."""
    stream = "".join(
        f"commit refs/heads/main\ncommitter A <a@b.c> {1_700_000_000 + n} +0000\ndata <<E\nChange number {n}\nE\n"
        f"M 100644 inline f{n % 7}.txt\ndata <<E\nline {n}\nE\n\n"
        for n in range(commits)
    )
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=lab.project, check=True)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=lab.project, input=stream, text=True, check=True)


def test_a_large_passing_test_run_arrives_projected(lab: Lab) -> None:
    (lab.project / "test_sums.py").write_text(PASSING)
    lab.install()
    ran = lab.run([[bash(f"{sys.executable} -m pytest -v -p no:cacheprovider test_sums.py")]])
    shown = ran.shown(0)
    assert not shown.is_error
    assert "1500 passed" in shown.text and len(shown.text) < 5_000
    assert "persisted-output" not in shown.text
    whole = lab.ck("recall", str(folded(shown.text)))
    assert whole.returncode == 0 and "test_sum[777] PASSED" in whole.stdout


def test_an_agent_recalls_in_the_same_turn_what_was_folded(lab: Lab) -> None:
    lab.install("--allow-recall")

    def recall(messages: list[dict[str, Any]]) -> list[Block]:
        return [bash(f"ck recall {folded(last_result(messages))} --grep needle-4242")]

    script = lab.project / "suite.sh"
    script.write_text('#!/bin/sh\nfor n in $(seq 1 5000); do echo "tests/test_a.py::test_needle-$n PASSED"; done\n')
    script.chmod(0o755)
    ran = lab.run([[bash("./suite.sh")], recall], allow=("Bash(./suite.sh)",))
    assert "needle-4242" not in ran.shown(0).text
    answer = ran.shown(1)
    assert not answer.is_error and "needle-4242 PASSED" in answer.text


@pytest.mark.parametrize("command", ["git log", "git log --stat"])
def test_a_large_history_arrives_projected(lab: Lab, command: str) -> None:
    write_history(lab, 600)
    lab.install()
    plain = subprocess.run(command.split(), cwd=lab.project, capture_output=True, text=True, check=True).stdout
    ran = lab.run([[bash(command)]])
    shown = ran.shown(0)
    assert len(shown.text) < len(plain) / 2
    assert "Change number 599" in shown.text
    assert "Change number 300\n" in lab.ck("recall", str(folded(shown.text))).stdout


def test_a_large_search_arrives_projected(lab: Lab) -> None:
    for n in range(30):
        (lab.project / f"m{n}.py").write_text("".join(f"value_{k} = compute({k})\n" for k in range(60)))
    lab.install()
    ran = lab.run([[bash("grep -rn compute .")]])
    shown = ran.shown(0)
    assert folded(shown.text) and len(shown.text) < 30 * 60 * 20
    assert all(f"m{n}.py" in shown.text for n in range(30))


def test_a_large_file_is_read_as_an_outline_with_a_way_back(lab: Lab) -> None:
    body = "".join(
        f"\n\ndef handle_{n}(request):\n" + "".join(f"    total_{k} = request.amount_{k} * {n}\n" for k in range(30))
        for n in range(60)
    )
    (lab.project / "views.py").write_text("import os\n" + body)
    lab.install()
    ran = lab.run([[call("Read", file_path=str(lab.project / "views.py"))]])
    shown = ran.shown(0)
    assert "def handle_42(request)" in shown.text
    assert len(shown.text) < len(body) / 2
    assert "total_7 = request.amount_7 * 42" in lab.ck("recall", str(folded(shown.text))).stdout


@pytest.mark.parametrize("scope", ["project", "local"])
def test_hooks_of_a_repository_are_called_in_it(lab: Lab, scope: str) -> None:
    subprocess.run(["git", "init", "-q"], cwd=lab.project, check=True)
    lab.install("--scope", scope)
    ran = lab.run([[bash("for n in $(seq 1 2000); do echo a.py::test_$n PASSED; done")]])
    assert folded(ran.shown(0).text)
    assert lab.ck("uninstall", "claude").returncode == 0
    assert not (lab.project / ".claude").exists()


def test_hooks_that_are_registered_twice_answer_once(lab: Lab) -> None:
    lab.install("--scope", "local")
    local = json.loads((lab.project / ".claude" / "settings.local.json").read_text())
    for entries in local["hooks"].values():
        entries[0]["hooks"][0]["timeout"] = 11  # else the harness itself would see that both are one
    lab.settings.write_text(json.dumps(local))
    ran = lab.run([[bash("for n in $(seq 1 2000); do echo a.py::test_$n PASSED; done")]])
    shown = ran.shown(0)
    assert len(set(re.findall(r"ck recall (\d+)", shown.text))) == 1
    assert [row["tool"] for row in json.loads(lab.ck("park", "--json").stdout)["parked"]] == ["Bash"]
    health = lab.ck("doctor")
    assert health.returncode == 1 and "FAILURE  registration: twice" in health.stdout


def test_the_server_that_an_installation_names_can_be_added(lab: Lab) -> None:
    notes = json.loads(lab.ck("install", "claude", "--json").stdout)["notes"]
    (words,) = [shlex.split(note.partition(": claude ")[2]) for note in notes if "claude mcp add" in note]
    assert lab.cli(*words).code == 0
    ran = lab.run([[bash("sleep 2")]])  # a conversation that ends at once does not wait for servers
    assert 'MCP server "ck": Successfully connected' in ran.debug


def test_small_outputs_and_failures_pass_as_they_are(lab: Lab) -> None:
    lab.install()
    ran = lab.run([[bash("echo out; echo err >&2"), bash("echo bad; exit 3")]])
    assert (ran.shown(0).text, ran.shown(0).is_error) == ("out\nerr", False)
    assert (ran.shown(0, 1).text, ran.shown(0, 1).is_error) == ("Exit code 3\nbad", True)


def test_no_hook_answers_in_a_shape_that_the_cli_refuses(lab: Lab) -> None:
    (lab.project / "a.txt").write_text("x\n" * 5000)
    lab.install()
    turns = [[bash("seq 1 20000")], [call("Read", file_path=str(lab.project / "a.txt"))], [bash("cat a.txt; exit 1")]]
    ran = lab.run(turns)
    for refused in ("does not match", "schema_invalid", "hook_error", "suspect capture"):
        assert refused not in ran.debug
    (transcript,) = (lab.home / ".claude" / "projects").rglob("*.jsonl")
    kinds = [json.loads(line).get("attachment", {}).get("type", "") for line in transcript.read_text().splitlines()]
    assert not [kind for kind in kinds if "error" in kind or "cancelled" in kind], kinds


def test_uninstalling_leaves_the_settings_as_they_were_and_the_agent_alone(lab: Lab) -> None:
    before = b'{ "model":"opus",\n\t"hooks": {"Stop": []} }\n'
    lab.settings.write_bytes(before)
    lab.install("--allow-recall")
    lab.run([[bash("seq 1 5000")]])
    assert lab.ck("uninstall", "claude").returncode == 0
    assert lab.settings.read_bytes() == before
    ran = lab.run([[bash("seq 1 5000")]])
    assert ran.shown(0).text == "\n".join(map(str, range(1, 5001)))


def test_a_vanished_interpreter_lets_everything_through(lab: Lab) -> None:
    lab.install()
    text = lab.settings.read_text()
    lab.settings.write_text(re.sub(r'"/[^"]*/bin/python[^"]*"', '"/nowhere/python"', text))
    ran = lab.run([[bash("seq 1 5000")]])
    assert ran.shown(0).text == "\n".join(map(str, range(1, 5001)))
    assert "ck doctor --fix" in ran.output


def test_the_smoke_run_and_the_doctor_see_that_it_works(lab: Lab) -> None:
    lab.install()
    lab.run([[bash(lab.ck("smoke", "generate").stdout.strip())]])
    done = lab.ck("smoke", "check", "--json")
    checks = {check["name"]: check["state"] for check in json.loads(done.stdout)["checks"]}
    assert checks == dict.fromkeys(("hook called", "projected", "recallable", "shown"), "ok"), done.stdout
    health = lab.ck("doctor", "--json")
    told = {check["name"]: check for check in json.loads(health.stdout)["checks"]}
    assert health.returncode == 0 and told["hooks called"]["state"] == "ok", health.stdout
    assert "PostToolUse" in told["hooks called"]["detail"]


def test_the_smoke_run_sees_that_nothing_is_projected(lab: Lab) -> None:
    lab.install()
    lab.run([[bash(lab.ck("smoke", "generate").stdout.strip() + " # ck:raw")]])
    done = lab.ck("smoke", "check")
    assert done.returncode == 1 and "FAILURE  projected" in done.stdout, done.stdout


@pytest.mark.parametrize("part", [".", "kernel/harness/claude/plugin"])
def test_the_plugin_and_its_marketplace_pass_the_clis_own_check(lab: Lab, part: str) -> None:
    done = lab.cli("plugin", "validate", str(ROOT / part), "--strict")
    assert done.code == 0 and "Validation passed" in done.output, done.output + done.errors


def test_a_built_plugin_works_from_its_marketplace(lab: Lab) -> None:
    made = lab.ck("install", "claude", "--plugin")
    assert made.returncode == 0, made.stderr
    for part in ("", "ck"):
        done = lab.cli("plugin", "validate", str(lab.ck_home / "claude-plugin" / part), "--strict")
        assert done.code == 0, done.output + done.errors
    for words in (line.split() for line in made.stdout.splitlines() if line.startswith("  claude ")):
        done = lab.cli(*words[1:])
        assert done.code == 0, done.output + done.errors

    def recall(messages: list[dict[str, Any]]) -> list[Block]:
        return [bash(f"ck recall {folded(last_result(messages))} --grep test_4242")]

    ran = lab.run([[bash("for n in $(seq 1 5000); do echo a.py::test_$n PASSED; done")], recall])
    assert "test_4242" not in ran.shown(0).text
    assert not ran.shown(1).is_error and "test_4242 PASSED" in ran.shown(1).text


def test_a_projects_own_settings_and_modules_do_not_reach_into_the_hooks(lab: Lab) -> None:
    lab.install()
    folder = lab.project / ".claude"
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps({"env": {"CK_CONFIG": "/dev/zero", "PYTHONPATH": str(lab.project)}}))
    mark = lab.project.parent / "imported"
    for name in ("json.py", "sqlite3.py", "kernel.py"):
        (lab.project / name).write_text(f"open({str(mark)!r}, 'w')\n")
    ran = lab.run([[bash("for n in $(seq 1 3000); do echo tests/t.py::test_$n PASSED; done; echo 'FAILED x'; exit 1")]])
    assert "ck recall" in ran.shown(0).text and "FAILED x" in ran.shown(0).text and len(ran.shown(0).text) < 5_000
    assert not mark.exists()
    for name in ("json.py", "sqlite3.py", "kernel.py"):
        (lab.project / name).unlink()


def test_records_of_another_server_arrive_folded_with_the_odd_ones(lab: Lab) -> None:
    lab.install()
    path = lab.home / "mcp.json"
    script = Path(__file__).with_name("records_server.py")
    path.write_text(json.dumps({"mcpServers": {"parts": {"command": sys.executable, "args": [str(script)]}}}))
    ran = lab.run([[call("mcp__parts__parts")]], "--mcp-config", str(path), "--strict-mcp-config", allow=("mcp__parts",))
    shown = ran.shown(0).text
    assert "recalled" in shown and "burns" in shown and "99000" in shown
    assert "part 120" not in shown and len(shown) < 4_000
