"""Rows of large tables. In small ones every number is information, so they stay as they are."""

from collections.abc import Iterator

from kernel.projection.recogniser import SURE, Keep, Proposal, Seen
from kernel.projection.records import Records, propose_records
from kernel.reading.tables import Table, read_tables
from kernel.reading.templates import mask_digits

KIND = "rows like those shown"
WHY = "rows of one table; the header, the ends and every odd row are shown"
_SMALL = 40
_SMALL_OF_NAMES = 200
"""Rows. A table of named things (packages, pods, processes) is looked up by name, so it stays whole for longer."""


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the ordinary rows of every large table."""
    for table in read_tables(seen.lines):
        if len(table.rows) < (_SMALL_OF_NAMES if _names_things(table) else _SMALL):
            continue
        ranges = [(at, at + 1) for at in table.lines]
        if table.header is not None:
            yield Keep(table.header, table.header + 1, SURE, "names of the columns")
        yield from propose_records(Records(ranges, table.names, table.rows), KIND, WHY, first=3, last=3)


def _names_things(table: Table) -> bool:
    """Whether the first column names each row: all different, and not just counted (``s1``, ``s2`` …) or dated."""
    first = [row[0] for row in table.rows]
    if len(set(first)) < len(first) or any(value[:1].isdigit() for value in first[:20]):
        return False
    return len({mask_digits(value) for value in first}) > len(first) // 20
