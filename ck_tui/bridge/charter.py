"""For pane 3: the charter of the repository."""

from ck_tui.bridge.nouns import Charter
from ck_tui.bridge.session import SessionBridge, explained


class CharterBridge:
    """The charter. Every method raises ``BridgeError`` where the store cannot be used."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session

    def load(self) -> Charter | None:
        """The charter with the present state of its citations; None where there is none."""
        from kernel.service import charter

        with explained():
            return charter.check(self._session.kernel)

    def save(self, text: str) -> Charter:
        """Save a charter's text; its citations get their anchors."""
        from kernel.service import charter

        with explained():
            return charter.save(self._session.kernel, text)

    def repair(self) -> tuple[Charter, int, int]:
        """Re-anchor drifted citations: the charter, how many moved, how many nobody can move safely."""
        from kernel.service import charter

        with explained():
            done = charter.repair(self._session.kernel)
            return done.charter, len(done.moved), len(done.left)

    def undo(self) -> bool:
        """Take back the last save; false where there is none."""
        from kernel.service import charter

        with explained():
            return charter.undo(self._session.kernel)
