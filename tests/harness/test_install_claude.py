"""Installing into Claude Code's settings, as commands: once, all or nothing, and out again without a trace."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import kernel.hooks as handled
from kernel.cli.main import cli
from kernel.harness.claude.registration import Wanted, found, with_ours, without
from kernel.harness.claude.self_test import self_test
from kernel.hooks import handled_events, registered_command, statusline_command

FOREIGN = """{
    "model": "opus",   "env": {"A": "1"},
    "hooks": {
        "PostToolUse": [ {"matcher": "Edit", "hooks": [{"type": "command", "command": "fmt"}]} ],
        "Stop": []
    }
}"""


class Machine:
    """A home, a repository, and ``ck`` in it."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.repository = tmp_path / "home", tmp_path / "repo"
        self.ck_home = tmp_path / "ck"
        self.home.mkdir()
        self.repository.mkdir()
        monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
        monkeypatch.setenv("HOME", str(self.home))
        monkeypatch.setenv("CK_HOME", str(self.ck_home))

    @property
    def settings(self) -> Path:
        return self.home / ".claude" / "settings.json"

    def ck(self, *arguments: str) -> Result:
        return CliRunner().invoke(cli, ["--repo", str(self.repository), *arguments])

    def write(self, text: str | bytes) -> bytes:
        self.settings.parent.mkdir(exist_ok=True)
        data = text if isinstance(text, bytes) else text.encode()
        self.settings.write_bytes(data)
        return data

    def value(self) -> Any:
        return json.loads(self.settings.read_bytes())


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def events(value: Any) -> list[str]:
    return [each.event for each in found(value)]


def test_installing_registers_one_working_handler_an_event(machine: Machine) -> None:
    done = machine.ck("install", "claude")
    assert done.exit_code == 0, done.output
    assert events(machine.value()) == list(handled_events("claude"))
    for each in found(machine.value()):
        assert each.kernel_command == registered_command("claude")
        assert self_test(each.command, [each.event]).problem == ""
    assert '+  "hooks": {' in done.output and "self-test: " in done.output
    assert stat.S_IMODE(machine.settings.stat().st_mode) == 0o600


def test_a_second_time_nothing_changes(machine: Machine) -> None:
    machine.write(FOREIGN)
    machine.ck("install", "claude")
    data, inode = machine.settings.read_bytes(), machine.settings.stat().st_ino
    again = machine.ck("install", "claude")
    assert again.exit_code == 0 and "nothing to change" in again.output
    assert (machine.settings.read_bytes(), machine.settings.stat().st_ino) == (data, inode)


@pytest.mark.parametrize(
    "before",
    [
        None,
        "",
        "{}",
        "{ }\n",
        '{"hooks": {}}',
        '{"hooks":{"PostToolUse":[]},"x":"\\u00e9 é"}',
        FOREIGN,
        FOREIGN.replace("\n", "\r\n"),
        "\ufeff" + FOREIGN,
        json.dumps(json.loads(FOREIGN), indent="\t"),
    ],
)
def test_uninstalling_leaves_the_settings_as_they_were(machine: Machine, before: str | None) -> None:
    data = None if before is None else machine.write(before)
    assert machine.ck("install", "claude", "--allow-recall").exit_code == 0
    assert machine.ck("install", "claude").exit_code == 0
    assert machine.ck("uninstall", "claude").exit_code == 0
    assert (machine.settings.read_bytes() if machine.settings.exists() else None) == data
    assert machine.settings.parent.exists() == (before is not None)
    assert not (machine.ck_home / "bin").exists()


def test_foreign_settings_keep_their_place_and_form(machine: Machine) -> None:
    machine.write(FOREIGN)
    machine.ck("install", "claude")
    until = FOREIGN.index(" ],")
    assert machine.settings.read_text().startswith(FOREIGN[:until])
    assert machine.value()["hooks"]["PostToolUse"][0]["matcher"] == "Edit"


def test_what_others_change_after_the_installation_survives_uninstalling(machine: Machine) -> None:
    machine.write(FOREIGN)
    machine.ck("install", "claude")
    changed = machine.settings.read_text().replace('"opus"', '"sonnet"')
    machine.write(changed)
    machine.ck("uninstall", "claude")
    value = json.loads(FOREIGN) | {"model": "sonnet"}
    assert machine.value() == value


def test_a_handler_that_shares_its_element_goes_alone(machine: Machine) -> None:
    machine.ck("install", "claude")
    value = machine.value()
    value["hooks"]["PostToolUse"][0]["hooks"].append({"type": "command", "command": "mine"})
    machine.write(json.dumps(value))
    machine.ck("uninstall", "claude")
    (left,) = machine.value()["hooks"]["PostToolUse"]
    assert left["hooks"] == [{"type": "command", "command": "mine"}]


def test_handlers_are_known_without_a_record(machine: Machine) -> None:
    data = machine.write(FOREIGN.replace(',\n        "Stop": []', ""))
    machine.ck("install", "claude")
    for file in (machine.ck_home / "installed").rglob("*.json"):
        file.unlink()
    assert machine.ck("uninstall", "claude").exit_code == 0
    assert machine.settings.read_bytes() == data


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n  // mine\n}', "comment"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"hooks": []}', "hooks must be an object"),
        ('{"hooks": {"Stop": {}}}', "hooks.Stop must be an array"),
        ('{"hooks": {"Stop": ["x"]}}', "hooks.Stop must hold objects"),
        ('{"hooks": {"Stop": [{"hooks": {}}]}}', "hooks.Stop must hold objects"),
        ("[]", "must be an object"),
        ('"x"', "must be an object"),
        (b"\xff\xfe{}", "UTF-8"),
        ('{"a"', "line 1"),
    ],
)
def test_what_cannot_be_parsed_is_refused_and_stays(machine: Machine, text: str | bytes, said: str) -> None:
    data = machine.write(text)
    done = machine.ck("install", "claude")
    assert done.exit_code == 2 and said in done.stderr and str(machine.settings) in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.count(str(machine.settings)) == done.stderr.count("nothing was changed") == 1
    assert machine.settings.read_bytes() == data
    assert not (machine.ck_home / "installed").exists()


def test_a_dry_run_shows_the_same_and_writes_nothing(machine: Machine) -> None:
    data = machine.write(FOREIGN)
    dry = json.loads(machine.ck("install", "claude", "--dry-run", "--json").stdout)
    assert machine.settings.read_bytes() == data and not machine.ck_home.exists()
    wet = json.loads(machine.ck("install", "claude", "--json").stdout)
    assert dry["diff"] == wet["diff"] and (dry["changed"], wet["changed"]) == (False, True)
    assert Path(wet["backup"]).read_bytes() == data
    installed = machine.settings.read_bytes()
    machine.ck("uninstall", "claude", "--dry-run")
    assert machine.settings.read_bytes() == installed


def test_a_hook_that_does_not_work_is_not_registered(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    data = machine.write(FOREIGN)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    done = machine.ck("install", "claude")
    assert done.exit_code == 1 and "does not work here" in done.stderr
    assert machine.settings.read_bytes() == data


@pytest.mark.parametrize("command", [("/nowhere/python",), ("/bin/true",), ("/bin/echo", "[]"), ("/bin/sh", "-c", "exit 3")])
def test_the_self_test_sees_that_a_command_does_nothing(command: tuple[str, ...]) -> None:
    assert self_test(command, ["SessionStart"]).problem


def test_two_scopes_never_both_answer(machine: Machine) -> None:
    assert machine.ck("install", "claude", "--scope", "local").exit_code == 0
    second = machine.ck("install", "claude")
    assert second.exit_code == 1 and "ck uninstall claude --scope local" in second.stderr
    assert not machine.settings.exists()
    assert machine.ck("uninstall", "claude").exit_code == 0
    assert machine.ck("install", "claude").exit_code == 0


def test_a_new_version_takes_the_place_of_the_old_one(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    data = machine.write(FOREIGN)
    monkeypatch.setitem(handled.EVENTS, "claude", ("PostToolUse",))
    machine.ck("install", "claude", "--allow-recall")
    assert events(machine.value()) == ["PostToolUse"]
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(machine.home))
    monkeypatch.setenv("CK_HOME", str(machine.ck_home))
    machine.ck("install", "claude")
    assert sorted(events(machine.value())) == sorted(handled_events("claude"))
    assert machine.value()["permissions"]["allow"] == ["Bash(ck recall:*)"]
    machine.ck("uninstall", "claude")
    assert machine.settings.read_bytes() == data


def test_the_status_line_is_wired_on_request_only_and_never_over_another(machine: Machine) -> None:
    data = machine.write('{"model": "opus"}')
    machine.ck("install", "claude")
    assert "statusLine" not in machine.value()
    assert machine.ck("install", "claude", "--statusline").exit_code == 0
    line = machine.value()["statusLine"]["command"]
    told = {"session_id": "s", "cwd": str(machine.repository), "model": {"id": "m", "display_name": "M"}}
    done = subprocess.run(["/bin/sh", "-c", line], input=json.dumps(told).encode(), capture_output=True, check=False)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1
    assert machine.ck("install", "claude").output.startswith("nothing to change")
    machine.ck("uninstall", "claude")
    assert machine.settings.read_bytes() == data
    other = machine.write('{"statusLine": {"type": "command", "command": "mine"}}')
    refused = machine.ck("install", "claude", "--statusline")
    assert refused.exit_code == 2 and "statusLine" in refused.stderr
    assert machine.settings.read_bytes() == other


def test_links_and_modes_stay(machine: Machine, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    real.chmod(0o640)
    machine.settings.parent.mkdir()
    machine.settings.symlink_to(real)
    assert machine.ck("install", "claude").exit_code == 0
    assert machine.settings.is_symlink() and events(json.loads(real.read_text()))
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    machine.ck("uninstall", "claude")
    assert machine.settings.is_symlink() and real.read_text() == "{}"


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "circle"])
def test_what_is_no_file_is_neither_waited_for_nor_replaced(machine: Machine, kind: str) -> None:
    machine.settings.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(machine.settings)
    elif kind == "folder":
        machine.settings.mkdir()
    else:
        machine.settings.symlink_to("/dev/null" if kind == "device" else machine.settings)
    was = machine.settings.lstat()
    done = machine.ck("install", "claude")
    assert done.exit_code == 1 and done.stderr.count(str(machine.settings)) == 1 and len(done.stderr.splitlines()) == 1
    assert "internal error" not in done.stderr
    assert machine.ck("uninstall", "claude").exit_code == 1
    told = next(line for line in machine.ck("doctor").stdout.splitlines() if "user settings" in line)
    assert told.startswith("FAILURE") and told.count(str(machine.settings)) == 1
    assert machine.settings.lstat().st_ino == was.st_ino and Path("/dev/null").is_char_device()


def test_an_unwritable_place_is_told_and_leaves_no_record(machine: Machine) -> None:
    machine.home.joinpath(".claude").write_text("a file")
    done = machine.ck("install", "claude")
    assert done.exit_code == 1 and "cannot be" in done.stderr
    assert not list(machine.ck_home.glob("installed/*"))


def test_what_was_changed_meanwhile_is_not_overwritten(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.write("{}")

    def tested(*_: object) -> Any:
        machine.write('{"model": "opus"}')
        return self_test(registered_command("claude"), [])

    monkeypatch.setattr("kernel.cli.install.self_test", tested)
    done = machine.ck("install", "claude")
    assert done.exit_code == 1 and "changed by somebody else" in done.stderr
    assert machine.value() == {"model": "opus"}
    assert machine.ck("uninstall", "claude").exit_code == 1


def die(*_: object) -> None:
    raise SystemExit(134)


def test_an_installation_that_dies_before_it_writes_leaves_everything_usable(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = machine.write(FOREIGN)
    with monkeypatch.context() as patch:
        patch.setattr("kernel.harness.claude.install.replace_settings", die)
        assert machine.ck("install", "claude").exit_code == 134
    assert machine.settings.read_bytes() == data
    assert machine.ck("uninstall", "claude").exit_code == 0
    assert machine.settings.read_bytes() == data
    assert machine.ck("install", "claude").exit_code == 0
    assert machine.ck("uninstall", "claude").exit_code == 0
    assert machine.settings.read_bytes() == data


@given(
    st.dictionaries(st.text(max_size=5), st.none() | st.lists(st.integers()) | st.text(), max_size=4),
    st.sampled_from([None, 2, 4, "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
)
def test_any_settings_come_back_without_a_record(
    value: dict[str, Any], indent: int | str | None, newline: str, recall: bool, line: bool
) -> None:
    value = {key: each for key, each in value.items() if key not in ("hooks", "permissions", "statusLine")}
    text = json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", newline)
    statusline = statusline_command() if line else ()
    wanted = Wanted(registered_command("claude"), handled_events("claude"), "/x/hooks.py", statusline, recall)
    changed = with_ours(text, wanted)
    assert {key: json.loads(changed)[key] for key in value} == value
    assert without(changed, recall) == text


def test_a_vanished_interpreter_or_kernel_is_told_at_the_start_of_a_session(machine: Machine, tmp_path: Path) -> None:
    machine.ck("install", "claude")
    (start,) = [each for each in found(machine.value()) if each.event == "SessionStart"]
    odd = str(tmp_path / "it's \"$(touch gone)\" `x`; y")
    for gone in (3, 4):
        command = list(start.command)
        command[gone] = odd
        done = subprocess.run(command, input=b"{}", capture_output=True, check=False, cwd=tmp_path)
        assert done.returncode == 0 and "ck doctor --fix" in json.loads(done.stdout)["systemMessage"]
        assert not (tmp_path / "gone").exists()


def test_the_launcher_runs_this_ck_from_anywhere(machine: Machine, tmp_path: Path) -> None:
    machine.ck("install", "claude")
    done = subprocess.run(
        [machine.ck_home / "bin" / "ck", "--version"], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("ck")
    assert os.access(machine.ck_home / "bin" / "ck", os.X_OK)


def test_nothing_to_uninstall_is_told(machine: Machine) -> None:
    done = machine.ck("uninstall", "claude")
    assert done.exit_code == 1 and "no hooks" in done.stderr
