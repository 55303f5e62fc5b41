"""The text that gives commands a quieter form as they run, under the shells that run it: nothing else changes."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from kernel.hooks import begin_command
from kernel.projection.quiet_commands import NAMES
from kernel.shell.begin import quieter_text
from kernel.shell.trap import quoted, trap_text

FAKE = '#!/bin/sh\nprintf "<%s>" "$@"; [ "$1" != ci ] || exit 7\n'


class Shell(NamedTuple):
    """A shell that is started as the harness starts it, with a program ``npm`` that prints its words."""

    name: str
    folder: Path

    def run(self, command: str, text: str | None = None, between: str = "", **environment: str) -> tuple[int, str, str]:
        """Exit code and both outputs of a command."""
        bin_ = self.folder.parent / "bin"
        if not bin_.exists():
            bin_.mkdir()
            (bin_ / "npm").write_text(FAKE)
            (bin_ / "npm").chmod(0o755)
        told = {"PATH": f"{bin_}:/usr/bin:/bin", "HOME": str(self.folder.parent), "CK_HOME": str(self.folder.parent / "ck"), **environment}
        words = command.replace("'", "'\"'\"'")
        text = quieter_text(begin_command(), NAMES) if text is None else text
        snapshot, cwd = (quoted(str(self.folder / name)) for name in ("snapshot", "cwd"))
        line = f"source {snapshot} 2>/dev/null || true && {text}: && true && {between}eval '{words}' < /dev/null && pwd -P >| {cwd}"
        done = subprocess.run([self.name, "-c", line], capture_output=True, text=True, cwd=self.folder, env=told, check=False)
        return done.returncode, done.stdout, done.stderr


@pytest.fixture(params=["bash", "zsh"])
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Shell:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    (tmp_path / 'a "b" `c`').mkdir()
    return Shell(request.param, tmp_path / 'a "b" `c`')


@pytest.mark.parametrize(
    ("command", "code", "shown"),
    [
        ("npm install x", 0, "<install><--no-fund><x>"), ("npm ci", 7, "<ci><--no-fund>"), ("cd / && npm i", 0, "<i><--no-fund>"),
        (f"npm i {'x' * 490}", 0, f"<i><--no-fund><{'x' * 490}>"),
        ("npm i; npm ci || npm i y", 0, "<i><--no-fund><ci><--no-fund><i><--no-fund><y>"),
    ],
)  # fmt: skip
def test_a_plain_command_runs_in_its_quieter_form(shell: Shell, command: str, code: int, shown: str) -> None:
    assert shell.run(command) == (code, shown, "")
    if code == 0:
        assert (shell.folder / "cwd").read_text().strip() == ("/" if command.startswith("cd /") else str(shell.folder))


@pytest.mark.parametrize(
    "command",
    [
        "npm i 'a|b'", "npm i \\\n x", "npm i | cat", "npm i x # y", "echo 'npm i'", "npm run x", "x=$(npm ci); echo $x", "(npm ci)",
        "eval 'npm ci'", "echo \"&& eval 'npm ci\"", "type eval", "npm ci &\nwait $!", "nowhere npm", "exit 3", "npm i 'it'\"'\"'s'",
    ],
)  # fmt: skip
def test_every_other_command_runs_as_without_us(shell: Shell, command: str) -> None:
    assert shell.run(command) == shell.run(command, text=":\n")


def test_what_others_evaluate_before_the_command_is_theirs(shell: Shell) -> None:
    between = "eval \"$(echo 'X=1; echo set')\" && "
    assert shell.run("npm i", between=between) == (0, "set\n<i><--no-fund>", "")


@pytest.mark.parametrize(
    ("program", "environment"),
    [
        (("/nowhere/python", "-c", "1"), {}), (("/bin/sh", "-c", "exit 3"), {}), (("/bin/sh", "-c", "kill -9 $$"), {}),
        (("/bin/sh", "-c", "echo broken >&2"), {}), (begin_command(), {"CK_DISABLE": "1"}), (begin_command(), {"POSIXLY_CORRECT": "1"}),
    ],
)  # fmt: skip
def test_where_our_program_fails_or_is_off_the_command_runs_as_it_is(shell: Shell, program: Sequence[str], environment: dict[str, str]) -> None:
    if "POSIXLY_CORRECT" in environment and shell.name != "bash":
        pytest.skip("a mode of bash")
    (shell.folder / "snapshot").write_text("")  # in POSIX mode a shell ends where it is missing
    assert shell.run("npm ci", text=quieter_text(program, NAMES), **environment) == (7, "<ci>", "")


def test_a_pause_ends_it_at_once(shell: Shell) -> None:
    code = "from kernel.cli.main import main; main()"
    environment = {"CK_HOME": str(shell.folder.parent / "ck"), "HOME": str(shell.folder.parent)}
    subprocess.run([sys.executable, "-c", code, "pause", "--all"], env=environment, cwd=shell.folder, check=True, capture_output=True)
    assert shell.run("npm i") == (0, "<i>", "")


@pytest.mark.parametrize("name", ["dash", "sh"])
def test_other_shells_read_over_it(tmp_path: Path, name: str) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    text = quieter_text(begin_command(), NAMES)
    done = subprocess.run([name, "-c", f"{text}: && echo fine"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")


def test_it_stands_beside_the_trap(shell: Shell) -> None:
    """A failing command in its quieter form is handed to the trap's program, with the line that the agent wrote."""
    recorder = ("/bin/sh", "-c", f'printf "%s|%s" "$1" "$3" > {shell.folder.parent}/seen; echo shortened', "sh")
    text = trap_text(recorder, 0) + quieter_text(begin_command(), NAMES)
    output = shell.folder.parent / "output"
    assert shell.run("true") == (0, "", "")
    with output.open("ab") as file:
        line = f"{text}: && eval 'npm ci' < /dev/null && pwd -P >| /dev/null"
        environment = {"PATH": f"{shell.folder.parent}/bin:/usr/bin:/bin", "HOME": str(shell.folder.parent), "CK_HOME": str(shell.folder.parent / "ck")}
        done = subprocess.run([shell.name, "-c", line], stdout=file, stderr=file, cwd=shell.folder, env=environment, check=False)
    assert done.returncode == 7 and output.read_text().startswith("<ci><--no-fund>")
    code, told = (shell.folder.parent / "seen").read_text().split("|", 1)
    assert code == "7" and told.endswith("eval 'npm ci' < /dev/null && pwd -P >| /dev/null")
