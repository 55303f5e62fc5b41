"""Blocks of one kind, parted by blank lines: resources of a plan, packages, devices, cards of any tool."""

from collections.abc import Iterator

from kernel.projection.recogniser import Proposal, Seen
from kernel.projection.records import FEWEST, Records, propose_records
from kernel.reading.json_text import ABSENT
from kernel.reading.paragraphs import paragraph_runs

KIND = "blocks like those shown"
WHY = "blocks of one kind; the first, the last and every odd one are shown"
_MOST_COLUMNS = 60


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the ordinary blocks of long runs, where no reader of failures understood a line of the run."""
    taken = [(block.start, block.end) for block in seen.blocks]
    for run in paragraph_runs(seen.lines, FEWEST):
        if any(start < run[-1].end and end > run[0].start for start, end in taken):
            continue
        names: dict[str, None] = {}
        for paragraph in run:
            names.update(dict.fromkeys(paragraph.fields))
        columns = list(names)[:_MOST_COLUMNS]
        rows = [[paragraph.fields.get(name, ABSENT) for name in columns] for paragraph in run]
        ranges = [(paragraph.start, paragraph.end) for paragraph in run]
        yield from propose_records(Records(ranges, columns, rows), KIND, WHY)
