"""pytest's report as blocks: each failure with what it captured, totals, the lists of passed tests and of warnings."""

from collections.abc import Sequence

from kernel.reading.blocks import DIAGNOSTIC, Block, PrintedFrame
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


_WARNINGS = lazy(r"=+ warnings summary(?: \(final\))? =+$")
_WARNING = lazy(r"\s+(?P<path>[^\s:][^:\n]{0,300}):(?P<line>\d{1,9}): (?P<type>\w{1,60}): (?P<message>.*)")
_NAME = lazy(r"'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|\S*[\d_(.]\S*")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report, and each entry of its list of warnings."""
    blocks = read_report(FORM, lines)
    head = next((at for at, line in enumerate(lines) if line.startswith("=") and _WARNINGS.match(line)), None)
    return blocks if head is None else blocks + _warnings(lines, head + 1)


def _warnings(lines: Sequence[str], at: int) -> list[Block]:
    from kernel.model.symptom import Frame

    blocks: list[Block] = []
    while at < len(lines) and not lines[at].startswith(("=", "-- Docs")):
        end = at
        while end < len(lines) and lines[end].strip() and not lines[end].startswith("="):
            end += 1
        told = next(((n, m) for n in range(at, end) if (m := _WARNING.match(lines[n])) is not None), None)
        if told is not None:
            number, match = told
            frame = PrintedFrame(number, number + 1, Frame(match["path"], int(match["line"])))
            key = f"pytest {match['type']} {_NAME.sub('_', match['message'])}"
            title = f"{match['type']}: {match['message']}"
            blocks.append(
                Block(at, end, DIAGNOSTIC, "pytest", title, (frame,), False, key, ((number, number + 1),))
            )
        at = end + 1
    return blocks
