"""What one output adds to the ledger: savings by recogniser against what the harness would have shown, and what came back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernel.model.event import Fault, ParkedOutput, ToolOutput
from kernel.model.ledger import CUT_BY_HOST, LedgerPart
from kernel.model.plan import FOLD, Plan
from kernel.model.scope import Host, Scope
from kernel.projection.algebra import ASSUMED_HANDLE, marker, split_lines
from kernel.store.ledger import AGENT
from kernel.store.parked import ParkedOutputs
from kernel.tokens import estimate

SOON = 1_800.0
"""Seconds in which reading a folded file or running a folded command again counts as a fault."""

LONGEST = 1_000_000
"""Characters; what comes back in a longer output is not looked for: a hook has no time for it."""


def baseline(text: str, tokens: int, host: Host) -> int:
    """Tokens that a harness would have shown of an output by itself."""
    return min(tokens, estimate(text[: host.preview])) if host.cuts(text) else tokens


def saved_parts(plan: Plan, shown_anyway: int) -> tuple[LedgerPart, ...]:
    """An output's savings, part by part: their sums are ``shown_anyway`` and what the agent was shown.

    Args:
        plan: What was made of the output; one that saves nothing replaced nothing.
        shown_anyway: Tokens that the harness would have shown by itself.
    """
    if plan.tokens_after >= plan.tokens_before:
        return (LedgerPart("", 1, shown_anyway, shown_anyway),)
    folded: dict[str, int] = {}
    markers: dict[str, list[str]] = {}
    for span in plan.folds():
        folded[span.recogniser] = folded.get(span.recogniser, 0) + span.tokens
        markers.setdefault(span.recogniser, []).append(f"{span.text or ''}{marker(span, ASSUMED_HANDLE, plan.first)}")
    costs = {name: estimate("\n".join(lines)) for name, lines in markers.items()}
    parts = [LedgerPart(name, 1, tokens, costs[name]) for name, tokens in folded.items() if name]
    before, after = (sum(part.before for part in parts), sum(part.after for part in parts))
    parts.append(LedgerPart("", 1, plan.tokens_before - before, plan.tokens_after - after))
    if shown_anyway < plan.tokens_before:
        parts.append(LedgerPart(CUT_BY_HOST, 1, shown_anyway - plan.tokens_before, 0))
    return tuple(parts)


def returned_parts(output: ParkedOutput, numbers: Iterable[int], tokens: int) -> tuple[tuple[str, int], ...]:
    """How many of the tokens of some lines (1-based) of an output each recogniser had folded, together at most ``tokens``."""
    wanted, lines = frozenset(numbers), split_lines(output.original)
    by_name: dict[str, list[str]] = {}
    for span in output.plan.folds():
        came = [lines[number - 1] for number in range(span.start, span.end + 1) if number in wanted]
        by_name.setdefault(span.recogniser, []).extend(came)
    parts: list[tuple[str, int]] = []
    for name, came in by_name.items():
        cost = min(tokens, estimate("\n".join(came))) if came else 0
        tokens -= cost
        parts += [(name, cost)] if cost and name else []
    return tuple(parts)


def came_back(
    outputs: ParkedOutputs, output: ToolOutput, scope: Scope, plan: Plan, at: float
) -> Fault | None:
    """The fault that an output is, where it shows again what the same context's last look at the file or command had folded.

    Args:
        outputs: Of the store.
        output: As it is stored: masked.
        scope: Whose it is; with an unknown session or agent nothing can be said.
        plan: What of it is shown.
        at: Now, in seconds since the epoch.
    """
    if not (scope.session and scope.agent and (output.path or output.command)) or len(output.text) > LONGEST:
        return None
    earlier = outputs.last_of(scope, output._replace(command=_plain(output.command)), at - SOON)
    if earlier is None or len(earlier.original) > LONGEST:
        return None
    numbers = _folded_lines_shown(earlier, split_lines(output.text), plan)
    lines = split_lines(earlier.original)
    tokens = estimate("\n".join(lines[number - 1] for number in numbers)) if numbers else 0
    if not tokens:
        return None
    what = f"again: {output.path or _plain(output.command)}"[:200]
    return Fault(at, earlier.row.handle, AGENT, what, tokens, returned_parts(earlier, numbers, tokens))


def _folded_lines_shown(earlier: ParkedOutput, lines: Sequence[str], plan: Plan) -> list[int]:
    """1-based numbers of the earlier output's folded lines that are shown now; a line that it showed, too, did not come back."""
    before = split_lines(earlier.original)
    shown = {lines[n - 1].strip() for span in plan.spans if span.action != FOLD for n in range(span.start, span.end + 1)}
    for span in earlier.plan.spans:
        if span.action != FOLD:
            shown.difference_update(line.strip() for line in before[span.start - 1 : span.end])
    folded = (n for span in earlier.plan.folds() for n in range(span.start, span.end + 1))
    return [n for n in folded if before[n - 1].strip() and before[n - 1].strip() in shown]


def _plain(command: str) -> str:
    """A command without the mark that asks for its whole output."""
    head, mark, _ = command.partition("# ck:raw")
    return head.rstrip() if mark else command
