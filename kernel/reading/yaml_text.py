"""The outline of YAML lists and documents, read by indentation: which lines hold which item."""

from collections.abc import Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

_PAIR = lazy(r"\s*(?:- +)*([\w.\-/\"' ]{1,80}?):(?: +(.*))?")


class Items(NamedTuple):
    """Items of one list (or documents of one stream): their lines, 0-based and half-open."""

    ranges: tuple[tuple[int, int], ...]


def read_items(lines: Sequence[str], fewest: int) -> list[Items]:
    """Every outermost list of at least ``fewest`` items, and the documents of a stream of as many."""
    documents = [at for at, line in enumerate(lines) if line.rstrip() == "---"]
    if len(documents) >= fewest:
        ends = [*documents[1:], len(lines)]
        return [Items(tuple(zip(documents, ends, strict=True)))]
    found: list[Items] = []
    at = 0
    while at < len(lines):
        if lines[at].lstrip(" ").startswith("- "):
            ranges = _items_from(lines, at)
            if len(ranges) >= fewest:
                found.append(Items(tuple(ranges)))
                at = ranges[-1][1]
                continue
        at += 1
    return found


def _items_from(lines: Sequence[str], start: int) -> list[tuple[int, int]]:
    """The items of the list whose first one begins at ``start``: its dashes stand in one column."""
    column = _indent(lines[start])
    starts = [start]
    at = start + 1
    while at < len(lines):
        line = lines[at]
        if line.strip():
            indent = _indent(line)
            if indent < column or (indent == column and not line[column:].startswith("- ")):
                break
            if indent == column:
                starts.append(at)
        at += 1
    return list(zip(starts, [*starts[1:], at], strict=True))


def pairs(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(dotted key, text) of every scalar of an item; keys of one name count once."""
    path: list[tuple[int, str]] = []
    for line in lines:
        match = _PAIR.fullmatch(line)
        if match is None:
            continue
        indent = len(line) - len(line.lstrip(" -"))
        while path and path[-1][0] >= indent:
            path.pop()
        if match[2]:
            yield ".".join((*(name for _, name in path), match[1].strip())), match[2].strip()
        else:
            path.append((indent, match[1].strip()))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
