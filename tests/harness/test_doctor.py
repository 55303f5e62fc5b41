"""``ck doctor`` on machines where something is wrong: it says so, exits 1, and mends what can be mended."""

import json
import os
import sqlite3
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kernel.cli.main import cli
from kernel.harness.claude.registration import found
from kernel.hooks import handled_events


class Patient:
    """A machine with the hooks installed at user scope."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.ck_home, self.repository = tmp_path / "home", tmp_path / "ck", tmp_path / "repo"
        self.home.mkdir()
        self.repository.mkdir()
        self.settings = self.home / ".claude" / "settings.json"
        self.claude(tmp_path / "bin" / "claude", "2.1.332 (Claude Code)")
        monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
        monkeypatch.delenv("CK_DISABLE", raising=False)
        monkeypatch.setenv("CLAUDE_BIN", str(tmp_path / "bin" / "claude"))
        monkeypatch.setenv("HOME", str(self.home))
        monkeypatch.setenv("CK_HOME", str(self.ck_home))
        assert self.ck("install", "claude").exit_code == 0

    def claude(self, path: Path, version: str) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\necho '{version}'\n")
        path.chmod(0o755)

    def ck(self, *arguments: str) -> Any:
        return CliRunner().invoke(cli, ["--repo", str(self.repository), *arguments])

    def doctor(self, *options: str) -> tuple[int, dict[str, tuple[str, str]]]:
        """Exit code, and state and detail of each check."""
        done = self.ck("doctor", "--json", *options)
        told = json.loads(done.stdout)
        assert told["healthy"] == (done.exit_code == 0)
        return done.exit_code, {each["name"]: (each["state"], each["detail"]) for each in told["checks"]}

    def rewrite(self, old: str, new: str) -> None:
        text = self.settings.read_text()
        assert old in text
        self.settings.write_text(text.replace(old, new))

    def interpreter(self) -> str:
        return found(json.loads(self.settings.read_text()))[0].interpreter


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Patient:
    return Patient(tmp_path, monkeypatch)


def test_a_healthy_machine(patient: Patient) -> None:
    code, checks = patient.doctor()
    assert code == 0 and {state for state, _ in checks.values()} <= {"ok", "warning"}
    assert [name for name, (state, _) in checks.items() if state == "warning"] == ["hooks called"]
    assert checks["user events"][1] == f"{len(handled_events('claude'))} of {len(handled_events('claude'))}"
    assert "2.1.332" in checks["Claude Code"][1]


def test_a_vanished_interpreter_fails_and_is_mended(patient: Patient) -> None:
    before = patient.settings.read_bytes()
    patient.rewrite(patient.interpreter(), "/nowhere/python")
    code, checks = patient.doctor()
    assert code == 1 and checks["user hooks"] == ("failure", "their interpreter is gone: /nowhere/python")
    assert patient.doctor("--fix")[0] == 0
    assert patient.settings.read_bytes() == before


def test_a_vanished_kernel_fails_and_is_mended(patient: Patient) -> None:
    patient.rewrite(str(Path(__file__).parents[2]), "/nowhere")
    assert patient.doctor()[1]["user hooks"][0] == "failure"
    assert patient.doctor("--fix")[0] == 0


def test_a_missing_event_is_told_and_mended(patient: Patient) -> None:
    value = json.loads(patient.settings.read_text())
    del value["hooks"]["PreCompact"]
    patient.settings.write_text(json.dumps(value))
    assert patient.doctor()[1]["user events"] == ("warning", "no PreCompact")
    assert patient.doctor("--fix")[1]["user events"][0] == "ok"


def test_two_scopes_that_both_answer_fail(patient: Patient) -> None:
    local = patient.repository / ".claude" / "settings.local.json"
    local.parent.mkdir()
    local.write_text(patient.settings.read_text())
    code, checks = patient.doctor()
    assert code == 1 and "local scope" in checks["registration"][1] and "user scope" in checks["registration"][1]


@pytest.mark.parametrize(
    ("text", "check"), [("{ // mine\n}", "local settings"), ('{"disableAllHooks": true}', "local settings")]
)
def test_settings_that_stop_hooks_fail(patient: Patient, text: str, check: str) -> None:
    local = patient.repository / ".claude" / "settings.local.json"
    local.parent.mkdir()
    local.write_text(text)
    code, checks = patient.doctor()
    assert code == 1 and checks[check][0] == "failure"


def test_others_that_may_replace_the_same_outputs_are_named(patient: Patient) -> None:
    value = json.loads(patient.settings.read_text())
    value["hooks"]["PostToolUse"] += [
        {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "formatter"}]},
        {"matcher": "Bash", "hooks": [{"type": "command", "command": "redact-secrets"}]},
    ]
    patient.settings.write_text(json.dumps(value))
    code, checks = patient.doctor()
    assert code == 0 and checks["other hooks"] == ("warning", "also told of outputs: redact-secrets")


@pytest.mark.parametrize(("version", "state"), [("2.0.9", "failure"), ("3.0.0", "ok"), ("nonsense", "warning")])
def test_the_version_of_the_harness(patient: Patient, tmp_path: Path, version: str, state: str) -> None:
    patient.claude(tmp_path / "bin" / "claude", version)
    code, checks = patient.doctor()
    assert checks["Claude Code"][0] == state and code == (state == "failure")


def transcript(patient: Patient, *rows: dict[str, Any]) -> Path:
    name = "".join(c if c.isalnum() and c.isascii() else "-" for c in str(patient.repository))
    file = patient.home / ".claude" / "projects" / name / "5f0c.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"torn')
    return file


def test_tools_that_were_used_without_a_hook_are_noticed(patient: Patient) -> None:
    file = transcript(patient, {"type": "user", "toolUseResult": {"stdout": "x"}})
    os.utime(file, (time.time() - 400, time.time() - 400))
    state, detail = patient.doctor()[1]["hooks called"]
    assert state == "warning" and "no hook was called" in detail


def test_answers_that_the_harness_refused_fail(patient: Patient) -> None:
    refused = {"type": "hook_error_during_execution", "hookName": "PostToolUse:Bash", "command": "from kernel import hooks"}
    transcript(patient, {"type": "attachment", "attachment": refused})
    code, checks = patient.doctor()
    assert code == 1 and "PostToolUse:Bash" in checks["hooks called"][1]


def test_events_that_were_answered_are_told_with_their_time(patient: Patient) -> None:
    patient.doctor()
    with sqlite3.connect(patient.ck_home / "kernel.db") as store:
        store.execute("INSERT INTO answered VALUES ('s', 't', 'PostToolUse', ?)", (time.time() - 7_300,))
    state, detail = patient.doctor()[1]["hooks called"]
    assert (state, detail) == ("ok", "PostToolUse 2 hours ago")


def test_a_pause_is_told(patient: Patient) -> None:
    patient.ck("pause")
    assert patient.doctor()[1]["switched on"] == ("warning", "paused here")


def test_open_modes_are_mended(patient: Patient) -> None:
    patient.ck_home.chmod(0o755)
    assert patient.doctor()[1]["privacy"][0] == "warning"
    assert patient.doctor("--fix")[1]["privacy"][0] == "ok"
    assert stat.S_IMODE(patient.ck_home.stat().st_mode) == 0o700


def test_an_installation_makes_only_private_folders(patient: Patient) -> None:
    for path in (patient.ck_home, *patient.ck_home.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_damaged_store_is_told(patient: Patient) -> None:
    patient.doctor()
    (patient.ck_home / "kernel.db").write_bytes(b"SQLite format 3\0" + b"x" * 8_000)
    for side in ("-wal", "-shm"):
        (patient.ck_home / f"kernel.db{side}").unlink(missing_ok=True)
    checks = patient.doctor()[1]
    assert checks["damaged stores"][0] == "warning" and checks["store"][0] == "ok"


def test_a_bad_configuration_fails(patient: Patient) -> None:
    (patient.ck_home / "config.toml").write_text("min_tokens = 'many'\n")
    code, checks = patient.doctor()
    assert code == 1 and "min_tokens" in checks["configuration"][1]
