"""For pane 5: what was saved and what came back."""

from ck_tui.bridge.nouns import Ledger, LedgerSplit
from ck_tui.bridge.session import SessionBridge, explained


class LedgerBridge:
    """The ledger of the repository, and the switch that stops it."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session

    def totals(self) -> Ledger:
        """Totals and days.

        Raises:
            BridgeError: The store cannot be used.
        """
        from kernel.service import ledger

        with explained():
            return ledger.ledger(self._session.kernel)

    def splits(self) -> tuple[LedgerSplit, ...]:
        """The savings by recogniser and by tool.

        Raises:
            BridgeError: The store cannot be used.
        """
        from kernel.service import ledger

        with explained():
            return tuple(ledger.split(self._session.kernel, by) for by in ("recogniser", "tool"))

    def paused(self) -> bool:
        """Whether the kernel is switched off in this repository."""
        from kernel.service.pause import paused

        kernel = self._session.kernel
        return paused(kernel.home).holds(kernel.repository.key)

    def pause(self, off: bool) -> None:
        """Switch the kernel off in this repository, or on again (also where all repositories were off).

        Raises:
            BridgeError: The switch cannot be written.
        """
        from kernel.service.pause import paused, switch

        kernel = self._session.kernel
        with explained():
            everywhere = not off and paused(kernel.home).everywhere
            switch(kernel.home, None if everywhere else kernel.repository.key, off)
