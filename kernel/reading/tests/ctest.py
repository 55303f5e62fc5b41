"""CTest and GoogleTest."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "ctest",
    start=lazy(r"(?P<name>\S.{0,300}): (?:error: )?Failure$"),
    end=lazy(r"\[ RUN      \]|\[       OK \]|\[  FAILED  \]|\[-{10}\]|\[={10}\]"),
    passed=lazy(
        r"\[ RUN      \] \S|\[       OK \] \S|\s*\d+/\d+ Test +#\d+: \S{1,200} \.{2,} +Passed|\s+Start +\d+: \S|\[-{10}\]"
    ),
    summary=lazy(
        r"\s*\d+/\d+ Test +#\d+: .*\*\*\*|\d+% tests passed|The following tests FAILED|\s+\d+ - \S.* \((?:Failed|Timeout|SEGFAULT|Not Run|Exception)|\[  (?:PASSED|FAILED)  \]|\[={10}\]|\s*\d+ FAILED TESTS?|Total Test time|Errors while running CTest"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
