"""What the harness wraps a Bash command in: the line that its shell is given, and the file that it prints into.

As measured with Claude Code 2.1.332: ``source SNAPSHOT … && ENV-FILE-TEXT : && … && eval 'COMMAND' < /dev/null && pwd -P >| FILE``.
"""

from __future__ import annotations

from kernel.reading.patterns import lazy

_EVAL = lazy(r"(?s) && eval '(.*)'(?: < /dev/null)? && pwd -P >\| [^\n]*\s*\Z")


def command_in(line: str) -> str:
    """The agent's own command; empty where the line is not understood."""
    found = _EVAL.search(line)
    if found is None:
        return ""
    # A quote inside quotes is written in one of two ways.
    return found[1].replace("'\"'\"'", "'").replace("'\\''", "'")


def collects(path: str, session: str) -> bool:
    """Whether a path is a file that the session's harness collects a command's output in: ``…/SESSION/tasks/ID.output``."""
    folder, _, name = path.rpartition("/")
    return bool(session) and folder.endswith(f"/{session}/tasks") and name.endswith(".output")
