"""Sessions and their agents, the events that were answered, and where a session was before a compaction."""

from __future__ import annotations

from kernel.model.session import MAIN, TRIES, Arrival, Event, Session, Snapshot
from kernel.store.connection import Store
from kernel.store.values import bind, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

_COLUMNS = (
    "session, agent, kind, repository, worktree, cwd, source, model, transcript, task, started, last, last_event, ended, "
    "reason, size, used, told"
)
# What an event does not tell stays as it was; a session that speaks again has not ended.
_ARRIVE = """INSERT INTO sessions (session, agent, kind, repository, worktree, cwd, source, model, transcript, started, last,
    last_event, ended, reason)
VALUES (:session, :agent, :kind, :repository, :worktree, :cwd, :source, :model, :transcript, :at, :at, :name, :ended, :reason)
ON CONFLICT DO UPDATE SET kind = CASE excluded.kind WHEN '' THEN kind ELSE excluded.kind END,
    repository = excluded.repository, worktree = excluded.worktree, cwd = excluded.cwd,
    source = CASE excluded.source WHEN '' THEN source ELSE excluded.source END,
    model = CASE excluded.model WHEN '' THEN model ELSE excluded.model END,
    transcript = CASE excluded.transcript WHEN '' THEN transcript ELSE excluded.transcript END,
    last = excluded.last, last_event = excluded.last_event, ended = excluded.ended, reason = excluded.reason"""
# What was sent and not seen to arrive has to be looked at, too.
_WAITING = f"""SELECT EXISTS (SELECT 1 FROM deliveries WHERE worktree = :worktree AND delivered IS NULL AND tries <= {TRIES}
        AND session IN ('', :session))
    OR EXISTS (SELECT 1 FROM noticed WHERE session = :session AND state = 'ready')"""


class Sessions:
    """The sessions in a store."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def arrive(self, event: Event, repository: str, worktree: str, at: float, ends: bool = False) -> Arrival:
        """Note that an event came, once: of two processes that are told the same one, only one sees it as new.

        Args:
            event: What came.
            repository: The repository's key.
            worktree: Real path of the worktree's root.
            at: Now, in seconds since the epoch.
            ends: The agent ends with this event.
        """
        row: dict[str, Any] = {name: bind(value) for name, value in event._asdict().items()}
        row |= {"repository": bind(repository), "worktree": bind(worktree), "at": at, "ended": at if ends else None}

        def work(db: sqlite3.Connection) -> Arrival:
            # What nothing tells from its like is always new; when it came last is kept all the same.
            how = "IGNORE" if event.call else "REPLACE"
            claim = f"INSERT OR {how} INTO answered VALUES (:session, :call, :name, :at)"
            if not db.execute(claim, row).rowcount:
                return Arrival(False)
            db.execute(_ARRIVE, row)
            return Arrival(True, bool(db.execute(_WAITING, row).fetchone()[0]))

        return self._store.write(work)

    def get(self, session: str, agent: str = MAIN) -> Session | None:
        """One agent of a session; None where nobody told of it."""
        query = f"SELECT {_COLUMNS} FROM sessions WHERE session = ? AND agent = ?"
        row = self._store.read(lambda db: db.execute(query, (bind(session), bind(agent))).fetchone())
        return None if row is None else _session(row)

    def list(self, worktree: str | None, limit: int = 100) -> tuple[Session, ...]:
        """The agents that worked in a worktree (None: anywhere), the last active first."""
        where, values = ("", ()) if worktree is None else ("WHERE worktree = ?", (bind(worktree),))
        query = f"SELECT {_COLUMNS} FROM sessions {where} ORDER BY last DESC, session, agent LIMIT ?"
        rows = self._store.read(lambda db: db.execute(query, (*values, limit)).fetchall())
        return tuple(_session(row) for row in rows)

    def set_task(self, session: str, task: str) -> None:
        """Note which task a session works on; empty: none."""
        query = "UPDATE sessions SET task = ? WHERE session = ? AND agent = ?"
        self._store.write(lambda db: db.execute(query, (bind(task), bind(session), MAIN)))

    def set_window(self, session: str, size: int | None, used: int | None, at: float) -> bool:
        """Note a window's true size and use in tokens; false where nobody told of the session."""
        query = "UPDATE sessions SET size = ?, used = ?, told = ? WHERE session = ? AND agent = ?"
        values = (size, used, at, bind(session), MAIN)
        return self._store.write(lambda db: db.execute(query, values).rowcount > 0)

    def add_snapshot(self, snapshot: Snapshot) -> None:
        """Keep where a session is."""
        query = "INSERT INTO snapshots (session, worktree, at, cause, task, charter) VALUES (?, ?, ?, ?, ?, ?)"
        values = (
            bind(snapshot.session), bind(snapshot.worktree), snapshot.at, bind(snapshot.cause), bind(snapshot.task),
            snapshot.charter,
        )  # fmt: skip
        self._store.write(lambda db: db.execute(query, values))

    def last_snapshot(self, session: str) -> Snapshot | None:
        """Where a session was at its last compaction; None: there was none."""
        query = "SELECT session, worktree, at, cause, task, charter FROM snapshots WHERE session = ? ORDER BY seq DESC LIMIT 1"
        row = self._store.read(lambda db: db.execute(query, (bind(session),)).fetchone())
        return None if row is None else Snapshot(text(row[0]), text(row[1]), row[2], text(row[3]), text(row[4]), row[5])

    def forget(self, before: float) -> None:
        """Drop what was last seen before a time, and what was kept only to know an event again."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM answered WHERE at < ?", (before,))
            db.execute("DELETE FROM sessions WHERE last < ?", (before,))
            db.execute("DELETE FROM snapshots WHERE at < ?", (before,))
            db.execute("DELETE FROM noticed WHERE at < ?", (before,))
            db.execute("DELETE FROM deliveries WHERE sent < ?", (before,))

        self._store.write(work)


def _session(row: tuple[Any, ...]) -> Session:
    return Session._make(text(value) if isinstance(value, bytes) else value for value in row)
