"""For pane 1 and the preview: paths and texts of the repository."""

from ck_tui.bridge.nouns import Name
from ck_tui.bridge.session import BridgeError, SessionBridge, explained


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
            return tree(self._session.kernel)

    def lines(self, path: str) -> tuple[str, ...]:
        """The lines of a file.

        Raises:
            BridgeError: The file is not there or no text.
        """
        from kernel.service.slicing import read_lines

        with explained():
            lines = read_lines(self._session.kernel, path)
        if not lines:
            raise BridgeError(f"{path}: gone, not a text, or too large to show")
        return lines[:-1] if len(lines) > 1 and not lines[-1] else lines

    def names(self) -> tuple[Name, ...]:
        """The definitions that are known; may take a second, so not on the event loop.

        Raises:
            BridgeError: The folder cannot be read.
        """
        from kernel.service.symbols import symbols

        with explained():
            return tuple(Name(*symbol) for symbol in symbols(self._session.kernel))

    def inside(self, path: str) -> tuple[Name, ...]:
        """What a file defines, by line; empty for what cannot be read."""
        from kernel.service.symbols import in_file

        with explained():
            return tuple(Name(*symbol) for symbol in in_file(self._session.kernel, path))

    def defining(self, name: str) -> tuple[Name, ...]:
        """Definitions of a name, also where nothing was parsed yet; not on the event loop either.

        Raises:
            BridgeError: The folder cannot be read.
        """
        from kernel.service.symbols import defining

        with explained():
            return tuple(Name(*symbol) for symbol in defining(self._session.kernel, name))
