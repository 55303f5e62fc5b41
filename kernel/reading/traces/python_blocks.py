"""Python tracebacks as blocks: frames with their source, the error below them, what chains them."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import same_text
from kernel.reading.traces.library import is_library

_FRAME = lazy(
    r'(?P<gutter>[\s|+]*)File "(?P<path>[^"\n]{1,600})", line (?P<line>\d{1,9})(?:,? in (?P<func>.{1,200}))?'
)
_HEADER = "Traceback (most recent call last)"
_FATAL = "Fatal Python error: "
_GUTTER = lazy(r"[\s|+]*")
_ERROR = lazy(r"[\s|+]*(?P<type>[A-Za-z_][\w.]{0,200})(?::|$)")
_CHAIN = ("During handling of the above exception", "The above exception was the direct cause")
_LONGEST_MESSAGE = 30


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every traceback, header or not; a wrapped or unknown error line still closes its block."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if _HEADER in line or _FATAL in line:
            block = _read(lines, at, at + 1)
        elif 'File "' in line and _FRAME.match(line) is not None:
            block = _read(lines, at, at)
        else:
            at += 1
            continue
        if block is not None:
            blocks.append(block)
        at = block.end if block is not None else at + 1
    return blocks


def _read(lines: Sequence[str], head: int, at: int) -> Block | None:
    frames: list[PrintedFrame] = []
    vital = list(range(_chain_above(lines, head), head + 1)) if head < at else []
    while at < len(lines) and at - head < 4_000:
        match = _FRAME.match(lines[at]) if 'File "' in lines[at] else None
        if match is not None:
            end = _source_end(lines, at, len(match["gutter"]))
            code = lines[at + 1].strip(" |\t") if end > at + 1 else ""
            path = match["path"]
            frame = Frame(path, int(match["line"]), (match["func"] or "").strip(), code, is_library(path))
            frames.append(PrintedFrame(at, end, frame))
            at = end
        elif not frames and at == head + 1 and lines[at].strip() and "File" not in lines[at]:
            vital.append(at)  # a header that was wrapped
            at += 1
        else:
            break
    if not frames and _FATAL not in lines[head]:
        return None
    end = _error_end(lines, at, frames[-1] if frames else None)
    vital += range(at, end)
    start = min([head, *vital])
    title = lines[at].strip(" |\t") if end > at else ""
    spans = tuple((index, index + 1) for index in sorted(set(vital)) if lines[index].strip())
    key = "python\n" + same_text(lines[head:end])
    return Block(start, end, TRACE, "python", title, tuple(frames), True, key, spans, raises_first=False)


def _chain_above(lines: Sequence[str], head: int) -> int:
    """Where the sentence that chains this traceback to the one above stands; ``head`` if there is none."""
    for index in range(head - 1, max(-1, head - 4), -1):
        if any(sentence in lines[index] for sentence in _CHAIN):
            return index
        if lines[index].strip(" |+\t"):
            break
    return head


def _source_end(lines: Sequence[str], at: int, indent: int) -> int:
    """The line after a frame's source: deeper indented, carets and repetition notes included, or its own wrapped rest."""
    end = at + 1
    while end < len(lines) and end - at <= 12:
        line = lines[end]
        if not line.strip(" |+\t") or ('File "' in line and _FRAME.match(line) is not None):
            break
        gutter = _GUTTER.match(line)
        deeper = gutter is not None and gutter.end() > indent
        is_note = "[Previous line repeated" in line
        is_rest = end == at + 1 and gutter is not None and gutter.end() <= 1 and _is_cut(lines, at)
        if not (deeper or is_note or is_rest):
            break
        end += 1
    return end


def _is_cut(lines: Sequence[str], at: int) -> bool:
    """Whether a console broke a frame line in two: the next but one line is its source, and it has no ``in`` or is long."""
    follows = at + 2 < len(lines) and lines[at + 2].startswith((" ", "\t"))
    return follows and (len(lines[at]) >= 76 or ", in " not in lines[at])


def _error_end(lines: Sequence[str], at: int, last: PrintedFrame | None) -> int:
    """The line after the error: its type line and the lines of its message."""
    if at >= len(lines) or _ERROR.match(lines[at]) is None:
        return at
    depth = len((_GUTTER.match(lines[at]) or [""])[0])
    end = at + 1
    while end < len(lines) and end - at < _LONGEST_MESSAGE:
        line = lines[end]
        if not line.strip(" |+\t") or _HEADER in line or line.strip().startswith(('"""', "+-", "|-")):
            break
        gutter = _GUTTER.match(line)
        if gutter is None or gutter.end() <= depth:
            break
        end += 1
    return end
