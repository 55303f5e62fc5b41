# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""Database files: private, opened in WAL mode, set aside when damaged, copied into memory when nothing can be written."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator

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
# A copy in memory of more than this would cost more than the old rows are worth.
MEMORY_COPY_MAX_BYTES = 64_000_000


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
            with contextlib.suppress(FileNotFoundError, PermissionError):
                if os.stat(name).st_mode & 0o077:
                    os.chmod(name, 0o600)


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


def is_damaged(path: str) -> bool:
    """Whether SQLite finds the file damaged (reads all of it: only asked after an error)."""
    if not os.path.exists(path):
        return False
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.Error as error:
        return primary_code(error) in DAMAGE


def set_aside(path: str) -> str | None:
    """Rename a damaged database and its side files to ``PATH.damaged-<timestamp>``.

    Only one process does it: the others find a sound file when the lock is theirs.

    Returns:
        The new name, or None where the file is not damaged (any more).

    Raises:
        OSError: It cannot be renamed.
    """
    with _locked(path + ".lock"):
        if not is_damaged(path):
            return None
        target = _free_name(f"{path}.damaged-{time.strftime('%Y%m%dT%H%M%S')}")
        # Side files first: a stale write-ahead log beside a new file would be replayed into it.
        for suffix in (*SIDE_FILES, ""):
            with contextlib.suppress(FileNotFoundError):
                os.rename(path + suffix, target + suffix)
        return target


def count_set_aside(path: str) -> int:
    """How many damaged predecessors of a database lie beside it."""
    prefix = os.path.basename(path) + ".damaged-"
    names = os.listdir(os.path.dirname(path))
    return sum(1 for name in names if name.startswith(prefix) and not name.endswith(SIDE_FILES))


def in_memory(path: str) -> sqlite3.Connection:
    """A database in memory, holding a copy of the file's rows where the file is readable and not large."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with contextlib.suppress(OSError, sqlite3.Error):
        if 0 < os.stat(path).st_size <= MEMORY_COPY_MAX_BYTES:
            with contextlib.closing(_read_only(path)) as source:
                source.backup(memory)
    try:
        sound = memory.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.Error:
        sound = False
    if sound:
        return memory
    memory.close()
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _read_only(path: str) -> sqlite3.Connection:
    """Open for reading, also where SQLite cannot make its side files (then without a pending write-ahead log)."""
    from urllib.parse import quote

    for mode in ("mode=ro", "immutable=1"):
        connection = sqlite3.connect(f"file:{quote(path)}?{mode}", uri=True, timeout=0.1)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
            return connection
        except sqlite3.Error:
            connection.close()
    raise sqlite3.OperationalError("unreadable")


@contextlib.contextmanager
def _locked(path: str) -> Iterator[None]:
    """Hold an exclusive lock on a file of its own (released by the system if this process dies)."""
    import fcntl

    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _free_name(name: str) -> str:
    """The name, or the name with a number where it is taken."""
    free, number = name, 1
    while os.path.exists(free):
        number += 1
        free = f"{name}-{number}"
    return free
