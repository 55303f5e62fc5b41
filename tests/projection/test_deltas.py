"""What a context already has of a file: claimed only for lines that it was shown, never for a changed one."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.projection.alignment import aligned
from kernel.projection.deltas import Earlier, file_delta
from kernel.projection.recogniser import Known

FILE = [f"value_{n} = {n * n}" for n in range(60)]
LINES = st.lists(st.sampled_from(["a", "b", "", "  c", "d" * 9, *FILE[:9]]), max_size=40)
RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=3)


def gone(known: Known | None) -> set[int]:
    return set() if known is None else {at for fold in known.folds for at in range(fold.start, fold.end)}


def words(known: Known | None) -> list[str]:
    return [] if known is None else [fold.kind for fold in known.folds]


def gutter(lines: Sequence[str], first: int) -> list[str]:
    return [f"{number:6}\t{line}" for number, line in enumerate(lines, first)]


def part(handle: int, first: int, last: int, lines: Sequence[str] = FILE, shown: tuple[tuple[int, int], ...] | None = None) -> Earlier:
    """A read of lines first..last (1-based)."""
    return Earlier(handle, lines[first - 1 : last], shown, first, False)


def test_a_file_read_again_is_unchanged() -> None:
    known = file_delta(FILE, [Earlier(12, FILE)])
    assert gone(known) == set(range(60))
    assert words(known) == ["lines of the file, unchanged since ck recall 12"]


def test_an_edited_file_shows_the_edit_and_its_neighbours() -> None:
    new = [*FILE[:30], "value_new = 1", *FILE[31:40], *FILE[42:]]
    known = file_delta(new, [Earlier(12, FILE)])
    assert 30 not in gone(known) and {28, 29, 31, 32} & gone(known) == set()
    assert {0, 10, 27, 33, len(new) - 1} <= gone(known)
    assert words(known)[-1] == "lines of the file, unchanged since ck recall 12, there 45-60"


def test_white_space_is_a_change() -> None:
    assert 30 not in gone(file_delta([*FILE[:30], FILE[30] + " ", *FILE[31:]], [Earlier(1, FILE)]))


def test_numbers_that_the_file_holds_are_no_line_numbers() -> None:
    """Where the harness tells the first line's number, a column of numbers is text."""
    rows, later = ([f"{n + more}\tname {n}" for n in range(40)] for more in (0, 7))
    assert gone(file_delta(later, [Earlier(1, rows, None, 1)], 1)) == set()


@pytest.mark.parametrize("told", [True, False], ids=["told numbers", "printed numbers"])
def test_of_overlapping_windows_what_is_new_is_shown_and_nothing_else(told: bool) -> None:
    new, old = FILE[20:60], FILE[:40]
    if told:
        known = file_delta(new, [part(3, 1, 40)], 21, True)
    else:
        known = file_delta(gutter(new, 21), [Earlier(3, gutter(old, 1), None, 0, False)], 0, True)
    assert gone(known) == set(range(20))
    assert words(known) == ["lines of the file, unchanged since ck recall 3"]


def test_windows_without_a_common_line_tell_nothing_even_where_their_text_is_equal() -> None:
    text = [f"key_{n} = 1" for n in range(20)] * 3
    assert file_delta(text[40:], [part(3, 1, 40, text)], 41, True) is None


def test_a_window_after_an_edit_above_is_known_by_its_text_and_its_old_numbers_are_told() -> None:
    moved = ["new line"] * 3 + FILE
    known = file_delta(moved[20:50], [part(3, 1, 60)], 21, True)
    assert gone(known) == set(range(30))
    assert words(known) == ["lines of the file, unchanged since ck recall 3, there 18-47"]


def test_what_several_windows_showed_is_known_from_as_few_as_can_be() -> None:
    known = file_delta(FILE, [part(3, 15, 18), part(2, 21, 40), part(1, 1, 20)], 1)
    assert gone(known) == set(range(40))
    assert words(known) == ["lines of the file, unchanged since ck recall 1, 1-20; since ck recall 2, 21-40"]


def test_the_change_that_was_shown_is_known_too() -> None:
    new = [*FILE[:30], "value_new = 1", *FILE[31:]]
    change = Earlier(2, new, ((28, 33),))
    known = file_delta(new, [change, Earlier(1, FILE)])
    assert gone(known) == set(range(60))
    assert words(known) == ["lines of the file, unchanged since ck recall 2"]


def test_a_line_that_was_changed_and_changed_back_is_shown() -> None:
    changed = [*FILE[:30], "value_new = 1", *FILE[31:]]
    known = file_delta(FILE, [Earlier(2, changed, ((28, 33),)), Earlier(1, FILE)])
    assert 30 not in gone(known) and {0, 20, 40, 59} <= gone(known)


def test_where_lines_are_gone_both_sides_are_shown() -> None:
    known = file_delta([*FILE[:30], *FILE[35:]], [Earlier(2, FILE)])
    assert gone(known) == set(range(55)) - {28, 29, 30, 31}


def test_only_what_was_shown_is_claimed() -> None:
    known = file_delta(FILE, [Earlier(5, FILE, shown=((0, 20), (40, 60)))])
    assert gone(known) == {*range(18), *range(42, 60)}
    assert file_delta(FILE, [Earlier(5, FILE, cut=True)]) is None


def test_a_file_of_which_an_outline_was_shown_is_shown_anew_and_lines_of_it_are_shown() -> None:
    outline = Earlier(5, FILE, shown=((0, 5), (20, 25)))
    assert file_delta(FILE, [outline]) is None
    assert gone(file_delta(FILE[:30], [outline], 1, True)) == set()


@given(LINES, LINES)
@settings(deadline=None)
def test_alignment_pairs_equal_lines_in_order(new: list[str], old: list[str]) -> None:
    pairs = sorted(aligned(new, old).items())
    assert all(new[at] == old[other] for at, other in pairs)
    assert [other for _, other in pairs] == sorted({other for _, other in pairs})


@given(LINES, st.lists(st.tuples(LINES, RANGES, st.integers(1, 9)), max_size=3), st.integers(1, 9))
@settings(deadline=None)
def test_a_fold_holds_only_lines_that_the_context_has(
    new: list[str], reads: list[tuple[list[str], list[tuple[int, int]], int]], first: int
) -> None:
    earlier = [Earlier(n, old, tuple(shown), at, False) for n, (old, shown, at) in enumerate(reads, 1)]
    have = {one.lines[at] for one in earlier for start, end in one.shown or () for at in range(start, min(end, len(one.lines)))}
    assert all(new[at] in have for at in gone(file_delta(new, earlier, first, True)))
