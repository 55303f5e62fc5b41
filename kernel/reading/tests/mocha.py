"""mocha, cypress and jasmine: numbered failures below the count of failing tests."""

from collections.abc import Iterator, Sequence

from kernel.reading.blocks import FAILURE, PASSED, Block
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report

FORM = TestForm(
    "mocha",
    start=lazy(r"\s{0,6}\d{1,4}\) (?P<name>\S.{0,300})"),
    end=lazy(r"npm ERR!|npm error|error Command failed|\s*\(Results\)|\d+ specs?, "),
    section=lazy(r"\s*\d+ failing\b|Failures: *$"),
    passed=lazy(r"\s+[✓✔√] \S"),
    summary=lazy(
        r"\s*\d+ (?:passing|failing|pending)\b|\s+\d{1,4}\) \S|\d+ specs?, \d+ failures?|\s+[✖✗] +\d+ of \d+ failed"
    ),
)
_LABEL = lazy(r" *(?:Message|Stack):$")
_SPEC = lazy(r"\s+Running: +\S.{0,300}\(\d+ of \d+\)$")
_RAN = lazy(r"\s+\(Run Finished\)")
_NOTHING_FAILED = lazy(r"\s+│ Failing: +0 ")
_PASSED_ROW = lazy(r"\s+│ +✔ |\s+├─{20,}┤$")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report; of cypress whole spec files in which nothing failed."""
    blocks = [_with_titles(block, lines) if block.kind == FAILURE else block for block in read_report(FORM, lines)]
    if not any("(Run Starting)" in line for line in lines):
        return blocks
    whole = list(_passed_specs(lines))
    inside = {index for block in whole for index in range(block.start, block.end)}
    return sorted([*whole, *(block for block in blocks if block.start not in inside)])


def _with_titles(block: Block, lines: Sequence[str]) -> Block:
    """A failure with all the titles of its test: those of inner suites and its own follow one a line, a colon ends them."""
    titles: list[str] = []
    for line in (block.title, *lines[block.start + 1 : block.end]):
        if not line.strip() or _LABEL.match(line) is not None:
            break
        titles.append(line.strip())
        if line.endswith(":"):
            return block._replace(title=" > ".join(titles).removesuffix(":"))
    return block


def _passed_specs(lines: Sequence[str]) -> Iterator[Block]:
    """What cypress prints of each file in which nothing failed, and the rows of such files in its last table."""
    heads = [at for at, line in enumerate(lines) if "unning:" in line and _SPEC.match(line) is not None]
    last = next(
        (at for at, line in enumerate(lines) if "(Run Finished)" in line and _RAN.match(line)), len(lines)
    )
    for start, end in zip(heads, [*heads[1:], last], strict=False):
        if any(_NOTHING_FAILED.match(line) is not None for line in lines[start:end]):
            yield Block(start, end, PASSED, "mocha")
    start = last
    for at in range(last, len(lines) + 1):
        if at == len(lines) or _PASSED_ROW.match(lines[at]) is None:
            if at > start:
                yield Block(start, at, PASSED, "mocha")
            start = at + 1
