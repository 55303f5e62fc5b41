"""Folded outputs that are kept for a judge: of every repository and stratum those of the lowest ranks."""

from __future__ import annotations

from kernel.model.canary import Sample
from kernel.store.connection import Store
from kernel.store.values import bind, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

_ROW = "handle, samples.at, stratum, samples.session, task, tool, command, tokens_before, tokens_after"


class Samples:
    """The samples in a store. A ``repository`` of None means: of all repositories."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def has_room(self, repository: str, stratum: str, rank: int, most: int) -> bool:
        """Whether an output of a rank is among the ``most`` lowest of its stratum, and not one that is there already."""
        query = """SELECT count(*), coalesce(max(rank), -1), coalesce(max(rank = ?), 0) FROM samples
            WHERE repository = ? AND stratum = ?"""
        values = (rank, bind(repository), bind(stratum))
        count, highest, known = self._store.read(lambda db: db.execute(query, values).fetchone())
        return not known and (count < most or rank < highest)

    def add(self, handle: int, at: float, repository: str, stratum: str, rank: int, session: str, task: str, most: int) -> None:
        """Keep an output; of its stratum, only the ``most`` of the lowest ranks stay."""
        values = (handle, at, bind(repository), bind(stratum), rank, bind(session), bind(task))
        over = """DELETE FROM samples WHERE repository = ? AND stratum = ? AND handle IN
            (SELECT handle FROM samples WHERE repository = ? AND stratum = ? ORDER BY rank LIMIT -1 OFFSET ?)"""
        whose = (bind(repository), bind(stratum))

        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR IGNORE INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            db.execute(over, (*whose, *whose, most))

        self._store.write(work)

    def list(self, repository: str | None, limit: int) -> tuple[Sample, ...]:
        """The samples whose outputs are still parked, by stratum, the newest first."""
        where, values = _of(repository)
        query = f"SELECT {_ROW} FROM samples JOIN events USING (handle){where} ORDER BY stratum, handle DESC LIMIT ?"
        rows = self._store.read(lambda db: db.execute(query, (*values, limit)).fetchall())
        return tuple(map(_sample, rows))

    def clear(self, repository: str | None) -> int:
        """Let all go; how many there were. The outputs stay parked."""
        where, values = _of(repository)
        return self._store.write(lambda db: db.execute(f"DELETE FROM samples{where}", values).rowcount)

    def forget(self) -> None:
        """Drop samples whose outputs are not parked any more."""
        query = "DELETE FROM samples WHERE handle NOT IN (SELECT handle FROM events)"
        self._store.write(lambda db: db.execute(query))


def _of(repository: str | None) -> tuple[str, tuple[Any, ...]]:
    return ("", ()) if repository is None else (" WHERE samples.repository = ?", (bind(repository),))


def _sample(row: tuple[Any, ...]) -> Sample:
    return Sample._make(text(value) if isinstance(value, bytes) else value for value in row)
