"""The health of the store, and which events were answered last."""

from __future__ import annotations

import os

from kernel.store.connection import Store
from kernel.store.files import SIDE_FILES, count_set_aside
from kernel.store.schema import NEWEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3


class Health:
    """What can be measured of a store without changing it."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def problem(self) -> str:
        """What SQLite finds damaged; empty where nothing is."""

        def work(db: sqlite3.Connection) -> str:
            return str(db.execute("PRAGMA quick_check(1)").fetchone()[0])

        found = self._store.read(work)
        return "" if found == "ok" else found

    def schema(self) -> int:
        """The version of the schema; of an open store always the newest."""
        return NEWEST

    def bytes(self) -> int:
        """What the store takes on the disk, write-ahead log included."""
        return sum(_size(self._store.path + suffix) for suffix in ("", *SIDE_FILES))

    def set_aside(self) -> int:
        """How many damaged stores lie beside it."""
        return count_set_aside(self._store.path)

    def answered(self) -> dict[str, float]:
        """When each event was answered last, in seconds since the epoch."""
        query = "SELECT event, max(at) FROM answered GROUP BY event UNION ALL SELECT last_event, max(last) FROM sessions GROUP BY 1"
        rows = self._store.read(lambda db: db.execute(query).fetchall())
        last: dict[str, float] = {}
        for event, at in rows:
            last[str(event)] = max(float(at), last.get(str(event), 0.0))
        return last


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
