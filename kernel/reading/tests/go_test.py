"""go test: the verdict of a test above or below what it logged; ginkgo's verdicts."""

from collections.abc import Iterator, Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "go test",
    start=lazy(r"(?:.{0,200} |\s*)--- FAIL: (?P<name>\S{1,300})|.{0,40}• (?:Failure|\[FAILED\]|Panic)"),
    end=lazy(r"=== (?:RUN|PAUSE|CONT|NAME)|--- (?:PASS|SKIP|FAIL)|(?:ok|FAIL|PASS|\?)(?:\s|$)|\S|$"),
    passed=lazy(
        r"=== (?:RUN|PAUSE|CONT|NAME)\s|\s*--- PASS: |ok {1,4}\t\S{1,200}\t(?:\(cached\)|[\d.]+s)$|\?\s+\S+\s+\[no test files\]"
    ),
    summary=lazy(
        r"FAIL\b|PASS$|exit status \d|\s*--- SKIP: |panic: test timed out|(?:ok|---) .*|coverage: |Ran \d+ of \d+ Specs|\S.*race detected during|Summarizing \d+"
    ),
    backwards=lazy(r"\s+\S+\.go:\d+: "),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report."""
    return read_report(FORM, lines)


_LOGGED = lazy(r"\s+(?P<file>[^\s:/]{1,200}\.go):(?P<line>\d{1,7}): (?P<message>.*)")
_PACKAGE = lazy(r"FAIL\t(?P<package>[^\s\[]{1,300})(?:\s|$)")


def package_of(lines: Sequence[str], block: Block) -> str:
    """The package that a failure is of, as the verdict below it says; empty where it says none."""
    return next((found["package"] for found in map(_PACKAGE.match, lines[block.end :]) if found), "")


def logged(lines: Sequence[str], block: Block) -> Iterator[tuple[int, Frame, str]]:
    """What the test of a failure logged: line of the text, place (its file by name alone), message."""
    package = package_of(lines, block)
    for at in range(block.start, block.end):
        found = _LOGGED.match(lines[at])
        if found is not None:
            yield at, Frame(found["file"], int(found["line"]), folder=package), found["message"]
