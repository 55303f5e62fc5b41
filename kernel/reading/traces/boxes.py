"""Tracebacks that are drawn as a box: ``│ path:line in name │`` above numbered source lines."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.findings import PRINTED, Findings
from kernel.reading.patterns import lazy
from kernel.reading.traces.library import is_library

_HEAD = lazy(r"\s*[╭+┌][─\-]+ (?:.{0,40}\()?Traceback|\s*[╭+┌].*[╮+┐]$")
_FRAME = lazy(r"(\S.{0,1000}?):(\d{1,9}) in ([\w.<>]+)$")
_MARKED = lazy(r"[❱>] (\d{1,9}) [│|] ?(.*)$")
_ERROR = lazy(r"((?:[A-Za-z_]\w*\.){0,8}[A-Za-z_]\w*)(?:: (.*)|:?)$")
_SIDES = "│|"


def read_boxes(lines: Sequence[str], found: Findings) -> None:
    """Add the frames and the error of every boxed traceback."""
    at = 0
    while at < len(lines):
        is_head = "Traceback" in lines[at] and _HEAD.match(lines[at]) is not None
        at = _read_box(lines, at + 1, found) if is_head else at + 1


def _read_box(lines: Sequence[str], at: int, found: Findings) -> int:
    found.add_kind("Python traceback")
    frames: list[tuple[int, Frame]] = []
    while at < len(lines) and lines[at].strip()[:1] in tuple(_SIDES):
        body = lines[at].strip().strip(_SIDES).strip()
        if (match := _FRAME.match(body)) is not None:
            frames.append((at, Frame(match[1], int(match[2]), match[3], "", is_library(match[1]))))
        elif frames and (marked := _MARKED.match(body)) is not None:
            frames[-1] = (frames[-1][0], frames[-1][1]._replace(code=marked[2].strip()))
        found.used.add(at)
        at += 1
    found.frames.extend(frames)
    below = at + 1
    error = _ERROR.match(lines[below].strip()) if below < len(lines) else None
    if error is not None:
        found.add_error(PRINTED, below, error[1], error[2] or "")
        found.used.add(below)
    return below
