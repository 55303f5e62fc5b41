"""Python tracebacks, wherever they stand: plain, chained, grouped, prefixed by a log or a container, fatal dumps.

A frame line is recognised behind any prefix; what stands before it is the margin of its block. The lines that
follow belong to the block as long as they carry the same margin, digits (times, process numbers) aside.
"""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.model.symptom import Frame
from kernel.reading.findings import PRINTED, Findings
from kernel.reading.patterns import lazy
from kernel.reading.traces.library import is_library

_FRAME = lazy(r'File "([^"]{1,1000})", line (\d{1,9})(?:(,?) in (.+))?')
_ERROR = lazy(r"([A-Za-z_][\w.]*(?:<locals>[\w.]*)*)(?::(?: (.*)|$)|$)")
_FATAL = lazy(r"Fatal Python error: (.*)")
_DIGITS = lazy(r"\d+")
_CONTINUED = lazy(r"\s|[-+?] |[-+?]$")
_FIELD = lazy(r"[\w.]+$")
_LONGEST_MESSAGE = 30
_LONGEST_CODE = 6


def read_python_traces(lines: Sequence[str], found: Findings) -> None:
    """Add the frames and errors of every Python traceback in ``lines``."""
    at = 0
    while at < len(lines):
        if at in found.used:
            at += 1
        elif "Fatal Python error: " in lines[at]:
            at = _read_fatal(lines, at, found)
        elif (first := _frame_at(lines, at)) is None:
            at += 1
        else:
            at = _read_block(lines, at, first, found)


class _Printed(NamedTuple):
    """A frame line: its margin, how far it is indented behind it, and whether it is from a fatal dump."""

    margin: str
    indent: int
    path: str
    line: int
    function: str
    dumped: bool


def _frame_at(lines: Sequence[str], at: int) -> _Printed | None:
    line = lines[at]
    if 'File "' not in line:
        return None
    match = _FRAME.search(line)
    if match is None:
        return None
    before = line[: match.start()]
    indent = min(2, len(before) - len(before.rstrip(" ")))
    margin = before[: len(before) - indent]
    dumped = match[4] is not None and not match[3]
    return _Printed(margin, indent, match[1], int(match[2]), (match[4] or "").strip(), dumped)


def _read_block(lines: Sequence[str], at: int, first: _Printed, found: Findings) -> int:
    """Read frames with one margin and the error below them; return the index after the block."""
    frames: list[Frame] = []
    start, printed = at, _frame_at(lines, at)
    while printed is not None and _same_margin(printed.margin, first.margin):
        code, at = _read_code(lines, at + 1, printed)
        function = "" if printed.dumped and printed.function == "???" else printed.function
        frames.append(Frame(printed.path, printed.line, function, code, is_library(printed.path)))
        printed = _frame_at(lines, at) if at < len(lines) else None
    found.add_kind("Python traceback")
    if "Group" in lines[max(0, start - 1)]:
        found.add_kind("exception group")
    order = reversed(frames) if first.dumped else iter(frames)
    found.frames.extend((start + number, frame) for number, frame in enumerate(order))
    end = _read_error(lines, at, first.margin, found)
    found.used.update(range(start, end))
    return end


def _read_code(lines: Sequence[str], at: int, printed: _Printed) -> tuple[str, int]:
    """The source lines below a frame line, without carets; and the index of the line after them."""
    code: list[str] = []
    while at < len(lines):
        body = _behind(lines[at], printed.margin)
        if body is None or not body.strip() or _frame_at(lines, at) is not None:
            break
        if len(body) - len(body.lstrip()) <= printed.indent and not body.lstrip().startswith(
            "[Previous line"
        ):
            break
        if not only_carets(body) and not body.lstrip().startswith("[Previous line"):
            code.append(body.strip())
        at += 1
    return "\n".join(code[:_LONGEST_CODE]), at


def only_carets(line: str) -> bool:
    """Whether a line does nothing but point at a part of the one above it."""
    return bool(line) and not "".join(line.split()).strip("~^")


def _read_error(lines: Sequence[str], at: int, margin: str, found: Findings) -> int:
    """The error under the frames, if the next line is one; and the index of the line after it."""
    body = _behind(lines[at], margin) if at < len(lines) else None
    match = _ERROR.match(body.strip()) if body and not body.startswith("   ") else None
    if match is None or not _is_type(match[1], ":" in match[0]):
        return at
    message, start = [match[2] or ""], at
    at += 1
    while at < len(lines) and len(message) < _LONGEST_MESSAGE:
        body = _behind(lines[at], margin)
        if not body or _frame_at(lines, at) is not None or body.startswith(("Traceback", '"""')):
            break
        if any(message) and _CONTINUED.match(body) is None and not _is_field(lines, at, margin):
            break
        message.append(body.rstrip())
        at += 1
    found.add_error(PRINTED, start, match[1], "\n".join(message))
    return at


def _is_field(lines: Sequence[str], at: int, margin: str) -> bool:
    """Whether a line is one word with indented text below it, as validation errors list their fields."""
    below = _behind(lines[at + 1], margin) if at + 1 < len(lines) else None
    return (
        bool(below)
        and (below or "")[:1].isspace()
        and _FIELD.match(_behind(lines[at], margin) or "") is not None
    )


def _is_type(name: str, has_message: bool) -> bool:
    """Whether a word below frames names an exception: with a message any does, alone it must look like one."""
    last = name.rpartition(".")[2]
    return bool(last) and (has_message or last[0].isupper() or "." in name)


def _read_fatal(lines: Sequence[str], at: int, found: Findings) -> int:
    match = _FATAL.search(lines[at])
    if match is not None:
        found.add_kind("fatal Python error")
        found.add_error(PRINTED, at, "Fatal Python error", match[1])
        found.used.add(at)
    return at + 1


def _behind(line: str, margin: str) -> str | None:
    """What stands behind the margin; None if the line has another one."""
    if line.startswith(margin):
        return line[len(margin) :]
    if margin and _DIGITS.search(margin) is not None:
        import re  # a margin of digits is rare

        match = re.match(_DIGITS.sub(r"\\d+", re.escape(margin)), line)
        if match is not None:
            return line[match.end() :]
    return "" if _same_margin(line.rstrip(), margin.rstrip()) else None


def _same_margin(one: str, other: str) -> bool:
    return one == other or _DIGITS.sub("0", one) == _DIGITS.sub("0", other)
