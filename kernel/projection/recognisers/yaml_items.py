"""Items of long YAML lists, as cluster tools and linters print them."""

from collections.abc import Iterator

from kernel.projection.recogniser import Proposal, Seen
from kernel.projection.records import FEWEST, Records, propose_records
from kernel.reading.json_text import ABSENT
from kernel.reading.yaml_text import pairs, read_items

KIND = "items like those shown"
WHY = "items of one list; the first, the last and every odd one are shown"
_LEAST_LINES = 40
_MOST_COLUMNS = 60


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the ordinary items of lists that are long in items and in lines."""
    for items in read_items(seen.lines, FEWEST):
        if items.ranges[-1][1] - items.ranges[0][0] < _LEAST_LINES:
            continue
        values = [dict(pairs(seen.lines[start:end])) for start, end in items.ranges]
        names: dict[str, None] = {}
        for one in values:
            names.update(dict.fromkeys(one))
        columns = list(names)[:_MOST_COLUMNS]
        if columns:
            rows = [[one.get(name, ABSENT) for name in columns] for one in values]
            yield from propose_records(Records(items.ranges, columns, rows), KIND, WHY, first=1)
