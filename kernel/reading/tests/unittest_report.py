"""unittest's report as blocks, the Django runner's too."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "unittest",
    start=lazy(r"(?:FAIL|ERROR): (?P<name>\w+ \([\w.]{1,300}\).{0,100})"),
    end=lazy(r"={60,}$|Ran \d+ tests?"),
    passed=lazy(r"\w+ \([\w.]{1,300}\) \.\.\. ok$|\w.{0,200} \.\.\. ok$"),
    summary=lazy(
        r"Ran \d+ tests?|FAILED \(|OK(?: \(|$)|NO TESTS RAN|\w+ \([\w.]{1,300}\) \.\.\. (?:FAIL|ERROR)"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
