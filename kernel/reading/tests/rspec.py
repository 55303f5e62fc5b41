"""RSpec: numbered failures with their backtrace behind #."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "rspec",
    start=lazy(r"\s{1,4}\d{1,4}(?:\.\d+)?\) (?P<name>\S.{0,300})"),
    end=lazy(r"Finished in |Failed examples:|\d+ examples?, |Top \d+ slowest|Pending: "),
    section=lazy(r"Failures:\s?$"),
    passed=lazy(r"(?!)"),
    summary=lazy(r"\d+ examples?, \d+ failures?|rspec \S+ |Finished in |Failed examples:|An error occurred"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
