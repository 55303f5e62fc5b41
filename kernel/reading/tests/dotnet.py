"""dotnet test: xUnit, NUnit and MSTest."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "dotnet test",
    start=lazy(
        r"\s*(?:X |Failed )(?P<name>[\w.+<>]+(?:\(.{0,300}\))?) \[[<\d][^\]\n]{0,20}\]|\[xUnit\.net [\d:.]+\]\s+(?P<xunit>\S.{0,300}) \[FAIL\]"
    ),
    end=lazy(
        r"\s*(?:Passed|Skipped|Failed) \S+|(?:Failed|Passed)! +- |Total tests: |Test Run |\[xUnit\.net [\d:.]+\]\s+(?:Finished|\S.* \[(?:FAIL|PASS)\])|Results File"
    ),
    passed=lazy(r"\s*(?:Passed|√|✓) \S.{0,300} \[[<\d][^\]\n]{0,20}\]"),
    summary=lazy(
        r"(?:Failed|Passed)! +- |Total tests: |\s+(?:Passed|Failed|Skipped): +\d|Test Run |Test summary: |The active test run was aborted"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
