"""pytest's report as blocks: each failure with what it captured, totals, the lists of passed tests and of warnings."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "pytest",
    start=lazy(r"_{2,} (?P<name>\S.{0,300}?) _{2,}$"),
    end=lazy(r"={4,} .* ={4,}$|!{4,} .* !{4,}$|\d+ (?:passed|failed|error).* in [\d.]+s"),
    section=lazy(r"=+ (?:FAILURES|ERRORS|XFAILURES|XPASSES) =+$"),
    section_end=lazy(r"=+ (?!FAILURES|ERRORS|XFAILURES|XPASSES)\S.* =+$"),
    passed=lazy(
        r"(?=\S*?::\S).{3,400} PASSED(?: +\[ *\d{1,3}%\])?$|\[gw\d+\] \[ *\d{1,3}%\] PASSED \S|\[gw\d+\] PASSED \S|\S+\.py \.+(?: +\[ *\d{1,3}%\])?$|\.{8,}(?: +\[ *\d{1,3}%\])?$|\S+\.py::\S+ ?$"
    ),
    summary=lazy(
        r"(?:FAILED|ERROR) (?:\S+::|\S+\.py\b)|=+ (?=.*=$).*\b(?:passed|failed|error|errors|skipped|deselected|xfailed|no tests ran)\b.* =+$|!+ .* !+$|\d+ (?:passed|failed|error|skipped|warning|deselected).* in [\d.]+s|no tests ran|.{0,300}(?: FAILED| ERROR)(?: +\[ *\d{1,3}%\])?$|\[gw\d+\] \[ *\d{1,3}%\] (?:FAILED|ERROR|XPASS)|\[gw\d+\] node down|replacing crashed worker|INTERNALERROR>"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)
