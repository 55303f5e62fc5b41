"""jest: a bullet for each failure; what passing suites wrote to the console is a note."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "jest",
    start=lazy(r"\s{0,4}● (?!Console$|Cannot log|Validation)(?P<name>\S.{0,300})"),
    end=lazy(
        r"\s*(?:PASS|FAIL|RUNS) +\S|Test Suites: |Summary of all failing|Snapshot Summary|-{20,}\||\s{0,4}● Console$"
    ),
    passed=lazy(r"\s*PASS +\S|\s+[✓✔√] \S"),
    summary=lazy(
        r"Tests: |Test Suites: |Snapshots: |Time: |Ran all test suites|\s*FAIL +\S|\s+[✕✗×] \S|Jest: |A worker process has failed|Force exiting|Jest did not exit"
    ),
    note=lazy(r"\s{0,4}● Console$|\s{2,4}console\.(?:log|warn|error|info|debug)$"),
    note_end=lazy(r"\s*(?:PASS|FAIL|RUNS) +\S|Test Suites: |Summary of all|\s{0,4}● |\s{2,4}console\.\w+$"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
