"""For pane 4: parked outputs."""

from ck_tui.bridge.nouns import Parked, ParkedOutput, SearchHit
from ck_tui.bridge.session import SessionBridge, explained

LISTED = 1_000
"""Outputs that the pane lists; older ones are found by searching."""


class ParkedBridge:
    """Parked outputs. Every method raises ``BridgeError`` where the store cannot be used."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session

    def rows(self) -> tuple[Parked, ...]:
        """The newest first, at most ``LISTED``."""
        from kernel.service import recall

        with explained():
            return recall.parked(self._session.kernel, LISTED)

    def get(self, handle: int) -> ParkedOutput:
        """One output whole.

        Raises:
            BridgeError: It is gone (retention), or the store cannot be used.
        """
        from kernel.service import recall

        with explained():
            return recall.parked_output(self._session.kernel, handle)

    def search(self, query: str) -> tuple[SearchHit, ...]:
        """Lines that contain the words."""
        from kernel.service import recall

        with explained():
            return recall.search(self._session.kernel, query).hits
