"""Boxed Python tracebacks as blocks: a paragraph for each frame between two bars, the error below the box."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import blocks_at, same_text
from kernel.reading.traces.library import is_library

_HEAD = lazy(r"\s*[╭+┌][─\-]+ .{0,40}Traceback")
_FRAME = lazy(r"\s*[│|] (?P<path>\S[^\n]{0,400}?):(?P<line>\d{1,9}) in (?P<func>[\w.<>]{1,200})\s*[│|]$")
_FOOT = lazy(r"\s*[╰+└][─\-]+[╯+┘]")
_LONGEST = 4_000


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every boxed traceback."""
    return blocks_at(lines, _is_head, _read)


def _is_head(line: str) -> bool:
    return "Traceback" in line and _HEAD.match(line) is not None


def _read(lines: Sequence[str], head: int) -> Block:
    frames: list[PrintedFrame] = []
    at = head + 1
    while at < len(lines) and at - head < _LONGEST and lines[at].lstrip()[:1] in ("│", "|"):
        match = _FRAME.match(lines[at])
        end = at + 1
        if match is not None:
            while (
                end < len(lines)
                and lines[end].lstrip()[:1] in ("│", "|")
                and _FRAME.match(lines[end]) is None
            ):
                end += 1
            path = match["path"]
            frame = Frame(path, int(match["line"]), match["func"], "", is_library(path))
            frames.append(PrintedFrame(at, end, frame))
        at = end
    vital = [head]
    if at < len(lines) and _FOOT.match(lines[at]) is not None:
        at += 1
        while at < len(lines) and lines[at].strip() and at - vital[-1] < 40:
            vital.append(at)
            at += 1
    spans = tuple((index, index + 1) for index in vital)
    title = lines[vital[1]].strip() if len(vital) > 1 else ""
    key = "box\n" + same_text(lines[head:at])
    return Block(head, at, TRACE, "python box", title, tuple(frames), True, key, spans, raises_first=False)
