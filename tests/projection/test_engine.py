"""Plans: partitions that can be taken back, that hide nothing needed, and that never cost more."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.model.event import ToolOutput
from kernel.model.plan import CLEAN, FOLD, KEEP, Plan, Span
from kernel.projection import algebra
from kernel.projection.engine import plan
from kernel.tokens import estimate


def bash(text: str, command: str = "", exit_code: int | None = 0) -> ToolOutput:
    return ToolOutput(text, "Bash", command, exit_code=exit_code)


def passing(count: int, start: int = 0) -> str:
    return "".join(
        f"tests/unit/test_rates.py::test_rate_{n} PASSED    [ 42%]\n" for n in range(start, start + count)
    )


def prose(count: int) -> list[str]:
    """Lines that nobody recognises, no two with two words in common."""
    dice = Random(7)
    letters = "bcdfghklmnprstvw"
    return [
        " ".join("".join(dice.choices(letters, k=dice.randint(3, 9))) for _ in range(dice.randint(3, 11)))
        for _ in range(count)
    ]


LINES = st.sampled_from(
    [
        "tests/test_a.py::test_{n} PASSED [ 10%]",
        "--- PASS: Test{n} (0.0{n}s)",
        "Collecting package{n}",
        "Compiling serde_{n} v1.0.{n}",
        "[{n}/40] Building CXX object lib/a{n}.o",
        "the same line",
        "the same line",
        "ok {n} - works",
        "Traceback (most recent call last):",
        '  File "a.py", line {n}, in f',
        "ValueError: bad {n}",
        "E   assert 1 == {n}",
        "\x1b[32mgreen {n}\x1b[0m",
        " {n}% |##  |\r100% |####|",
        "windows line\r",
        "--- FAIL: TestBad",
        "=== FAILURES ===",
        "",
        "\x00\udc80 {n}",
        "\x1b[0m",
        "[ck: 3 lines folded, 2-4: progress (progress)]",
    ]
)


@st.composite
def outputs(draw: st.DrawFn) -> str:
    blocks = draw(st.lists(st.tuples(LINES, st.integers(1, 40)), max_size=8))
    lines = [line.replace("{n}", str(n)) for line, times in blocks for n in range(times)]
    return "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))


@given(outputs() | st.text(), st.sampled_from([None, 0, 1]), st.sampled_from([0, 100]))
@settings(deadline=None)
def test_a_plan_is_a_partition_that_can_be_taken_back(text: str, exit_code: int | None, floor: int) -> None:
    output = bash(text, exit_code=exit_code)
    made = plan(output, floor)
    algebra.validate(made)
    assert algebra.unfold(made, text) == text
    assert made == plan(output, floor)
    assert made.tokens_before == estimate(text)
    assert made.tokens_after <= made.tokens_before
    assert estimate(algebra.render(made, text, 7)) <= made.tokens_before


@given(outputs(), st.sampled_from([0, 1]), st.sampled_from([0, 200]))
@settings(deadline=None)
def test_projecting_a_projection_changes_nothing(text: str, exit_code: int, floor: int) -> None:
    once = algebra.render(plan(bash(text, exit_code=exit_code), floor), text, 12)
    twice = algebra.render(plan(bash(once, exit_code=exit_code), floor), once, 13)
    assert twice == once


@given(outputs(), st.sampled_from([None, 0, 1]))
@settings(deadline=None)
def test_no_kind_of_trouble_disappears(text: str, exit_code: int | None) -> None:
    made = plan(bash(text, exit_code=exit_code), 0)
    lines = algebra.split_lines(text)
    shown = algebra.render(made, text, None)
    for sign in ("ValueError: bad", "E   assert", "--- FAIL: TestBad", "=== FAILURES ==="):
        if any(sign in line for line in lines):
            assert sign in shown


def test_a_long_list_of_passing_tests_becomes_one_line() -> None:
    text = "collected 90 items\n" + passing(90) + "90 passed in 1.20s\n"
    made = plan(bash(text, "pytest -v"), 300)
    shown = algebra.render(made, text, 412).splitlines()
    assert shown[0] == "collected 90 items"
    assert "test_rate_0 " in shown[1]
    assert shown[2] == "[ck: 88 lines folded, 3-90: passing tests (passing); ck recall 412 --lines 3-90]"
    assert "test_rate_89 " in shown[3]
    assert shown[4] == "90 passed in 1.20s"


def test_without_a_handle_the_marker_names_no_command() -> None:
    text = passing(90)
    assert "recall" not in algebra.render(plan(bash(text), 300), text, None)


def test_small_outputs_are_only_cleaned() -> None:
    text = "\x1b[32m" + passing(12) + "\x1b[0m\r\n"
    made = plan(bash(text), 800)
    assert {span.action for span in made.spans} <= {KEEP, CLEAN}
    assert algebra.render(made, text, None) == passing(12) + "\n"


@pytest.mark.parametrize("text", ["\x1b[0m", "\r", "\n\x1b[0m", "a\n\x1b[0m", "\x1b[0m\n\r\n", "\x07"])
def test_lines_of_nothing_but_controls_are_still_lines(text: str) -> None:
    made = plan(bash(text))
    algebra.validate(made)
    assert algebra.unfold(made, text) == text


def test_crlf_output_keeps_every_line() -> None:
    text = "".join(f"row {n} value {n * n}\r\n" for n in range(200))
    assert algebra.render(plan(bash(text), floor=1_000_000), text, None) == text.replace("\r\n", "\n")


def test_a_failure_block_between_passing_tests_stays_whole() -> None:
    above = (
        "=== FAILURES ===\n____ test_month ____\n\n    def test_month():\n>       assert month() == 3\nE       assert 2 == 3\n\n"
        "tests/test_m.py:88: AssertionError\n---- Captured stdout call ----\n"
    )
    captured = [f"progress log line {n}" for n in range(40)]
    captured[20] = "clock.py: tick() ignored, calendar cache pinned by a prior test"
    summary = "=== short test summary info ===\n"
    text = passing(80) + above + "\n".join(captured) + "\n" + summary + passing(80, 100)
    shown = algebra.render(plan(bash(text, exit_code=1), 300), text, 1)
    assert above + captured[0] in shown
    assert captured[20] in shown
    assert captured[-1] + "\n" + summary in shown


def test_a_slow_test_among_quick_ones_is_shown() -> None:
    times = ["0.01"] * 120
    times[70] = "9.40"
    text = "".join(f"--- PASS: TestThing{n} ({t}s)\n" for n, t in enumerate(times))
    assert "TestThing70 (9.40s)" in algebra.render(plan(bash(text), 300), text, 1)


@pytest.mark.parametrize("exit_code", [0, 1, None])
def test_a_text_without_repetition_stays(exit_code: int | None) -> None:
    text = "\n".join(prose(900)) + "\n"
    assert plan(bash(text, exit_code=exit_code), 100).folds() == ()


def test_a_failure_that_the_tool_reports_is_red_whatever_the_shell_returned() -> None:
    noise = "\n".join(prose(900)) + "\n"
    failed = "FAILED tests/test_a.py::test_b - assert 1 == 2\n=== 1 failed, 3 passed in 0.10s ===\n"
    trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: x\n'
    shown = algebra.render(plan(bash(noise + trace + failed), 100), noise + trace + failed, None)
    assert all(line in shown for line in prose(900))


def test_coverage_of_packages_is_an_answer() -> None:
    text = "".join(f"ok  \tshop/p{n}\t0.01s\tcoverage: {n}.0% of statements\n" for n in range(99))
    assert plan(bash(text, "go test -cover ./..."), 100).folds() == ()


@pytest.mark.parametrize(
    "output",
    [
        ToolOutput(passing(90), "Bash", "pytest -v  # ck:raw"),
        ToolOutput(passing(90), "Bash", "ck recall 4 --all"),
        ToolOutput(passing(90), "Bash", "cd x && /usr/bin/ck recall 4 --lines 1-90"),
        ToolOutput(passing(90) + "\x1b[0m\r\n", "Read", path="log.txt"),
        ToolOutput(passing(90), "Bash", "pytest -v | grep PASSED"),
        ToolOutput(passing(90), "Bash", "sed -n 1,90p out.txt"),
        ToolOutput(passing(90), "Bash", "cat notes.md"),
        ToolOutput("diff --git a/x b/x\n" + passing(90), "Bash", "git show"),
        ToolOutput(passing(90), "Grep"),
    ],
)
def test_what_was_asked_for_line_by_line_stays(output: ToolOutput) -> None:
    assert algebra.render(plan(output, 100), output.text, None) == output.text


@pytest.mark.parametrize(
    "spans",
    [
        (Span(1, 2, KEEP),),
        (Span(2, 3, KEEP),),
        (Span(1, 1, KEEP), Span(3, 3, KEEP)),
        (Span(1, 3, KEEP), Span(3, 3, FOLD)),
        (Span(1, 3, "drop"),),
        (Span(1, 3, CLEAN),),
        (Span(1, 4, KEEP),),
    ],
)
def test_spans_that_are_no_partition_are_refused(spans: tuple[Span, ...]) -> None:
    with pytest.raises(ValueError, match="span"):
        algebra.validate(Plan(3, spans, 0, 0))
