"""What happened in a session, gathered from what the store keeps of it; only read, by people's screens."""

import sqlite3
from collections.abc import Collection
from typing import Any

from kernel.model.moment import COMPACTION, DELIVERY, EVENT, OUTPUT, RECALL, SLICE, Moment
from kernel.model.plan import FOLD, Span
from kernel.store.connection import Store
from kernel.store.values import bind, load, text, unpack

# Columns as in Moment. A tool's event is its output, a compaction is its snapshot.
_ALL = (
    (OUTPUT, """SELECT handle, at, agent, tool, CASE command WHEN '' THEN path ELSE command END, exit_code, tokens_before,
        tokens_after, folds, (SELECT verdict FROM replacements r WHERE r.session = :session AND r.handle = events.handle)
        FROM events WHERE session = :session AND at >= :since ORDER BY handle DESC LIMIT :limit"""),
    (RECALL, """SELECT coalesce(handle, 0), at, '', '', what, NULL, tokens, 0, 0, '' FROM faults
        WHERE repository = :repository AND session = :session AND source = 'agent' AND at >= :since ORDER BY seq DESC LIMIT :limit"""),
    (SLICE, """SELECT seq, coalesce(given, at), 'main', '', title, NULL, 0, 0, 0, state FROM noticed
        WHERE session = :session AND coalesce(given, at) >= :since ORDER BY seq DESC LIMIT :limit"""),
    (DELIVERY, """SELECT seq, sent, 'main', kind, text, NULL, 0, 0, 0, event FROM deliveries
        WHERE worktree = :worktree AND sent >= :since AND receiver = :session ORDER BY sent DESC LIMIT :limit"""),
    (COMPACTION, """SELECT seq, at, 'main', 'PreCompact', cause, NULL, 0, 0, 0, '' FROM snapshots
        WHERE session = :session AND at >= :since ORDER BY seq DESC LIMIT :limit"""),
    (EVENT, """SELECT 0, at, '', event, '', NULL, 0, 0, 0, '' FROM answered WHERE session = :session AND at >= :since
        AND event NOT IN ('PostToolUse', 'PostToolUseFailure', 'PreCompact') ORDER BY at DESC LIMIT :limit"""),
)  # fmt: skip


class Moments:
    """What happened in the sessions of a store."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, session: str, repository: str, worktree: str, limit: int, since: float = 0.0) -> tuple[Moment, ...]:
        """The last ``limit`` moments of a session, oldest first.

        Args:
            session: Its id.
            repository: Key of the repository, for what was called back.
            worktree: Real path of its root, for what was sent.
            limit: At most so many.
            since: Only from this time on, in seconds since the epoch.
        """
        values: dict[str, Any] = {"session": bind(session), "repository": bind(repository), "worktree": bind(worktree)}
        values |= {"limit": limit, "since": since}

        def work(db: sqlite3.Connection) -> list[Moment]:
            return [_moment(kind, row) for kind, query in _ALL for row in db.execute(query, values)]

        # Of what happened at one time, an event of the harness comes before what it brought.
        found = sorted(self._store.read(work), key=lambda one: (one.at, one.kind != EVENT, one.number))
        return tuple(found[-limit:])

    def recognisers(self, handles: Collection[int]) -> dict[int, str]:
        """Which recogniser folded most of each output; outputs that are gone, or whole, are left out."""
        marks = ", ".join("?" * len(handles))
        query = f"SELECT handle, plan FROM events WHERE folds > 0 AND handle IN ({marks})"
        rows = self._store.read(lambda db: db.execute(query, tuple(handles)).fetchall())
        return {handle: found for handle, plan in rows if (found := _most(unpack(plan)))}

    def slice_text(self, number: int) -> str:
        """What an agent is told of a failure that was noticed; empty where there is nothing (any more)."""
        query = "SELECT text FROM noticed WHERE seq = ?"
        row = self._store.read(lambda db: db.execute(query, (number,)).fetchone())
        return "" if row is None else text(row[0])


def _moment(kind: str, row: tuple[Any, ...]) -> Moment:
    number, at, agent, name, what, exit_code, before, after, folds, state = row
    return Moment(kind, number, at, text(agent), text(name), text(what), exit_code, before, after, folds, state or "")


def _most(plan: str) -> str:
    """The recogniser that folded the most tokens of a stored plan."""
    sums: dict[str, int] = {}
    for values in load(plan)[3]:
        span = Span(*values)
        if span.action == FOLD:
            sums[span.recogniser] = sums.get(span.recogniser, 0) + span.tokens
    return max(sums, key=lambda name: (sums[name], name), default="")
