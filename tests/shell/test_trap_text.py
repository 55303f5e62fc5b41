"""The shell text itself, under the shells that run it: when our program is called, with what, and that nothing else changes."""

import json
import re
import shutil
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from trapped import FLOOR, SHELLS, Session

from kernel.shell.trap import callable_text, quoted, trap_text

MUCH = "seq 1 1000"
RECORDER = """import json, os, sys
json.dump(sys.argv[2:], open(sys.argv[1], "w"))
print("the program's own words", flush=True)
os._exit(5)"""


@pytest.fixture(params=SHELLS)
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Session:
    """A shell in a folder with a hard name, whose trap runs a program that notes what it is given."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    home = tmp_path / "it's a $HOME" / "ck"
    folder = tmp_path / 'a "b" `c`'
    home.mkdir(parents=True)
    folder.mkdir()
    program = (sys.executable, "-I", "-S", "-c", RECORDER, str(home / "seen"))
    return Session(folder, home, program, interpreter=request.param)


def seen(session: Session) -> Any:
    """The words that our program was given; None where it did not run."""
    path = session.home / "seen"
    return json.loads(path.read_text()) if path.exists() else None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f"{MUCH}; exit 7", 7), (f"{MUCH}; false", 1), (f"({MUCH}; exit 5)", 5), (f"f() {{ {MUCH}; return 6; }}; f", 6),
        (f"{MUCH} | (cat; exit 9)", 9), (f"cat <<E\n$({MUCH})\nE\nexit 3", 3), (f"{MUCH}\nexit 7\necho no", 7),
        (f"set -e; {MUCH}; exit 7", 7), (f"set -eu; {MUCH}; exit 7", 7), (f"set -u; IFS=x; set -f; {MUCH}; exit 7", 7),
        (f"{MUCH}; cd /; false", 1), ("unset PATH HOME PWD; printf %4000s x; exit 2", 2), (f"{MUCH} >&2; exit 4", 4),
        ("printf 'é%.0s' {1..3000}; exit 3", 3), ("head -c 5000 /dev/zero; exit 3", 3), (f"set -o pipefail; {MUCH} | tee /dev/stderr | grep x", 1),
        (f"{MUCH}; exec 5>&1; exit 3", 3), (f"{MUCH}; trap 'echo int' INT; exit 3", 3), (f"{MUCH}; sh -c 'kill -9 $$'", 137),
        (f"{MUCH}; nowhere 2>/dev/null", 127), (f"alias read=false; read() {{ false; }}; {MUCH}; exit 8", 8),
    ],
)  # fmt: skip
def test_a_failing_command_that_printed_much_is_handed_over(session: Session, command: str, code: int) -> None:
    ended = session.run(command)
    assert ended.code == code
    assert ended.text.endswith("the program's own words\n")
    told = seen(session)
    assert told[:2] == [str(code), str(session.folder)]
    assert told[2] == session.line(command)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MUCH, 0), ("true", 0), ("false", 1), ("seq 1 500; exit 3", 3), (f"{MUCH}; trap - EXIT; exit 3", 3),
        (f"{MUCH}; trap 'true' EXIT; exit 2", 2), (f"exec sh -c '{MUCH}; exit 8'", 8), (f"{MUCH}; kill -9 $$", -9),
        (f"{MUCH} > /dev/null; exit 3", 3), (f"(exit 4) & wait; {MUCH}", 0), ("set -o pipefail; false | true", 1),
        (f"({MUCH}; exit 3) | cat", 0),
    ],
)  # fmt: skip
def test_what_succeeded_printed_little_or_ended_otherwise_is_left(session: Session, command: str, code: int) -> None:
    ended = session.run(command)
    assert (ended.code, seen(session)) == (code, None)
    assert "program" not in ended.text


def test_of_an_output_to_something_else_than_a_file_nothing_is_read(session: Session, tmp_path: Path) -> None:
    assert session.run(f"exec > >(cat); {MUCH}; exit 3").code == 3
    assert session.run("exec > /dev/null; exit 3").code == 3
    assert session.run("exec >&-; exit 3").code == 3
    assert seen(session) is None


def test_a_switch_in_the_environment_leaves_everything(session: Session) -> None:
    ended = session.run(f"{MUCH}; exit 3", CK_DISABLE="1")
    assert (ended.code, seen(session)) == (3, None)


def test_a_missing_program_is_not_noticed(session: Session) -> None:
    gone = session._replace(program=("/nowhere/python3", "-I", "it's.py"))
    plain = "".join(f"{n}\n" for n in range(1, 1001))
    assert gone.run(f"{MUCH}; exit 3") == (3, plain)


def test_tracing_and_errors_show_nothing_of_the_trap(session: Session) -> None:
    text = session.run("set -x; true; exit 3").text
    assert "ck_start" not in text and "/proc" not in text and "CK_DISABLE" not in text


_LINE = re.compile(r"line \d+: |:\d+: ")
STARTS = (
    "", "set -e", "set -u", "set -f", "set -o pipefail", "IFS=:", "umask 077", "cd /", "exec 2>&1", "trap 'echo usr' USR1", "X='a  b'",
    "f() { return 3; }", "unset PWD", "set -- 'a b' c", "set -a",
)  # fmt: skip
BODIES = (
    "seq 900", "echo \"it's $X\"", "f 2>/dev/null", "(seq 700; exit 2)", "seq 900 | tail -n 3", "cat <<'E'\n$X `x`\nE", "printf '%s\\n' \"$@\"",
    "sleep 0 & wait", "x=$(seq 800); echo \"$x\"", "seq 900 >&2", "[ -n \"$X\" ] && echo yes", "for n in 1 2; do echo $n; done", "eval 'seq 850'",
)  # fmt: skip
ENDS = ("", "exit 0", "exit 7", "false", "(exit 4)", "true && false", "! true", "exit", "nowhere 2>/dev/null", "kill -TERM $$", "return 5")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_run_prints_and_ends_as_without_the_trap(session: Session, seed: int) -> None:
    random = Random(seed)
    parts = [random.choice(STARTS), random.choice(STARTS), *random.sample(BODIES, 3), random.choice(ENDS)]
    command = "\n".join(filter(None, parts))
    silent = session._replace(program=(sys.executable, "-I", "-S", "-c", "pass"))
    with_it, without = silent.run(command), session._replace(program=()).run(command)
    # The harness puts any text on a line of its own, which a shell's messages count.
    assert (with_it.code, _LINE.sub("", with_it.text)) == (without.code, _LINE.sub("", without.text))


def test_a_program_that_hangs_on_to_input_reads_none(session: Session) -> None:
    reader = (sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read(); print('read')")
    assert session._replace(program=reader).run(f"{MUCH}; exit 3").text.endswith("\nread\n")


def test_ck_is_callable_by_its_name_whatever_stands_on_the_path(session: Session) -> None:
    text = callable_text((sys.executable, "-c", "import sys; print(sys.argv[1:]); sys.exit(4)"))
    aliased = f"alias ck='echo no'; {text}\n: && eval '\\ck \"a b\" $((1 + 1)); echo $?'"
    ended = session.run(f"{session.interpreter} -c {quoted(aliased)}")
    assert ended == (0, "['a b', '2']\n4\n")


def test_other_shells_are_left_alone(tmp_path: Path) -> None:
    if shutil.which("dash") is None:
        pytest.skip("dash is not installed")
    session = Session(tmp_path, tmp_path / "ck", (sys.executable, "-c", "print('no')"), interpreter="dash")
    assert session.run("echo yes; false") == (1, "yes\n")


def test_the_text_is_one_line_so_that_nothing_in_it_can_become_an_alias() -> None:
    text = callable_text(("a", "b c")) + trap_text(("a", "b c"), FLOOR)
    assert text.count("\n") == 1 and text.endswith("\n")
