"""Stacks in the diagnostics of TAP writers: below ``stack:`` (node's own runner, tap), ``in test file F, line N`` (bats).

Source of the forms: output of node 20's test runner, tap 16 and bats 1.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import same_text
from kernel.reading.traces.library import is_library

_STACK = lazy(r"\s*stack: [|>]-?$")
_FRAME = lazy(
    r"\s+(?:at )?(?:(?:async )?(?P<func>[^()\n]{1,300}) \()?(?P<path>(?:file://|node:)?[^\s():][^():\n]{0,400}):(?P<line>\d{1,9}):\d{1,9}\)?$"
)
_NATIVE = lazy(r"\s+\S.{0,200} \((?:<anonymous>|native)\)$")
_SAID = lazy(r"\s+(?:error|message): (?P<quote>['\"]?)(?P<message>.+?)(?P=quote)$")
_BATS = lazy(r"# [( ](?:from function `(?P<func>[^'\n]{1,200})' )?in (?:test )?file (?P<path>[^\n]{1,400}?), line (?P<line>\d{1,9})[,)]")
_MOST_ABOVE = 40


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every stack in the diagnostics of a TAP text, the raising frame first."""
    return [*_node(lines), *_bats(lines)]


def _node(lines: Sequence[str]) -> Iterator[Block]:
    for at, line in enumerate(lines):
        if _STACK.match(line) is None:
            continue
        end, frames = at + 1, []
        while end < len(lines) and (found := _FRAME.match(lines[end]) or _NATIVE.match(lines[end])) is not None:
            named = found.groupdict()
            if named:
                path, function = named["path"].removeprefix("file://"), named["func"] or ""
                library = is_library(path) or path.startswith("node:")
                frames.append(PrintedFrame(end, end + 1, Frame(path, int(named["line"]), function, "", library)))
            end += 1
        if frames:
            yield _block(lines, at, end, frames, _said_above(lines, at))


def _said_above(lines: Sequence[str], at: int) -> str:
    """The error of the diagnostics that a stack stands in: what ``error:`` says, on its line or below it."""
    for above in range(at - 1, max(-1, at - _MOST_ABOVE), -1):
        line = lines[above]
        if line.strip() == "---":
            break
        found = _SAID.match(line)
        if found is not None:
            block = found["message"] in ("|-", "|", ">-", ">")
            return next((text.strip() for text in lines[above + 1 : at] if text.strip()), "") if block else found["message"]
    return ""


def _bats(lines: Sequence[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        end, frames = at, []
        while end < len(lines) and (found := _BATS.match(lines[end])) is not None:
            frames.append(PrintedFrame(end, end + 1, Frame(found["path"], int(found["line"]), found["func"] or "")))
            end += 1
        if frames:
            said = lines[end].lstrip("# ") if end < len(lines) and lines[end].startswith("#   ") else ""
            yield _block(lines, at, end, frames, said)
        at = end + 1


def _block(lines: Sequence[str], start: int, end: int, frames: list[PrintedFrame], title: str) -> Block:
    key = "tap\n" + same_text(lines[start:end])
    own = next((f for f in frames if not f.frame.library), frames[0])
    return Block(start, end, TRACE, "tap", title, tuple(frames), True, key, ((frames[0].start, frames[0].end), (own.start, own.end)))
