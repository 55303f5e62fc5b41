"""mocha, cypress and jasmine: numbered failures below the count of failing tests."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "mocha",
    start=lazy(r"\s{1,6}\d{1,4}\) (?P<name>\S.{0,300})"),
    end=lazy(r"npm ERR!|npm error|error Command failed|\s*\(Results\)|\d+ specs?, "),
    section=lazy(r"\s*\d+ failing\b|Failures: *$"),
    passed=lazy(r"\s+[✓✔√] \S"),
    summary=lazy(r"\s*\d+ (?:passing|failing|pending)\b|\s+\d{1,4}\) \S|\d+ specs?, \d+ failures?"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
