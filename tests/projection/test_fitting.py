"""A plan that is made to fit: the two ends are shown, the middle is folded and can be recalled, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.model.event import ToolOutput
from kernel.model.plan import CLEAN, FOLD, KEEP, Span
from kernel.projection import algebra, engine
from kernel.projection.fitting import RECOGNISER, ends, fit, units

LINES = "".join(f"line {n} of many that say nothing else\n" for n in range(1000))


def shown(text: str, limit: int) -> str:
    return algebra.render(fit(algebra.identity(text), text, limit), text, 412)


def test_the_two_ends_are_shown_and_the_middle_names_its_lines() -> None:
    lines = shown(LINES, 2_000).splitlines()
    (at,) = [n for n, line in enumerate(lines) if "ck recall 412" in line]
    first, last = at + 1, 1000 - (len(lines) - at - 1)
    assert lines[at].startswith(f"[ck: {last - first + 1} lines folded, {first}-{last}: ")
    assert lines[:at] == LINES.splitlines()[:at] and lines[at + 1 :] == LINES.splitlines()[last:]
    assert 0 < at < len(lines) - at, "more of the end is shown"


def test_what_fits_is_left() -> None:
    plan = algebra.identity(LINES)
    assert fit(plan, LINES, len(LINES)) is plan
    assert shown(LINES, len(LINES)) == LINES


def test_where_not_even_the_marker_fits_all_is_left() -> None:
    assert shown(LINES, 50) == LINES


def test_of_one_long_line_both_ends_are_shown() -> None:
    text = f"BEGIN{'x' * 50_000}THE-END\n"
    (line,) = shown(text, 5_000).splitlines()
    assert line.startswith("BEGINxxx") and "xxxTHE-END [ck: part of line 1 folded: " in line and len(line) < 5_000


@pytest.mark.parametrize("length", [0, 1, 9_999, 2_000_000])
def test_what_a_long_text_costs_is_estimated_from_samples(length: int) -> None:
    text = (LINES * (length // len(LINES) + 1))[:length]
    plan = ends(text, 5_000)
    assert plan.tokens_before == pytest.approx(algebra.identity(text).tokens_before, rel=0.02)
    assert algebra.unfold(plan, text) == text and plan.lines == len(algebra.split_lines(text))
    assert len(algebra.render(plan, text, 1)) <= max(length, 5_000)


@pytest.mark.parametrize("sign", ["\N{GRINNING FACE}", "é", "\udc80"])
def test_length_is_counted_as_the_reader_counts_it(sign: str) -> None:
    text = "".join(f"{n} {sign * 40}\n" for n in range(500))
    assert units(shown(text, 5_000)) <= 5_000


def test_folds_and_cleaned_lines_that_stay_are_the_plans_own() -> None:
    text = "a\n" * 10 + "\x1b[31mred\x1b[0m\n" * 300 + "b\n" * 300
    spans = (
        Span(1, 5, KEEP), Span(6, 10, FOLD, "passing tests", "passing", tokens=9),
        Span(11, 310, CLEAN, text="\n".join(["red"] * 300)), Span(311, 610, KEEP),
    )  # fmt: skip
    plan = algebra.make_plan(text, spans, algebra.identity(text).tokens_before)
    fitted = fit(plan, text, 900)
    assert [fold.recogniser for fold in fitted.folds()] == ["passing", RECOGNISER]
    rendered = algebra.render(fitted, text, 1)
    assert "\x1b" not in rendered and "passing tests" in rendered and rendered.endswith("b\n")
    assert algebra.unfold(fitted, text) == text


@given(
    st.lists(st.sampled_from(["", "short", "x" * 70, "tests/test_a.py::test_1 PASSED [ 1%]", "\x1b[1mbold\x1b[0m", "é😀" * 30]), max_size=120),
    st.integers(0, 4_000), st.booleans(),
)  # fmt: skip
def test_it_fits_or_is_as_it_was_and_stays_a_plan(lines: list[str], limit: int, ended: bool) -> None:
    text = "\n".join(lines) + ("\n" if ended and lines else "")
    plan = engine.plan(ToolOutput(text, "Bash", "make"), floor=0)
    fitted = fit(plan, text, limit)
    algebra.validate(fitted)
    assert algebra.unfold(fitted, text) == text
    rendered = algebra.render(fitted, text, algebra.ASSUMED_HANDLE)
    assert fitted == plan or units(rendered) <= limit
    assert fit(fitted, text, limit) == fitted
