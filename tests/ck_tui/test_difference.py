"""What two slices do not share."""

from hypothesis import given
from hypothesis import strategies as st

from ck_tui.bridge.nouns import Budget, Item, Seed, Slice, Sufficiency
from ck_tui.difference import difference, said

NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True)


def slice_of(names: list[str], seeds: list[str]) -> Slice:
    items = tuple(Item(f"{name}.py", "words", -1, "symbol", "function", ((1, 2),), (name,), 5, False, (), ()) for name in names)
    places = tuple(Seed(f"{name}.py", 1, "named") for name in seeds)
    return Slice("/r", "t", "title", "o", 1, Budget(10, 5, "asked"), places, items, 0, (), (), (), (), Sufficiency("unknown", 0, 0, ""))


@given(NAMES, NAMES, NAMES, NAMES)
def test_new_gone_and_kept_make_both_slices(one: list[str], other: list[str], seeds: list[str], more: list[str]) -> None:
    before, after = slice_of(one, seeds), slice_of(other, more)
    change = difference(before, after)
    assert {item.symbols[0] for item in change.new} == set(other) - set(one)
    assert {item.symbols[0] for item in change.gone} == set(one) - set(other)
    assert change.kept == len(set(one) & set(other))
    assert len(change.seeds_new) == len(set(more) - set(seeds)) and len(change.seeds_gone) == len(set(seeds) - set(more))
    assert f"{len(change.gone)} no longer needed, {change.kept} kept" in said(change)


def test_a_slice_does_not_differ_from_itself() -> None:
    one = slice_of(["a", "b"], ["a"])
    assert difference(one, one)[1:] == ((), (), (), (), 2)
