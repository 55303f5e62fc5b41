"""Reports of test runners: which tests failed, what belongs to a failure, which lines total the run."""

import pytest
from other_reports import OTHER_REPORTS
from report_sample import Report
from ruby_reports import RUBY_REPORTS

from kernel.reading.block_readers import read_blocks
from kernel.reading.blocks import FAILURE, PASSED, SUMMARY, Block
from kernel.reading.margins import unmargined
from kernel.reading.vocabulary import shapes_of

EACH = pytest.mark.parametrize("report", [pytest.param(r, id=f"{r.tool}-{n}") for n, r in enumerate((*OTHER_REPORTS, *RUBY_REPORTS))])


def blocks(text: str, tool: str) -> list[Block]:
    lines = text.split("\n")
    found = read_blocks(unmargined(lines), "\n".join(shapes_of(lines)))
    return [block for block in found if block.tool == tool]


def text_of(lines: list[str], block: Block) -> str:
    return "\n".join(lines[block.start : block.end])


@EACH
def test_each_failure_is_one_block_with_what_it_printed(report: Report) -> None:
    failures = [block for block in blocks(report.text, report.tool) if block.kind == FAILURE]
    assert [part in block.title for part, block in zip(report.failed, failures, strict=True)] == [True] * len(
        failures
    )
    assert all(block.failing for block in failures)
    inside = "\n".join(text_of(report.text.split("\n"), block) for block in failures)
    assert [part for part in report.inside if part not in inside] == []
    assert report.total not in inside


@EACH
def test_the_total_is_vital(report: Report) -> None:
    lines = report.text.split("\n")
    totals = [block for block in blocks(report.text, report.tool) if block.kind == SUMMARY]
    assert report.total in "\n".join(text_of(lines, block) for block in totals)
    assert all(block.vital == ((block.start, block.end),) for block in totals)


@EACH
def test_no_failure_is_told_as_passed(report: Report) -> None:
    lines = report.text.split("\n")
    passed = "\n".join(
        text_of(lines, block) for block in blocks(report.text, report.tool) if block.kind == PASSED
    )
    for word in (*report.inside, report.total, "FAIL", "not ok", "✘", "×"):
        assert word not in passed


@EACH
def test_failures_are_read_behind_the_stamps_of_a_log(report: Report) -> None:
    stamped = "".join(f"2026-11-03T10:00:00.123Z {line}\n" for line in report.text.splitlines())
    failures = [block for block in blocks(stamped, report.tool) if block.kind == FAILURE]
    assert [block.title for block in failures] == [
        block.title for block in blocks(report.text, report.tool) if block.kind == FAILURE
    ]


def test_warnings_of_one_kind_share_a_key() -> None:
    entries = "".join(
        f"tests/test_a.py::test_{n}\n  /srv/shop/{n}.py:{n}: DeprecationWarning: f{n}() is deprecated\n    f()\n\n"
        for n in range(1, 5)
    )
    other = "tests/test_b.py::test_q\n  /srv/shop/db.py:9: ResourceWarning: unclosed connection\n    gc()\n\n"
    text = f"=== warnings summary ===\n{entries}{other}-- Docs: https://x\n=== 5 passed, 5 warnings in 0.1s ===\n"
    found = [block for block in blocks(text, "pytest") if block.frames]
    assert [block.frames[0].frame.line for block in found] == [1, 2, 3, 4, 9]
    assert len({block.key for block in found}) == 2
    assert not any(block.failing for block in found)
