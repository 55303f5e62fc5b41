"""For pane 5: what was saved and what came back."""

from ck_tui.bridge.nouns import Ledger
from ck_tui.bridge.session import SessionBridge, explained


class LedgerBridge:
    """The ledger of the repository."""

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
