"""For pane 4: parked outputs."""

from pathlib import Path

from ck_tui.bridge.nouns import Hits, Parked, ParkedOutput
from ck_tui.bridge.session import SessionBridge, explained

LISTED = 1_000
"""Outputs that the pane lists; older ones are found by searching."""


RECENT = 100
"""Outputs that may still change: whose they are and what their command was may become known later."""


class ParkedBridge:
    """Parked outputs. Every method raises ``BridgeError`` where the store cannot be used."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session
        self._rows: tuple[Parked, ...] = ()
        self._stored = 0

    def rows(self) -> tuple[Parked, ...]:
        """The newest first, at most ``LISTED``; of those that were read before, only the last ``RECENT`` are read again."""
        from kernel.service import recall

        kernel = self._session.kernel
        with explained():
            stored = recall.count(kernel)
            rows = recall.parked(kernel, RECENT)
            if stored > len(rows):
                rows = self._with_older(rows, stored) or recall.parked(kernel, LISTED)
        self._rows, self._stored = rows, stored
        return rows

    def _with_older(self, rows: tuple[Parked, ...], stored: int) -> tuple[Parked, ...]:
        """The newest and those that were read before; none where what was read before does not follow on, or something was deleted."""
        fresh = sum(row.handle > self._rows[0].handle for row in rows) if self._rows else len(rows)
        if fresh == len(rows) or stored != self._stored + fresh:
            return ()
        return (*rows, *(row for row in self._rows if row.handle < rows[-1].handle))[:LISTED]

    def get(self, handle: int) -> ParkedOutput:
        """One output whole.

        Raises:
            BridgeError: It is gone (retention), or the store cannot be used.
        """
        from kernel.service import recall

        with explained():
            return recall.parked_output(self._session.kernel, handle)

    def search(self, query: str) -> Hits:
        """Lines that contain the words, of the freshest output first."""
        from kernel.service import recall

        with explained():
            return Hits(query, *recall.search(self._session.kernel, query))

    def recall(self, handle: int, first: int, last: int) -> str:
        """Lines of an original, recorded as a person's look.

        Raises:
            BridgeError: The output is gone.
        """
        from kernel.service import recall

        with explained():
            found = recall.recall(self._session.kernel, handle, recall.Selection((first, last)), source=recall.PERSON)
            return "".join(f"{line.text}\n" for line in found.lines)

    @property
    def cases_folder(self) -> str:
        """Where test cases go unless a person names another folder: beside the store, outside of the repository."""
        return str(Path(self._session.kernel.home, "cases"))

    def save_case(self, handle: int, lines: tuple[int, ...], folder: str) -> str:
        """Save an output and the lines (1-based) that should have been kept as a test case; its file.

        Raises:
            BridgeError: The output is gone, no line has text, or the folder cannot be written to.
        """
        from kernel.service.cases import save_case

        with explained():
            return save_case(self._session.kernel, handle, lines, folder)
