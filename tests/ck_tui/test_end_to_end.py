"""The real workbench in a real terminal (tmux) on a real repository."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TMUX = shutil.which("tmux")
pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")

CART = """class Cart:
    def checkout(self, payload):
        token = payload["card_token"]
        return charge(token)


def charge(token):
    return token
"""
TRACE = """Traceback (most recent call last):
  File "app.py", line 4, in main
    Cart().checkout({})
  File "shop/cart.py", line 3, in checkout
    token = payload["card_token"]
KeyError: 'card_token'
"""


class Terminal:
    """A tmux server of its own with one window."""

    def __init__(self, folder: Path, command: str, **environ: str) -> None:
        self.socket = str(folder / "tmux.sock")
        self.folder = folder
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "CK_HOME": str(folder / "ck"), "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor", **environ}
        self.env = env
        self.run("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", "-c", str(folder / "repo"), f"{command}; echo left with $?; cat")

    def run(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run([str(TMUX), "-u", "-S", self.socket, *arguments], env=self.env, capture_output=True, text=True, timeout=20)
        if check and done.returncode:
            raise AssertionError(done.stderr)
        return done.stdout

    def keys(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def screen(self) -> str:
        return self.run("capture-pane", "-p")

    def until(self, condition: Callable[[str], bool], seconds: float = 30) -> str:
        """Poll the screen until it shows something."""
        end = time.monotonic() + seconds
        shown = ""
        while time.monotonic() < end:
            shown = self.screen()
            if condition(shown):
                return shown
            time.sleep(0.05)
        raise AssertionError("the screen never showed it:\n" + shown)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    repo = tmp_path / "repo"
    (repo / "shop").mkdir(parents=True)
    (repo / "shop" / "__init__.py").touch()
    (repo / "shop" / "cart.py").write_text(CART)
    (repo / "app.py").write_text("from shop.cart import Cart\n\ndef main():\n    Cart().checkout({})\n")
    (tmp_path / "trace.txt").write_text(TRACE)
    return tmp_path


@pytest.fixture
def terminal(repository: Path) -> Iterator[Terminal]:
    terminal = Terminal(repository, f"{sys.executable} -m ck_tui .")
    yield terminal
    terminal.run("kill-server", check=False)


def test_start_paste_pin_resize_quit(terminal: Terminal) -> None:
    terminal.until(lambda shown: "cart.py" in shown and "No slice yet" in shown)
    terminal.run("load-buffer", str(terminal.folder / "trace.txt"))
    terminal.run("paste-buffer", "-p")
    terminal.until(lambda shown: "What is wrong?" in shown and "shop/cart.py:3" in shown)
    terminal.keys("C-s")
    terminal.until(lambda shown: "Cart.checkout" in shown and "files searched" in shown)
    terminal.keys("Space")
    terminal.until(lambda shown: "▲" in shown)
    terminal.run("resize-window", "-x", "80", "-y", "24")
    terminal.until(lambda shown: "1 Repository" in shown.splitlines()[0] and "pinned" not in shown.splitlines()[0] and "▲" in shown)
    terminal.run("resize-window", "-x", "50", "-y", "12")
    terminal.until(lambda shown: "too small" in shown)
    terminal.run("resize-window", "-x", "120", "-y", "40")
    terminal.until(lambda shown: "5 Ledger" in shown and "▲" in shown)
    terminal.keys("q")
    terminal.until(lambda shown: "left with 0" in shown)


def test_an_editor_gets_the_terminal_and_gives_it_back(repository: Path) -> None:
    editor = repository / "editor.sh"
    editor.write_text('#!/bin/sh\nprintf "Q: is it kept?\\n1. [contract] yes (app.py:1)\\n" > "$2"\n')
    editor.chmod(0o755)
    terminal = Terminal(repository, f"{sys.executable} -m ck_tui .", EDITOR=str(editor))
    try:
        terminal.until(lambda shown: "No charter" in shown)
        terminal.keys("3")
        terminal.keys("E")
        terminal.until(lambda shown: "is it kept?" in shown and "app.py:1" in shown)
        terminal.keys("q")
        terminal.until(lambda shown: "left with 0" in shown)
    finally:
        terminal.run("kill-server", check=False)


def test_the_end_of_the_process_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.until(lambda shown: "No slice yet" in shown)
    pids = [int(line) for line in terminal.run("list-panes", "-F", "#{pane_pid}").split()]
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pids[0])], capture_output=True, text=True, timeout=10).stdout.split()
    subprocess.run(["kill", "-TERM", *children], check=True, timeout=10)
    shown = terminal.until(lambda shown: "left with" in shown)
    assert "Traceback" not in shown
