"""The ledger: what projections saved, minus what came back."""

import time

from kernel.model.errors import BadInput
from kernel.model.event import Fault
from kernel.model.ledger import Ledger, LedgerPart, LedgerSplit
from kernel.model.plan import Span
from kernel.projection.algebra import ASSUMED_HANDLE, marker
from kernel.service.kernel import Kernel
from kernel.store.ledger import Ledgers
from kernel.store.parked import ParkedOutputs
from kernel.tokens import estimate

PARTS = ("tool", "recogniser", "session", "day")
_PURGED = "outputs that were purged: only the totals by day still hold them"
_FAULTS = "what an agent recalled: a recall names an output, not a recogniser"
_CLEANED = "what only cleaning saved (escapes, overdrawn progress)"
_READ_AGAIN = "files read again and commands run again because of a fold"


def ledger(kernel: Kernel, days: int | None = None, everywhere: bool = False) -> Ledger:
    """Totals of this repository (or of all) over the last calendar days, by default over everything.

    All token counts are estimates.
    """
    return Ledgers(kernel.store).totals(None if everywhere else kernel.repository.key, time.time(), days)


def faults(kernel: Kernel, limit: int = 100, everywhere: bool = False) -> tuple[Fault, ...]:
    """The last recalls, an agent's and a person's, newest first."""
    return Ledgers(kernel.store).faults(None if everywhere else kernel.repository.key, limit)


def split(kernel: Kernel, by: str, days: int | None = None, everywhere: bool = False) -> LedgerSplit:
    """The savings in parts.

    Args:
        kernel: Open on a repository.
        by: One of ``PARTS``.
        days: Only the last calendar days.
        everywhere: Of all repositories.

    Raises:
        BadInput: ``by`` is something else.
    """
    repository, now = None if everywhere else kernel.repository.key, time.time()
    store = Ledgers(kernel.store)
    if by == "tool":
        return LedgerSplit(by, store.by_tool(repository, now, days), (_PURGED, _READ_AGAIN))
    if by == "session":
        return LedgerSplit(by, store.by_session(repository, now, days), (_PURGED, _READ_AGAIN))
    if by == "day":
        parts = tuple(LedgerPart(*day) for day in store.totals(repository, now, days).days)
        return LedgerSplit(by, parts, (_READ_AGAIN,))
    if by == "recogniser":
        parts = _by_recogniser(ParkedOutputs(kernel.store), repository, now, days)
        return LedgerSplit(by, parts, (_PURGED, _FAULTS, _CLEANED, _READ_AGAIN))
    raise BadInput(f"savings are split by one of {', '.join(PARTS)}, not by {by!a}")


def _by_recogniser(
    outputs: ParkedOutputs, repository: str | None, now: float, days: int | None
) -> tuple[LedgerPart, ...]:
    parts: dict[str, LedgerPart] = {}
    last_handle: dict[str, int] = {}
    for handle, plan in outputs.folded_plans(repository, now, days):
        for span in plan.folds():
            name = span.recogniser
            part = parts.get(name, LedgerPart(name, 0, 0, 0, 0))
            first = last_handle.get(name) != handle
            last_handle[name] = handle
            parts[name] = part._replace(
                projections=part.projections + first,
                before=part.before + span.tokens,
                after=part.after + _shown_tokens(span),
            )
    return tuple(sorted(parts.values(), key=lambda part: (-part.net, part.name)))


def _shown_tokens(span: Span) -> int:
    """What the marker of a fold costs, with what is shown of a clipped line."""
    return estimate(f"{span.text or ''}{marker(span, ASSUMED_HANDLE)}")
