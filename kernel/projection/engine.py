"""T1: from a tool output to a plan. Pure and deterministic."""

from collections.abc import Callable, Iterable, Sequence

from kernel.model.event import ToolOutput
from kernel.model.parts import LONG, parts_of
from kernel.model.plan import Plan, Span
from kernel.projection import algebra, signal
from kernel.projection.command import EXTRACTION_TOKENS, is_extraction, is_ours, program_of
from kernel.projection.recogniser import GREEN, RED, UNKNOWN, Known, Outline, Proposal, Seen
from kernel.projection.registry import recognisers_for
from kernel.projection.spans import fold_spans, partition
from kernel.projection.votes import Votes, absorb_blanks
from kernel.reading.block_readers import read_blocks
from kernel.reading.margins import unmargined
from kernel.reading.terminal import screen_text
from kernel.reading.vocabulary import shapes_of
from kernel.tokens import Estimator

Ask = Callable[[Seen], Iterable[tuple[str, Iterable[Proposal]]]]

DEFAULT_FLOOR = 300
"""Tokens below which an output is only cleaned, unless the caller's settings say otherwise."""

DEFAULT_PRESSURE = 0.5
"""How much a fold is wanted where nobody knows how full the window is."""

KNOWN = "delta"
"""What markers call the recogniser of lines that were shown before."""

LONGEST = 100_000_000
"""Characters; a longer output stays as it is."""

# Tools whose text is edited by exact match: not even their white space is touched.
_WHOLE = frozenset(("edit", "write", "multiedit", "notebookedit"))


def plan(
    output: ToolOutput,
    floor: int = DEFAULT_FLOOR,
    pressure: float = DEFAULT_PRESSURE,
    outline: Outline | None = None,
    known: Known | None = None,
    ask: Ask | None = None,
) -> Plan:
    """Decide what of an output is shown. A very long one is planned in parts, without ``outline`` and ``known``.

    Args:
        output: What the tool printed.
        floor: Tokens; a smaller output is only cleaned.
        pressure: How much a fold is wanted: 0.0 (the window is empty) … 1.0 (it is full).
        outline: Gives the function bodies of a source, for files too large to be shown whole; None: none are folded.
        known: What the very context that the output goes to was shown before (see ``deltas`` and ``reruns``).
        ask: What users' plug-ins propose, each by its name; asked after the kernel's own recognisers.

    Returns:
        A plan that never costs more tokens than the output, and that keeps everything where nothing is sure.
    """
    whole = output.tool.lower() in _WHOLE or is_ours(output.command) or len(output.text) > LONGEST
    if len(output.text) > LONG and not whole and len(next(parts_of(output.text))) < len(output.text):
        # Hardly any output needs it.
        from kernel.projection.long_outputs import plan_parts

        return plan_parts(output, lambda part: plan(part, floor, pressure, ask=ask))
    tokens_of = Estimator().tokens
    untouched = algebra.identity(output.text, output.first or 1, tokens_of)
    if not untouched.lines or whole:
        return untouched
    is_file = output.tool.lower() in ("read", "notebookread")
    clean_text = output.text if is_file else screen_text(output.text)
    # Not split_lines: an original whose last line is only an escape still has that line.
    cleaned = clean_text.split("\n")[: untouched.lines]
    tokens = untouched.tokens_before
    folds = _folds(output, cleaned, tokens, pressure, outline, known, ask, tokens_of) if tokens >= floor else []
    if not folds and clean_text == output.text:
        return untouched
    spans = partition(algebra.split_lines(output.text), cleaned, folds, tokens, tokens_of)
    projected = algebra.make_plan(output.text, spans, tokens, untouched.first, tokens_of)
    return projected if projected.tokens_after <= tokens else untouched


def _folds(
    output: ToolOutput,
    cleaned: Sequence[str],
    tokens: int,
    pressure: float,
    outline: Outline | None,
    known: Known | None,
    ask: Ask | None,
    tokens_of: Callable[[str], int],
) -> list[Span]:
    """Folds in order, not overlapping; none where every line was asked for or the text was projected before."""
    if algebra.has_marker(cleaned) or (tokens <= EXTRACTION_TOKENS and is_extraction(output.command)):
        return []
    votes = Votes(len(cleaned))
    votes.add(KNOWN, known.folds if known is not None else ())
    if known is not None and known.alone:
        return fold_spans(votes.gone(), cleaned, votes, tokens_of)
    seen = see(output, cleaned, pressure)._replace(outline=outline)
    for name, propose in recognisers_for(seen):
        votes.add(name, propose(seen))
    for name, proposals in ask(seen) if ask is not None else ():
        votes.add(name, proposals)
    votes.add("signal", signal.protected(seen, votes))
    votes.add("middle", signal.middle(seen, votes))
    gone = votes.gone()
    absorb_blanks(gone, cleaned, votes)
    return fold_spans(gone, cleaned, votes, tokens_of)


def see(output: ToolOutput, cleaned: Sequence[str], pressure: float = DEFAULT_PRESSURE) -> Seen:
    """What recognisers see of an output (``cleaned``: its lines as a screen shows them)."""
    text = "\n".join(cleaned)
    margins = unmargined(cleaned)
    is_file = output.tool.lower() in ("read", "grep", "glob", "notebookread")
    shapes = shapes_of(cleaned)
    blocks = () if is_file else read_blocks(margins, "\n".join(dict.fromkeys(shapes)))
    program, arguments = program_of(output.command)
    mood = UNKNOWN if output.exit_code is None else RED if output.exit_code else GREEN
    # A failure that the tool itself reports is one, whatever the shell returned (``pytest | tee``, ``|| true``).
    if mood != RED and any(block.failing for block in blocks):
        mood = RED
    return Seen(
        cleaned, text, output.tool.lower(), output.command, program, arguments, output.path, output.exit_code,
        mood, pressure, blocks, margins.bodies, shapes if margins.bodies == cleaned else shapes_of(margins.bodies),
    )  # fmt: skip
