"""The live side in a real terminal (tmux), beside an agent's real hooks."""

import sys
from pathlib import Path

import pytest
from test_end_to_end import TMUX, Terminal

sys.path.insert(0, str(Path(__file__).parents[1] / "harness"))
from told import Told, repository

pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")


def test_watch_an_agent_write_a_note_see_it_given(tmp_path: Path) -> None:
    agent = Told(tmp_path / "ck", repository(tmp_path / "repo"), "5f0c12ab-1")
    terminal = Terminal(tmp_path, f"{sys.executable} -m ck_tui .")
    try:
        terminal.until(lambda shown: "No slice yet" in shown)
        terminal.keys("6")
        terminal.until(lambda shown: "ck install claude" in shown)
        agent.start()
        agent.bash("a\n", "echo hello")
        terminal.until(lambda shown: "5f0c12ab" in shown and "echo hello" in shown and "follows" in shown)
        terminal.keys("m")
        terminal.until(lambda shown: "whoever comes next" in shown)
        terminal.keys("-l", "mind the tax")
        terminal.until(lambda shown: "mind the tax" in shown)
        terminal.keys("C-s")
        terminal.until(lambda shown: "1 waiting" in shown)
        terminal.run("resize-window", "-x", "80", "-y", "24")
        assert "mind the tax" in agent.bash("a\n", "make")["additionalContext"]
        terminal.until(lambda shown: "6 Live" in shown and "nothing waits" in shown and "sent at PostToolUse" in shown)
        # A click on a tab leaves it; SGR mouse codes as a terminal sends them.
        terminal.keys("-l", "\x1b[<0;5;1M\x1b[<0;5;1m")
        terminal.until(lambda shown: "models/" in shown and "timeline" not in shown)
        terminal.keys("q")
        terminal.until(lambda shown: "left with 0" in shown)
    finally:
        terminal.run("kill-server", check=False)
