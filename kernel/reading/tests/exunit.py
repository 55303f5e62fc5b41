"""ExUnit: numbered failures, the code and both sides of the assertion."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "exunit",
    start=lazy(r"\s{1,4}\d{1,4}\) (?P<name>(?:test|property|doctest) .{1,300})"),
    end=lazy(r"Finished in |\d+ (?:tests?|doctests?|properties), |\.{3,}$"),
    passed=lazy(r"\s+\* test .{1,300} \([\d.]+ms\)|\.{8,}$"),
    summary=lazy(r"Finished in |\d+ (?:tests?|doctests?|properties), |Randomized with seed"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
