"""Rust: panics (``thread 'x' panicked at path:line:column``) and their numbered backtraces."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import same_text

_PANIC = lazy(
    r".{0,200}?thread '(?P<thread>[^'\n]{0,200})'(?: \(\d+\))? panicked at (?P<old>.{0,700}, )?(?P<path>[^\s:'\",][^:\n]{0,300}?):(?P<line>\d{1,9}):\d{1,9}:?$"
)
_NUMBERED = lazy(r"\s*\d{1,4}: +(?:0x[0-9a-f]+ - )?(?P<func>\S.{0,400})$")
_PLACE = lazy(r"\s+at (?P<path>[^\s:][^:\n]{0,400}):(?P<line>\d{1,9})(?::\d{1,9})?$")
_NOTE = lazy(r"note: |stack backtrace:$")
_BEHIND_MESSAGE = lazy(r"note: run with `RUST_BACKTRACE|stack backtrace:$")
_ANOTHER = lazy(r"---- \S.{0,300} stdout ----$|failures:$|test (?:result: |\S)")
_LIBRARY = lazy(r".*(?:/rustc/|\.cargo[/\\]registry|rustlib[/\\]src)")
_STD = lazy(
    r"<?(?:std|core|alloc|tokio|rust_begin_unwind|__rust|_?main$|__libc_start|_start|test::|backtrace|futures|hyper|actix|axum|tower)\b"
)
_LONGEST_MESSAGE = 40


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every panic with its message and backtrace."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        match = _PANIC.match(lines[at]) if " panicked at " in lines[at] else None
        if match is None:
            at += 1
            continue
        place = Frame(match["path"], int(match["line"]), "", "", _LIBRARY.match(match["path"]) is not None)
        block = _read(lines, at, PrintedFrame(at, at + 1, place))
        blocks.append(block)
        at = block.end
    return blocks


def _read(lines: Sequence[str], start: int, raised: PrintedFrame) -> Block:
    end = _message_end(lines, start)
    vital = [(start, end)]
    frames = [raised]
    while end < len(lines):
        if _NOTE.match(lines[end]) is not None:
            end += 1
        elif (match := _NUMBERED.match(lines[end])) is not None:
            below = _PLACE.match(lines[end + 1]) if end + 1 < len(lines) else None
            after = end + (1 if below is None else 2)
            path = below["path"] if below is not None else ""
            library = _STD.match(match["func"]) is not None or _LIBRARY.match(path) is not None
            number = int(below["line"]) if below is not None else None
            frames.append(PrintedFrame(end, after, Frame(path, number, match["func"], "", library)))
            end = after
        else:
            break
    title = " ".join(lines[start + 1 : vital[0][1]])[:200] or lines[start].strip()
    key = "rust\n" + same_text([lines[start].partition("' ")[2], *lines[start + 1 : end]])
    return Block(start, end, TRACE, "rust", title, tuple(frames), True, key, tuple(vital))


def _message_end(lines: Sequence[str], start: int) -> int:
    """Where the message ends: at the backtrace or the hint behind it; empty lines stand in it where values are long."""
    for at in range(start + 1, min(len(lines), start + 2 + _LONGEST_MESSAGE)):
        if _BEHIND_MESSAGE.match(lines[at]) is not None:
            return at
        if " panicked at " in lines[at] or _ANOTHER.match(lines[at]) is not None:
            break
    end = start + 1
    while end < len(lines) and end - start <= _LONGEST_MESSAGE and _in_message(lines, end):
        end += 1
    return end


def _in_message(lines: Sequence[str], at: int) -> bool:
    """Whether a line below the head belongs to the message: the first always, later ones of assertions and lists."""
    line = lines[at]
    if not line.strip() or " panicked at " in line or _NOTE.match(line) is not None:
        return False
    first = " panicked at " in lines[at - 1]
    return first or line.startswith((" ", "\t", ")", "}", "]"))
