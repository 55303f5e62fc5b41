"""The ledger: what projections saved, minus what came back."""

import time

from kernel.model.errors import BadInput
from kernel.model.event import Fault
from kernel.model.ledger import Ledger, LedgerSplit
from kernel.model.named import NamedTuple
from kernel.service.kernel import Kernel
from kernel.store.ledger import COLUMNS, Ledgers

PARTS = tuple(COLUMNS)
_CENTS_OF_A_MILLION = 100 * 1_000_000
NOT_COUNTED = (
    "outputs that were not stored, or that came while the kernel was off",
    "what came back by another command or tool than the one that was folded, or after half an hour",
    "turns that an agent needed to get something back",
)
"""What the savings leave out, a sentence each."""

_OF_RECOGNISERS = "n of a recogniser is the number of outputs that it folded something in: they overlap"


class Worth(NamedTuple):
    """The net savings in US dollars; None where the price is not set.

    ``listed`` at the list price, for the one time that the tokens are sent as new, ``cached`` at the price of a cache
    read, for each time that they are sent again.
    """

    listed: float | None
    cached: float | None


def worth(kernel: Kernel, net: int) -> Worth:
    """What so many tokens cost at the prices of the settings."""
    cents = (kernel.settings.price_list, kernel.settings.price_cache_read)
    listed, cached = (net * price / _CENTS_OF_A_MILLION if price else None for price in cents)
    return Worth(listed, cached)


def ledger(kernel: Kernel, days: int | None = None, everywhere: bool = False) -> Ledger:
    """Totals of this repository (or of all) over the last calendar days, by default over everything.

    All token counts are estimates.
    """
    return Ledgers(kernel.store).totals(None if everywhere else kernel.repository.key, time.time(), days)


def faults(kernel: Kernel, limit: int = 100, everywhere: bool = False) -> tuple[Fault, ...]:
    """The last recalls, an agent's and a person's, newest first."""
    return Ledgers(kernel.store).faults(None if everywhere else kernel.repository.key, limit)


def split(kernel: Kernel, by: str, days: int | None = None, everywhere: bool = False) -> LedgerSplit:
    """The savings in parts, whose sums are the totals.

    Args:
        kernel: Open on a repository.
        by: One of ``PARTS``.
        days: Only the last calendar days.
        everywhere: Of all repositories.

    Raises:
        BadInput: ``by`` is something else.
    """
    if by not in PARTS:
        raise BadInput(f"savings are split by one of {', '.join(PARTS)}, not by {by!a}")
    repository = None if everywhere else kernel.repository.key
    parts = Ledgers(kernel.store).split(by, repository, time.time(), days)
    return LedgerSplit(by, parts, (*NOT_COUNTED, *((_OF_RECOGNISERS,) if by == "recogniser" else ())))
