"""Database files in trouble: set aside when damaged, copied into memory when nothing can be written."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator

from kernel.store.files import DAMAGE, SIDE_FILES, is_emptied, primary_code

# A copy in memory of more than this would cost more than the old rows are worth.
MEMORY_COPY_MAX_BYTES = 64_000_000


def is_damaged(path: str) -> bool:
    """Whether SQLite finds the file damaged (reads all of it: only asked after an error), or it is none of a database any more."""
    if not os.path.exists(path):
        return False
    if is_emptied(path):
        return True
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
