"""Overlong lines: clipped inside the line, records of one-line JSON shown as records, walls of encoded bytes folded."""

from collections.abc import Iterator, Sequence

from kernel.projection.recogniser import SURE, Clip, Fold, Proposal, Seen
from kernel.projection.recognisers.json_records import table
from kernel.projection.records import chosen, told
from kernel.reading.encoded import encoded_parts, encoded_walls
from kernel.reading.json_text import Piece, json_start, line_arrays, piece_arrays
from kernel.reading.vocabulary import is_alarming

LONGEST = 1000
"""Characters; a longer line is shown in part."""

WALL = "lines of encoded bytes"
WALL_WHY = "encoded bytes say nothing to a reader; the first and last line are shown"
CLIPPED = "the middle of a long line"
CLIPPED_WHY = "one overlong line; its ends and what sounds alarming are shown"
_JSON_WHY = "one line of JSON; the first, the last and every odd record are shown"
_ENCODED_WHY = "encoded bytes say nothing to a reader"
_HEAD, _TAIL, _AROUND, _STEP, _BLOCK, _MOST = 420, 180, 120, 200, 20_000, 6
_WORD = 24


def propose(seen: Seen) -> Iterator[Proposal]:
    """Clip every line over ``LONGEST``, fold runs of encoded lines but for their ends."""
    for at, line in enumerate(seen.lines):
        if len(line) > LONGEST:
            yield _clip(at, line)
    for start, end in encoded_walls(seen.lines):
        yield Fold(start + 1, end - 1, WALL, WALL_WHY, SURE)


def _clip(at: int, line: str) -> Clip:
    start = json_start(line)
    if start >= 0 and (arrays := list(line_arrays(line, start))):
        return _of_records(at, line, arrays)
    if parts := encoded_parts(line):
        shown = _between(len(line), parts)
        if sum(end - begin for begin, end in shown) <= LONGEST:
            return Clip(at, shown, "encoded bytes", _ENCODED_WHY)
    return Clip(at, _ends_and_alarms(line), CLIPPED, CLIPPED_WHY)


def _of_records(at: int, line: str, arrays: Sequence[Sequence[Piece]]) -> Clip:
    """Everything outside of the arrays, and of each array its ends and odd members."""
    notes: list[str] = []
    shown = list(_ranges(line, arrays, 0, len(line), notes))
    return Clip(
        at,
        tuple(_shortened(line, _joined(shown))),
        f"records like those shown: {'; '.join(notes[:_MOST])}" if notes else CLIPPED,
        _JSON_WHY,
    )


def _ranges(
    line: str, arrays: Sequence[Sequence[Piece]], start: int, end: int, notes: list[str]
) -> Iterator[tuple[int, int]]:
    """What is shown of a part of the line that holds these arrays; adds what the others say to the notes."""
    done = start
    for pieces in arrays:
        records = table([(piece.start, piece.end) for piece in pieces], [piece.value for piece in pieces])
        stays = chosen(records.rows)
        gone = [row for index, row in enumerate(records.rows) if index not in stays]
        if gone:
            notes.append(told(records.names, gone))
        yield done, pieces[0].start
        for index in sorted(stays):
            piece = pieces[index]
            inner = tuple(piece_arrays(line, piece)) if piece.end - piece.start > LONGEST // 2 else ()
            yield from _ranges(line, inner, piece.start, piece.end, notes)
        done = pieces[-1].end
    yield done, end


def _shortened(line: str, shown: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The ranges without the middles of overlong ones: a record can be a wall itself."""
    for start, end in shown:
        if end - start <= 2 * LONGEST:
            yield start, end
        else:
            yield from ((start + begin, start + stop) for begin, stop in _ends_and_alarms(line[start:end]))


def _ends_and_alarms(line: str) -> tuple[tuple[int, int], ...]:
    """The head, the tail, and the surroundings of the first words of trouble between them."""
    ranges = [(0, _HEAD), (max(_HEAD, len(line) - _TAIL), len(line))]
    found = 0
    for block in range(_HEAD, len(line) - _TAIL, _BLOCK):
        if found >= _MOST or not is_alarming(line[block : block + _BLOCK + _STEP]):
            continue
        for at in range(block, min(block + _BLOCK, len(line) - _TAIL), _STEP):
            if found < _MOST and is_alarming(line[at : at + _STEP + _WORD]):
                ranges.append((at - _WORD, min(len(line), at + _STEP + _AROUND)))
                found += 1
    return tuple(_joined(sorted(ranges)))


def _joined(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ascending ranges without overlaps; those that almost touch are one."""
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if joined and start <= joined[-1][1] + 3:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        elif end > start:
            joined.append((start, end))
    return joined


def _between(length: int, parts: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    edges = [0, *(edge for start, end in parts for edge in (start + 24, end)), length]
    return tuple((start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if end > start)
