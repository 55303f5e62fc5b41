"""What a context already has: claimed only for lines that it was shown, never for a changed one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.projection.deltas import (
    CHANGED,
    OVERLAP,
    RERUN,
    UNCHANGED,
    Delta,
    Earlier,
    aligned,
    file_delta,
    rerun_delta,
)

FILE = [f"value_{n} = {n * n}" for n in range(60)]
LINES = st.lists(st.sampled_from(["a", "b", "", "  c", "d" * 9, *FILE[:9]]), max_size=40)


def gone(delta: Delta | None) -> set[int]:
    return set() if delta is None else {at for fold in delta.folds for at in range(fold.start, fold.end)}


def gutter(lines: list[str], first: int) -> list[str]:
    return [f"{number:6}\t{line}" for number, line in enumerate(lines, first)]


def test_a_file_read_again_is_unchanged() -> None:
    delta = file_delta(FILE, Earlier(12, FILE))
    assert delta is not None and delta.kind == UNCHANGED
    assert gone(delta) == set(range(60))
    assert "ck recall 12" in delta.folds[0].kind


def test_an_edited_file_shows_the_edit_and_its_neighbours() -> None:
    new = [*FILE[:30], "value_new = 1", *FILE[31:40], *FILE[42:]]
    delta = file_delta(new, Earlier(12, FILE))
    assert delta is not None and delta.kind == CHANGED
    assert 30 not in gone(delta) and {28, 29, 31, 32} & gone(delta) == set()
    assert {0, 10, 27, 33, len(new) - 1} <= gone(delta)


def test_white_space_is_a_change() -> None:
    assert 30 not in gone(file_delta([*FILE[:30], FILE[30] + " ", *FILE[31:]], Earlier(1, FILE)))


def test_overlapping_windows_of_a_file() -> None:
    delta = file_delta(gutter(FILE[20:60], 21), Earlier(3, gutter(FILE[:40], 1)))
    assert delta is not None and delta.kind == OVERLAP
    assert gone(delta) == set(range(18))
    assert file_delta(gutter(FILE[40:], 41), Earlier(3, gutter(FILE[:40], 1))) is None


def test_a_window_after_an_edit_above_is_known_by_its_text() -> None:
    moved = ["new line"] * 3 + FILE
    delta = file_delta(gutter(moved[20:50], 21), Earlier(3, gutter(FILE, 1)))
    assert delta is not None and len(gone(delta)) > 20


def test_only_what_was_shown_is_claimed() -> None:
    delta = file_delta(FILE, Earlier(5, FILE, shown=((0, 20), (50, 60))))
    assert delta is not None and delta.kind != UNCHANGED
    assert gone(delta) & set(range(20, 50)) == set()
    assert {0, 17, 52, 59} <= gone(delta)


def test_a_run_again_shows_what_changed_between_the_runs() -> None:
    before = [f"2026-01-01 10:00:{n:02} step {n} done in 0.{n}s" for n in range(40)]
    after = [f"2026-01-02 11:11:{n:02} step {n} done in 1.{n}s" for n in range(40)]
    after[25] = "2026-01-02 11:11:25 step 25 FAILED"
    delta = rerun_delta(after, Earlier(7, before))
    assert delta is not None and delta.kind == RERUN
    assert 25 not in gone(delta) and len(gone(delta)) > 30
    assert "but for times" in delta.folds[0].kind


def test_the_same_output_again_is_unchanged_to_the_byte() -> None:
    delta = rerun_delta(FILE, Earlier(7, FILE))
    assert delta is not None and delta.kind == UNCHANGED and gone(delta) == set(range(60))


@pytest.mark.parametrize(
    ("old", "new"), [("ok 20ms", "ok 71ms"), ("ok 3.1s", "ok 5.9s"), ("at 10:00:01", "at 11:30:09")]
)
def test_what_a_busy_machine_explains_is_no_change(old: str, new: str) -> None:
    assert 30 in gone(rerun_delta([*FILE[:30], new, *FILE[31:]], Earlier(1, [*FILE[:30], old, *FILE[31:]])))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rows: 10", "rows: 11"),
        ("cost 3 USD", "cost 9 USD"),
        ("v1.2.3", "v1.2.4"),
        ("exit code 0", "exit code 1"),
        ("line 10", "line 12"),
        ("latency 20ms", "latency 9000ms"),
        ("took 1.2s in all", "took 93 seconds in all"),
        ("BenchmarkCart-8 15.2 ns/op", "BenchmarkCart-8 11.9 ns/op"),
    ],
)
def test_numbers_that_say_something_are_changes(old: str, new: str) -> None:
    assert 30 not in gone(
        rerun_delta([*FILE[:30], new, *FILE[31:]], Earlier(1, [*FILE[:30], old, *FILE[31:]]))
    )


@given(LINES, LINES)
@settings(deadline=None)
def test_alignment_pairs_equal_lines_in_order(new: list[str], old: list[str]) -> None:
    pairs = sorted(aligned(new, old).items())
    assert all(new[at] == old[other] for at, other in pairs)
    assert [other for _, other in pairs] == sorted({other for _, other in pairs})


@given(LINES, LINES, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=3))
@settings(deadline=None)
def test_a_fold_holds_only_lines_that_the_context_has(
    new: list[str], old: list[str], shown: list[tuple[int, int]]
) -> None:
    have = {old[at] for start, end in shown for at in range(start, min(end, len(old)))}
    for delta in (
        file_delta(new, Earlier(1, old, tuple(shown))),
        rerun_delta(new, Earlier(1, old, tuple(shown))),
    ):
        assert all(new[at] in have for at in gone(delta))
