"""JUnit and TestNG by Maven's surefire and by Gradle."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "junit",
    start=lazy(
        r"(?:\[ERROR\] +)?(?P<name>[\w.$]++(?:\([^)\n]{0,200}\))?[^\n]{0,200}?)(?: -- |  )Time elapsed: [^\n]{1,30}<<< (?:FAILURE|ERROR)!|(?=.{0,420} FAILED$)(?P<gradle>\S.{0,200} > \S.* FAILED)$"
    ),
    end=lazy(r"\[(?:INFO|ERROR)\] |\[WARNING\] Tests run|$|\d+ tests? completed|> Task |Tests run: "),
    passed=lazy(
        r"\[INFO\] Running \S|\[INFO\] Tests run: \d+, Failures: 0, Errors: 0, .* - in |(?=.{0,420} PASSED$)\S.{0,200} > \S|\[INFO\] Tests run: \d+, Failures: 0, Errors: 0, .*-- in "
    ),
    summary=lazy(
        r"(?:\[\w+\] )?Tests run: (?!.{0,200} --? in )|\[ERROR\] Tests run|\d+ tests? completed, \d+ failed|\[ERROR\] (?:Failures|Errors): ?$|\[ERROR\]   \S|There were failing tests|\[INFO\] Results:|FAILURES!!!"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
