"""What git prints: commits of a log, files and hunks of a diff."""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

_COMMIT = lazy(r"(?:[|/\\ ]{0,20}\*[|/\\ ]{0,20})?commit ([0-9a-f]{7,64})(?: .{0,200})?")
_STAT = lazy(r" \S.{0,300}?\s+\|\s+(?:\d+ [+-]*|Bin .{0,60})")
_TOTAL = lazy(r" \d+ files? changed(?:, \d+ insertions?\(\+\))?(?:, \d+ deletions?\(-\))?")
_HUNK = lazy(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")


class Commit(NamedTuple):
    """One commit of a log in its usual form: lines ``start``..``end`` (0-based, half-open, blank line behind included)."""

    start: int
    end: int
    hash: str
    author: str
    subject: str
    merge: bool
    stat: tuple[str, ...]


class FileDiff(NamedTuple):
    """One file of a diff: its lines (header included) and hunks; ``status`` is what git says of it (``deleted`` …) or empty."""

    start: int
    end: int
    path: str
    status: str
    hunks: tuple[tuple[int, int], ...]


def read_commits(lines: Sequence[str]) -> list[Commit]:
    """Every commit that a line ``commit <hash>`` opens, up to the next one."""
    heads = [
        (at, match[1])
        for at, line in enumerate(lines)
        if "commit " in line[:60] and (match := _COMMIT.fullmatch(line))
    ]
    ends = [*(at for at, _ in heads[1:]), len(lines)]
    return [_read_commit(lines, start, end, name) for (start, name), end in zip(heads, ends, strict=False)]


def _read_commit(lines: Sequence[str], start: int, end: int, name: str) -> Commit:
    author, subject, merge = "", "", False
    stat: list[str] = []
    for line in lines[start + 1 : end]:
        if line.startswith("Author: "):
            author = line[8:].strip()
        elif line.startswith("Merge: "):
            merge = True
        elif not subject and line.startswith("    ") and line.strip():
            subject = line.strip()
        elif _STAT.fullmatch(line) or _TOTAL.fullmatch(line):
            stat.append(line.strip())
    return Commit(start, end, name, author, subject, merge, tuple(stat))


def read_file_diffs(lines: Sequence[str]) -> list[FileDiff]:
    """Every file of a git diff. Hunks are counted by their headers, so that no line of content looks like one."""
    found: list[FileDiff] = []
    at = 0
    while at < len(lines):
        if not lines[at].startswith("diff --git "):
            at += 1
            continue
        diff = _read_file(lines, at)
        found.append(diff)
        at = diff.end
    return found


def diff_lines(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Ranges of lines (0-based, half-open) that are of a diff, git's or any unified one: headers and counted hunks."""
    found: list[tuple[int, int]] = []
    at = free = 0
    while at < len(lines):
        line = lines[at]
        start = at
        if line.startswith("@@ -") and (match := _HUNK.match(line)) is not None:
            while start > free and _is_header(lines[start - 1]):
                start -= 1
            at = _hunk_end(lines, at, int(match[1] or 1), int(match[2] or 1))
        elif line.startswith("diff --git "):
            at += 1
            while at < len(lines) and _is_header(lines[at]):
                at += 1
        else:
            at += 1
            continue
        found.append((start, at))
        free = at
    return found


def _read_file(lines: Sequence[str], start: int) -> FileDiff:
    path, status = _path_of(lines[start]), ""
    hunks: list[tuple[int, int]] = []
    at = start + 1
    while at < len(lines):
        line = lines[at]
        if line.startswith("@@ ") and (match := _HUNK.match(line)) is not None:
            end = _hunk_end(lines, at, int(match[1] or 1), int(match[2] or 1))
            hunks.append((at, end))
            at = end
        elif not hunks and _is_header(line):
            status = status or next(
                (word for word in ("deleted", "new", "rename", "Binary") if line.startswith(word)), ""
            )
            at += 1
        else:
            break
    return FileDiff(start, at, path, status, tuple(hunks))


def _is_header(line: str) -> bool:
    return line.startswith(
        ("index ", "old mode", "new mode", "deleted file", "new file", "similarity", "dissimilarity", "rename ", "copy ", "--- ", "+++ ", "Binary ", "GIT binary")
    )  # fmt: skip


def _hunk_end(lines: Sequence[str], at: int, old: int, new: int) -> int:
    end = at + 1
    while end < len(lines) and (old > 0 or new > 0 or lines[end][:1] == "\\"):
        sign = lines[end][:1]
        if sign in ("", " "):
            old, new = old - 1, new - 1
        elif sign == "-":
            old -= 1
        elif sign == "+":
            new -= 1
        elif sign != "\\":
            break
        end += 1
    return end


def _path_of(line: str) -> str:
    rest = line[len("diff --git ") :].strip()
    new = rest.rpartition(" b/")[2] if " b/" in rest else rest.rpartition(" ")[2]
    return new.strip('"')
