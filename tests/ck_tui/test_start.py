"""Starting: without a terminal, and what is imported when."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(code: str, tmp_path: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Run Python code in a process of its own without a terminal."""
    env = {**os.environ, "HOME": str(tmp_path), "CK_HOME": str(tmp_path / "ck"), **environ}
    return subprocess.run([sys.executable, "-c", code], env=env, cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)


@pytest.mark.parametrize("term", ["xterm-256color", "dumb", ""])
def test_no_terminal_is_one_clear_line(tmp_path: Path, term: str) -> None:
    code = "import sys; from kernel.cli.workbench import open_workbench; code = open_workbench('.'); assert 'textual' not in sys.modules; sys.exit(code)"
    done = run(code, tmp_path, TERM=term)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "ck slice --symptom FILE" in done.stderr


MODULES = "kernel.service.kernel, kernel.service.slicing, kernel.service.recall, kernel.service.charter, kernel.service.ledger, kernel.service.worker, ck_tui.bridge, ck_tui.state, ck_tui.actions, ck_tui.keymap"


def test_the_kernel_and_the_plain_parts_of_the_workbench_import_no_textual(tmp_path: Path) -> None:
    done = run(f"import sys, {MODULES}\nprint([name for name in sys.modules if name.split('.')[0] in ('textual', 'rich', 'click')])", tmp_path)
    assert done.stdout.strip() == "[]", done.stderr


def test_starting_imports_no_screen_and_no_text_area(tmp_path: Path) -> None:
    code = "import sys, ck_tui.app, ck_tui.handlers.general\nprint([n for n in sys.modules if n.startswith('ck_tui.screens.') or n in ('textual.widgets._text_area', 'pygments.lexers', 'tree_sitter')])"
    done = run(code, tmp_path)
    assert eval(done.stdout) == ["ck_tui.screens.main"], done.stdout + done.stderr
