# Hooks may load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""The cache of repository facts: a second file that may be deleted at any time and never asks for attention."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from kernel.model.named import NamedTuple
from kernel.store import files

T = TypeVar("T")
FILE_NAME = "cache.db"
# Raise it with the tables below: a file of another version is replaced.
VERSION = 2
_TABLES = (
    "CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL, used REAL NOT NULL)",
    "CREATE INDEX facts_by_use ON facts (used)",
)
_SECONDS_A_DAY = 86_400
# Below SQLite's smallest limit of parameters in one statement (999 before 3.32).
_BATCH = 900
# After an eviction this much of the limit is free, so that not every put evicts.
_SLACK = 0.1


class CacheSize(NamedTuple):
    """What the cache holds: entries, bytes of their values."""

    facts: int
    bytes: int


class Cache:
    """Facts by key (content hash and facts version).

    Nothing here raises for a broken, locked or unwritable file: what cannot be read is missing, what cannot be
    stored is not stored. Callers compute again. For one thread at a time.
    """

    __slots__ = ("_connection", "_max_bytes", "_timeout_ms", "path")

    def __init__(self, home: str, max_bytes: int, timeout_ms: int = 250) -> None:
        """Open or make ``home/cache.db``; ``max_bytes`` limits the sum of the values."""
        self.path = os.path.join(home, FILE_NAME)
        self._max_bytes = max_bytes
        self._timeout_ms = timeout_ms
        self._connection = self._open()

    def get_many(self, keys: Iterable[str]) -> dict[str, bytes]:
        """The values of those keys that are there."""
        wanted, now = list(keys), time.time()
        found: dict[str, bytes] = {}
        stale: list[tuple[float, str]] = []
        for start in range(0, len(wanted), _BATCH):
            for key, value, used in self._facts(wanted[start : start + _BATCH]):
                found[key] = value
                # Noted once a day: a read should rarely become a write.
                if now - used > _SECONDS_A_DAY:
                    stale.append((now, key))
        if stale:
            self._write(lambda db: db.executemany("UPDATE facts SET used = ? WHERE key = ?", stale))
        return found

    def put_many(self, values: Mapping[str, bytes]) -> None:
        """Store values; the longest unused ones go when the limit is passed."""
        now = time.time()
        rows = [(key, value, now) for key, value in values.items()]

        def work(db: sqlite3.Connection) -> None:
            db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)
            self._evict(db)

        if rows:
            self._write(work)

    def size(self) -> CacheSize:
        """Count what is there."""
        query = "SELECT count(*), coalesce(sum(length(value)), 0) FROM facts"
        return CacheSize(*self._try(lambda db: db.execute(query).fetchone(), (0, 0)))

    def clear(self) -> None:
        """Forget everything and give the space back."""
        self._write(lambda db: db.execute("DELETE FROM facts"))
        self._try(files.shrink, None)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _facts(self, keys: list[str]) -> list[tuple[str, bytes, float]]:
        query = f"SELECT key, value, used FROM facts WHERE key IN ({','.join('?' * len(keys))})"
        rows: list[tuple[str, bytes, float]] = []
        return self._try(lambda db: db.execute(query, keys).fetchall(), rows)

    def _write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        def transaction(db: sqlite3.Connection) -> None:
            db.execute("BEGIN IMMEDIATE")
            try:
                work(db)
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

        self._try(transaction, None)

    def _try(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            if files.primary_code(error) in files.DAMAGE:
                self._connection.close()
                self._connection = self._open(damaged=True)
            return otherwise

    def _evict(self, db: sqlite3.Connection) -> None:
        total = db.execute("SELECT coalesce(sum(length(value)), 0) FROM facts").fetchone()[0]
        if total <= self._max_bytes:
            return
        excess, gone = total - self._max_bytes * (1 - _SLACK), []
        for key, size in db.execute("SELECT key, length(value) FROM facts ORDER BY used, key"):
            if excess <= 0:
                break
            gone.append((key,))
            excess -= size
        db.executemany("DELETE FROM facts WHERE key = ?", gone)

    def _open(self, damaged: bool = False) -> sqlite3.Connection:
        """A usable connection whatever the file is like; a damaged one or one of another version is replaced."""
        for replace in (damaged, True):
            try:
                if replace:
                    _delete(self.path)
                # Nothing here is worth a wait for the disk: a power cut may cost the cache, which is made again.
                connection = files.connect(self.path, self._timeout_ms, synchronous="OFF")
                if _prepare(connection):
                    return connection
                connection.close()
            except OSError:
                break
            except sqlite3.Error as error:
                if files.primary_code(error) not in files.DAMAGE:
                    break
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _prepare(memory)
        return memory


def _prepare(connection: sqlite3.Connection) -> bool:
    """Make the tables in an empty file; false where the file is of another version."""
    if connection.execute("PRAGMA user_version").fetchone()[0] == VERSION:
        connection.execute("SELECT count(*) FROM sqlite_master")
        return True
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        for statement in _TABLES:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("COMMIT")
    return bool(version in (0, VERSION))


def _delete(path: str) -> None:
    for name in (path + "-wal", path + "-shm", path):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
