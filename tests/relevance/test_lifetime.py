"""How long things in a window are used, and whether a compaction pays: figures worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from kernel.model.advice import PAYS, UNKNOWN, WAIT, Lifetime, Rates, Use
from kernel.relevance.lifetime import LEAST_USES, SUMMARY, advise, done_with, lifetime, remaining

RATES = Rates(0.1, 1.25, 5.0, "")
KNOWN = Lifetime(5, 400, 40)


def uses(*keys: str, tokens: int = 10) -> list[Use]:
    return [Use(key, tokens) for key in keys]


def test_a_lifetime_is_the_distance_in_which_nine_of_ten_uses_come_again() -> None:
    near = [uses("a", "x", "a") for _ in range(36)]
    far = [uses("a", *"bcdefghi", "a") for _ in range(4)]
    assert lifetime([*near, *far]) == Lifetime(2, 36 * 3 + 4 * 10, 40)
    assert lifetime([*near[:35], *far, far[0]]).calls == 9


def test_sessions_are_not_mixed_and_few_uses_tell_nothing() -> None:
    assert lifetime([uses("a")] * 100) == Lifetime(None, 100, 0)
    assert lifetime([uses("a", "a")] * (LEAST_USES - 1)).calls is None
    assert lifetime([uses("a", "a")] * LEAST_USES).calls == 1
    assert lifetime([]) == Lifetime(None, 0, 0)


def test_what_was_used_lately_is_not_done_with() -> None:
    window = uses("a", "b", "a", "c", "d")
    assert done_with(window, 2) == 10  # b, three calls ago; both of a were used two calls ago
    assert done_with(window, 1) == 30
    assert done_with(window, 9) == 0
    assert done_with([], 0) == 0


def test_a_session_goes_on_as_others_did_that_went_as_far() -> None:
    assert remaining([10, 20, 30, 40, 50, 60, 5, 3], 8) == (32, 6)
    assert remaining([10, 20, 30, 40], 8) == (None, 4)
    assert remaining([], 0) == (None, 0)


def old(tokens: int) -> list[Use]:
    """A window in which all but the last six outputs are done with."""
    return [*uses("old", tokens=tokens), *uses(*"abcdef", tokens=0)]


def test_what_a_compaction_costs_and_saves() -> None:
    found = advise(150_000, old(100_000), KNOWN, (60, 7), RATES)
    again = 0.1 * 40 / 400 * 100_000 * 1.25
    cost = 150_000 * 0.1 + SUMMARY * 5 + (50_000 + SUMMARY) * 1.25 + again
    assert (found.verdict, found.done, found.calls, found.sessions) == (PAYS, 100_000, 60, 7)
    assert found.even == 10  # 97,500 and some over 10,000 a call
    assert found.saved == round(100_000 * 0.1 * 60 - cost)


def test_shortly_before_the_end_it_does_not_pay() -> None:
    found = advise(150_000, old(100_000), KNOWN, (9, 7), RATES)
    assert found.verdict == WAIT and found.saved < 0


def test_it_never_pays_where_nothing_is_done_with() -> None:
    found = advise(150_000, uses(*"abc", tokens=50_000), KNOWN, (1_000, 7), RATES)
    assert (found.verdict, found.even, found.saved) == (WAIT, None, 0)


def test_where_too_little_is_known_it_is_said() -> None:
    assert advise(150_000, old(100_000), Lifetime(None, 3, 0), (60, 7), RATES).verdict == UNKNOWN
    found = advise(150_000, old(100_000), KNOWN, (None, 2), RATES)
    assert (found.verdict, found.even, found.saved) == (UNKNOWN, 10, 0)


@given(
    st.integers(0, 1_000_000), st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 50_000)), max_size=40),
    st.integers(0, 50), st.one_of(st.none(), st.integers(1, 10_000)),
)  # fmt: skip
def test_a_verdict_agrees_with_its_own_figures(used: int, window: list[tuple[str, int]], reach: int, calls: int | None) -> None:
    found = advise(used, [Use(*one) for one in window], Lifetime(reach, 400, 40), (calls, 9), RATES)
    assert 0 <= found.done <= found.used == used
    if found.verdict == PAYS:
        assert found.even is not None and found.calls is not None and found.calls > found.even and found.saved > 0
    if found.saved > 0:
        assert found.verdict == PAYS or found.calls == found.even
