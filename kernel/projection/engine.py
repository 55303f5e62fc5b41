"""T1: from a tool output to a plan. Pure and deterministic."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from kernel.model.event import ToolOutput
from kernel.model.plan import CLEAN, FOLD, KEEP, Plan, Span
from kernel.projection import algebra, signal
from kernel.projection.command import is_extraction, is_ours
from kernel.projection.recognisers import repeats
from kernel.projection.recognisers.builds import BUILDS
from kernel.projection.recognisers.installs import INSTALLS
from kernel.projection.recognisers.noise import Noise, matcher
from kernel.projection.recognisers.passing import PASSING
from kernel.projection.recognisers.progress import PROGRESS
from kernel.reading.terminal import screen_text
from kernel.reading.vocabulary import is_alarming
from kernel.tokens import estimate

DEFAULT_FLOOR = 300
"""Tokens below which an output is only cleaned, unless the caller's settings say otherwise."""

MIN_GAIN = 20
"""Tokens that a fold must save beyond the cost of its marker."""

MAX_NOISE_LINE = 600
"""Characters; a longer line is no line of a list."""

RED: tuple[Noise, ...] = (PASSING, PROGRESS)
GREEN: tuple[Noise, ...] = (*RED, INSTALLS, BUILDS)
_CLEAN_WHY = "as a screen shows it: without escapes and overdrawn states"
# Tools whose text is edited by exact match: not even their white space is touched.
_WHOLE = frozenset(("read", "edit", "write", "multiedit", "notebookedit", "notebookread"))
# Tools whose every line is an answer.
_ANSWERS = frozenset(("grep", "glob"))


def plan(output: ToolOutput, floor: int = DEFAULT_FLOOR) -> Plan:
    """Decide what of an output is shown.

    Args:
        output: What the tool printed.
        floor: Tokens; a smaller output is only cleaned.

    Returns:
        A plan that never costs more tokens than the output, and that keeps everything where nothing is sure.
    """
    untouched = algebra.identity(output.text)
    if not untouched.lines or output.tool.lower() in _WHOLE or is_ours(output.command):
        return untouched
    clean_text = screen_text(output.text)
    # Not split_lines: an original whose last line is only an escape still has that line.
    cleaned = clean_text.split("\n")[: untouched.lines]
    tokens = untouched.tokens_before if clean_text == output.text else estimate(clean_text)
    folds = _folds(output, cleaned) if tokens >= floor and _may_fold(output, cleaned) else []
    if not folds and clean_text == output.text:
        return untouched
    spans = _spans(algebra.split_lines(output.text), cleaned, folds)
    projected = algebra.make_plan(output.text, spans, untouched.tokens_before)
    return projected if projected.tokens_after <= projected.tokens_before else untouched


def _may_fold(output: ToolOutput, cleaned: Sequence[str]) -> bool:
    """Whether lines of this output may be missing: not what was asked for line by line, nor a diff."""
    if output.tool.lower() in _ANSWERS or is_extraction(output.command):
        return False
    return not algebra.has_marker(cleaned) and not signal.is_diff(cleaned)


def _folds(output: ToolOutput, cleaned: Sequence[str]) -> list[Span]:
    """Folds in order, not overlapping."""
    red = bool(output.exit_code) or (output.exit_code is None and _sounds_red(cleaned))
    allowed = RED if red else GREEN
    kinds = [_kind_of(line, allowed) for line in cleaned]
    keep = signal.protected(cleaned, [kind is not None for kind in kinds])
    folds: list[Span] = []
    for start, end in _noise_runs(kinds, keep):
        noise = kinds[start]
        assert noise is not None
        for first, last in _between_outliers(cleaned, start, end):
            folds += _fold(cleaned, first, last, noise)
    if not red:
        taken = {index for fold in folds for index in range(fold.start - 1, fold.end)}
        for first, last in repeats.runs(cleaned):
            if not any(keep[first:last]) and taken.isdisjoint(range(first, last)):
                folds += _fold(cleaned, first, last, repeats.REPEATS)
    return sorted(folds)


def _sounds_red(cleaned: Sequence[str]) -> bool:
    """Whether a line that no recogniser knows speaks of trouble: without an exit code, that may be a failure."""
    return any(is_alarming(line) and _kind_of(line, GREEN) is None for line in cleaned)


def _kind_of(line: str, allowed: Sequence[Noise]) -> Noise | None:
    if len(line) > MAX_NOISE_LINE:
        return None
    return next((noise for noise in allowed if matcher(noise)(line)), None)


def _noise_runs(kinds: Sequence[Noise | None], keep: bytearray) -> Iterator[tuple[int, int]]:
    """Maximal runs of lines of one class that nothing protects: (first, behind the last), 0-based."""
    start = 0
    for index in range(1, len(kinds) + 1):
        if index < len(kinds) and kinds[index] is kinds[start] and not keep[index] and not keep[start]:
            continue
        if kinds[start] is not None and not keep[start]:
            yield start, index
        start = index


def _between_outliers(cleaned: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a run that lie between its outliers."""
    at = start
    for odd in sorted(signal.outliers(cleaned[start:end])):
        yield at, start + odd
        at = start + odd + 1
    yield at, end


def _fold(cleaned: Sequence[str], first: int, last: int, noise: Noise) -> list[Span]:
    """The fold of a run without its first and last line, if it is worth a marker."""
    start, end = first + 2, last - 1
    if start > end:
        return []
    tokens = estimate("\n".join(cleaned[start - 1 : end]))
    span = Span(start, end, FOLD, noise.kind, noise.name, noise.why, tokens=tokens)
    return [span] if tokens - estimate(algebra.marker(span, algebra.ASSUMED_HANDLE)) >= MIN_GAIN else []


def _spans(original: Sequence[str], cleaned: Sequence[str], folds: Sequence[Span]) -> list[Span]:
    """The partition: the folds, and between them runs of kept and of cleaned lines."""
    spans: list[Span] = []
    at = 0
    for fold in folds:
        spans += _plain_spans(original, cleaned, at, fold.start - 1)
        spans.append(fold)
        at = fold.end
    return spans + _plain_spans(original, cleaned, at, len(original))


def _plain_spans(original: Sequence[str], cleaned: Sequence[str], start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    for clean, group in groupby(range(start, end), lambda index: original[index] != cleaned[index]):
        indexes = list(group)
        first, last = indexes[0], indexes[-1] + 1
        tokens = estimate("\n".join(original[first:last]))
        if clean:
            text = "\n".join(cleaned[first:last])
            spans.append(Span(first + 1, last, CLEAN, "terminal output", "screen", _CLEAN_WHY, text, tokens))
        else:
            spans.append(Span(first + 1, last, KEEP, tokens=tokens))
    return spans
