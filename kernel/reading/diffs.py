"""Unified diffs: which lines of which new file they touch."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.model.symptom import Place
from kernel.reading.findings import Findings
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_HUNK = lazy(r"@@ -\d{1,9}(?:,\d{1,9})? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$")
_NEW = lazy(r"\+\+\+ (?:[a-z]/)?([^\t]+)")
_DEFINED = lazy(r"(?:def|class|func|function|fn) (\w+)")
_OLD = lazy(r"--- (?:[a-z]/)?([^\t]+)")


class Hunk(NamedTuple):
    """One hunk: path in the new tree (the old one for a deleted file), changed lines ``start``..``end`` there.

    ``at`` and ``after`` bound the lines of the text that it covers, its file's head included; ``context`` is what the
    hunk's header names (often a function). A hunk that only deletes has ``start == end``: the line where it happened.
    """

    path: str
    start: int
    end: int
    context: str
    at: int
    after: int


def read_diffs(lines: Sequence[str], found: Findings) -> None:
    """Add the changed places of every diff of files, and the functions that its hunks name."""
    hunks = read_hunks(lines)
    if hunks:
        found.used.update(at for at, line in enumerate(lines) if line.startswith("diff --git "))
    for hunk in hunks:
        if "/" not in hunk.path and "." not in hunk.path:
            continue
        found.add_kind("diff")
        found.places.append((hunk.at, Place(hunk.path, hunk.start, hunk.end)))
        found.used.update(range(hunk.at, hunk.after))
        if (defined := _DEFINED.search(hunk.context)) is not None:
            found.names.append((hunk.at, defined[1]))


def read_hunks(lines: Sequence[str]) -> tuple[Hunk, ...]:
    """Every hunk of every unified diff in ``lines``; a hunk without its file's ``---``/``+++`` lines is left out."""
    hunks: list[Hunk] = []
    path, head = "", 0
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ "):
            path, head = _path(line, lines[at + 1]), at
            at += 2
        elif path and (match := _HUNK.match(line)) is not None:
            hunk = _read_hunk(lines, at, path, match)
            hunks.append(hunk._replace(at=head))
            at = head = hunk.after
        else:
            at += 1
    return tuple(hunks)


def _path(old: str, new: str) -> str:
    match = _NEW.match(new)
    if match is None or match[1] == "/dev/null":
        match = _OLD.match(old)
    return match[1].strip().strip('"') if match is not None and match[1] != "/dev/null" else ""


def _read_hunk(lines: Sequence[str], at: int, path: str, match: re.Match[str]) -> Hunk:
    number = first = int(match[1])
    left = int(match[2] or 1)
    touched: list[int] = []
    end = at + 1
    while end < len(lines) and (left > 0 or lines[end][:1] in ("-", "\\")):
        sign = lines[end][:1]
        if sign not in ("+", "-", " ", "\\", ""):
            break
        if lines[end].startswith("--- ") and end + 1 < len(lines) and lines[end + 1].startswith("+++ "):
            break
        if sign in ("+", "-"):
            touched.append(number)
        if sign in ("+", " ", ""):
            number += 1
            left -= 1
        end += 1
    start, stop = (min(touched), max(touched)) if touched else (first, first)
    return Hunk(path, max(1, start), max(1, stop), match[3].strip(), at, end)
