"""Plans as values: make a partition, check it, print it, take it back.

Line numbers are 1-based and of the original; lines end at line feeds only, and an original that ends with
one has no empty last line.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kernel.model.plan import CLEAN, FOLD, KEEP, Plan, Span
from kernel.reading.patterns import lazy
from kernel.tokens import estimate

MARKER = lazy(r"\[ck: \d+ lines? folded, \d+-\d+: [^\n]*\]")
_PART = lazy(r" \[ck: part of line \d+ folded: [^\n]*\]$")
# Costs are counted before a handle is known: with one that is as long as handles get.
ASSUMED_HANDLE = 999_999

_WALKED, _STRIDE = 100, 10_000
"""Lines that are looked for one by one, and characters in which many are counted at once."""


def split_lines(text: str) -> list[str]:
    """The lines of a text, without their line feeds."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def count_lines(text: str) -> int:
    """How many lines ``split_lines`` gives."""
    return text.count("\n") + (bool(text) and text[-1] != "\n")


def identity(text: str, first: int = 1, tokens_of: Callable[[str], int] = estimate) -> Plan:
    """The plan that keeps everything; ``first``: what the first line is called, ``tokens_of``: estimates a text's tokens."""
    lines = count_lines(text)
    tokens = tokens_of(text)
    spans = (Span(1, lines, KEEP, tokens=tokens),) if lines else ()
    return Plan(lines, spans, tokens, tokens, first)


def make_plan(
    original: str, spans: Iterable[Span], tokens: int, first: int = 1, tokens_of: Callable[[str], int] = estimate
) -> Plan:
    """A plan of spans that cover the original exactly.

    Args:
        original: The output.
        spans: What is done with its lines.
        tokens: What the original costs.
        first: What its first line is called.
        tokens_of: Estimates a text's tokens.

    Raises:
        ValueError: The spans are not a partition of the original's lines.
    """
    plan = Plan(count_lines(original), tuple(spans), tokens, 0, first)
    validate(plan)
    return plan._replace(tokens_after=tokens_of(render(plan, original, ASSUMED_HANDLE)))


def validate(plan: Plan) -> None:
    """Check that the spans are in order and cover 1..lines exactly once.

    Raises:
        ValueError: They do not; the message names the first span that does not fit.
    """
    expected = 1
    for span in plan.spans:
        if span.start != expected or span.end < span.start or span.action not in (KEEP, CLEAN, FOLD):
            raise ValueError(
                f"span {span.start}-{span.end} ({span.action}) does not follow line {expected - 1}"
            )
        if not _has_fitting_text(span):
            raise ValueError(
                f"span {span.start}-{span.end}: a {span.action} span {'lacks' if span.text is None else 'has'} a text"
            )
        expected = span.end + 1
    if expected != plan.lines + 1:
        raise ValueError(f"spans end at line {expected - 1} of {plan.lines}")


def _has_fitting_text(span: Span) -> bool:
    """A cleaned span has a text; of folds only one line that is shown in part."""
    if span.action == FOLD:
        return span.text is None or span.start == span.end
    return (span.action == CLEAN) == (span.text is not None)


def render(plan: Plan, original: str, handle: int | None) -> str:
    """What is shown in place of the original; without a handle the markers name no command."""
    texts = texts_of(original, plan.spans)
    shown = "\n".join(_shown(span, text, handle, plan.first) for span, text in zip(plan.spans, texts, strict=True))
    return shown + "\n" if original.endswith("\n") else shown


def marker(span: Span, handle: int | None, first: int = 1) -> str:
    """The one line that stands for a folded span; of a line that is shown in part, what stands behind it.

    ``first`` is what the original's first line is called.
    """
    count, start, end = span.end - span.start + 1, span.start + first - 1, span.end + first - 1
    recall = f"; ck recall {handle} --lines {start}-{end}" if handle is not None else ""
    if span.text is not None:
        return f"[ck: part of line {start} folded: {span.kind} ({span.recogniser}){recall}]"
    noun = "line" if count == 1 else "lines"
    return f"[ck: {count} {noun} folded, {start}-{end}: {span.kind} ({span.recogniser}){recall}]"


def has_marker(lines: Sequence[str]) -> bool:
    """Whether a line is a fold marker: the text was projected before, or talks about it."""
    return any("[ck: " in line and (MARKER.fullmatch(line) or _PART.search(line)) for line in lines)


def unfold(plan: Plan, original: str) -> str:
    """The original, put together from what the plan's spans stand for: equal to ``original`` for every valid plan."""
    return "\n".join(texts_of(original, plan.spans)) + ("\n" if original.endswith("\n") else "")


def texts_of(original: str, spans: Iterable[Span]) -> Iterator[str]:
    """The original lines of each span, joined; ``spans`` are in order. A list of all lines would need thrice their memory."""
    at, line = 0, 1
    for span in spans:
        start = _behind(original, at, span.start - line)
        at, line = _behind(original, start, span.end + 1 - span.start), span.end + 1
        yield original[start : at - 1]


def _behind(text: str, at: int, lines: int) -> int:
    """Where a text goes on behind so many line ends; the last line may lack its line feed."""
    while lines > _WALKED and at < len(text):
        held = text.count("\n", at, at + _STRIDE)
        if held >= lines:
            break
        lines, at = lines - held, min(len(text), at + _STRIDE)
    for _ in range(lines):
        at = text.find("\n", at) + 1 or len(text) + 1
    return at


def _shown(span: Span, text: str, handle: int | None, first: int) -> str:
    if span.action == FOLD:
        told = marker(span, handle, first)
        return told if span.text is None else f"{span.text} {told}"
    return text if span.text is None else span.text
