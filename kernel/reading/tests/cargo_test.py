"""cargo test: what each failed test printed, then the list of failures."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "cargo test",
    start=lazy(r"---- (?P<name>.{1,300}?) stdout ----$"),
    end=lazy(r"failures:$|test result: |error: test failed"),
    passed=lazy(
        r"test \S.{0,300}? \.\.\. (?:ok|ignored(?:, .{0,300})?)$|\s{3,}(?:Running|Doc-tests|Compiling|Checking|Finished|Blocking) \S"
    ),
    summary=lazy(
        r"test result: |error: test failed|failures:$|test .{1,300} \.\.\. FAILED|running \d+ tests?|\s{4}\w[\w:]{0,300}$"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
