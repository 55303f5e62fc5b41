"""Records in JSON: arrays and maps of look-alikes, pretty-printed or one a line."""

from collections.abc import Iterator, Sequence

from kernel.projection.columns import RARE_SHARE
from kernel.projection.recogniser import Fold, Keep, Proposal, Seen
from kernel.projection.records import FEWEST, Records, propose_records
from kernel.reading.json_text import ABSENT, Node, flat, line_records, member_values, pretty_containers

KIND = "records like those shown"
WHY = "records of one kind; the first, the last and every odd one are shown"
_MOST_COLUMNS = 120
_MOST_TYPED = 5000
"""Records; of more it is not looked into whether a number is written as a text."""

_DEEPEST = 8


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the ordinary records of every long array or map."""
    for container in pretty_containers(seen.lines):
        yield from _of_container(seen.lines, container, _DEEPEST)
    yield from _of_lines(seen.lines)


def _of_container(lines: Sequence[str], container: Node, depth: int) -> Iterator[Proposal]:
    members = container.members
    if len(members) < FEWEST or (container.opener == "{" and not _are_records(members)):
        for member in members:
            if member.opener and depth:
                yield from _of_container(lines, member, depth - 1)
        return
    records = table(
        [(member.start, member.end) for member in members],
        member_values(lines, container),
    )
    nested = {member.start: member for member in members if member.opener and depth}
    for proposal in propose_records(records, KIND, WHY):
        if isinstance(proposal, Keep) and (inside := nested.get(proposal.start)) is not None:
            yield from _around(proposal, list(_of_container(lines, inside, depth - 1)))
        else:
            yield proposal


def _around(kept: Keep, inner: Sequence[Proposal]) -> Iterator[Proposal]:
    """A record that stays, but for what goes of the lists inside it."""
    at = kept.start
    for fold in sorted((one for one in inner if isinstance(one, Fold)), key=lambda one: one.start):
        yield kept._replace(start=at, end=fold.start)
        at = fold.end
    yield kept._replace(start=at)
    yield from inner


def _are_records(members: Sequence[Node]) -> bool:
    return sum(1 for member in members if member.opener) >= 0.8 * len(members)


def _of_lines(lines: Sequence[str]) -> Iterator[Proposal]:
    """Documents one a line: runs of neighbours, other lines between them stay."""
    found = line_records(lines)
    objects = {at: value for at, value in found.items() if isinstance(value, (dict, list)) and value}
    if len(objects) < FEWEST:
        return
    places = sorted(objects)
    records = table([(at, at + 1) for at in places], [objects[at] for at in places])
    for proposal in propose_records(records, KIND, WHY):
        if not isinstance(proposal, Fold) or proposal.end - proposal.start > 1:
            yield proposal


def table(ranges: Sequence[tuple[int, int]], values: Sequence[object]) -> Records:
    """Values as rows: one column a dotted key, in the order of first appearance, over *all* values.

    What is beyond ``_MOST_COLUMNS`` keys is told by one last column: the record's own key set.
    """
    flats = [flat(value) for value in values]
    names: dict[str, None] = {}
    for one in flats:
        names.update(dict.fromkeys(one))
    columns = list(names)[:_MOST_COLUMNS]
    rest = set(list(names)[_MOST_COLUMNS:])
    rows = [[one.get(name, ABSENT) for name in columns] for one in flats]
    if len(values) <= _MOST_TYPED:
        for at, name in enumerate(columns):
            _quote_rare_texts(values, name.split("."), at, rows)
    if rest:
        columns.append("further keys")
        for row, one in zip(rows, flats, strict=True):
            row.append(" ".join(sorted(rest & one.keys()))[:200])
    return Records(ranges, columns, rows)


def _quote_rare_texts(values: Sequence[object], path: Sequence[str], at: int, rows: Sequence[list[str]]) -> None:
    """Put quotes around the few texts of a column that otherwise holds no texts: ``"100"`` among numbers."""
    texts = [row for row, value in zip(rows, values, strict=True) if isinstance(_member(value, path), str)]
    if 0 < len(texts) <= RARE_SHARE * len(rows):
        for row in texts:
            row[at] = f'"{row[at]}"'


def _member(value: object, path: Sequence[str]) -> object:
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value
