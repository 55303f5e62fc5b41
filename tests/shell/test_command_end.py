"""Failing commands under the real trap: what the agent reads, what is stored, and everything that must leave the output alone."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from pathlib import Path
from random import Random

import pytest
from trapped import SHELLS, Session

from kernel.hooks import trap_command
from kernel.model.event import ParkedOutput
from kernel.model.scope import Scope
from kernel.service.claim import claimed
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.log import read_log
from kernel.service.pause import switch
from kernel.service.recall import parked, parked_output

FAILURE = """=================================== FAILURES ===================================
_________________________________ test_total ___________________________________

    def test_total():
>       assert total([3, 4]) == 8
E       assert 7 == 8
E        +  where 7 = total([3, 4])

tests/test_sums.py:12: AssertionError
"""
END = "FAILED tests/test_sums.py::test_total - assert 7 == 8\n================= 1 failed, 1500 passed in 3.41s ==================\n"
RUN = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(1500)) + FAILURE + END


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    home, folder = tmp_path / "it's ck" / "ck", tmp_path / "a repo"
    folder.mkdir()
    home.parent.mkdir()
    (folder / "run").write_text(RUN)
    monkeypatch.setenv("CK_HOME", str(home))
    monkeypatch.delenv("CK_CONFIG", raising=False)
    return Session(folder, home, trap_command())


def opened(session: Session) -> Kernel:
    return open_kernel(str(session.folder), session.environment)


def stored(session: Session) -> list[ParkedOutput]:
    """What is parked, oldest first."""
    with opened(session) as kernel:
        return [parked_output(kernel, row.handle) for row in reversed(parked(kernel))]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_failing_run_arrives_folded_with_its_failure_and_its_true_end(session: Session, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    command = "cat run; exit 7"
    ended = session._replace(interpreter=shell).run(command)
    assert ended.code == 7 and FAILURE in ended.text and ended.text.endswith(END)
    assert len(ended.text) < len(RUN) / 20
    lines = len(RUN.splitlines())
    assert ended.text.startswith(f"[ck: {lines - 1498} lines shown of {lines}; all: ck recall 1]\n")
    (row,) = stored(session)
    assert row.original == RUN
    told = row.row
    assert (told.tool, told.command, told.exit_code) == ("Bash", command, 7)
    assert (told.scope.session, told.scope.agent, told.scope.epoch) == (session.name, "", 0)


def test_every_byte_that_stays_is_the_commands_own(session: Session) -> None:
    odd = b"caf\xe9 \xff \xed\xa0\x80 key=AKIAIOSFODNN7EXAMPLE\n"
    (session.folder / "odd").write_bytes(odd)
    ended = session.run("cat odd run odd; exit 1")
    assert ended.text.count(odd.decode("utf-8", "surrogateescape")) == 2
    assert "AKIAIOSFODNN7EXAMPLE" not in stored(session)[0].original


def test_of_an_output_that_stays_too_long_the_middle_can_be_recalled(session: Session) -> None:
    lines = [f"{n} {n * 7919 % 10007:x} {'qwertyuiop'[n % 10] * (n % 13)} {n**3}" for n in range(3000)]
    (session.folder / "odd").write_text("\n".join(lines) + "\nTHE-END\n")
    ended = session.run("cat odd; exit 2 | exit 2")
    assert len(ended.text) < 10_000 and ended.text.endswith("\nTHE-END\n") and lines[0] in ended.text
    assert "ck recall 1 --lines" in ended.text
    assert stored(session)[0].original.count("\n") == 3001


@pytest.mark.parametrize("command", ["cat run; exit 1 # ck:raw", "cat run # ck:raw\nfalse", "ck recall 1; cat run; exit 3"])
def test_what_was_asked_for_whole_stays_whole(session: Session, command: str) -> None:
    assert RUN in session.run(command).text
    assert stored(session) == []


def test_a_file_that_the_command_chose_itself_is_never_touched(session: Session) -> None:
    session.run("exec > mine.log 2>&1; cat run; exit 1")
    assert (session.folder / "mine.log").read_text() == RUN
    other = session.home.parent / "claude-0" / "-x" / "notes" / "tasks" / "b1.output"
    assert session.run("cat run; exit 1", output=other).text == RUN
    assert session.run("cat run; exit 1", output=session.output.parent / "b1.txt").text == RUN


def test_it_does_nothing_while_the_kernel_is_off(session: Session) -> None:
    switch(str(session.home), None, off=True)
    assert session.run("cat run; exit 1") == (1, RUN)
    switch(str(session.home), None, off=False)
    assert session.run("cat run; exit 1", CK_DISABLE="1") == (1, RUN)
    assert session.run("cat run; exit 1", CK_TOOLS="Bash=off") == (1, RUN)
    assert session.run("cat run; exit 1", CK_EXEMPT_AGENTS="Explore") == (1, RUN)
    assert stored(session) == []


def test_a_locked_store_leaves_the_output(session: Session) -> None:
    session.run("cat run; exit 1")
    with sqlite3.connect(session.home / "kernel.db", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert session.run("cat run; exit 1") == (1, RUN)
        other.execute("ROLLBACK")


def test_a_store_that_cannot_be_made_leaves_the_output(session: Session) -> None:
    session.home.write_text("a file where the folder should be")
    assert session.run("cat run; exit 1") == (1, RUN)


def test_a_damaged_store_is_set_aside_and_the_next_failure_is_folded(session: Session) -> None:
    session.home.mkdir()
    (session.home / "kernel.db").write_bytes(b"no database " * 1000)
    assert session.run("cat run; exit 1").text.endswith(END)
    assert session.run("cat run; exit 1").text.startswith("[ck: ")


def test_a_passed_deadline_leaves_the_output_and_is_logged(session: Session) -> None:
    assert session.run("cat run; exit 1", CK_HOOK_DEADLINE_MS="1") == (1, RUN)
    assert any("deadline" in entry.message for entry in read_log(str(session.home)))


def test_a_disk_that_takes_nothing_more_leaves_the_output(session: Session) -> None:
    """No file may grow: the store cannot be written, and the output's own file is not cut."""
    assert session.run("cat run; ulimit -f 0; exit 1") == (1, RUN)


def test_the_ends_of_megabytes_arrive_in_time(session: Session) -> None:
    random = Random(3)
    lines = [f"{n} {random.getrandbits(90):x} handled in {random.random():.3f}s" for n in range(80_000)]
    (session.folder / "log").write_text("\n".join((*lines, END)))
    ended = session.run("cat log; exit 1", CK_HOOK_DEADLINE_MS="3000")  # half of what it takes to understand each line
    assert ended.text.endswith(END) and lines[5] in ended.text and len(ended.text) < 10_000
    assert stored(session)[0].original.count("\n") == 80_002


def test_a_huge_output_is_left_in_time(session: Session) -> None:
    ended = session.run("head -c 70000000 /dev/zero; exit 1")
    assert (ended.code, len(ended.text)) == (1, 70_000_000)


def test_what_a_child_in_the_background_still_prints_is_kept(session: Session) -> None:
    session.run("mkfifo gate; (cat gate; echo late) & cat run; exit 1")
    # The child waits until the shell and the trap have ended.
    writer = threading.Thread(target=(session.folder / "gate").write_text, args=("opened\n",))
    writer.start()
    writer.join(20)
    subprocess.run(["sh", "-c", "while ! grep -q late \"$0\"; do :; done", session.output], check=True, timeout=20)
    text = session.output.read_text()
    assert text.startswith("[ck: ") and text.endswith(f"{END}opened\nlate\n") and "\0" not in text


def test_the_event_that_follows_tells_whose_it_was_and_is_not_stored_again(session: Session) -> None:
    text = session.run("cat run; exit 1").text
    with opened(session) as kernel:
        scope = Scope(kernel.repository.key, session.name, "a1", 2, str(session.folder))
        assert not claimed(kernel, text, scope._replace(session="another"), "cat run; exit 1")
        assert claimed(kernel, text, scope, "cat run; exit 1")
        assert not claimed(kernel, text, scope._replace(agent="main"), "cat run; exit 1"), "it is somebody's already"
        assert not claimed(kernel, RUN, scope, "x") and not claimed(kernel, "[ck: recall 1]", scope, "x")
    (row,) = stored(session)
    assert row.row.scope == scope


def test_shells_that_end_together_each_get_their_own(session: Session) -> None:
    sessions = [session._replace(name=f"s{n}") for n in range(6)]
    for n in range(6):
        (session.folder / f"run{n}").write_text(RUN.replace("test_sums", f"test_sums{n}"))
    ended: dict[int, str] = {}
    threads = [
        threading.Thread(target=lambda n=n: ended.update({n: sessions[n].run(f"cat run{n}; exit 1").text})) for n in range(6)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for n, text in ended.items():
        assert text.endswith(END.replace("test_sums", f"test_sums{n}")), "shortened or not, it is this one's"
    assert sorted(ended) == list(range(6))
    assert all(row.original in {RUN.replace("test_sums", f"test_sums{n}") for n in range(6)} for row in stored(session))


def test_killed_at_any_moment_it_leaves_an_answer_and_a_sound_store(session: Session) -> None:
    session.run("cat run; exit 1")  # makes the store
    started = time.monotonic()
    session.run("cat run; exit 1")
    took = time.monotonic() - started
    random, headings = Random(7), 0
    for _ in range(40):
        shell = session.start("cat run; exit 1", session.output)
        with contextlib.suppress(subprocess.TimeoutExpired):
            shell.wait(random.uniform(0.0, 2 * took))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(shell.pid, signal.SIGKILL)
        shell.wait(20)
        text = session.output.read_text()
        if text.startswith("[ck: "):
            headings += 1
            assert text.endswith(END), "the new text, or the new one over the old one"
            handle = int(text.partition("ck recall ")[2].partition("]")[0])
            with opened(session) as kernel:
                assert parked_output(kernel, handle).original == RUN
        else:
            assert RUN.startswith(text)
    assert 0 < headings < 40, "some were killed before, some came to their end"
    with sqlite3.connect(session.home / "kernel.db") as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_home_that_cannot_be_written_leaves_the_output(session: Session) -> None:
    session.home.mkdir(mode=0o500)
    assert session.run("cat run; exit 1") == (1, RUN)
