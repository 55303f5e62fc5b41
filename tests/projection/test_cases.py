"""Outputs of many tools with the strings and frames that a reader needs: all of them are shown, in a fraction of the size.

The inputs stand in ``tests/cases``: ``NNN-*.txt`` is the output, ``NNN.json`` says what ran and what must be kept.
"""

import json
import re
import statistics
from pathlib import Path
from typing import NamedTuple

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan

FOLDER = Path(__file__).parent.parent / "cases"
MARKER = re.compile(r"\[ck: (\d+) lines? folded, (\d+)-(\d+): .*\]|.* \[ck: part of line \d+ folded: .*\]")


class Case(NamedTuple):
    name: str
    output: ToolOutput
    must_keep: tuple[str, ...]
    frames: tuple[tuple[str, int | None], ...]


def load(path: Path) -> Case:
    told = json.loads(path.read_text())
    text = (FOLDER / told["file"]).read_bytes().decode("utf-8", "surrogateescape")
    output = ToolOutput(text, told["tool"], told["command"], "", told["exit_code"])
    frames = tuple((frame["file"], frame["line"]) for frame in told["frames"])
    return Case(told["file"], output, tuple(told["must_keep"]), frames)


CASES = [load(path) for path in sorted(FOLDER.glob("[0-9][0-9][0-9].json"))]
EACH = pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])


def shown(case: Case, pressure: float = 0.5) -> str:
    return algebra.render(plan(case.output, pressure=pressure), case.output.text, 412)


@EACH
@pytest.mark.parametrize("pressure", [0.0, 0.5, 1.0])
def test_what_a_reader_needs_is_shown(case: Case, pressure: float) -> None:
    text = shown(case, pressure)
    assert [needed for needed in case.must_keep if needed not in text] == []


@EACH
def test_every_frame_is_shown_with_its_line(case: Case) -> None:
    lines = shown(case).splitlines()
    for path, line in case.frames:
        name = re.split(r"[\\/]", path)[-1]
        near = ["\n".join(lines[max(0, at - 1) : at + 2]) for at, text in enumerate(lines) if name in text]
        assert any(line is None or re.search(rf"(?<!\d){line}(?!\d)", text) for text in near), (path, line)


@EACH
def test_the_plan_can_be_taken_back_and_applied_again(case: Case) -> None:
    made = plan(case.output)
    algebra.validate(made)
    assert algebra.unfold(made, case.output.text) == case.output.text
    once = algebra.render(made, case.output.text, 412)
    again = case.output._replace(text=once)
    assert algebra.render(plan(again), once, 413) == once


@EACH
def test_nothing_is_invented_and_every_count_is_true(case: Case) -> None:
    original = case.output.text.splitlines()
    at = 0
    for line in shown(case).splitlines():
        marker = MARKER.fullmatch(line)
        if marker is None:
            at = original.index(line, at) + 1
        elif marker[1] is not None:
            count, start, end = int(marker[1]), int(marker[2]), int(marker[3])
            assert count == end - start + 1
            assert start == at + 1
            at = end
        else:
            at += 1


def test_all_of_them_together_lose_four_fifths() -> None:
    sizes = [(len(shown(case)), len(case.output.text)) for case in CASES]
    assert sum(after for after, _ in sizes) < 0.2 * sum(before for _, before in sizes)
    assert statistics.median(after / before for after, before in sizes if before > 3_200) < 0.3
