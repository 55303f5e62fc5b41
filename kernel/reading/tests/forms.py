"""Reports of test runners by their form: where a failure starts and ends, how a passed test and a total look."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.blocks import FAILURE, NOTE, PASSED, SUMMARY, Block
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_NEVER = lazy(r"(?!)")
_LONGEST = 4_000
_ASSERTION = lazy(
    r"E  |>  |\s*(?:Expected|Received|expected|received|actual|Actual|got|want|left|right)\b[^\n]{0,40}[:=]|\s*[+-] (?:expected|actual|Expected|Received)|\s*AssertionError|\s*Failure/Error|\s*assert"
)
_DIFFERENCE = lazy(r"\s*(?:\+(?!\+)|-(?!-))\s*\S")
_MOST_DIFFERENCES = 40
_TIMES = lazy(r"\d+(?:\.\d+)? ?m?s\b")


class TestForm(NamedTuple):
    """How a runner reports.

    Attributes:
        tool: Name of the reader.
        start: Matches the first line of a failure; group ``name`` is the test.
        end: Matches the line after a failure's last one (a new ``start`` ends it too).
        below: Where a start names no test, matches the line right below it, group ``name``; a start without is none then.
        section: Matches the line from which on ``start`` counts; None: everywhere.
        section_end: Matches the line from which on it counts no more.
        passed: Matches a line that tells of a passed test or suite.
        summary: Matches lines of the totals and lists of failed tests.
        note: Matches the first line of what only passing tests printed.
        note_end: Matches the line after it.
        backwards: Matches the lines above a failure that belong to it (a log before the verdict).
    """

    tool: str
    start: re.Pattern[str]
    end: re.Pattern[str]
    below: re.Pattern[str] | None = None
    section: re.Pattern[str] | None = None
    section_end: re.Pattern[str] = _NEVER
    passed: re.Pattern[str] = _NEVER
    summary: re.Pattern[str] = _NEVER
    note: re.Pattern[str] = _NEVER
    note_end: re.Pattern[str] = _NEVER
    backwards: re.Pattern[str] = _NEVER


def read_report(form: TestForm, lines: Sequence[str]) -> list[Block]:
    """Failures, totals, runs of passed tests and notes of a report, in order."""
    blocks: list[Block] = []
    at, free, open_ = 0, 0, form.section is None
    while at < len(lines):
        line = lines[at]
        if form.section is not None and form.section.match(line) is not None:
            open_ = True
        elif open_ and form.section_end.match(line) is not None:
            open_ = form.section is None
        if open_ and (match := _start_at(form, lines, at)) is not None:
            blocks.append(_failure(form, lines, at, free, match))
            at = free = blocks[-1].end
        elif form.summary.match(line) is not None:
            blocks.append(Block(at, at + 1, SUMMARY, form.tool, line.strip(), vital=((at, at + 1),)))
            at = free = at + 1
        elif form.passed.match(line) is not None:
            end = _run_end(form.passed, lines, at)
            blocks.append(Block(at, end, PASSED, form.tool))
            at = free = end
        elif form.note.match(line) is not None:
            end = _note_end(form, lines, at + 1)
            blocks.append(Block(at, end, NOTE, form.tool, line.strip(), key=f"{form.tool} console"))
            at = free = end
        else:
            at += 1
    return blocks


def _start_at(form: TestForm, lines: Sequence[str], at: int) -> re.Match[str] | None:
    """What matches the first line of a failure, or the line below it that names the test."""
    match = form.start.match(lines[at])
    if match is None or form.below is None or any(match.groupdict().values()):
        return match
    return form.below.match(lines[at + 1]) if at + 1 < len(lines) else None


def _failure(form: TestForm, lines: Sequence[str], at: int, free: int, match: re.Match[str]) -> Block:
    from kernel.reading.traces.forms import same_text  # most runs have no failure

    start = at
    while start > free and form.backwards.match(lines[start - 1]) is not None:
        start -= 1
    end = at + 1
    while end < len(lines) and end - at < _LONGEST:
        if form.end.match(lines[end]) is not None or _start_at(form, lines, end) is not None:
            break
        end += 1
    while end > at + 1 and not lines[end - 1].strip():
        end -= 1
    vital = [(at, at + 1)]
    vital += [(i, i + 1) for i in range(at + 1, end) if _ASSERTION.match(lines[i]) is not None]
    differing = [(i, i + 1) for i in range(at + 1, end) if _DIFFERENCE.match(lines[i]) is not None]
    vital = sorted({*vital, *differing[:_MOST_DIFFERENCES]})
    name = next(filter(None, match.groupdict().values()), match[0])
    key = f"{form.tool}\n" + _TIMES.sub("", same_text(lines[start:end]))
    return Block(start, end, FAILURE, form.tool, name.strip(), (), True, key, tuple(vital))


def _run_end(passed: re.Pattern[str], lines: Sequence[str], at: int) -> int:
    end = at + 1
    while end < len(lines) and passed.match(lines[end]) is not None:
        end += 1
    return end


def _note_end(form: TestForm, lines: Sequence[str], at: int) -> int:
    end = at
    while (
        end < len(lines) and form.note_end.match(lines[end]) is None and form.start.match(lines[end]) is None
    ):
        end += 1
    return end
