"""Catch2: a test case between rules, and below it every assertion that failed; with ``-s`` those that passed too."""

from collections.abc import Iterator, Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import FAILURE, PASSED, SUMMARY, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.library import is_library

_RULE = "-" * 79
_DOTS = "." * 79
_VERDICT = lazy(r"(?P<path>\S.{0,400}?)[:(](?P<line>\d{1,9})\)?: (?P<said>PASSED|FAILED):?(?: .{0,60})?$")
_TOTAL = lazy(r"test cases?: |assertions: |All tests passed|No tests ran|Filters: |Randomness seeded to")
_MOST_TITLES = 12
_LONGEST_ASSERTION = 40


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failed test cases with their heading and failed assertions, those that passed, and totals."""
    heads = [(at, end) for at, line in enumerate(lines) if line == _RULE and (end := _heading_end(lines, at)) > at]
    ends = [*(at for at, _ in heads[1:]), len(lines)]
    blocks = [block for (at, body), end in zip(heads, ends, strict=False) for block in _case(lines, at, body, _end_of(lines, body, end))]
    totals = (at for at, line in enumerate(lines) if _TOTAL.match(line) is not None)
    blocks += (Block(at, at + 1, SUMMARY, "catch2", lines[at].strip(), vital=((at, at + 1),)) for at in totals)
    return sorted(blocks)


def _heading_end(lines: Sequence[str], at: int) -> int:
    """Behind the dots that end a heading of a test case; ``at`` where none begins there."""
    for rule in range(at + 2, min(at + _MOST_TITLES, len(lines) - 2)):
        if lines[rule] == _RULE:
            return rule + 3 if lines[rule + 2] == _DOTS else at
    return at


def _end_of(lines: Sequence[str], start: int, end: int) -> int:
    """Where a case's assertions end: at the next one's heading, or at the double rule above the totals."""
    return next((at for at in range(start, end) if lines[at] == "=" * 79), end)


def _case(lines: Sequence[str], start: int, body: int, end: int) -> Iterator[Block]:
    """A case as one block; of a failed one the assertions that passed are blocks of their own."""
    verdicts = [(at, match) for at in range(body, end) if (match := _VERDICT.match(lines[at])) is not None]
    if not verdicts:
        return
    ends = [*(at for at, _ in verdicts[1:]), end]
    spans = [(at, stop, match) for (at, match), stop in zip(verdicts, ends, strict=True)]
    failed = [span for span in spans if span[2]["said"] == "FAILED"]
    if not failed:
        yield Block(start, end, PASSED, "catch2")
        return
    yield from (Block(at, stop, PASSED, "catch2") for at, stop, match in spans if match["said"] == "PASSED")
    title = " / ".join(line.strip() for line in lines[start + 1 : body - 3])
    parts = ((start, spans[0][0]), *((at, stop) for at, stop, _ in failed))
    vital = ((start + 1, body - 3), *((at, min(stop, at + _LONGEST_ASSERTION)) for at, stop, _ in failed))
    frames = tuple(
        PrintedFrame(at, at + 1, Frame(match["path"], int(match["line"]), library=is_library(match["path"]))) for at, _, match in failed
    )
    yield Block(start, end, FAILURE, "catch2", title, frames, True, f"catch2 {title}", vital, parts=parts)
