"""Lines that stay whatever a recogniser says: failure blocks, alarming lines, numbers out of line."""

import re
from collections.abc import Sequence

from kernel.reading.vocabulary import is_alarming

NEIGHBOURS = 3
OUTLIER_FACTOR = 8
# What more of the lines do is another population, not an outlier.
RARE = 0.1
_SECTION_START = re.compile(r"=+ (?:FAILURES|ERRORS) =+|_{3,} .{1,300} _{3,}|-{3,} Captured .{1,80} -{3,}")
_SECTION_END = re.compile(r"=+ [^=].* =+")
_BLOCK_HEAD = re.compile(
    r"\s*(?:Traceback \(most recent call last\)|--- FAIL|FAIL\b|● |panic: |goroutine \d+ \[|failures:)"
)
_DIFF = re.compile(r"diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
_MEASURE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?) ?(ms|s|sec|seconds|min|[kKMG]i?B|B|bytes)(?![\w/])")
_UNITS = {
    "ms": ("time", 0.001), "s": ("time", 1.0), "sec": ("time", 1.0), "seconds": ("time", 1.0), "min": ("time", 60.0),
    "b": ("size", 1.0), "bytes": ("size", 1.0), "kb": ("size", 1e3), "kib": ("size", 1024.0),
    "mb": ("size", 1e6), "mib": ("size", 1048576.0), "gb": ("size", 1e9), "gib": ("size", 1073741824.0),
}  # fmt: skip
# Below these a measure is noise of the clock or of packaging, however it compares.
_SMALLEST = {"time": 0.05, "size": 1000.0}


def is_diff(lines: Sequence[str]) -> bool:
    """Whether the text holds a diff: there every line is content."""
    return any(line.startswith(("diff --git ", "@@ -")) and _DIFF.match(line) for line in lines)


def protected(lines: Sequence[str], is_noise: Sequence[bool]) -> bytearray:
    """One byte a line, 1 where the line must stay.

    That is every alarming line; around one that no recogniser knows also its neighbours and what is indented
    below it; and whole failure sections and blocks.
    """
    keep = bytearray(len(lines))
    in_section = False
    follow = False
    for index, line in enumerate(lines):
        if _SECTION_START.fullmatch(line):
            in_section = True
        elif in_section and _SECTION_END.fullmatch(line):
            in_section = False
        alarming = is_alarming(line)
        if alarming and not is_noise[index]:
            _mark(keep, index - NEIGHBOURS, index + NEIGHBOURS + 1)
            follow = True
        elif not is_noise[index] and _BLOCK_HEAD.match(line):
            follow = True
        elif line[:1] not in (" ", "\t", "|", ">", "") and is_noise[index]:
            follow = False
        if alarming or in_section or follow:
            keep[index] = 1
    return keep


def outliers(lines: Sequence[str]) -> set[int]:
    """Indexes of lines whose time or size stands far out of the run's, either way."""
    measured: dict[str, list[tuple[float, int]]] = {"time": [], "size": []}
    for index, line in enumerate(lines):
        for number, unit in _MEASURE.findall(line):
            kind, factor = _UNITS[unit.lower()]
            measured[kind].append((float(number) * factor, index))
    found: set[int] = set()
    for kind, values in measured.items():
        if len(values) < 3:
            continue
        median = sorted(value for value, _ in values)[len(values) // 2]
        high = OUTLIER_FACTOR * max(median, _SMALLEST[kind])
        low = median / OUTLIER_FACTOR if median > OUTLIER_FACTOR * _SMALLEST[kind] else -1.0
        odd = {index for value, index in values if value > high or value <= low}
        if len(odd) <= max(2, len(values) * RARE):
            found |= odd
    return found


def _mark(keep: bytearray, start: int, end: int) -> None:
    for index in range(max(0, start), min(len(keep), end)):
        keep[index] = 1
