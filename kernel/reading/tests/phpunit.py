"""PHPUnit and Pest: numbered defects below their count."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "phpunit",
    start=lazy(r"\d{1,4}\) (?P<name>[\w\\]+::\S.{0,300})|\s+FAILED  (?P<pest>\S.{0,300})"),
    end=lazy(r"--$|FAILURES!|ERRORS!|WARNINGS!|OK\b|Tests: \d|There (?:was|were) \d+ |\s+Tests: "),
    passed=lazy(r"\s+[✓✔] \S"),
    summary=lazy(
        r"(?:OK|FAILURES!|ERRORS!|WARNINGS!)|Tests: \d+, |There (?:was|were) \d+ |Time: |\s+Tests: |\s+[⨯✘] \S"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
