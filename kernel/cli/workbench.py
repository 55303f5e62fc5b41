"""Opens the workbench; whether there is a terminal for it is checked before anything heavy is imported."""

import os
import sys


def open_workbench(repo: str, symptom: str | None = None, *, fresh: bool = False) -> int:
    """Open the workbench on a folder.

    Args:
        repo: A folder of the repository.
        symptom: A symptom to slice for at the start.
        fresh: Ignore how the workbench was left.

    Returns:
        The exit code: 0 when the person quits, 2 without a usable terminal or folder.
    """
    if problem := terminal_problem():
        print(f"ck: {problem}; use `ck slice --symptom FILE` (or `ck --help`)", file=sys.stderr)
        return 2
    from ck_tui.app import run_workbench
    from ck_tui.bridge import BridgeError

    try:
        return run_workbench(repo, symptom, fresh=fresh)
    except BridgeError as error:
        print(f"ck: {error}", file=sys.stderr)
        return 2


def terminal_problem() -> str:
    """Why a full-screen program cannot run here; empty if it can."""
    if os.environ.get("TERM", "") in ("dumb", ""):
        return "this terminal cannot show the workbench"
    try:
        with_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):
        with_terminal = False
    return "" if with_terminal else "the workbench needs a terminal"
