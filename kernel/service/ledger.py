"""The ledger: what projections saved, minus what came back."""

import time

from kernel.model.event import Fault
from kernel.model.ledger import Ledger
from kernel.service.kernel import Kernel
from kernel.store.ledger import Ledgers


def ledger(kernel: Kernel, days: int | None = None, everywhere: bool = False) -> Ledger:
    """Totals of this repository (or of all) over the last calendar days, by default over everything.

    All token counts are estimates.
    """
    return Ledgers(kernel.store).totals(None if everywhere else kernel.repository.key, time.time(), days)


def faults(kernel: Kernel, limit: int = 100, everywhere: bool = False) -> tuple[Fault, ...]:
    """The last recalls, an agent's and a person's, newest first."""
    return Ledgers(kernel.store).faults(None if everywhere else kernel.repository.key, limit)
