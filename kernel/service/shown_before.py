"""What the very context that an output goes to was shown before. Claimed only where the whole scope is known."""

import time
from collections.abc import Iterator

from kernel.model.event import ToolOutput
from kernel.model.plan import FOLD, Plan
from kernel.model.scope import Scope
from kernel.projection.algebra import split_lines
from kernel.projection.recogniser import Known
from kernel.store.connection import Store
from kernel.store.parked import ParkedOutputs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.projection.deltas import Earlier

READS, RUNS = 6, 3
"""Earlier reads of a file, or runs of a command, that are compared, the newest first."""

LONGEST = 1_000_000
"""Characters; a longer output is not compared: a hook has no time for it."""

FRESH = 2_700.0
"""Seconds in which an output surely still stands in its window: after an hour's pause a harness may clear old ones from it."""


def known_lines(store: Store, output: ToolOutput, scope: Scope) -> Known | None:
    """What this context has of a file read again or of a command run again; None where nothing is sure.

    Nothing is claimed where a part of the scope is unknown (an epoch of 0 is), and of a command where it ended otherwise the
    last time.
    """
    if not (scope.is_complete() and scope.epoch > 0) or not (output.path or output.command):
        return None
    if len(output.text) > LONGEST:
        return None
    outputs = ParkedOutputs(store)
    found = outputs.earlier(scope, output, time.time() - FRESH, READS if output.path else RUNS)
    if not found:
        return None
    # Only a repeated tool call needs what compares them.
    lines, earlier = split_lines(output.text), _each(outputs, found, scope, bool(output.first))
    if output.path:
        from kernel.projection.deltas import file_delta

        return file_delta(lines, earlier, output.first, bool(output.command))
    from kernel.projection.reruns import rerun_delta

    return rerun_delta(lines, earlier)


def _each(outputs: ParkedOutputs, found: tuple[tuple[int, bool], ...], scope: Scope, numbered: bool) -> Iterator["Earlier"]:
    from kernel.projection.deltas import Earlier

    for handle, cut in found:
        earlier = outputs.get(handle, scope.repository)
        if earlier is None or len(earlier.original) > LONGEST:
            return
        row, plan = earlier.row, earlier.plan
        whole, first = not (row.path and row.command), plan.first if numbered else 0
        yield Earlier(handle, split_lines(earlier.original), _shown(plan), first, whole, cut)


def _shown(plan: Plan) -> tuple[tuple[int, int], ...]:
    """The lines that a plan shows, 0-based and half-open."""
    return tuple((span.start - 1, span.end) for span in plan.spans if span.action != FOLD)
