"""The lives of context windows, as a harness tells them: which epoch an agent is in, and how full its window is."""

from __future__ import annotations

from kernel.model.named import NamedTuple
from kernel.store.connection import Store
from kernel.store.values import bind

MAIN = "main"


class Window(NamedTuple):
    """``epoch`` is 0 where the window's life is not known; ``occupancy`` (0 to 1) is None where nobody told it."""

    epoch: int = 0
    occupancy: float | None = None


class Contexts:
    """The context windows in a store, by session and agent (the main agent's id is ``main``)."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def window(self, session: str, agent: str) -> Window:
        """What is known of an agent's window.

        Of a session whose start nobody told, nothing is known: its compactions would not be told either. A subagent has
        a window of its own from its start, so it is in its first epoch until something else is told.
        """
        query = "SELECT agent, epoch, occupancy FROM contexts WHERE session = ? AND agent IN (?, ?)"
        values = (bind(session), MAIN, bind(agent))
        rows = self._store.read(lambda db: db.execute(query, values).fetchall())
        known = {name: Window(epoch, occupancy) for name, epoch, occupancy in rows}
        if MAIN not in known:
            return Window()
        return known.get(bind(agent), Window(1))

    def begin(self, session: str, agent: str, at: float) -> None:
        """A new life of a window begins: nothing of what was shown before is in it."""
        # A subagent's first epoch needs no row; its first told change is the second.
        first = 1 if agent == MAIN else 2
        query = """INSERT INTO contexts (session, agent, epoch, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
            SET epoch = epoch + 1, at = excluded.at, occupancy = NULL, advised = 0"""
        values = (bind(session), bind(agent), first, at)
        self._store.write(lambda db: db.execute(query, values))

    def fill(self, session: str, agent: str, occupancy: float) -> None:
        """Note how full a known window is (0 to 1)."""
        query = "UPDATE contexts SET occupancy = ? WHERE session = ? AND agent = ?"
        values = (min(1.0, max(0.0, occupancy)), bind(session), bind(agent))
        self._store.write(lambda db: db.execute(query, values))

    def advise(self, session: str, agent: str) -> bool:
        """Note that a person is told that a compaction pays; false where they were, in this life of the window."""
        query = "UPDATE contexts SET advised = 1 WHERE session = ? AND agent = ? AND NOT advised"
        values = (bind(session), bind(agent))
        return self._store.write(lambda db: db.execute(query, values).rowcount > 0)

    def advised(self, session: str, agent: str) -> bool:
        """Whether a person was told so in the life that a window is in."""
        query = "SELECT EXISTS (SELECT 1 FROM contexts WHERE session = ? AND agent = ? AND advised)"
        return bool(self._store.read(lambda db: db.execute(query, (bind(session), bind(agent))).fetchone()[0]))

    def begun(self, session: str, agent: str) -> float:
        """When the life of a window began that it is in, in seconds since the epoch; 0: nobody told."""
        query = "SELECT at FROM contexts WHERE session = ? AND agent = ?"
        row = self._store.read(lambda db: db.execute(query, (bind(session), bind(agent))).fetchone())
        return 0.0 if row is None else float(row[0])

    def shown(self, session: str, agent: str) -> int:
        """Tokens of the stored outputs that were shown in the life that a window is in."""
        query = """SELECT coalesce(sum(min(tokens_after, baseline)), 0) FROM events WHERE session = ? AND agent = ? AND epoch = ?"""
        values = (bind(session), bind(agent), self.window(session, agent).epoch)
        return int(self._store.read(lambda db: db.execute(query, values).fetchone()[0]))

    def forget(self, before: float) -> None:
        """Drop windows that have not begun anew since ``before`` and of whose session no output is stored."""
        query = """DELETE FROM contexts WHERE at < ?
            AND NOT EXISTS (SELECT 1 FROM events WHERE events.session = contexts.session)"""
        self._store.write(lambda db: db.execute(query, (before,)))
