"""IPython's and Jupyter's tracebacks as blocks: a paragraph for each frame, the error below the last one."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import blocks_at, same_text
from kernel.reading.traces.library import is_library

_HEAD = lazy(r"[A-Z]\w*(?:\.\w+)* {2,}Traceback \(most recent call last\)")
_FILE = lazy(
    r"File (?P<path>[^\n]{1,600}?):(?P<line>\d{1,9})(?:, in (?P<func>[\w.<>]{1,200}))?|(?P<cell>(?:Cell )?In ?\[\d*\]), line (?P<at>\d{1,9})"
)
_ERROR = lazy(r"[A-Z]\w*(?:\.\w+)*(?:: |$)")
_LONGEST = 2_000


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every traceback."""
    return blocks_at(lines, _is_head, _read)


def _is_head(line: str) -> bool:
    return "  Traceback (most" in line and _HEAD.match(line) is not None


def _read(lines: Sequence[str], head: int) -> Block:
    frames: list[PrintedFrame] = []
    vital = [head]
    at = head + 1
    while at < len(lines) and at - head < _LONGEST:
        match = _FILE.match(lines[at])
        if match is not None:
            end = _paragraph_end(lines, at)
            frames.append(PrintedFrame(at, end, _frame(match.groupdict())))
            at = end
        elif frames and _ERROR.match(lines[at]) is not None:
            end = _paragraph_end(lines, at)
            vital += range(at, end)
            at = end
            break
        elif lines[at].strip() and frames:
            break
        else:
            at += 1
    end = max(at, vital[-1] + 1)
    start = head - 1 if head and lines[head - 1].startswith("-----") else head
    spans = tuple((index, index + 1) for index in vital)
    title = lines[vital[-1]] if len(vital) > 1 else ""
    key = "ipython\n" + same_text(lines[head:end])
    return Block(start, end, TRACE, "ipython", title, tuple(frames), True, key, spans, raises_first=False)


def _paragraph_end(lines: Sequence[str], at: int) -> int:
    end = at + 1
    while end < len(lines) and lines[end].strip():
        end += 1
    return end


def _frame(groups: dict[str, str | None]) -> Frame:
    path, line = groups["path"] or groups["cell"] or "", groups["line"] or groups["at"]
    return Frame(path, int(line) if line else None, groups["func"] or "", "", is_library(path))
