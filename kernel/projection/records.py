"""Many records of one kind: which are shown, and how the rest is told in a line."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.projection.columns import odd_rows, summary
from kernel.projection.recogniser import SURE, Fold, Keep, Proposal
from kernel.reading.json_text import ABSENT
from kernel.reading.templates import mask_digits

FEWEST = 8
"""Records; fewer are shown whole."""

_MOST_NOTED = 6
_NOTE_LENGTH = 260
_MOST_NAMES = 80
_NAMES_LENGTH = 1200


class Records(NamedTuple):
    """Records in order: their line ranges (0-based, half-open), column names, and a text for each column of each."""

    ranges: Sequence[tuple[int, int]]
    names: Sequence[str]
    rows: Sequence[Sequence[str]]


def propose_records(
    records: Records, kind: str, why: str, group: str = "", first: int = 2, last: int = 1
) -> Iterator[Proposal]:
    """Keep the ends and every odd record, let the others go.

    Args:
        records: At least one.
        kind, why, group: Of the folds.
        first, last: How many records stay at the ends as samples.
    """
    count = len(records.ranges)
    shown = chosen(records.rows, first, last)
    for at, reason in sorted(shown.items()):
        start, end = records.ranges[at]
        yield Keep(start, end, SURE, reason)
    note = note_of(records)
    at = 0
    while at < count:
        if at in shown:
            at += 1
            continue
        until = at
        while (
            until + 1 < count
            and until + 1 not in shown
            and records.ranges[until + 1][0] == records.ranges[until][1]
        ):
            until += 1
        yield Fold(records.ranges[at][0], records.ranges[until][1], kind, why, SURE, group, note)
        at = until + 1


def chosen(rows: Sequence[Sequence[str]], first: int = 2, last: int = 1) -> dict[int, str]:
    """Index → reason of the rows that are shown."""
    count = len(rows)
    shown = dict.fromkeys([*range(min(first, count)), *range(max(0, count - last), count)], "a sample")
    return shown | odd_rows(rows)


def note_of(records: Records) -> Callable[[Sequence[int]], str]:
    """Tells the records that lie wholly among some lines: how many, and each column in a few words."""
    ends = [end for _, end in records.ranges]

    def note(lines: Sequence[int]) -> str:
        gone = set(lines)
        rows = [
            records.rows[at]
            for at in range(
                bisect_left(ends, min(lines) + 1), min(len(ends), bisect_left(ends, max(lines) + 1) + 1)
            )
            if all(line in gone for line in range(*records.ranges[at]))
        ]
        if not rows:
            return ""
        return told(records.names, rows, len(records.rows) <= _MOST_NAMES)

    return note


def told(names: Sequence[str], rows: Sequence[Sequence[str]], by_name: bool = False) -> str:
    """Rows in one line: their number and what each column holds; ``by_name``: a column of names is told whole."""
    noun = "record" if len(rows) == 1 else "records"
    parts = [f"{len(rows)} {noun}"]
    for name, values in list(zip(names, zip(*rows, strict=True), strict=True))[: _MOST_NOTED * 2]:
        if set(values) == {ABSENT}:
            continue
        if by_name and (names_told := _all_names(name, values)):
            parts.append(names_told)
            continue
        part = summary(_plain_name(name), values)
        if sum(map(len, parts)) + len(part) > _NOTE_LENGTH or len(parts) > _MOST_NOTED:
            break
        parts.append(part)
    return "; ".join(parts)


def _all_names(name: str, values: Sequence[str]) -> str:
    """Every value of a column of names, if they are few; empty where it is none, or where they only count up."""
    if len(values) < 2 or len(set(values)) < len(values):
        return ""
    forms = {mask_digits(value) for value in values}
    listed = ", ".join(map(_plain_name, values))
    is_named = len(forms) > len(values) // 2 and all(
        value[:1].isalpha() and " " not in value for value in values
    )
    return f"{_plain_name(name)}: {listed}" if is_named and len(listed) <= _NAMES_LENGTH else ""


def _plain_name(name: str) -> str:
    return name.translate({ord("["): "(", ord("]"): ")", ord("\n"): " "})[:40]
