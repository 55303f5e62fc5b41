"""The Test Anything Protocol, node's own runner and bats among its writers."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "tap",
    start=lazy(
        r"\s*not ok \d+(?: -)? (?P<name>.{1,300}?)(?: # .{0,300})?$|\s*✖ (?!failing tests:)(?P<spec>\S.{0,300}?)(?: \([\d.]+ms\))?$"
    ),
    end=lazy(r"\s*(?:not )?ok \d+|\s*# (?:tests|Subtest|pass|fail)\b|1\.\.\d+|ℹ |\s*[✔▶✖] "),
    passed=lazy(
        r"\s*ok \d+(?: -)? [^#\n]{1,300}$|\s{2,}(?:---|\.\.\.|duration_ms: [\d.]+|type: '\w+')$|\s*# Subtest: |\s*✔ \S"
    ),
    summary=lazy(
        r"# (?:tests|pass|fail|cancelled|skipped|todo|suites) \d|ℹ (?:tests|pass|fail|cancelled|skipped|todo|suites|duration_ms) \d|1\.\.\d+|✖ failing tests"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
