"""Marks of texts: they survive what harnesses do to a text on its way, and nothing else. And what follows from verdicts."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.model.canary import ARRIVED, DEGRADED, OTHER, PROVEN, UNPROVEN, WHOLE, CanaryState
from kernel.verify.canary import MISSES, after, holds, mark, together, verdict

LINES = st.lists(st.text(st.characters(exclude_characters="\n"), max_size=30), min_size=1, max_size=30)
REMINDER = "\n\n<system-reminder>\n<total_tokens>9 tokens left</total_tokens>\n</system-reminder>"


@given(LINES, st.booleans())
def test_a_text_is_found_in_what_a_harness_makes_of_it(lines: list[str], numbered: bool) -> None:
    text = "\n".join(lines)
    assume(text.strip())
    shown = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 7)) if numbered else text.strip()
    shown = shown.encode("utf-8", "replace").decode()  # a lone surrogate is no text
    assert holds(f"Found 3 files\n{shown}\n\n[Showing results]{REMINDER}", mark(text), numbered)


@given(LINES, st.data())
def test_a_text_without_one_of_its_lines_is_another_one(lines: list[str], data: st.DataObject) -> None:
    full = [line for line in lines if line.strip()]
    assume(full)
    gone = data.draw(st.integers(0, len(full) - 1))
    left = full[:gone] + full[gone + 1 :]
    assume([line.strip() for line in left] != [line.strip() for line in full])
    assert not holds("\n".join(left), mark("\n".join(lines)))


@given(st.text(max_size=200), st.binary(max_size=20))
def test_whatever_is_asked_gets_an_answer(text: str, wanted: bytes) -> None:
    assert holds(text, wanted) in (True, False)
    assert holds(text, mark(text), numbered=False) is bool([line for line in text.split("\n") if line.strip()])


def test_undecodable_bytes_may_have_been_replaced() -> None:
    assert holds("caf\ufffd\ntwo", mark("caf\udce9\ntwo")) and holds("caf?\ntwo", mark("caf\udce9\ntwo"))


def test_a_verdict_is_of_the_text_first() -> None:
    raw = "".join(f"line {n}\n" for n in range(100))
    shown = "line 0\n[ck: 98 lines folded]\nline 99\n"
    marks = mark(shown), mark(raw, 20)
    assert verdict(shown, *marks) == ARRIVED
    assert verdict(raw, *marks) == WHOLE
    assert verdict(raw + shown, *marks) == ARRIVED  # nothing was lost on the way
    assert verdict("elsewhere", *marks) == OTHER


def test_a_state_steps_from_verdict_to_verdict() -> None:
    state = CanaryState("1", "Bash")
    for _ in range(MISSES - 1):
        state = after(state, WHOLE, 5.0, 6.0)
    assert (state.state, state.misses) == (UNPROVEN, MISSES - 1)
    state = after(state, OTHER, 7.0, 8.0)
    assert (state.state, state.misses, state.since, state.last_missed) == (DEGRADED, MISSES, 8.0, 7.0)
    state = after(state._replace(told=True, whole=4), WHOLE, 9.0, 10.0)
    assert (state.state, state.since, state.told) == (DEGRADED, 8.0, True)
    state = after(state, ARRIVED, 11.0, 12.0)
    assert (state.state, state.misses, state.since, state.last_seen, state.told, state.whole) == (PROVEN, 0, 12.0, 11.0, False, 0)
    assert after(state, ARRIVED, 3.0, 13.0).last_seen == 11.0


@pytest.mark.parametrize(
    ("states", "wanted"),
    [([], UNPROVEN), ([PROVEN, UNPROVEN], PROVEN), ([PROVEN, DEGRADED], DEGRADED), ([UNPROVEN], UNPROVEN)],
)
def test_together_the_worst_counts(states: list[str], wanted: str) -> None:
    assert together([CanaryState("1", str(n), one, arrived=2) for n, one in enumerate(states)])[2:5:2] == (wanted, 2 * len(states))
