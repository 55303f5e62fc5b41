# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""The store: opened so that it always works, used in short transactions."""

from __future__ import annotations

import os
from _thread import RLock

from kernel.model.errors import StoreBusy, StoreFailed
from kernel.store import files
from kernel.store.handles import first_free
from kernel.store.schema import migrate

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

FILE_NAME = "kernel.db"


class Store:
    """One SQLite database in a home folder.

    Work is passed in as functions of a connection, so that it can be done again on a fresh file or in memory
    when the file turns out damaged, gone or unwritable. Usable from several threads, one transaction at a time.

    Attributes:
        home: The folder.
        in_memory: Nothing is kept; so no handle may be promised to anybody.
        notices: What people must be told, in the order it happened.
    """

    __slots__ = ("_connection", "_inode", "_lock", "_timeout_ms", "home", "in_memory", "notices", "path")

    def __init__(self, home: str, timeout_ms: int = 250) -> None:
        """Open or make ``home/kernel.db``; waits up to ``timeout_ms`` milliseconds for others, here and in every write.

        Raises:
            StoreTooNew, StoreBusy, StoreFailed: See there.
        """
        self.home = home
        self.path = os.path.join(home, FILE_NAME)
        self.in_memory = False
        self.notices: list[str] = []
        self._timeout_ms = timeout_ms
        self._lock = RLock()
        self._inode = 0
        self._connection: sqlite3.Connection | None = None
        with self._lock:
            self._open()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` on one consistent state of the store; never waits for writers.

        Raises:
            StoreBusy, StoreFailed, StoreTooNew: See there.
        """
        return self._run("BEGIN", work)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` in a write transaction: when this returns, it is committed (see ``files.connect``).

        ``work`` may run twice and must change nothing but the database.

        Raises:
            StoreBusy, StoreFailed, StoreTooNew: Nothing was written.
        """
        return self._run("BEGIN IMMEDIATE", work)

    def data_version(self) -> int:
        """A number that changes when another process (or connection) has committed a change."""
        with self._lock:
            self._follow()
            return int(self._live().execute("PRAGMA data_version").fetchone()[0])

    def event_number(self) -> int:
        """The handle of the newest event ever stored, 0 for none; only grows."""
        query = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'"
        return int(self.read(lambda db: db.execute(query).fetchone()[0]))

    def shrink(self) -> None:
        """Give the space of deleted rows back to the disk, as far as nobody is in the way."""
        with self._lock:
            self._follow()
            try:
                files.shrink(self._live())
            except sqlite3.Error:
                return

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None and not self.in_memory:
                self._connection.close()
                self._connection = None

    def _run(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            self._follow()
            try:
                return _transact(self._live(), begin, work)
            except sqlite3.Error as error:
                self._recover(error)
            try:
                return _transact(self._live(), begin, work)
            except sqlite3.Error as error:
                raise _explained(error) from error

    def _live(self) -> sqlite3.Connection:
        assert self._connection is not None
        return self._connection

    def _follow(self) -> None:
        """Open (again) where closed, or where the file was moved or deleted under us."""
        if self._connection is None:
            self._open()
        elif not self.in_memory and self._inode != _inode(self.path):
            gone = not os.path.exists(self.path)
            self.close()
            self._open()
            what = "was removed: a new, empty one" if gone else "was replaced: what is there now"
            self.notices.append(f"The store {what} is in use.")

    def _open(self) -> None:
        try:
            connection = files.connect(self.path, self._timeout_ms)
        except OSError as error:
            self._use_memory(error.strerror or str(error))
            return
        except sqlite3.Error as error:
            self._recover(error)
            return
        self._connection, self._inode = connection, _inode(self.path)
        try:
            migrate(connection, self._first_handle)
        except sqlite3.Error as error:
            self._recover(error)
        except BaseException:
            self.close()
            raise

    def _recover(self, error: sqlite3.Error) -> None:
        """Leave a usable connection behind, or raise what cannot be mended."""
        code = files.primary_code(error)
        # Whoever has an emptied file open keeps others from using it, until it is out of the way.
        emptied = code in files.BUSY and files.is_emptied(self.path)
        if self.in_memory or not (emptied or code in files.DAMAGE | files.UNWRITABLE):
            raise _explained(error) from error
        self.close()
        if code in files.UNWRITABLE:
            self._use_memory(str(error))
            return
        try:
            self._replace_damaged(error)
        except OSError as problem:
            self._use_memory(problem.strerror or str(problem))

    def _replace_damaged(self, error: sqlite3.Error) -> None:
        from kernel.store import rescue

        name = rescue.set_aside(self.path)
        try:
            connection = files.connect(self.path, self._timeout_ms)
            migrate(connection, self._first_handle)
        except sqlite3.Error as again:
            raise _explained(again) from error
        self._connection, self._inode = connection, _inode(self.path)
        if name is not None:
            self.notices.append(
                f"The store was damaged ({error}); it is set aside as {name}, and a new, empty one is in use."
            )

    def _first_handle(self) -> int:
        return first_free(self.home, lost=files.count_set_aside(self.path) > 0)

    def _use_memory(self, reason: str) -> None:
        from kernel.store.rescue import in_memory

        self._connection = in_memory(self.path)
        self.in_memory = True
        migrate(self._connection)
        self.notices.append(
            f"Cannot write to {self.home} ({reason}): working in memory, nothing is kept after the end."
        )


def _transact(connection: sqlite3.Connection, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
    connection.execute(begin)
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _explained(error: sqlite3.Error) -> StoreBusy | StoreFailed:
    if files.primary_code(error) in files.BUSY:
        return StoreBusy("the store is in use by another process; try again")
    return StoreFailed(f"the store cannot be used: {error}")


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return -1
