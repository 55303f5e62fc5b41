"""``ck exec`` as a process: what is shown, what is parked, and that the command notices nothing."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")
RUN = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(1500)) + "E   assert 7 == 8\n1 failed, 1500 passed in 3s\n"


class Workplace(NamedTuple):
    """A folder with a test run's output in ``run``, and a kernel of its own."""

    folder: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            "CK_HOME": str(self.home), "HOME": str(self.home.parent), "PATH": os.environ["PATH"],
            "TMPDIR": str(self.home.parent / "tmp"), "LC_ALL": "C.UTF-8",
        }  # fmt: skip

    def start(self, *command: str, **options: Any) -> "subprocess.Popen[bytes]":
        told = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
        told["env"] = {**self.environment, **told.get("env", {})}
        return subprocess.Popen([*CK, "exec", "--", *command], cwd=self.folder, **told)

    def run(self, *command: str, given: bytes = b"", **environment: str) -> tuple[int, str, str]:
        process = self.start(*command, stdin=subprocess.PIPE, env=environment)
        out, errors = process.communicate(given, timeout=60)
        return process.returncode, out.decode("utf-8", "surrogateescape"), errors.decode()

    def ck(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*CK, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False, timeout=60
        )


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    (tmp_path / "repo").mkdir()
    (tmp_path / "tmp").mkdir()
    (tmp_path / "repo" / "run").write_text(RUN)
    return Workplace(tmp_path / "repo", tmp_path / "ck")


def test_a_run_is_shown_folded_and_comes_back_whole(place: Workplace) -> None:
    code, out, errors = place.run("sh", "-c", "cat run; exit 3")
    assert (code, errors) == (3, "")
    assert out.endswith("E   assert 7 == 8\n1 failed, 1500 passed in 3s\n") and len(out) < len(RUN) / 10
    assert "test_777 PASSED" in place.ck("recall", "1").stdout
    (row,) = json.loads(place.ck("park", "--json").stdout)["parked"]
    assert row["command"] == "sh -c 'cat run; exit 3'" and row["exit_code"] == 3


@pytest.mark.parametrize(
    ("script", "code"), [("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -9 $$", 137), ("kill -TERM $$", 143)]
)
def test_the_exit_code_is_the_commands(place: Workplace, script: str, code: int) -> None:
    assert place.run("sh", "-c", f"echo hi; {script}") == (code, "hi\n", "")


def test_what_cannot_be_run_says_so_as_shells_do(place: Workplace) -> None:
    code, out, errors = place.run("no\x1bsuch")
    assert (code, out) == (127, "") and "not found" in errors and "\x1b" not in errors
    assert place.run("./run")[0] == 126
    assert place.run("nowhere", CK_DISABLE="1")[0] == 127


def test_options_of_the_command_are_its_own(place: Workplace) -> None:
    done = place.ck("exec", "echo", "--help", "-n", "--", "x")
    assert (done.returncode, done.stdout) == (0, "--help -n -- x\n")


def test_input_is_the_commands(place: Workplace) -> None:
    assert place.run("cat", given=b"one\xff\ntwo") == (0, "one\udcff\ntwo", "")
    assert place.run("sh", "-c", "read a; read b; echo $b", given=b"1\n2\n")[1] == "2\n"


def test_both_outputs_stay_in_order(place: Workplace) -> None:
    script = "for n in 1 2 3 4 5 6; do echo out$n; echo err$n >&2; done"
    assert place.run("sh", "-c", script)[1] == "".join(f"out{n}\nerr{n}\n" for n in range(1, 7))


def test_a_question_is_shown_while_the_command_waits(place: Workplace) -> None:
    process = place.start("sh", "-c", "printf 'Go on? '; read answer; echo $answer", stdin=subprocess.PIPE)
    assert process.stdout is not None and process.stdin is not None
    assert process.stdout.read(7) == b"Go on? "
    process.stdin.write(b"yes\n")
    process.stdin.flush()
    assert process.stdout.read() == b"yes\n" and process.wait(20) == 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1"])
def test_signals_reach_the_command(place: Workplace, name: str) -> None:
    number = int(getattr(signal, name))
    process = place.start("sh", "-c", f"trap 'echo got; exit 9' {number}; mkfifo gate ready; echo > ready & cat gate & wait; wait", start_new_session=True)
    read_fifo(place.folder / "ready")
    process.send_signal(number)
    assert process.wait(30) == 9
    (place.folder / "gate").write_text("")
    assert process.communicate(timeout=30)[0] == b"got\n"


def read_fifo(path: Path) -> None:
    """Wait until somebody writes into a fifo that may not be there yet."""
    subprocess.run(["sh", "-c", 'while ! [ -p "$0" ]; do :; done; cat "$0"', path], check=True, timeout=30, capture_output=True)


def test_what_the_caller_ignores_stays_ignored(place: Workplace) -> None:
    process = subprocess.run(
        ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *CK, "exec", "--", "sh", "-c", "kill -HUP $$; echo alive"],
        cwd=place.folder, env=place.environment, capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (process.returncode, process.stdout) == (0, b"alive\n")


def test_a_child_in_the_background_is_neither_waited_for_nor_lost(place: Workplace) -> None:
    process = place.start("sh", "-c", "mkfifo gate; (cat gate; echo late) & echo early; exit 4")
    assert process.stdout is not None
    assert process.wait(30) == 4
    (place.folder / "gate").write_text("opened\n")
    assert process.stdout.read() == b"early\nopened\nlate\n"


def test_a_reader_that_leaves_ends_the_command(place: Workplace) -> None:
    process = place.start("sh", "-c", "while echo y; do :; done; echo $? > code", stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    process.stdout.read(100)
    process.stdout.close()
    assert process.wait(60) == 141
    assert not (place.folder / "code").exists()


def test_at_a_terminal_the_command_has_the_terminal(place: Workplace) -> None:
    main, terminal = pty.openpty()
    process = place.start("sh", "-c", "test -t 1 && cat run", stdout=terminal, stderr=terminal)
    os.close(terminal)
    shown = b""
    while chunk := _read(main):
        shown += chunk
    assert process.wait(30) == 0
    assert shown.replace(b"\r\n", b"\n").decode() == RUN


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65_536)
    except OSError:  # so a terminal ends
        return b""


@pytest.mark.parametrize("environment", [{"CK_DISABLE": "1"}, {"CK_TOOLS": "Bash=off"}])
def test_switched_off_everything_passes(place: Workplace, environment: dict[str, str]) -> None:
    assert place.run("sh", "-c", "cat run; exit 3", **environment) == (3, RUN, "")


def test_paused_everything_passes(place: Workplace) -> None:
    assert place.ck("pause").returncode == 0
    assert place.run("cat", "run") == (0, RUN, "")


def test_in_a_sandbox_the_archive_is_in_the_temporary_folder(place: Workplace) -> None:
    place.home.write_text("no folder can be made here")
    code, out, _ = place.run("sh", "-c", "cat run; exit 3")
    assert code == 3 and len(out) < len(RUN) / 10
    handle = out.split("ck recall ")[1].split(" ")[0]
    assert "test_777 PASSED" in place.ck("recall", handle, "--lines", "700-800").stdout
    (made,) = (place.home.parent / "tmp").iterdir()
    assert made.stat().st_mode & 0o077 == 0


def test_without_any_archive_everything_passes(place: Workplace) -> None:
    place.home.write_text("no folder can be made here")
    (place.home.parent / "tmp" / f"ck-{os.geteuid()}").symlink_to(place.folder)
    assert place.run("sh", "-c", "cat run; exit 3")[:2] == (3, RUN)
    assert not (place.folder / "kernel.db").exists()


def test_odd_bytes_pass(place: Workplace) -> None:
    odd = bytes(range(1, 27)) + bytes(range(28, 256)) + "é😀".encode()
    (place.folder / "odd").write_bytes(odd.replace(b"\r", b"").replace(b"\b", b""))
    code, out, _ = place.run("cat", "odd", CK_MIN_TOKENS="100000")
    assert code == 0 and "é😀" in out


def test_parts_are_whole_lines_until_the_command_is_silent_and_only_the_last_knows_the_code(tmp_path: Path) -> None:
    code = """if 1:
        import sys
        from kernel.shell.watch import Limits, run_watched
        show = lambda part, code: b"%r %r\\n" % (part, code)
        hold = Limits(silence=0.5, hold=600, most=20)
        sys.exit(run_watched(["sh", "-c", sys.argv[1]], show, hold))"""
    script = "mkfifo gate; printf 'one\\ntwo and more than\\nthr'; cat gate; echo ee; exit 5"
    process = subprocess.Popen([sys.executable, "-c", code, script], cwd=tmp_path, stdout=subprocess.PIPE)
    assert process.stdout is not None
    first = b"b'one\\ntwo and more than\\n' None\n"
    second = b"b'thr' None\n"
    assert process.stdout.read(len(first)) == first
    assert process.stdout.read(len(second)) == second
    (tmp_path / "gate").write_text("")
    assert process.stdout.read() == b"b'ee\\n' 5\n" and process.wait(30) == 5


def test_an_unknown_option_is_told_as_one_and_those_of_the_command_are_its_own(place: Workplace) -> None:
    asked = place.ck("exec", "--nosuch", "--", "echo", "hi")
    assert asked.returncode == 2 and "No such option '--nosuch'" in asked.stderr
    assert place.ck("exec", "echo", "-n", "--session", "x").stdout == "--session x"
