"""What two slices do not share: after a switch of the task, or between two budgets."""

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from ck_tui import numbers
from ck_tui.bridge.nouns import Item, Seed, Slice

T = TypeVar("T")


class Difference(NamedTuple):
    """From one slice to another: seeds and items that are new, and those that are no longer needed; ``kept`` items are in both.

    ``before`` is the title of the first.
    """

    before: str
    seeds_new: tuple[Seed, ...]
    seeds_gone: tuple[Seed, ...]
    new: tuple[Item, ...]
    gone: tuple[Item, ...]
    kept: int


def difference(before: Slice, after: Slice) -> Difference:
    """Compare by place: a seed is its file and line, an item its file and name."""
    seeds_new, seeds_gone = _apart(before.seeds, after.seeds, _of_seed)
    new, gone = _apart(before.items, after.items, _of_item)
    return Difference(before.title, seeds_new, seeds_gone, new, gone, len(after.items) - len(new))


def said(change: Difference) -> str:
    """The difference in one sentence."""
    seeds = f"{numbers.plural(len(change.seeds_new), 'seed')} new, {len(change.seeds_gone):,} no longer"
    items = f"{numbers.plural(len(change.new), 'item')} new, {len(change.gone):,} no longer needed, {change.kept:,} kept"
    return f"{seeds} · {items}"


def _apart(before: tuple[T, ...], after: tuple[T, ...], key: Callable[[T], Hashable]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """What only the second holds, and what only the first holds."""
    old, now = {key(value) for value in before}, {key(value) for value in after}
    return tuple(v for v in after if key(v) not in old), tuple(v for v in before if key(v) not in now)


def _of_seed(seed: Seed) -> tuple[str, int | None]:
    return seed.path, seed.line


def _of_item(item: Item) -> tuple[str, tuple[str, ...]]:
    return item.path, item.symbols
