"""IPython and notebook tracebacks: ``File path:line, in name(args)`` above numbered source lines with an arrow."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.findings import PRINTED, Findings
from kernel.reading.patterns import lazy
from kernel.reading.traces.library import is_library

_FILE = lazy(r"File ([^\n]{1,1000}?):(\d{1,9})(?:, in ([\w.<>]+)|$)")
_CELL = lazy(
    r"((?:Cell )?In\s?\[\d*\]), line (\d{1,9})(?:, in ([\w.<>]+))?|(<ipython-input-[^>]{1,80}>) in "
)
_OLD = lazy(r"([~/][^\n:]{0,1000}?\.py) in ([\w.<>]+)\(.*\)$")
_ARROW = lazy(r"-{0,8}> (\d{1,9})(?: (.*))?$")
_ERROR = lazy(r"((?:[A-Za-z_]\w*\.){0,8}[A-Z]\w*)(?:: (.*)|:?)$")
_HEAD = lazy(r"[A-Z]\w*(?:\.\w+)* {2,}Traceback \(most recent call last\)")
_NUMBERED = lazy(r"[-> ]{0,12}\d+(?: |$)")
_FARTHEST = 60


def read_ipython(lines: Sequence[str], found: Findings) -> None:
    """Add the frames and the error of every IPython traceback."""
    at = 0
    while at < len(lines):
        if _is_head(lines[at]):
            found.add_kind("IPython traceback")
            found.used.add(at)
            at = _read_trace(lines, at + 1, found)
        else:
            at += 1


def _is_head(line: str) -> bool:
    return "Traceback (most recent call last)" in line and _HEAD.match(line) is not None


def _read_trace(lines: Sequence[str], at: int, found: Findings) -> int:
    """Read one traceback; return the index after it."""
    seen = False
    while at < len(lines) and not lines[at].startswith("-----") and not _is_head(lines[at]):
        frame = _frame(lines, at)
        if frame is not None:
            found.frames.append((at, frame))
            found.used.add(at)
            seen = True
        elif _NUMBERED.match(lines[at]):
            found.used.add(at)
        elif seen and not lines[at - 1].strip() and (error := _ERROR.match(lines[at])) is not None:
            found.add_error(PRINTED, at, error[1], error[2] or "")
            found.used.add(at)
            return at + 1
        at += 1
    return at


def _frame(lines: Sequence[str], at: int) -> Frame | None:
    line = lines[at]
    file, cell, old = _FILE.match(line), _CELL.match(line), _OLD.match(line)
    if file is None and cell is None and old is None:
        return None
    number, code = _arrow(lines, at + 1)
    if file is not None:
        return Frame(file[1], int(file[2]), file[3] or "", code, is_library(file[1]))
    if old is not None:
        return Frame(old[1], number, old[2], code, is_library(old[1]))
    assert cell is not None
    return Frame(cell[1] or cell[4], int(cell[2]) if cell[2] else number, cell[3] or "", code)


def _arrow(lines: Sequence[str], at: int) -> tuple[int | None, str]:
    """The number and source of the arrow line in the paragraph that starts at ``at``."""
    for line in lines[at : at + _FARTHEST]:
        if not line.strip():
            break
        if (match := _ARROW.match(line)) is not None:
            return int(match[1]), (match[2] or "").strip()
    return None, ""
