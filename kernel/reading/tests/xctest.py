"""XCTest by xcodebuild and by swift test."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "xctest",
    start=lazy(r"(?P<name>\S.{0,300}:\d+: error: (?:-\[|\S+\.\S+ : ).{1,400})"),
    end=lazy(r"Test (?:Case|Suite) |\S.*: error: |\*\* TEST|$|\s+Executed \d+ tests?"),
    passed=lazy(r"Test Case .{1,300} (?:passed|started)|Test Suite .{1,300} (?:passed|started) at"),
    summary=lazy(
        r"Test (?:Case|Suite) .{1,300} failed|\s+Executed \d+ tests?|\*\* TEST \w+ \*\*|Failing tests:|Testing failed:"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
