"""What waits for an agent: what a person sent, and the slices for failures that were noticed."""

from __future__ import annotations

from kernel.model.session import TRIES, Delivery, Noticed, units
from kernel.store.connection import Store
from kernel.store.values import bind, dump, load, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from typing import Any
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

_DELIVERY = "seq, worktree, session, kind, text, queued, delivered, receiver, event, sent, tail, tries"
_NOTICED = "seq, worktree, session, epoch, symptom, at, state, task, title, text"
_FOR_SESSION = "worktree = ? AND delivered IS NULL AND sent IS NULL AND session IN ('', ?)"


class Deliveries:
    """What a person sent to agents."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def queue(self, worktree: str, session: str, kind: str, what: str, at: float) -> int:
        """Add a delivery; its number."""
        query = "INSERT INTO deliveries (worktree, session, kind, text, queued) VALUES (?, ?, ?, ?, ?)"
        values = (bind(worktree), bind(session), kind, bind(what), at)
        return int(self._store.write(lambda db: db.execute(query, values).lastrowid) or 0)

    def list(self, worktree: str, waiting: bool, limit: int) -> tuple[Delivery, ...]:
        """A worktree's deliveries: those that wait, oldest first, or those that were sent, the last first."""
        where = "sent IS NULL ORDER BY seq" if waiting else "sent IS NOT NULL ORDER BY sent DESC, seq DESC"
        query = f"SELECT {_DELIVERY} FROM deliveries WHERE worktree = ? AND {where} LIMIT ?"
        rows = self._store.read(lambda db: db.execute(query, (bind(worktree), limit)).fetchall())
        return tuple(map(_delivery, rows))

    def take(
        self, worktree: str, session: str, room: int, at: float, each: int, event: str = "", tail: int = 0
    ) -> tuple[Delivery, ...]:
        """Mark as sent, in one step, the oldest deliveries for a session that fit into ``room`` UTF-16 units.

        Args:
            worktree: Where the session works.
            session: Its id.
            room: UTF-16 units that there is room for.
            at: Now, in seconds since the epoch.
            each: Units that each takes beyond its text.
            event: The event at which they are sent.
            tail: Bytes of the session's transcript now.
        """
        values = (bind(worktree), bind(session))
        query = f"SELECT {_DELIVERY} FROM deliveries WHERE {_FOR_SESSION} ORDER BY seq"
        mark = "UPDATE deliveries SET sent = ?, receiver = ?, event = ?, tail = ?, tries = tries + 1 WHERE seq = ?"

        def work(db: sqlite3.Connection) -> tuple[Delivery, ...]:
            taken, left = [], room
            for row in db.execute(query, values).fetchall():
                delivery = _delivery(row)
                left -= delivery.units + each
                if left < 0:
                    break
                db.execute(mark, (at, bind(session), bind(event), tail, delivery.seq))
                taken.append(delivery)
            return tuple(taken)

        return self._store.write(work)

    def unsettled(self, worktree: str, session: str, before: float) -> tuple[Delivery, ...]:
        """What was sent to a session, or before a time to another one though it was for anybody, and was not seen to arrive yet."""
        query = f"""SELECT {_DELIVERY} FROM deliveries WHERE worktree = ? AND delivered IS NULL AND sent IS NOT NULL AND tries <= {TRIES}
            AND (receiver = ? OR (session = '' AND sent < ?)) ORDER BY seq"""
        values = (bind(worktree), bind(session), before)
        return tuple(map(_delivery, self._store.read(lambda db: db.execute(query, values).fetchall())))

    def settle(self, arrived: Sequence[Delivery], lost: Sequence[Delivery], at: float) -> None:
        """Note what arrived; what was lost waits again, unless it was sent ``TRIES`` times."""
        # Somebody else may have settled them, and sent them again, since they were read.
        same = "WHERE seq = ? AND sent = ? AND delivered IS NULL"
        again = f"""UPDATE deliveries SET sent = CASE WHEN tries < {TRIES} THEN NULL ELSE sent END, tries = tries + (tries = {TRIES}),
            receiver = CASE WHEN tries < {TRIES} THEN '' ELSE receiver END {same}"""

        def work(db: sqlite3.Connection) -> None:
            db.executemany(f"UPDATE deliveries SET delivered = ? {same}", [(at, one.seq, one.sent) for one in arrived])
            db.executemany(again, [(one.seq, one.sent) for one in lost])

        self._store.write(work)

    def swap(self, worktree: str, one: int, other: int) -> bool:
        """Let two deliveries that wait change their places (each gets the other's number); false where one of them does not."""
        query = "SELECT session, kind, text, queued FROM deliveries WHERE worktree = ? AND seq = ? AND sent IS NULL"
        put = "UPDATE deliveries SET session = ?, kind = ?, text = ?, queued = ? WHERE seq = ?"

        def work(db: sqlite3.Connection) -> bool:
            rows = [db.execute(query, (bind(worktree), seq)).fetchone() for seq in (one, other)]
            if None in rows or one == other:
                return False
            db.executemany(put, [(*rows[1], one), (*rows[0], other)])
            return True

        return self._store.write(work)

    def restore(self, delivery: Delivery) -> bool:
        """Let a delivery that was withdrawn wait again in its place; false where its number is taken."""
        query = "INSERT OR IGNORE INTO deliveries (seq, worktree, session, kind, text, queued) VALUES (?, ?, ?, ?, ?, ?)"
        values = (
            delivery.seq, bind(delivery.worktree), bind(delivery.session), delivery.kind, bind(delivery.text), delivery.queued,
        )  # fmt: skip
        return self._store.write(lambda db: db.execute(query, values).rowcount > 0)

    def withdraw(self, worktree: str, seq: int) -> bool:
        """Take a delivery back that was not given yet; false where there is none."""
        query = "DELETE FROM deliveries WHERE worktree = ? AND seq = ? AND sent IS NULL"
        return self._store.write(lambda db: db.execute(query, (bind(worktree), seq)).rowcount > 0)


class NoticedFailures:
    """The failures that were noticed in sessions; one row a session, window's life and content."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def known(self, session: str, epoch: int, content: bytes) -> Noticed | None:
        """The row of a failure; None: it is new in this window."""
        query = f"SELECT {_NOTICED} FROM noticed WHERE session = ? AND epoch = ? AND content = ?"
        row = self._store.read(lambda db: db.execute(query, (bind(session), epoch, content)).fetchone())
        return None if row is None else _noticed(row)

    def add(self, worktree: str, session: str, epoch: int, content: bytes, symptom: str, at: float) -> bool:
        """Add a failure that waits for its slice; false where somebody else did just now."""
        query = """INSERT OR IGNORE INTO noticed (worktree, session, epoch, content, symptom, at, state)
            VALUES (?, ?, ?, ?, ?, ?, 'pending')"""
        values = (bind(worktree), bind(session), epoch, content, bind(symptom), at)
        return self._store.write(lambda db: db.execute(query, values).rowcount > 0)

    def busy(self, worktree: str, since: float) -> bool:
        """Whether a process works on a failure of this worktree; one that began before ``since`` has died."""
        query = "SELECT EXISTS (SELECT 1 FROM noticed WHERE worktree = ? AND state = 'working' AND given >= ?)"
        values = (bind(worktree), since)
        return bool(self._store.read(lambda db: db.execute(query, values).fetchone()[0]))

    def claim(self, worktree: str, now: float, dead: float) -> Noticed | None:
        """Take the newest failure that waits for its slice, or whose process began before ``dead``, to work on it."""
        query = f"""UPDATE noticed SET state = 'working', given = ? WHERE seq = (SELECT seq FROM noticed WHERE worktree = ?
            AND (state = 'pending' OR (state = 'working' AND given < ?)) ORDER BY seq DESC LIMIT 1) RETURNING {_NOTICED}"""
        values = (now, bind(worktree), dead)
        row = self._store.write(lambda db: db.execute(query, values).fetchone())
        return None if row is None else _noticed(row)

    def finish(self, seq: int, state: str, task: str = "", title: str = "", what: str = "", items: Sequence[str] = ()) -> None:
        """Store what became of a failure; ``items`` names the definitions in its slice."""
        query = "UPDATE noticed SET state = ?, task = ?, title = ?, text = ?, items = ?, given = NULL WHERE seq = ?"
        values = (state, bind(task), bind(title), bind(what), dump(list(items)), seq)
        self._store.write(lambda db: db.execute(query, values))

    def shown(self, session: str, epoch: int) -> frozenset[str]:
        """The definitions in the slices that a window was given."""
        query = "SELECT items FROM noticed WHERE session = ? AND epoch = ? AND state = 'given'"
        rows = self._store.read(lambda db: db.execute(query, (bind(session), epoch)).fetchall())
        return frozenset(item for row in rows for item in load(row[0]))

    def take(self, session: str, epoch: int, since: float, room: int, at: float) -> Noticed | None:
        """Mark as given, in one step, the newest slice that is ready; older ones, and those of another window, are let go.

        One that is longer than ``room`` UTF-16 units waits.
        """
        newest = f"""SELECT {_NOTICED} FROM noticed WHERE session = ? AND state = 'ready' AND epoch = ? AND at >= ?
            ORDER BY seq DESC LIMIT 1"""

        def work(db: sqlite3.Connection) -> Noticed | None:
            row = db.execute(newest, (bind(session), epoch, since)).fetchone()
            if row is not None and units(text(row[-1])) > room:
                return None
            db.execute("UPDATE noticed SET state = 'late' WHERE session = ? AND state = 'ready'", (bind(session),))
            if row is None:
                return None
            db.execute("UPDATE noticed SET state = 'given', given = ? WHERE seq = ?", (at, row[0]))
            return _noticed(row)

        return self._store.write(work)


def _delivery(row: tuple[Any, ...]) -> Delivery:
    seq, worktree, session, kind, what, queued, delivered, receiver, event, *sending = row
    return Delivery(seq, text(worktree), text(session), kind, text(what), queued, delivered, text(receiver), text(event), *sending)


def _noticed(row: tuple[Any, ...]) -> Noticed:
    seq, worktree, session, epoch, symptom, at, state, task, title, what = row
    return Noticed(seq, text(worktree), text(session), epoch, text(symptom), at, state, text(task), text(title), text(what))
