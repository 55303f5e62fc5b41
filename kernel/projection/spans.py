"""From votes to the spans of a plan: neighbours share a marker, a fold that is not worth its marker stays."""

from collections.abc import Callable, Sequence
from itertools import groupby

from kernel.model.plan import CLEAN, FOLD, KEEP, Span
from kernel.projection import algebra
from kernel.projection.recogniser import Clip, Fold
from kernel.projection.votes import Votes

MIN_GAIN = 20
"""Tokens that a fold must save beyond the cost of its marker."""

_SURELY_WORTH = 1_200
"""Characters above which a run needs no estimate to be worth its marker."""

_LONGEST_KIND = 4_000
"""Characters that a marker's text may have: lists of files and commits name all that they fold."""

_SHARE = 3
"""A marker longer than this part of what it stands for is estimated before it is believed."""

_MOST_KINDS = 3
# Of so few lines among others a marker gives the count alone.
_FEW = 3
_CLEAN_WHY = "as a screen shows it: without escapes and overdrawn states"


def fold_spans(
    gone: Sequence[int], lines: Sequence[str], votes: Votes, tokens_of: Callable[[str], int]
) -> list[Span]:
    """The folds of the lines that are gone, and of lines that are shown in part, in order; ``tokens`` is left 0."""
    folds: list[Span] = []
    index = 0
    while index < len(gone):
        if gone[index] < 0:
            if index in votes.clips:
                folds += _clipped(index, lines[index], *votes.clips[index])
            index += 1
            continue
        end = index
        while end < len(gone) and gone[end] >= 0:
            end += 1
        span = _folded(index, end, gone, votes)
        if _is_worth(lines, span, tokens_of):
            folds.append(span)
        index = end
    return folds


def partition(
    original: Sequence[str],
    cleaned: Sequence[str],
    folds: Sequence[Span],
    tokens: int,
    tokens_of: Callable[[str], int],
) -> list[Span]:
    """The folds, and between them runs of kept and of cleaned lines; ``tokens``: what the whole original costs.

    Kept lines are estimated; what remains of the whole is shared among the folds by their length.
    """
    spans: list[Span] = []
    at = 0
    for fold in folds:
        spans += _plain(original, cleaned, at, fold.start - 1, tokens_of)
        spans.append(fold)
        at = fold.end
    spans += _plain(original, cleaned, at, len(original), tokens_of)
    left = max(0, tokens - sum(span.tokens for span in spans))
    sizes = [sum(map(len, original[span.start - 1 : span.end])) + 1 for span in folds]
    whole = sum(sizes)
    shares = iter([left * size // whole for size in sizes])
    return [span._replace(tokens=next(shares)) if span.action == FOLD else span for span in spans]


def _folded(start: int, end: int, gone: Sequence[int], votes: Votes) -> Span:
    """One span for a run of lines that are gone, named after what they are."""
    groups: dict[str, tuple[Fold, list[int]]] = {}
    names: dict[str, int] = {}
    index = start
    while index < end:
        behind = index + 1
        while behind < end and gone[behind] == gone[index]:
            behind += 1
        name, fold = votes.folds[gone[index]]
        groups.setdefault(fold.group or fold.kind, (fold, []))[1].extend(range(index, behind))
        names[name] = names.get(name, 0) + behind - index
        index = behind
    several = len(groups) > 1
    named = sorted(groups.values(), key=lambda group: -len(group[1]))[:_MOST_KINDS]
    kinds = "; ".join(_described(fold, at, several) for fold, at in named)
    if len(groups) > len(named):
        rest = end - start - sum(len(at) for _, at in named)
        kinds += f"; {rest} lines of {len(groups) - len(named)} other kinds"
    why = "; ".join(dict.fromkeys(fold.why for fold, _ in named))
    recogniser = max(names, key=lambda name: names[name])
    return Span(start + 1, end, FOLD, _one_line(kinds, _LONGEST_KIND), recogniser, _one_line(why, 400))


def _described(fold: Fold, at: list[int], counted: bool) -> str:
    few = counted and len(at) < _FEW
    note = fold.note(at) if fold.note is not None and not few else ""
    kind = f"{len(at)} {fold.kind}" if counted else fold.kind
    return f"{kind}: {note}" if note else kind


def _clipped(index: int, line: str, name: str, clip: Clip) -> list[Span]:
    ranges = [(max(0, start), min(len(line), end)) for start, end in clip.shown if start < end]
    shown = " … ".join(line[start:end] for start, end in ranges)
    hidden = len(line) - sum(end - start for start, end in ranges)
    if hidden < 200:
        return []
    text = shown if ranges and ranges[-1][1] == len(line) else shown + " …"
    return [Span(index + 1, index + 1, FOLD, f"{hidden:,} characters, {clip.kind}", name, clip.why, text)]


def _one_line(text: str, longest: int) -> str:
    flat = " ".join(text.replace("[", "(").replace("]", ")").split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"


def _is_worth(lines: Sequence[str], span: Span, tokens_of: Callable[[str], int]) -> bool:
    characters = sum(map(len, lines[span.start - 1 : span.end]))
    if characters > max(_SURELY_WORTH, _SHARE * len(span.kind)):
        return True
    cost = tokens_of(algebra.marker(span, algebra.ASSUMED_HANDLE))
    gain = tokens_of("\n".join(lines[span.start - 1 : span.end])) - cost
    return gain >= MIN_GAIN


def _plain(
    original: Sequence[str], cleaned: Sequence[str], start: int, end: int, tokens_of: Callable[[str], int]
) -> list[Span]:
    spans: list[Span] = []
    for clean, group in groupby(range(start, end), lambda index: original[index] != cleaned[index]):
        indexes = list(group)
        first, last = indexes[0], indexes[-1] + 1
        tokens = tokens_of("\n".join(original[first:last]))
        if clean:
            text = "\n".join(cleaned[first:last])
            spans.append(Span(first + 1, last, CLEAN, "terminal output", "screen", _CLEAN_WHY, text, tokens))
        else:
            spans.append(Span(first + 1, last, KEEP, tokens=tokens))
    return spans
