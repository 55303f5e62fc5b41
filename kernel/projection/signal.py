"""What the engine itself says about lines: alarming ones stay, rare ones stay, an unknown middle may go on green."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kernel.projection.recogniser import HINT, RED, SURE, Fold, Keep, Proposal, Seen
from kernel.projection.votes import Votes
from kernel.reading.blocks import ranges
from kernel.reading.git_text import diff_lines
from kernel.reading.patterns import lazy
from kernel.reading.vocabulary import alarming_lines

NEIGHBOURS = 3
OUTLIER_FACTOR = 8
# What more of the lines do is another population, not an outlier.
RARE = 0.1
HEAD, TAIL = 60, 40
"""Lines at both ends of a green output that stay although nobody understood them, in a half-full window."""

_MOST_RARE = 60
_BELOW = frozenset((" ", "\t", "|", ">"))
"""How what belongs to a line of trouble begins."""

_DIFF = lazy(r"diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
_MEASURE = lazy(r"(?<![\w.])(\d+(?:\.\d+)?) ?(ms|s|sec|seconds|min|[kKMG]i?B|B|bytes)(?![\w/])")
_UNIT_SIGNS = tuple(f"2{space}{letter}" for space in ("", " ") for letter in "smkKMGBb")
_UNITS = {
    "ms": ("time", 0.001), "s": ("time", 1.0), "sec": ("time", 1.0), "seconds": ("time", 1.0), "min": ("time", 60.0),
    "b": ("size", 1.0), "bytes": ("size", 1.0), "kb": ("size", 1e3), "kib": ("size", 1024.0),
    "mb": ("size", 1e6), "mib": ("size", 1048576.0), "gb": ("size", 1e9), "gib": ("size", 1073741824.0),
}  # fmt: skip
# Below these a measure is noise of the clock or of packaging, however it compares.
_SMALLEST = {"time": 0.05, "size": 1000.0}


def is_diff(seen: Seen) -> bool:
    """Whether the text holds a diff: there every line is content."""
    if "diff --git " not in seen.text and "@@ -" not in seen.text:
        return False
    return any(line.startswith(("diff --git ", "@@ -")) and _DIFF.match(line) for line in seen.lines)


def protected(seen: Seen, votes: Votes) -> Iterator[Proposal]:
    """Keep alarming lines; around one that no recogniser understood also its neighbours and what is indented below."""
    alarming = alarming_lines(seen.bodies, seen.shapes)
    index = alarming.find(1)
    while index >= 0:
        yield Keep(index, index + 1, HINT, "it sounds like trouble")
        if not votes.is_claimed(index, SURE):
            yield Keep(index - NEIGHBOURS, index + NEIGHBOURS + 1, HINT, "it stands beside trouble")
            below = index + 1
            while below < len(alarming) and not alarming[below] and seen.lines[below][:1] in _BELOW:
                below += 1
            yield Keep(index + 1, below, HINT, "it belongs to trouble")
        index = alarming.find(1, index + 1)
    if is_diff(seen):
        for start, end in _content(seen):
            yield Keep(start, end, SURE, "a diff: every line is content")


def _content(seen: Seen) -> list[tuple[int, int]]:
    """The lines of diffs; all lines where git was asked, or where more than half of them are such."""
    found = diff_lines(seen.bodies) if seen.program != "git" else []
    inside = sum(end - start for start, end in found)
    return found if found and inside * 2 < len(seen.lines) else [(0, len(seen.lines))]


def middle(seen: Seen, votes: Votes) -> Iterator[Proposal]:
    """Where nothing failed, let the middle of what nobody understood go, but for rare lines."""
    if seen.mood == RED or seen.tool in ("read", "grep", "glob", "notebookread"):
        return
    unknown = votes.unclaimed()
    grown = min(60, len(seen.lines) - len(unknown))
    head = int((HEAD + grown) * (1.5 - seen.pressure))
    tail = int((TAIL + grown) * (1.5 - seen.pressure))
    inner = unknown[head : len(unknown) - tail]
    if len(inner) < 40:
        return
    shapes = [seen.shapes[index] for index in inner]
    counts = Counter(shapes)
    rare = [index for index, shape in zip(inner, shapes, strict=True) if counts[shape] <= 2]
    if len(rare) <= max(_MOST_RARE, len(inner) * 0.02):
        yield from (Keep(index, index + 1, HINT, "it is unlike the lines around it") for index in rare)
    for start, end in ranges(inner):
        yield Fold(start, end, "lines without a sign of trouble", "the middle of a green output", HINT)


def outliers(lines: Sequence[str], shapes: Sequence[str]) -> set[int]:
    """Indexes of lines (``shapes``: theirs) whose time or size stands far out of the run's, either way."""
    measured: dict[str, list[tuple[float, int]]] = {"time": [], "size": []}
    measures: dict[str, bool] = {}
    for index, (line, shape) in enumerate(zip(lines, shapes, strict=True)):
        if shape not in measures:
            measures[shape] = _has_unit(shape) and _MEASURE.search(shape) is not None
        if not measures[shape]:
            continue
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


def _has_unit(shape: str) -> bool:
    return any(sign in shape for sign in _UNIT_SIGNS) or not shape.isascii()
