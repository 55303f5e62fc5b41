"""A plan made to fit where a reader would be shown only the two ends of a longer text: the middle is folded, and can be recalled."""

from collections.abc import Iterable, Iterator, Sequence

from kernel.model.plan import FOLD, KEEP, Plan, Span
from kernel.projection import algebra
from kernel.tokens import estimate

RECOGNISER = "limit"
"""What markers call it."""

_HEAD_SHARE = 0.4
"""Of the room, for the start: what failed is summed up at the end."""

_MARKER_ROOM = 160


def fit(plan: Plan, original: str, limit: int) -> Plan:
    """The plan, or one that folds its middle so that its rendering has at most ``limit`` UTF-16 units.

    Whole lines are shown from the start and from the end, as many as there is room for. Where not even the marker fits, the
    plan stays as it is.
    """
    if units(algebra.render(plan, original, algebra.ASSUMED_HANDLE)) <= limit:
        return plan
    lines = algebra.split_lines(original)
    pieces = tuple(_pieces(plan.spans, lines))
    room = limit - _MARKER_ROOM
    first = _that_fit(pieces, lines, int(room * _HEAD_SHARE))
    used = sum(_shown_units(piece, lines) for piece in pieces[:first])
    last = len(pieces) - _that_fit(pieces[:first:-1], lines, room - used)
    if not first < last:
        return plan
    start, end = pieces[first].start, pieces[last - 1].end
    middle = Span(
        start, end, FOLD, "the middle, too long to be shown", RECOGNISER, "the agent would be shown only the two ends",
        tokens=estimate("\n".join(lines[start - 1 : end])),
    )  # fmt: skip
    spans = (*_joined(pieces[:first], lines), middle, *_joined(pieces[last:], lines))
    fitted = algebra.make_plan(original, spans, plan.tokens_before)
    return fitted if units(algebra.render(fitted, original, algebra.ASSUMED_HANDLE)) <= limit else plan


def units(text: str) -> int:
    """How long a harness written in JavaScript finds a text: in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _pieces(spans: Iterable[Span], lines: Sequence[str]) -> Iterator[Span]:
    """The spans, those that are kept line by line; what is folded or cleaned is shown whole or not at all."""
    for span in spans:
        if span.action == KEEP:
            yield from (span._replace(start=number, end=number, tokens=0) for number in range(span.start, span.end + 1))
        elif span.text is not None and span.text.count("\n") == span.end - span.start:
            for number, text in enumerate(span.text.split("\n"), span.start):
                yield span._replace(start=number, end=number, text=text, tokens=0)
        else:
            yield span


def _joined(pieces: Iterable[Span], lines: Sequence[str]) -> Iterator[Span]:
    """Lines that are kept one after the other as one span again, with its tokens."""
    open_: Span | None = None
    for piece in pieces:
        if open_ is not None and piece.action == KEEP:
            open_ = open_._replace(end=piece.end)
            continue
        if open_ is not None:
            yield _counted(open_, lines)
        open_ = piece if piece.action == KEEP else None
        if open_ is None:
            yield piece if piece.tokens else _counted(piece, lines)
    if open_ is not None:
        yield _counted(open_, lines)


def _counted(span: Span, lines: Sequence[str]) -> Span:
    return span._replace(tokens=estimate("\n".join(lines[span.start - 1 : span.end])))


def _that_fit(pieces: Sequence[Span], lines: Sequence[str], room: int) -> int:
    """How many pieces from the start have room."""
    for count, piece in enumerate(pieces):
        room -= _shown_units(piece, lines)
        if room < 0:
            return count
    return len(pieces)


def _shown_units(piece: Span, lines: Sequence[str]) -> int:
    if piece.action == KEEP:
        return units(lines[piece.start - 1]) + 1
    shown = algebra.marker(piece, algebra.ASSUMED_HANDLE) if piece.action == FOLD else ""
    return units(f"{piece.text or ''} {shown}") + 1
