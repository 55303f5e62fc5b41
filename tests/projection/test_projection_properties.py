"""What holds for every plan, tried on texts built from what traces, reports, compilers, logs and hostile programs print."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernel.model.event import ToolOutput
from kernel.model.plan import FOLD
from kernel.projection import algebra
from kernel.projection.engine import plan, see
from kernel.reading.block_readers import READERS
from kernel.tokens import estimate

FOLDER = Path(__file__).parent.parent / "cases"
TEXTS = [path.read_text() for path in sorted(FOLDER.glob("*.txt"))]
PIECES = [
    "\n".join(lines[at : at + 12])
    for lines in (text.split("\n") for text in TEXTS)
    for at in (0, len(lines) // 3, len(lines) // 2, max(0, len(lines) - 14))
]
SIGNS = sorted({sign for reader in READERS for sign in reader.signs})
HOSTILE = [
    "\x1b[31mred\x1b[0m", "\x00\udc80", "\u202eabc", "[bold]x[/bold]", "a" * 3000, " " * 900, "│ ├ ╭", "[ck: 3 lines", "\r", "x\r\n",
    "Traceback (most recent call last):", '  File "a.py", line 3, in f', "ValueError: x", "goroutine 1 [running]:", "\tat a.B.c(B.java:1)",
]  # fmt: skip
MARGINS = ["", "", "", "2026-11-03T10:00:00Z ", "[rank0]: ", "[rank1]: ", "web-1 | ", "#9 1.234 "]
LINES = st.sampled_from(PIECES) | st.sampled_from(SIGNS) | st.sampled_from(HOSTILE) | st.text(max_size=40)
MARKER = re.compile(r"\[ck: (\d+) lines? folded, (\d+)-(\d+): ")


@st.composite
def outputs(draw: st.DrawFn) -> ToolOutput:
    parts = draw(
        st.lists(st.tuples(LINES, st.integers(1, 25), st.sampled_from(MARGINS), st.booleans()), max_size=7)
    )
    lines: list[str] = []
    for piece, times, margin, numbered in parts:
        for n in range(times):
            lines += [margin + line + (f" {n}" if numbered else "") for line in piece.split("\n")]
    text = "\n".join(lines[:1500]) + draw(st.sampled_from(["", "\n"]))
    command = draw(st.sampled_from(["", "make", "pytest -v", "npm test", "cat app.log", "git log"]))
    return ToolOutput(text, "Bash", command, "", draw(st.sampled_from([None, 0, 1])))


SLOW = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@given(outputs(), st.sampled_from([0.0, 0.5, 1.0]))
@SLOW
def test_a_plan_partitions_comes_back_and_never_costs_more(output: ToolOutput, pressure: float) -> None:
    made = plan(output, 50, pressure)
    algebra.validate(made)
    assert algebra.unfold(made, output.text) == output.text
    assert made.tokens_after <= made.tokens_before == estimate(output.text)
    assert made == plan(output, 50, pressure)


@given(outputs())
@SLOW
def test_projecting_what_was_projected_changes_nothing(output: ToolOutput) -> None:
    once = algebra.render(plan(output, 50), output.text, 12)
    assert algebra.render(plan(output._replace(text=once), 50), once, 13) == once


@given(outputs())
@SLOW
def test_markers_count_what_they_stand_for(output: ToolOutput) -> None:
    made = plan(output, 50)
    for span in made.spans:
        if span.action == FOLD and span.text is None:
            marker = MARKER.match(algebra.marker(span, 7))
            assert marker is not None
            assert int(marker[1]) == int(marker[3]) - int(marker[2]) + 1 == span.end - span.start + 1
            assert "\n" not in span.kind and span.kind and span.why and span.recogniser


@given(outputs())
@SLOW
def test_blocks_lie_inside_of_the_text(output: ToolOutput) -> None:
    lines = output.text.split("\n")
    for block in see(output, lines).blocks:
        assert 0 <= block.start < block.end <= len(lines)
        for start, end in (*block.vital, *block.parts, *((f.start, f.end) for f in block.frames)):
            assert block.start <= start < end <= block.end


@given(st.lists(st.sampled_from(SIGNS) | st.sampled_from(HOSTILE) | st.text(max_size=20), max_size=30))
@SLOW
def test_no_text_makes_a_reader_fail(lines: list[str]) -> None:
    see(ToolOutput("\n".join(lines), "Bash"), "\n".join(lines).split("\n"))


def test_plans_do_not_depend_on_the_seed_of_hashes() -> None:
    code = (
        "import json,sys\n"
        "from kernel.model.event import ToolOutput\n"
        "from kernel.projection.engine import plan\n"
        "texts = json.load(sys.stdin)\n"
        "print(json.dumps([plan(ToolOutput(t, 'Bash', 'make', '', 1)) for t in texts]))\n"
    )
    given_texts = json.dumps(TEXTS[::3])
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=given_texts,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(seen) == 1


def test_time_grows_with_the_length_and_not_faster() -> None:
    block = TEXTS[6] + TEXTS[8]

    def seconds(times: int) -> float:
        output = ToolOutput(
            "".join(block.replace("app", f"a{n}") for n in range(times)), "Bash", "make", "", 1
        )
        begin = time.process_time()
        plan(output)
        return time.process_time() - begin

    seconds(1)
    assert min(seconds(12) for _ in range(2)) < 8 * min(seconds(3) for _ in range(3))
