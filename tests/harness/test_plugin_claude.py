"""The plugin: what it registers is what is handled, its hooks work alone, and where something is missing it says what."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernel import __version__
from kernel.cli.main import COMMANDS, cli
from kernel.harness.claude.plugin_build import TEMPLATE, hooks_document, marketplace
from kernel.harness.claude.self_test import PASSING, sample
from kernel.hooks import handled_events

ROOT = Path(__file__).parents[2]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plugin as ``ck install claude --plugin`` makes it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CK_HOME", str(tmp_path / "ck"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    done = CliRunner().invoke(cli, ["--repo", str(tmp_path), "install", "claude", "--plugin"])
    assert done.exit_code == 0, done.output
    assert "claude plugin install ck@context-kernel" in done.output
    return tmp_path / "ck" / "claude-plugin" / "ck"


def run_hook(plugin: Path, event: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["/bin/sh", str(plugin / "hooks" / "hook.sh"), event], input=json.dumps(sample(event, str(cwd))).encode(),
        env={"HOME": str(cwd / "other"), "PATH": "/usr/bin:/bin", "CLAUDE_PLUGIN_ROOT": str(plugin)},
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip


def test_the_plugin_registers_what_is_handled() -> None:
    template = json.loads((TEMPLATE / "hooks" / "hooks.json").read_bytes())
    assert template == hooks_document(handled_events("claude"))


def test_the_manifest_names_no_hooks_which_are_found_by_themselves() -> None:
    manifest = json.loads((TEMPLATE / ".claude-plugin" / "plugin.json").read_bytes())
    assert "hooks" not in manifest and manifest["name"] == "ck"
    assert manifest["version"] == __version__
    listed = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_bytes())
    assert (ROOT / listed["plugins"][0]["source"]).resolve() == TEMPLATE
    assert listed["name"] == marketplace()["name"]


def test_commands_of_the_plugin_run_commands_that_exist() -> None:
    for file in sorted((TEMPLATE / "commands").glob("*.md")):
        name = file.read_text().split("Bash(ck ")[1].partition(":")[0]
        assert name in COMMANDS, file.name


def test_a_built_plugin_answers_wherever_it_is_moved_to(built: Path, tmp_path: Path) -> None:
    moved = tmp_path / "cache it's" / "ck"
    shutil.copytree(built, moved)
    done = run_hook(moved, "PostToolUse", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    text = json.loads(done.stdout)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
    assert "ck recall" in text and len(text) < len(PASSING)


def test_its_ck_recalls_what_its_hook_parked(built: Path, tmp_path: Path) -> None:
    run_hook(built, "PostToolUse", tmp_path)
    done = subprocess.run(
        [built / "bin" / "ck", "recall", "1", "--grep", "test_123 "], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "CK_HOME": os.environ["CK_HOME"]},
    )  # fmt: skip
    assert done.returncode == 0 and "test_123 PASSED" in done.stdout


def test_a_plugin_without_an_installation_says_what_to_install_and_lets_all_through(tmp_path: Path) -> None:
    start = run_hook(TEMPLATE, "SessionStart", tmp_path)
    assert "ck install claude --plugin" in json.loads(start.stdout)["systemMessage"]
    later = run_hook(TEMPLATE, "PostToolUse", tmp_path)
    assert [(done.returncode, done.stderr) for done in (start, later)] == [(0, b"")] * 2 and later.stdout == b""
    done = subprocess.run([TEMPLATE / "bin" / "ck"], env={"HOME": str(tmp_path), "PATH": "/bin"}, capture_output=True, check=False)
    assert done.returncode == 127 and b"pip install context-kernel" in done.stderr


def test_a_vanished_interpreter_is_noticed_and_lets_all_through(built: Path, tmp_path: Path) -> None:
    (built / "interpreter").write_text("/nowhere/python\n")
    assert "ck doctor --fix" in json.loads(run_hook(built, "SessionStart", tmp_path).stdout)["systemMessage"]
    later = run_hook(built, "PostToolUse", tmp_path)
    assert (later.returncode, later.stdout, later.stderr) == (0, b"", b"")


def test_plugin_and_settings_never_both_answer(built: Path, tmp_path: Path) -> None:
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"enabledPlugins": {"ck@context-kernel": true}}')
    refused = CliRunner().invoke(cli, ["--repo", str(tmp_path), "install", "claude"])
    assert refused.exit_code == 1 and "claude plugin uninstall ck@context-kernel" in refused.stderr
    settings.write_text("{}")
    assert CliRunner().invoke(cli, ["--repo", str(tmp_path), "install", "claude"]).exit_code == 0
    refused = CliRunner().invoke(cli, ["--repo", str(tmp_path), "install", "claude", "--plugin"])
    assert refused.exit_code == 1 and "ck uninstall claude --scope user" in refused.stderr
