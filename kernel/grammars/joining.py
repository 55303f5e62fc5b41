"""One definition a name, in time linear in their number."""

from collections.abc import Iterable, Sequence
from itertools import chain

from kernel.model.facts import Definition


def by_name(definitions: Iterable[Definition]) -> list[Definition]:
    """One definition a name, in the order of first appearance: a property with its setter, the branches of a condition."""
    groups: dict[str, list[Definition]] = {}
    for each in definitions:
        groups.setdefault(each.name, []).append(each)
    return [group[0] if len(group) == 1 else _joined(group) for group in groups.values()]


def _joined(group: Sequence[Definition]) -> Definition:
    words: dict[str, int] = {}
    for word, n in chain.from_iterable(each.words.items() for each in group):
        words[word] = words.get(word, 0) + n
    return group[0]._replace(
        last=max(each.last for each in group),
        ranges=tuple(sorted({span for each in group for span in each.ranges})),
        refs=_once(each.refs for each in group),
        calls=_once(each.calls for each in group),
        bases=_once(each.bases for each in group),
        decorators=_once(each.decorators for each in group),
        params=_once(each.params for each in group),
        types=tuple({name: kind for each in reversed(group) for name, kind in each.types}.items()),
        returns=next((each.returns for each in group if each.returns), ""),
        strings=_once(each.strings for each in group),
        size=sum(words.values()),
        words=words,
    )


def _once(names: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(names)))
