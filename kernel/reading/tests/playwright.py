"""Playwright: numbered failures with the browser in brackets."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "playwright",
    start=lazy(r"\s{1,4}\d{1,4}\) (?P<name>\[\S{1,60}\] › \S.{0,300}|\S{1,200}:\d+:\d+ › .{1,300})"),
    end=lazy(r"\s{1,4}\d+ (?:failed|flaky|passed|skipped|did not run|interrupted)\b|\s*Slow test file:"),
    passed=lazy(r"\s*(?:[✓✔]|ok) +\d{1,5} "),
    summary=lazy(
        r"\s{1,4}\d+ (?:failed|flaky|passed|skipped|did not run|interrupted)\b|\s{4}\[\S{1,60}\] › |\s*(?:[✘x×]) +\d{1,5} |Running \d+ tests?|\s*Slow test file"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
