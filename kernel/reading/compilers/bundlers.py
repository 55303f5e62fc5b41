"""webpack, rollup, vite, esbuild: an error, the wall of places where a module was looked for, and who imported it."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import DIAGNOSTIC, NOTE, Block, PrintedFrame
from kernel.reading.compilers.forms import summary_lines, template
from kernel.reading.patterns import lazy

_HEAD = lazy(
    r"(?P<severity>ERROR|WARNING) in (?P<path>\S+)(?:[ :](?P<line>\d{1,9})[:,]\d{1,9}\S*)?|(?P<esbuild>[✘▲] \[(?:ERROR|WARNING)\] .*)"
)
_ESBUILD_PLACE = lazy(r"\s+(?P<path>[^\s:][^:\n]{0,300}):(?P<line>\d{1,9}):\d{1,9}:$")
_WALL = lazy(
    r"\s+(?:using description file|no extension|as directory|existing directory|Field '|\.\w{1,6}$|.{0,400} doesn't exist|.{0,400} is not a (?:file|directory)|looking for modules|Parsed request|root path|"
    r"use \S+|index|resolve |No description file|existing file|single file module|after \S+ (?:mapping|normalization)|.{0,400} is not an existing)"
)
_SUMMARY = lazy(
    r"webpack (?:[\d.]+ )?compiled|Found \d+ errors?|ERROR in  *Error|\d+ (?:errors?|warnings?)\b|Build failed with|✓ built in|error during build"
)
_SHORTEST_WALL = 4


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every error and warning, each wall of tries as a note, and the totals."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        match = _HEAD.match(lines[at])
        if match is None:
            at += 1
            continue
        found = _read(lines, at)
        blocks += found
        at = found[0].end
    return blocks + summary_lines("webpack", _SUMMARY.match, lines)


def _read(lines: Sequence[str], start: int) -> list[Block]:
    head = _HEAD.match(lines[start])
    assert head is not None
    end = start + 1
    while (
        end < len(lines)
        and end - start < 2_000
        and _HEAD.match(lines[end]) is None
        and _SUMMARY.match(lines[end]) is None
    ):
        if not lines[end].strip() and (end + 1 >= len(lines) or not lines[end + 1].startswith((" ", ">"))):
            break
        end += 1
    walls = _walls(lines, start, end)
    inside = {index for wall in walls for index in range(wall.start, wall.end)}
    vital = tuple(
        (index, index + 1) for index in range(start, end) if index not in inside and lines[index].strip()
    )
    path, number = head["path"], head["line"]
    if path is None:
        placed = next((m for line in lines[start:end] if (m := _ESBUILD_PLACE.match(line))), None)
        path, number = (placed["path"], placed["line"]) if placed is not None else ("", None)
    failing = head["severity"] == "ERROR" or "[ERROR]" in lines[start]
    message = head["esbuild"] or next(
        (line.strip() for line in lines[start + 1 : end] if line.strip()), lines[start]
    )
    frames = (PrintedFrame(start, start + 1, Frame(path, int(number) if number else None)),) if path else ()
    block = Block(
        start, end, DIAGNOSTIC, "webpack", message, frames, failing, f"webpack {template(message)}", vital
    )
    return [block, *walls]


def _walls(lines: Sequence[str], start: int, end: int) -> list[Block]:
    walls: list[Block] = []
    first = start
    for index in range(start, end + 1):
        if index < end and _WALL.match(lines[index]) is not None:
            continue
        if index - first >= _SHORTEST_WALL:
            walls.append(Block(first, index, NOTE, "webpack", "places where a module was looked for"))
        first = index + 1
    return walls
