# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""Database files: private, opened in WAL mode. What is done about damaged and unwritable ones is ``rescue``'s."""

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
SIDE_FILES = ("-wal", "-shm")


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code of an error, 0 where it has none (errors of the Python layer)."""
    return int(getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def make_private(path: str) -> None:
    """Make the file's folder (0700) and the file itself (0600) where they are missing, and close an open file mode.

    An existing folder keeps its mode: it may be shared with others on purpose.

    Raises:
        OSError: The folder or file cannot be made.
    """
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    try:
        # O_EXCL: opening and closing a file that this process has open in SQLite would drop SQLite's locks.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        for name in (path, *(path + suffix for suffix in SIDE_FILES)):
            _close_mode(name)


def _close_mode(name: str) -> None:
    try:
        if os.stat(name).st_mode & 0o077:
            os.chmod(name, 0o600)
    except (FileNotFoundError, PermissionError):
        return


def is_emptied(path: str) -> bool:
    """Whether somebody emptied the file of a database that was, or still is, in use: a new one has no side files yet."""
    try:
        return os.stat(path).st_size == 0 and any(os.path.exists(path + suffix) for suffix in SIDE_FILES)
    except OSError:
        return False


def count_set_aside(path: str) -> int:
    """How many damaged predecessors of a database lie beside it."""
    prefix = os.path.basename(path) + ".damaged-"
    names = os.listdir(os.path.dirname(path))
    return sum(1 for name in names if name.startswith(prefix) and not name.endswith(SIDE_FILES))


def connect(path: str, timeout_ms: int, synchronous: str = "NORMAL") -> sqlite3.Connection:
    """Open a database file in WAL mode with manual transactions.

    WAL with ``synchronous=NORMAL``: a commit has reached the operating system when it returns, so the death
    of any process loses nothing; only a power cut can lose the last moments, and it never damages the file.

    Raises:
        OSError, sqlite3.Error: It cannot be opened; see ``primary_code``.
    """
    make_private(path)
    connection = sqlite3.connect(
        path, timeout=timeout_ms / 1000, isolation_level=None, check_same_thread=False
    )
    try:
        _use_wal(connection, timeout_ms)
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute("PRAGMA journal_size_limit=4000000")
    except BaseException:
        connection.close()
        raise
    return connection


def _use_wal(connection: sqlite3.Connection, timeout_ms: int) -> None:
    """Switch to WAL unless it is on. SQLite does not wait for this lock by itself, so we do."""
    deadline = time.monotonic() + timeout_ms / 1000
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
                return
            # Must precede the first write: lets a purge give space back to the disk.
            connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) not in BUSY or time.monotonic() >= deadline:
                raise
        time.sleep(0.005)


def shrink(connection: sqlite3.Connection) -> None:
    """Give the space of deleted rows back to the disk.

    Raises:
        sqlite3.Error: Others are in the way; the space is used again later.
    """
    # As a script: the module runs a single statement only up to its first (here empty) row, one page.
    connection.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
