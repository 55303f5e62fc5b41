"""Stack traces by their form: what a frame line looks like, what may stand above, between and below frames.

A language describes its form; one reader finds the blocks. Lines come without margins and of bounded length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernel.model.named import NamedTuple
from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

MOST_ABOVE = 12
"""Lines above the first frame among which the message is looked for."""

_MOST_BELOW = 80
_VOLATILE = lazy(r"0x[0-9a-fA-F]+|(?<=goroutine )\d+|(?<=PID<)[\d.]+|(?<=pid[ =])\d+|(?<=[Tt]hread[- #])\d+")
_NEVER = lazy(r"(?!)")


class TraceForm(NamedTuple):
    """How a language prints traces.

    Attributes:
        tool: Name of the reader.
        sign: A text that every frame line holds, for a cheap look.
        frame: Matches a frame line; named groups ``path``, ``line`` (both may be missing), ``func`` and, where frames
            name it, the package as ``app``.
        is_library: Whether a frame (path; package or function) belongs to the language or an installed package.
        head: Matches the first line of a message, searched upwards from the first frame.
        between: Matches lines between frames that belong to the trace and carry meaning (causes, messages).
        dull: Matches lines between frames without any (``... 12 more``, native frames).
        below: Matches lines right below the last frame that belong to the trace.
        code: Whether an indented source line may follow each frame.
        raises_first: Whether the raising frame comes first.
    """

    tool: str
    sign: str
    frame: re.Pattern[str]
    is_library: Callable[[str, str], bool]
    head: re.Pattern[str]
    between: re.Pattern[str] = _NEVER
    dull: re.Pattern[str] = _NEVER
    below: re.Pattern[str] = _NEVER
    code: bool = False
    raises_first: bool = True


def read_traces(form: TraceForm, lines: Sequence[str]) -> list[Block]:
    """Every trace of a form in ``lines``, in order, not overlapping."""
    blocks: list[Block] = []
    at, free = 0, 0
    while at < len(lines):
        if form.sign in lines[at] and form.frame.match(lines[at]) is not None:
            block = _read(form, lines, at, free)
            blocks.append(block)
            at = free = block.end
        else:
            at += 1
    return blocks


def printed_frame(
    form: TraceForm, match: re.Match[str], start: int, end: int, code: str = ""
) -> PrintedFrame:
    """The frame that a line printed."""
    groups = match.groupdict()
    path, number, function = groups.get("path") or "", groups.get("line"), (groups.get("func") or "").strip()
    library = form.is_library(path, groups.get("app") or function)
    frame = Frame(path, int(number) if number else None, function, code, library)
    return PrintedFrame(start, end, frame)


def block_of(
    form: TraceForm,
    lines: Sequence[str],
    start: int,
    end: int,
    frames: Sequence[PrintedFrame],
    dull: set[int],
) -> Block:
    """The block of frames that were found in ``lines[start:end]``: every other line of it carries meaning."""
    quiet = dull | {index for frame in frames for index in range(frame.start, frame.end)}
    vital = [(index, index + 1) for index in range(start, end) if index not in quiet and lines[index].strip()]
    key = form.tool + "\n" + same_text(lines[start:end])
    title = next((lines[index].strip() for index, _ in vital), "")
    return Block(
        start, end, TRACE, form.tool, title, tuple(frames), True, key, tuple(vital), form.raises_first
    )


def same_text(lines: Sequence[str]) -> str:
    """Lines without addresses, process and thread numbers: equal for traces that say the same."""
    return _VOLATILE.sub("#", "\n".join(lines))


def _read(form: TraceForm, lines: Sequence[str], at: int, free: int) -> Block:
    start = _first_above(form, lines, at, free)
    frames: list[PrintedFrame] = []
    dull: set[int] = set()
    end = at
    while end < len(lines):
        line = lines[end]
        match = form.frame.match(line) if form.sign in line else None
        if match is not None:
            below = _code_below(form, lines, end)
            code = lines[end + 1].strip() if below else ""
            frames.append(printed_frame(form, match, end, end + 1 + below, code))
            end += 1 + below
        elif form.between.match(line) is not None:
            end += 1
        elif form.dull.match(line) is not None:
            dull.add(end)
            end += 1
        elif _continues(form, lines, end):
            end += 1
        else:
            break
    end = _last_below(form, lines, end)
    return block_of(form, lines, start, end, frames, dull)


def _first_above(form: TraceForm, lines: Sequence[str], at: int, free: int) -> int:
    """Where the message above the first frame starts: at the nearest head; without one, one line above."""
    top = max(free, at - MOST_ABOVE)
    for index in range(at - 1, top - 1, -1):
        if form.head.match(lines[index]) is not None:
            return _excerpt_above(lines, index, top)
        if not lines[index].strip() and index < at - 2:
            break
    return at - 1 if at > free and lines[at - 1].strip() else at


def _excerpt_above(lines: Sequence[str], index: int, top: int) -> int:
    """With a source excerpt that ends in a caret line above the message, its place is the start."""
    caret = index - 2
    if caret - 2 >= top and not lines[index - 1].strip() and is_caret(lines[caret]):
        return caret - 2
    return index


def is_caret(line: str) -> bool:
    """Whether a line only points at a part of the one above it."""
    return bool(line) and "^" in line and not line.replace("^", "").replace("~", "").replace("|", "").strip()


def _code_below(form: TraceForm, lines: Sequence[str], at: int) -> int:
    """How many lines below a frame line show its source."""
    if not form.code:
        return 0
    indent = len(lines[at]) - len(lines[at].lstrip())
    count = 0
    while at + count + 1 < len(lines) and count < 3:
        line = lines[at + count + 1]
        if not line.strip() or len(line) - len(line.lstrip()) <= indent:
            break
        if form.frame.match(line) is not None or form.between.match(line) is not None:
            break
        count += 1
    return count


def _continues(form: TraceForm, lines: Sequence[str], at: int) -> bool:
    """Whether an odd line, a part of a cause's message, is followed by more of the trace at once."""
    if form.between is _NEVER or not lines[at].strip() or _is_new_head(form, lines, at):
        return False
    return any(
        (form.sign in line and form.frame.match(line) is not None) or form.between.match(line) is not None
        for line in lines[at + 1 : at + 3]
    )


def _is_new_head(form: TraceForm, lines: Sequence[str], at: int) -> bool:
    """Whether another trace's message stands at or right below a line: what a log says above it is no part of this one."""
    return any(line[:1] not in " \t" and form.head.match(line) is not None for line in lines[at : at + 2])


def _last_below(form: TraceForm, lines: Sequence[str], end: int) -> int:
    at = end
    while at < len(lines) and at - end < _MOST_BELOW:
        if form.below.match(lines[at]) is not None:
            at += 1
            end = at
        elif not lines[at].strip() and at == end and at + 1 < len(lines) and form.below.match(lines[at + 1]):
            at += 1
        else:
            break
    return end


def blocks_at(
    lines: Sequence[str], is_head: Callable[[str], bool], read: Callable[[Sequence[str], int], Block]
) -> list[Block]:
    """The blocks that begin at a head line; after each the search goes on behind its end."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        if is_head(lines[at]):
            blocks.append(read(lines, at))
            at = blocks[-1].end
        else:
            at += 1
    return blocks
