"""Very long outputs: planned part by part, and what the parts would show as an output of its own.

So a line is judged as in an output of a part's length, wherever it stands, and planning needs the memory of a part.
"""

from __future__ import annotations

from _bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from kernel.model.event import ToolOutput
from kernel.model.named import NamedTuple
from kernel.model.parts import parts_of
from kernel.model.plan import CLEAN, FOLD, Plan, Span
from kernel.projection import algebra
from kernel.projection.recogniser import LIKE_LINE
from kernel.reading.patterns import lazy
from kernel.reading.vocabulary import alarming_lines, shapes_of
from kernel.tokens import Estimator

Planned = Callable[[ToolOutput], Plan]

ENOUGH = 100_000
"""Characters of what the parts show, markers included, that need not be read once more."""

_MARKER = 300
"""Characters that a marker has, more or less."""

_LESS = 0.8
"""Share of a text that may be left for it to be read once more: it has to become shorter each time."""

_WINDOW = 60_000
"""Characters at the end of a part in which a quiet place to cut is looked for."""

_QUIET = 25
"""Lines without a sign of trouble on both sides of such a place: no failure is cut in two."""


_MOST_KINDS = 3
_PART = "part"
_NUMBER = lazy(r"\d+")


class _Piece(NamedTuple):
    """A part of a span of the parts' plans; ``fold`` is the fold over it of what was read once more."""

    span: Span
    fold: Span | None


def is_projected(text: str) -> bool:
    """Whether a line of a text is a fold marker."""
    return "[ck: " in text and any("[ck: " in part and algebra.has_marker(part.split("\n")) for part in parts_of(text))


def quiet_parts(text: str) -> Iterator[str]:
    """The parts of a text, cut where nothing is wrong."""
    return parts_of(text, _quiet_place)


def plan_parts(output: ToolOutput, planned: Planned) -> Plan:
    """A plan put together from those of the parts.

    Args:
        output: Of more than one part.
        planned: Plans an output of a part's length, and a longer one by calling this again.
    """
    text, first, tokens_of = output.text, output.first or 1, Estimator().tokens
    if is_projected(text):
        return algebra.identity(text, first, tokens_of)
    spans: list[Span] = []
    tokens = start = 0
    for part in quiet_parts(text):
        # How it ended says something of its ends; in between, what failed stays without being told.
        at_end = not start or start + len(part) == len(text)
        made = planned(output._replace(text=part, exit_code=output.exit_code if at_end else None, first=0))
        above = spans[-1].end if spans else 0
        placed = (_placed(span, above.__add__) for span in made.spans)
        spans += (span._replace(start=span.start + above, end=span.end + above) for span in placed)
        tokens, start = tokens + made.tokens_before, start + len(part)
    shown = _shown(text, spans)
    again: Sequence[Span] = ()
    if len(shown) + _MARKER * len(spans) > ENOUGH and len(shown) < _LESS * len(text):
        line_of = _line_of(spans)
        again = [_placed(span, line_of) for span in planned(output._replace(text=shown, exit_code=None, first=0)).spans]
    made = algebra.make_plan(text, _joined(_pieces(spans, again)), tokens, first, tokens_of)
    return made if made.tokens_after <= tokens else algebra.identity(text, first, tokens_of)


def _quiet_place(text: str, start: int, end: int) -> int:
    """A place to cut shortly before ``end``, not inside of a failure; ``end`` where there is none."""
    low = text.find("\n", max(start, end - _WINDOW)) + 1
    lines = text[low:end].split("\n")[:-1]
    alarming = alarming_lines(lines, shapes_of(lines))
    for at in range(len(lines) - _QUIET, _QUIET, -1):
        if lines[at][:1].strip() and 1 not in alarming[at - _QUIET : at + _QUIET]:
            return low + sum(map(len, lines[:at])) + at
    return end


def _is_fold(span: Span) -> bool:
    """Whether a span is folded whole; a long line that is shown in part is not."""
    return span.action == FOLD and span.text is None


def _shown(text: str, spans: Sequence[Span]) -> str:
    """What a reader would see of a text but for the markers."""
    texts = zip(spans, algebra.texts_of(text, spans), strict=True)
    return "".join(f"{lines if span.text is None else span.text}\n" for span, lines in texts if not _is_fold(span))


def _line_of(spans: Sequence[Span]) -> Callable[[int], int]:
    """From the number of a shown line to that of the original's."""
    starts, lines = [], 0
    kept = [span for span in spans if not _is_fold(span)]
    for span in kept:
        starts.append(lines)
        lines += span.end - span.start + 1

    def line_of(number: int) -> int:
        at = bisect_right(starts, number - 1) - 1
        return kept[at].start + number - 1 - starts[at]

    return line_of


def _pieces(spans: Sequence[Span], again: Sequence[Span]) -> Iterator[_Piece]:
    """The spans, cut where what was decided over the lines they show changes; ``again`` are spans of those lines, or none."""
    over, at = iter(again), 0
    found = next(over, None)
    for span in spans:
        if found is None or _is_fold(span):
            yield _Piece(span, span if _is_fold(span) else None)
            continue
        texts = span.text.split("\n") if span.action == CLEAN and span.text is not None else None
        start = span.start
        while start <= span.end:
            while found.end <= at:
                found = next(over)
            count = min(span.end - start + 1, found.end - at)
            yield _Piece(_cut(span, start, count, texts), found if _is_fold(found) else None)
            start, at = start + count, at + count


def _cut(span: Span, start: int, count: int, texts: Sequence[str] | None) -> Span:
    """``count`` lines of a span from line ``start`` on, with their share of its tokens."""
    lines = span.end - span.start + 1
    text = span.text if texts is None else "\n".join(texts[start - span.start : start - span.start + count])
    return span._replace(start=start, end=start + count - 1, text=text, tokens=span.tokens * count // lines)


def _joined(pieces: Iterator[_Piece]) -> Iterator[Span]:
    """One span for neighbours of which the same becomes."""
    for action, group in groupby(pieces, _becomes):
        found = list(group)
        if action == FOLD:
            yield _folded(found)
        elif action == _PART:
            yield from (piece.span for piece in found)
        else:
            yield _whole([piece.span for piece in found])


def _becomes(piece: _Piece) -> str:
    if piece.fold is not None:
        return FOLD
    return _PART if piece.span.action == FOLD else piece.span.action


def _whole(spans: Sequence[Span]) -> Span:
    text = "\n".join(span.text for span in spans if span.text is not None) if spans[0].action == CLEAN else None
    return spans[0]._replace(end=spans[-1].end, text=text, tokens=sum(span.tokens for span in spans))


def _folded(pieces: Sequence[_Piece]) -> Span:
    """One fold, named after those that take the most lines of it."""
    counts: dict[Span, int] = {}
    for span, fold in pieces:
        assert fold is not None
        counts[fold] = counts.get(fold, 0) + span.end - span.start + 1
    most = sorted(counts, key=lambda fold: -counts[fold])[:_MOST_KINDS]
    kind = most[0].kind
    if len(counts) > 1:
        kind = f"{len(counts)} folds in one, the largest: " + "; ".join(f"{counts[fold]} lines: {fold.kind}" for fold in most)
    return most[0]._replace(
        start=pieces[0].span.start, end=pieces[-1].span.end, kind=kind, tokens=sum(piece.span.tokens for piece in pieces)
    )


def _placed(span: Span, line_of: Callable[[int], int]) -> Span:
    """A span whose kind names lines of the text that it was planned for, which are lines of the original here."""
    if LIKE_LINE not in span.kind:
        return span
    head, *rest = span.kind.split(LIKE_LINE)
    told = (_NUMBER.sub(lambda number: str(line_of(int(number[0]))), part, count=1) for part in rest)
    return span._replace(kind=LIKE_LINE.join((head, *told)))
