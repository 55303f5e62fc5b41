"""Looks only save time: where one is closed, its recogniser has nothing to propose."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.model.event import ToolOutput
from kernel.projection.engine import see
from kernel.projection.gates_green import GREEN_SIDE
from kernel.projection.gates_red import RED_SIDE
from kernel.projection.looks import LOOKS
from kernel.projection.registry import propose_of

CASES = sorted((Path(__file__).parents[1] / "cases").glob("[0-9]*.json"))
LINES = st.sampled_from(
    ["NAME   READY   AGE", "web-1   1/1   3d", "a,b,c", "1,2,3", "17", "-----", "src/a.py", "./b/c.txt", "drwxr-xr-x 2 a a 4 Jan 1 10:00 x",
     "├── a", "│   └── b", "2026-01-02 03:04:05 INFO request 17 took 3ms", "tests/a.py::test_1 PASSED [ 10%]", "FAILED tests/a.py::b - x",
     "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2", "x" * 1200, "", "say something else", 'File "a.py", line 3, in f',
     "Traceback (most recent call last):", "ValueError: x", "npm ERR! code 1", "a.c:3:4: error: bad", "key: value"]
)  # fmt: skip


def assert_closed_looks_hide_nothing(output: ToolOutput) -> None:
    seen = see(output, output.text.split("\n"))
    for entry in (*RED_SIDE, *GREEN_SIDE):
        look = LOOKS.get(entry.name)
        if look is not None and entry.gate(seen) and not look(seen):
            assert list(propose_of(entry)(seen)) == [], entry.name


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_no_case_loses_anything_to_a_look(case: Path) -> None:
    told = json.loads(case.read_text())
    text = (case.parent / told["file"]).read_text(errors="surrogateescape")
    output = ToolOutput(text, told.get("tool") or "", told.get("command") or "", exit_code=told.get("exit_code"))
    assert_closed_looks_hide_nothing(output)


@given(st.lists(st.lists(LINES, min_size=1, max_size=6), min_size=1, max_size=5), st.integers(1, 20))
def test_no_mixture_of_lines_loses_anything_to_a_look(groups: list[list[str]], times: int) -> None:
    text = "\n".join(line for group in groups for line in group * times)
    assert_closed_looks_hide_nothing(ToolOutput(text, "Bash", "./run", exit_code=0))


def test_looks_belong_to_recognisers() -> None:
    assert set(LOOKS) <= {entry.name for entry in (*RED_SIDE, *GREEN_SIDE)}


def test_a_list_of_passed_tests_needs_no_reader_of_data() -> None:
    text = "".join(f"tests/test_a.py::test_{n} PASSED [{n:3}%]\n" for n in range(100))
    seen = see(ToolOutput(text, "Bash", "pytest -v", exit_code=0), text.split("\n")[:100])
    closed = {name for name, look in LOOKS.items() if not look(seen)}
    assert {"trace", "failures", "cascade", "table", "log", "paths", "long-line", "text"} <= closed
