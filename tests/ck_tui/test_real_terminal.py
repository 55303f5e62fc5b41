"""Pastes and signals in a real terminal (tmux) with a real shell."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_end_to_end import Terminal

pytestmark = pytest.mark.skipif(not (shutil.which("tmux") and shutil.which("bash") and shutil.which("ps")), reason="tmux, bash or ps is not installed")

MODES = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"
RESTORED = "0 0 1"

COLOURED = """\x1b[1m\x1b[31mE       KeyError: 'card_token'\x1b[0m\r
\x1b[1m\x1b[31mapp.py\x1b[0m:2: KeyError\x1b[A\x1b[D\x1bOP\x1b[Z
\x1b]8;;http://x\x07q/q]]qq\x1b]8;;\x07 \x00\x03\x11\x1a the end of it
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A shell with job control, and the workbench as its job."""
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / "app.py").write_text("def main(payload):\n    return payload['card_token']\n")
    terminal = Terminal(tmp_path, "bash --norc -i")
    terminal.until(lambda shown: shown.rstrip().endswith(("#", "$")))
    terminal.run("send-keys", f"{sys.executable} -m ck_tui .; echo left with $?", "Enter")
    terminal.until(lambda shown: "No slice yet" in shown and "app.py" in shown)
    yield terminal
    terminal.run("kill-server", check=False)


def workbench_of(terminal: Terminal) -> int:
    """The process that is the job of the shell in the pane."""
    process = terminal.run("list-panes", "-F", "#{pane_pid}").strip()
    for _shell_then_job in range(2):
        (process,) = subprocess.run(["ps", "-o", "pid=", "--ppid", process], capture_output=True, text=True, timeout=10).stdout.split()
    return int(process)


def test_a_paste_full_of_escapes_is_text(terminal: Terminal) -> None:
    (terminal.folder / "coloured.txt").write_bytes(COLOURED.encode() + b"\xff\xfe broken\n" + b"\x1b[31mline\x1b[0m\n" * 3_000)
    terminal.run("load-buffer", str(terminal.folder / "coloured.txt"))
    terminal.run("paste-buffer", "-p")
    shown = terminal.until(lambda shown: "What is wrong?" in shown and "KeyError" in shown)
    assert "[31m" not in shown
    terminal.keys("C-s")
    terminal.until(lambda shown: "files searched" in shown)
    terminal.keys("q")
    terminal.until(lambda shown: "left with 0" in shown)


def test_a_paste_without_an_end_is_given_up(terminal: Terminal) -> None:
    (terminal.folder / "open.txt").write_text("\x1b[200~KeyError in main")
    terminal.run("load-buffer", str(terminal.folder / "open.txt"))
    terminal.run("paste-buffer", "-r")
    terminal.until(lambda shown: "What is wrong?" in shown and "its end never came" in shown)
    terminal.keys("Escape")
    terminal.until(lambda shown: "What is wrong?" not in shown)
    terminal.keys("q")
    terminal.until(lambda shown: "left with 0" in shown)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"])
def test_a_signal_gives_the_terminal_back(terminal: Terminal, name: str) -> None:
    number = int(getattr(signal, name))
    os.kill(workbench_of(terminal), number)
    shown = terminal.until(lambda shown: f"left with {128 + number}" in shown)
    assert "Traceback" not in shown
    assert terminal.run("display-message", "-p", MODES).strip() == RESTORED


@pytest.mark.parametrize("how", ["C-z", "SIGTSTP", "SIGSTOP"])
def test_stopped_and_brought_back_the_screen_is_whole(terminal: Terminal, how: str) -> None:
    if how == "C-z":
        terminal.keys("C-z")
    else:
        os.kill(workbench_of(terminal), getattr(signal, how))
    terminal.until(lambda shown: "Stopped" in shown)
    terminal.keys("fg", "Enter")
    terminal.until(lambda shown: "1 Repository" in shown and "No slice yet" in shown and "5 Ledger" in shown and "Stopped" not in shown)
    terminal.keys("p")
    terminal.until(lambda shown: "What is wrong?" in shown)
    terminal.run("load-buffer", "-b", "again", str(Path(terminal.folder, "repo", "app.py")))
    terminal.run("paste-buffer", "-p", "-b", "again")
    terminal.until(lambda shown: "return payload" in shown)
    # Escape and a letter in one write would be a key with Alt.
    terminal.keys("Escape")
    terminal.until(lambda shown: "What is wrong?" not in shown)
    terminal.keys("q")
    terminal.until(lambda shown: terminal.run("display-message", "-p", MODES).strip() == RESTORED)


def test_a_terminal_that_goes_away_takes_the_workbench_with_it(terminal: Terminal) -> None:
    process = workbench_of(terminal)
    terminal.run("kill-server")
    end = time.monotonic() + 15
    while Path(f"/proc/{process}").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(f"/proc/{process}").exists()


def test_a_crash_is_one_line_and_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    code = (
        "import sys; from ck_tui import app; from ck_tui.handlers import keeping_up\n"
        "keeping_up.first = lambda app: {}['nothing here']\n"
        "sys.exit(app.run_workbench('.'))"
    )
    (tmp_path / "broken.py").write_text(code)
    terminal = Terminal(tmp_path, f"{sys.executable} {tmp_path / 'broken.py'}")
    try:
        shown = terminal.until(lambda shown: "left with" in shown)
        assert "left with 1" in shown and "`ck log`" in shown and "KeyError" in shown
        assert "Traceback" not in shown and "─" not in shown
        assert "Traceback" in (tmp_path / "ck" / "ck.log").read_text()
    finally:
        terminal.run("kill-server", check=False)
