"""A plan made to fit where a reader would be shown only the two ends of a longer text: the middle is folded, and can be recalled."""

from collections.abc import Iterable, Iterator, Sequence

from kernel.model.plan import FOLD, KEEP, Plan, Span
from kernel.projection import algebra
from kernel.tokens import estimate

RECOGNISER = "limit"
"""What markers call it."""

_KIND = "the middle, too long to be shown"

_HEAD_SHARE = 0.4
"""Of the room, for the start: what failed is summed up at the end."""

_MARKER_ROOM = 160

_SAMPLE, _SAMPLES = 10_000, 50
"""Characters of a sample, and how many are taken."""


def fit(plan: Plan, original: str, limit: int) -> Plan:
    """The plan, or one that folds its middle so that its rendering has at most ``limit`` UTF-16 units.

    Whole lines are shown from the start and from the end, as many as there is room for. Where not even the marker fits, the
    plan stays as it is.
    """
    if units(algebra.render(plan, original, algebra.ASSUMED_HANDLE)) <= limit:
        return plan
    lines = algebra.split_lines(original)
    room = limit - _MARKER_ROOM
    head, used = _that_fit(_pieces(plan.spans, lines), int(room * _HEAD_SHARE))
    tail, _ = _that_fit(_pieces(plan.spans, lines, backwards=True), room - used)
    first = head[-1].end + 1 if head else 1
    last = tail[-1].start - 1 if tail else plan.lines
    if first > last:
        return plan
    shown = (*_joined(head, lines), *_joined(reversed(tail), lines))
    # What is left of the whole: to count megabytes again would take a second.
    tokens = max(1, plan.tokens_before - sum(span.tokens for span in shown))
    middle = Span(first, last, FOLD, _KIND, RECOGNISER, "the agent would be shown only the two ends", tokens=tokens)
    if first == last and not (head and tail):
        text = lines[first - 1]
        part = max(0, (room - used) // 4)
        middle = middle._replace(text=f"{text[:part]} … {text[-part:]}" if part else None)
    spans = (*(span for span in shown if span.end < first), middle, *(span for span in shown if span.start > last))
    fitted = algebra.make_plan(original, spans, plan.tokens_before, plan.first)
    return fitted if units(algebra.render(fitted, original, algebra.ASSUMED_HANDLE)) <= limit else plan


def ends(original: str, limit: int) -> Plan:
    """A plan that shows as many lines of both ends as there is room for, for texts of which nothing better is known in time.

    What they cost is estimated from samples: to read megabytes would take a second.
    """
    step = max(_SAMPLE, len(original) // _SAMPLES)
    samples = [original[at : at + _SAMPLE] for at in range(0, len(original), step)]
    read = sum(map(len, samples))
    tokens = round(sum(map(estimate, samples)) * len(original) / read) if read else 0
    lines = original.count("\n") + (not original.endswith("\n"))
    plan = Plan(lines, (Span(1, lines, KEEP, tokens=tokens),), tokens, tokens) if original else algebra.identity(original)
    return fit(plan, original, limit)


def units(text: str) -> int:
    """How long a harness written in JavaScript finds a text: in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _pieces(spans: Sequence[Span], lines: Sequence[str], backwards: bool = False) -> Iterator[tuple[Span, int]]:
    """Spans and their rendered length, those that are kept or cleaned line by line; what is folded is shown whole or not at all."""
    step = -1 if backwards else 1
    for span in spans[::step]:
        if span.action == FOLD or (span.text is not None and span.text.count("\n") != span.end - span.start):
            shown = algebra.marker(span, algebra.ASSUMED_HANDLE) if span.action == FOLD else ""
            yield span, units(f"{span.text or ''} {shown}") + 1
            continue
        texts = lines[span.start - 1 : span.end] if span.text is None else span.text.split("\n")
        for at in range(len(texts))[::step]:
            text, number = texts[at], span.start + at
            cleaned = None if span.text is None else text
            yield span._replace(start=number, end=number, text=cleaned, tokens=0), units(text) + 1


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


def _that_fit(pieces: Iterable[tuple[Span, int]], room: int) -> tuple[list[Span], int]:
    """The pieces from the start that have room, and how much they take."""
    taken, used = [], 0
    for piece, length in pieces:
        if used + length > room:
            break
        taken.append(piece)
        used += length
    return taken, used
