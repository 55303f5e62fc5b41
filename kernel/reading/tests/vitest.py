"""vitest: failures between lines of ⎯, numbered."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "vitest",
    start=lazy(r"\s*FAIL  ?(?P<name>\S.{0,300})|(?:Error: |⎯+ )(?:Unhandled|Uncaught)"),
    end=lazy(
        r"\s*(?:Test Files|Tests|Snapshots|Start at|Duration|Type Errors|Errors) {2}|⎯{4,}|⎯+ Failed \w+ \d+ ⎯+"
    ),
    passed=lazy(r"\s*[✓✔√] \S"),
    summary=lazy(
        r"\s*(?:Test Files|Tests|Snapshots|Type Errors|Errors|Duration) {2}\s*\S|\s*[×✗❯] \S|⎯+ Failed|⎯*\[\d+/\d+\]⎯*|\s*Vitest caught|(?:stdout|stderr) \|"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
