"""For pane 4: parked outputs."""

from ck_tui.bridge.nouns import Parked, ParkedOutput, SearchHit
from ck_tui.bridge.session import SessionBridge, explained


class ParkedBridge:
    """Parked outputs. Every method raises ``BridgeError`` where the store cannot be used."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session

    def rows(self) -> tuple[Parked, ...]:
        """The newest first."""
        from kernel.service import recall

        with explained():
            return recall.list_parked(self._session.kernel)

    def get(self, handle: int) -> ParkedOutput:
        """One output whole.

        Raises:
            BridgeError: It is gone (retention), or the store cannot be used.
        """
        from kernel.service import recall

        with explained():
            return recall.get(self._session.kernel, handle)

    def search(self, query: str) -> tuple[SearchHit, ...]:
        """Lines that contain the words."""
        from kernel.service import recall

        with explained():
            return recall.search(self._session.kernel, query)

    def looked(self, handle: int, what: str, tokens: int) -> None:
        """Note that a person looked at something folded (it costs the agent nothing)."""
