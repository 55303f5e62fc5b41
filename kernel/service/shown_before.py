"""What the very context that an output goes to was shown before. Claimed only where the whole scope is known."""

from kernel.model.event import ParkedOutput, ToolOutput
from kernel.model.plan import FOLD, Plan
from kernel.model.scope import Scope
from kernel.projection.algebra import split_lines
from kernel.projection.recogniser import Fold
from kernel.store.connection import Store
from kernel.store.parked import ParkedOutputs

CANDIDATES = 3
"""Earlier outputs that are compared; the best is taken."""

LONGEST = 1_000_000
"""Characters; a longer output is not compared: a hook has no time for it."""


def known_lines(store: Store, output: ToolOutput, scope: Scope) -> tuple[Fold, ...]:
    """Lines of a file read again or of a command run again that this context has; empty where nothing is sure.

    Nothing is claimed where a part of the scope is unknown (an epoch of 0 is), and of a command where the exit code is
    another one.
    """
    if not (scope.is_complete() and scope.epoch > 0) or not (output.path or output.command):
        return ()
    if len(output.text) > LONGEST:
        return ()
    outputs = ParkedOutputs(store)
    best: tuple[int, tuple[Fold, ...]] = (0, ())
    for handle in outputs.earlier(scope, output, CANDIDATES):
        earlier = outputs.get(handle, scope.repository)
        if earlier is not None and len(earlier.original) <= LONGEST:
            best = max(best, _compare(output, earlier), key=lambda one: one[0])
    return best[1]


def _compare(output: ToolOutput, earlier: ParkedOutput) -> tuple[int, tuple[Fold, ...]]:
    # Only a repeated tool call needs it.
    from kernel.projection.deltas import Earlier, file_delta, rerun_delta

    before = Earlier(earlier.row.handle, split_lines(earlier.original), _shown(earlier.plan))
    compare = file_delta if output.path else rerun_delta
    delta = compare(split_lines(output.text), before)
    return (delta.known, delta.folds) if delta is not None else (0, ())


def _shown(plan: Plan) -> tuple[tuple[int, int], ...]:
    """The lines that a plan shows, 0-based and half-open."""
    return tuple((span.start - 1, span.end) for span in plan.spans if span.action != FOLD)
