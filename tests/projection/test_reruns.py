"""A command run again: what changed is shown whatever was folded, only what was shown is called so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.projection.deltas import Earlier
from kernel.projection.recogniser import Known
from kernel.projection.reruns import rerun_delta

RUN = [f"value_{n} = {n * n}" for n in range(60)]
LINES = st.lists(st.sampled_from(["a", "b", "", "  c", "d" * 9, *RUN[:9]]), max_size=40)
RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=3)


def gone(known: Known | None) -> set[int]:
    return set() if known is None else {at for fold in known.folds for at in range(fold.start, fold.end)}


def words(known: Known | None) -> list[str]:
    return [] if known is None else [fold.kind for fold in known.folds]


def changed(at: int, line: str, lines: list[str] = RUN) -> list[str]:
    return [*lines[:at], line, *lines[at + 1 :]]


def test_a_run_again_shows_what_changed_between_the_runs() -> None:
    before = [f"2026-01-01 10:00:{n:02} step {n} done in 0.{n}s" for n in range(40)]
    after = [f"2026-01-02 11:11:{n:02} step {n} done in 1.{n}s" for n in range(40)]
    after[25] = "2026-01-02 11:11:25 step 25 FAILED"
    known = rerun_delta(after, [Earlier(7, before)])
    assert 25 not in gone(known) and len(gone(known)) > 30
    assert all(kind == "lines as in ck recall 7, but for times and identifiers" for kind in words(known))


def test_the_same_output_again_is_unchanged_to_the_byte() -> None:
    known = rerun_delta(RUN, [Earlier(7, RUN)])
    assert gone(known) == set(range(60)) and words(known) == ["lines, unchanged since ck recall 7"]


def test_a_change_among_lines_that_were_folded_is_shown_and_they_are_not_said_to_be_known() -> None:
    known = rerun_delta(changed(33, "value_33 = 1"), [Earlier(7, RUN, shown=((0, 1), (59, 60)))])
    assert known is not None and known.alone
    assert gone(known) == set(range(1, 59)) - {31, 32, 33, 34, 35}
    assert set(words(known)) == {"lines as in ck recall 7, folded there too"}


def test_what_little_was_shown_of_a_folded_run_is_shown_again() -> None:
    known = rerun_delta(RUN, [Earlier(7, RUN, shown=((0, 1), (30, 33), (59, 60)))])
    assert gone(known) == set(range(60)) - {0, 30, 31, 32, 59}


def test_much_that_was_shown_is_pointed_to_and_the_rest_is_told_apart() -> None:
    known = rerun_delta(RUN, [Earlier(7, RUN, shown=((0, 40),))])
    assert gone(known) == set(range(60))
    assert words(known) == ["lines as in ck recall 7, 20 of them folded there too"]
    known = rerun_delta(changed(50, "value_50 = 1"), [Earlier(7, RUN, shown=((0, 40),))])
    told = ["lines, unchanged since ck recall 7", "lines as in ck recall 7, folded there too"]
    assert words(known) == [*told, told[1]] and gone(known) == set(range(59)) - {48, 49, 50, 51, 52}


def test_where_much_changed_only_what_was_shown_is_pointed_to() -> None:
    new = [f"other {n}" if 20 <= n < 40 else line for n, line in enumerate(RUN)]
    known = rerun_delta(new, [Earlier(7, RUN, shown=((0, 30),))])
    assert known is not None and not known.alone
    assert gone(known) == set(range(18))


def test_the_change_is_the_one_since_the_last_run() -> None:
    second = changed(33, "value_33 = 1")
    earlier = [Earlier(8, second, shown=((31, 36),)), Earlier(7, RUN)]
    assert 33 not in gone(rerun_delta(RUN, earlier))
    assert gone(rerun_delta(second, earlier)) == set(range(60))


def test_of_a_run_that_was_cut_nothing_is_known() -> None:
    assert rerun_delta(RUN, [Earlier(7, RUN, cut=True)]) is None


def test_lines_that_are_gone_are_told_and_their_place_is_shown() -> None:
    known = rerun_delta([*RUN[:20], *RUN[23:]], [Earlier(7, RUN)])
    assert gone(known) == set(range(57)) - {18, 19, 20, 21, 56}
    assert "lines, unchanged since ck recall 7; 3 lines after them are gone (ck recall 7 --lines 21-23)" in words(known)
    for rest, told in ((RUN[:57], "3 lines after them are gone (ck recall 7 --lines 58-60)"), (RUN[1:], "1 line before them is gone (ck recall 7 --lines 1-1)")):
        assert any(told in kind for kind in words(rerun_delta(rest, [Earlier(7, RUN)])))


def test_what_a_tool_says_at_its_end_is_shown_unless_nothing_differs_at_all() -> None:
    before, after = ([*RUN, f"400 passed in {seconds}s", ""] for seconds in ("1.2", "1.3"))
    assert gone(rerun_delta(after, [Earlier(7, before)])) == set(range(60))
    assert words(rerun_delta(after, [Earlier(7, before)])) == ["lines as in ck recall 7, but for times and identifiers"]
    assert gone(rerun_delta(before, [Earlier(7, before)])) == set(range(62))


def test_files_that_are_gone_from_a_diff_are_told() -> None:
    at = DIFF.index("diff --git a/src/m5.py b/src/m5.py")
    known = rerun_delta([*DIFF[:at], *DIFF[at + 16 :]], [Earlier(7, DIFF)])
    assert words(known) == [f"lines, unchanged since ck recall 7; 16 lines among them are gone (ck recall 7 --lines {at + 1}-{at + 16})"]


DIFF = [
    line
    for n in range(12)
    for line in (
        f"diff --git a/src/m{n}.py b/src/m{n}.py", f"index 1111111..222222{n % 10} 100644", f"--- a/src/m{n}.py", f"+++ b/src/m{n}.py",
        "@@ -1,4 +1,4 @@ def first():", f" one_{n}", f"-old_{n}", f"+new_{n}", f" two_{n}", f" three_{n}",
        "@@ -21,4 +21,4 @@ def second():", f" eleven_{n}", f"-gone_{n}", f"+here_{n}", f" twelve_{n}", f" last_{n}",
    )
]  # fmt: skip


def test_of_a_diff_whole_hunks_are_shown_with_the_head_of_their_file() -> None:
    at = DIFF.index("+here_5")
    known = rerun_delta(changed(at, "+there_5", DIFF), [Earlier(7, DIFF)])
    head = DIFF.index("diff --git a/src/m5.py b/src/m5.py")
    assert set(range(len(DIFF))) - gone(known) == {*range(head, head + 4), *range(at - 3, at + 3)}


def test_a_changed_line_is_shown_under_what_it_stands_under() -> None:
    status = ["On branch main", "Changes not staged for commit:", '  (use "git add <file>..." to update)']
    status += [f"\tmodified:   src/module_{n}.py" for n in range(40)]
    after = changed(30, "\tdeleted:    src/module_27.py", status)
    assert {1, 2, 30} <= set(range(len(status))) - gone(rerun_delta(after, [Earlier(7, status)]))


def test_a_failure_of_which_a_line_changed_is_shown_whole() -> None:
    def run(got: int) -> list[str]:
        failure = [
            "_____ test_total _____", "", "    def test_total():", "        cart = Cart()", "        cart.add(1)", "        cart.add(2)",
            f">       assert cart.total() == {got}", f"E       assert 3 == {got}", "E        +  where 3 = total()", "",
            "tests/test_cart.py:12: AssertionError",
        ]  # fmt: skip
        head = ["============ test session starts ============", *(f"tests/test_{n}.py ....  [ {n}%]" for n in range(40))]
        return [*head, "============ FAILURES ============", *failure, "FAILED tests/test_cart.py::test_total", "====== 1 failed, 160 passed in 0.41s ======"]

    before, after = run(4), run(5)
    shown = set(range(len(after))) - gone(rerun_delta(after, [Earlier(7, before)]))
    assert set(range(after.index("    def test_total():"), after.index("tests/test_cart.py:12: AssertionError") + 1)) <= shown
    assert len(shown) < len(after) / 2


@pytest.mark.parametrize(("old", "new"), [("ok 20ms", "ok 71ms"), ("ok 3.1s", "ok 5.9s"), ("at 10:00:01", "at 11:30:09")])
def test_what_a_busy_machine_explains_is_no_change(old: str, new: str) -> None:
    assert 30 in gone(rerun_delta(changed(30, new), [Earlier(1, changed(30, old))]))


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
    assert 30 not in gone(rerun_delta(changed(30, new), [Earlier(1, changed(30, old))]))


@given(LINES, st.lists(st.tuples(LINES, RANGES), max_size=3))
@settings(deadline=None)
def test_what_is_called_unchanged_was_shown_and_what_was_folded_is_in_the_last_run(
    new: list[str], earlier: list[tuple[list[str], list[tuple[int, int]]]]
) -> None:
    before = [Earlier(n, old, tuple(shown)) for n, (old, shown) in enumerate(earlier, 1)]
    have = {old[at] for old, shown in earlier for start, end in shown for at in range(start, min(end, len(old)))}
    known = rerun_delta(new, before)
    for fold in known.folds if known is not None else ():
        held = set(earlier[0][0]) if "folded there too" in fold.kind else have
        assert all(new[at] in held for at in range(fold.start, fold.end))
