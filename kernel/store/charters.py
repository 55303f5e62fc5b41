"""The charter of each repository, with its history."""

from __future__ import annotations

from kernel.model.charter import Citation
from kernel.model.named import NamedTuple
from kernel.store.connection import Store
from kernel.store.values import bind, dump, load, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

# Steps back that are kept; more than anybody takes by hand.
HISTORY_LIMIT = 100


class SavedCharter(NamedTuple):
    """A charter as saved: the text, the citations with their anchors, and when (seconds since the epoch)."""

    text: str
    citations: tuple[Citation, ...]
    saved: float


class Charters:
    """The charters in a store, one a repository."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, repository: str) -> SavedCharter | None:
        """The repository's charter, None where it has none."""
        return self._store.read(lambda db: _charter(_current(db, bind(repository))))

    def save(self, repository: str, charter: str, citations: tuple[Citation, ...], at: float) -> None:
        """Put a charter in the place of the one before, which ``undo`` brings back."""
        key = bind(repository)
        row = (bind(charter), dump(citations), at)

        def work(db: sqlite3.Connection) -> None:
            _remember(db, key, _current(db, key))
            db.execute("INSERT OR REPLACE INTO charters VALUES (?, ?, ?, ?)", (key, *row))

        self._store.write(work)

    def clear(self, repository: str) -> bool:
        """Remove the charter (``undo`` brings it back); false where there is none."""
        key = bind(repository)

        def work(db: sqlite3.Connection) -> bool:
            row = _current(db, key)
            if row is None:
                return False
            _remember(db, key, row)
            db.execute("DELETE FROM charters WHERE repository = ?", (key,))
            return True

        return self._store.write(work)

    def undo(self, repository: str) -> bool:
        """Take back the last ``save`` or ``clear``; false where there is nothing to take back."""
        key = bind(repository)

        def work(db: sqlite3.Connection) -> bool:
            row = db.execute(
                "SELECT seq, text, citations, saved FROM charter_history WHERE repository = ? ORDER BY seq DESC LIMIT 1",
                (key,),
            ).fetchone()
            if row is None:
                return False
            db.execute("DELETE FROM charter_history WHERE seq = ?", row[:1])
            db.execute("DELETE FROM charters WHERE repository = ?", (key,))
            if row[3]:
                db.execute("INSERT INTO charters VALUES (?, ?, ?, ?)", (key, *row[1:]))
            return True

        return self._store.write(work)


def _current(db: sqlite3.Connection, key: str | bytes) -> Any:
    return db.execute("SELECT text, citations, saved FROM charters WHERE repository = ?", (key,)).fetchone()


def _remember(db: sqlite3.Connection, key: str | bytes, row: Any) -> None:
    """Add the state before a change to the history; saved = 0 stands for: no charter."""
    db.execute(
        "INSERT INTO charter_history (repository, text, citations, saved) VALUES (?, ?, ?, ?)",
        (key, *(row or ("", "[]", 0))),
    )
    db.execute(
        "DELETE FROM charter_history WHERE repository = ? AND seq <= "
        "(SELECT seq FROM charter_history WHERE repository = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)",
        (key, key, HISTORY_LIMIT),
    )


def _charter(row: Any) -> SavedCharter | None:
    if row is None:
        return None
    return SavedCharter(text(row[0]), tuple(Citation(*fields) for fields in load(row[1])), row[2])
