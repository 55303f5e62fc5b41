"""What the harness wraps a Bash command in: the line that its shell is given, and the file that it prints into.

As measured with Claude Code 2.1.332: ``source SNAPSHOT … && ENV-FILE-TEXT : && … && eval 'COMMAND' < /dev/null && pwd -P >| FILE``.
"""

from __future__ import annotations

from kernel.reading.patterns import lazy

_EVAL = lazy(r"(?s) && eval '(.*)'(?: < /dev/null)? && pwd -P >\| [^\n]*\s*\Z")

_TASK = lazy(r"/claude-[^/]*/[^/]+/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/tasks/[^/]+\.output\Z")


def command_in(line: str) -> str:
    """The agent's own command; empty where the line is not understood."""
    found = _EVAL.search(line)
    if found is None:
        return ""
    # A quote inside quotes is written in one of two ways.
    return found[1].replace("'\"'\"'", "'").replace("'\\''", "'")


def collects(path: str) -> bool:
    """Whether a path is a file that the harness collects a command's output in: ``…/claude-UID/FOLDER/UUID/tasks/ID.output``.

    The name before ``tasks`` is the session's only until that is resumed.
    """
    return _TASK.search(path) is not None
