"""Pins and drops of a task, with a journal to undo them."""

from __future__ import annotations

from kernel.model.task import Steer, Undone
from kernel.store.connection import Store
from kernel.store.values import bind, dump, load, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

VERBS = ("pin", "unpin", "drop", "undrop")
_ITEM = "worktree = ? AND task = ? AND path = ? AND symbol = ?"

# A stored steer inside the journal: (verb, digest, created), or None where the item was not steered.
_State = tuple[str, str, float] | None


class Steers:
    """The pins and drops in a store; they belong to (worktree, task) and name path + symbol.

    An item has one state: pinned, dropped or neither.
    """

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def list(self, worktree: str, task: str) -> tuple[Steer, ...]:
        """All pins and drops of a task, oldest first."""
        query = (
            "SELECT verb, path, symbol, digest, created FROM steers "
            "WHERE worktree = ? AND task = ? ORDER BY created, path, symbol"
        )
        rows = self._store.read(lambda db: db.execute(query, (bind(worktree), bind(task))).fetchall())
        return tuple(Steer(verb, text(p), text(s), text(d), at) for verb, p, s, d, at in rows)

    def apply(
        self, worktree: str, task: str, verb: str, path: str, symbol: str, digest: str, at: float
    ) -> bool:
        """Pin, unpin, drop or undrop an item; a pin takes the place of a drop and the other way round.

        Args:
            worktree: Real path of the worktree.
            task: Id of the task.
            verb: One of ``VERBS``.
            path: POSIX path relative to the worktree.
            symbol: Qualified name, empty for the whole file.
            digest: Content hash of the item now, empty if not known.
            at: Seconds since the epoch.

        Returns:
            Whether anything changed; what did not change is not journalled.
        """
        item = (bind(worktree), bind(task), bind(path), bind(symbol))

        def work(db: sqlite3.Connection) -> bool:
            before = _state(db, item)
            after = _next_state(before, verb, digest, at)
            if after == before:
                return False
            _put(db, item, after)
            # A new step after an undo: what was undone cannot be redone any more.
            db.execute("DELETE FROM journal WHERE worktree = ? AND task = ? AND undone = 1", item[:2])
            db.execute(
                "INSERT INTO journal (worktree, task, path, symbol, verb, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*item, verb, dump(before), dump(after)),
            )
            return True

        return self._store.write(work)

    def undo(self, worktree: str, task: str) -> Undone | None:
        """Take back the last step that is not undone; None where there is none."""
        return self._step(worktree, task, undone=0, order="DESC")

    def redo(self, worktree: str, task: str) -> Undone | None:
        """Do the step again that was undone last; None where there is none. ``remaining`` counts further redos."""
        return self._step(worktree, task, undone=1, order="ASC")

    def _step(self, worktree: str, task: str, undone: int, order: str) -> Undone | None:
        key = (bind(worktree), bind(task))
        chosen = "worktree = ? AND task = ? AND undone = ?"

        def work(db: sqlite3.Connection) -> Undone | None:
            row = db.execute(
                f"SELECT seq, verb, path, symbol, before, after FROM journal WHERE {chosen} ORDER BY seq {order} LIMIT 1",
                (*key, undone),
            ).fetchone()
            if row is None:
                return None
            seq, verb, path, symbol, before, after = row
            state = load(after if undone else before)
            _put(db, (*key, path, symbol), None if state is None else tuple(state))
            db.execute("UPDATE journal SET undone = ? WHERE seq = ?", (1 - undone, seq))
            left = db.execute(f"SELECT count(*) FROM journal WHERE {chosen}", (*key, undone)).fetchone()[0]
            return Undone(verb, text(path), text(symbol), left)

        return self._store.write(work)


def _next_state(before: _State, verb: str, digest: str, at: float) -> _State:
    """An item's state after a step. Pinning what is pinned renews only the digest."""
    if verb in ("pin", "drop"):
        if before is not None and before[0] == verb:
            return (verb, digest or before[1], before[2])
        return (verb, digest, at)
    if verb not in VERBS:
        raise ValueError(f"no such verb: {verb}")
    return None if before is not None and before[0] == verb.removeprefix("un") else before


def _state(db: sqlite3.Connection, item: tuple[Any, ...]) -> _State:
    row = db.execute(f"SELECT verb, digest, created FROM steers WHERE {_ITEM}", item).fetchone()
    return None if row is None else (row[0], text(row[1]), row[2])


def _put(db: sqlite3.Connection, item: tuple[Any, ...], state: _State) -> None:
    db.execute(f"DELETE FROM steers WHERE {_ITEM}", item)
    if state is not None:
        verb, digest, created = state
        db.execute(
            "INSERT INTO steers (worktree, task, path, symbol, verb, digest, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*item, verb, bind(digest), created),
        )
