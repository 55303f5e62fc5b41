"""For pane 1 and the preview: paths and texts of the repository."""

from ck_tui.bridge.session import SessionBridge, explained


class RepositoryBridge:
    """Paths and texts."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session

    def paths(self) -> tuple[str, ...]:
        """All paths of the repository, sorted by code point, POSIX separators.

        Raises:
            BridgeError: The folder cannot be read.
        """
        from kernel.service.slicing import tree

        with explained():
            return tuple(sorted(tree(self._session.kernel)))

    def lines(self, path: str) -> tuple[str, ...]:
        """The lines of a file.

        Raises:
            BridgeError: The file is not there or no text.
        """
        from kernel.service.slicing import read_lines

        with explained():
            return read_lines(self._session.kernel, path)
