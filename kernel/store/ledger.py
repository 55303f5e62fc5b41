"""What was saved and what came back: sums that are kept as events happen, and the faults one by one."""

from __future__ import annotations

from kernel.model.event import Fault
from kernel.model.ledger import Ledger, LedgerDay, LedgerPart
from kernel.model.scope import Scope
from kernel.store.connection import Store
from kernel.store.values import bind, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from typing import Any
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

AGENT, PERSON = "agent", "person"
COLUMNS = {
    "tool": "tool", "recogniser": "part", "session": "session", "agent": "agent", "repository": "repository", "day": "day",
}  # fmt: skip
"""What savings are split by, and the table's column for it."""

_ADD = """INSERT INTO ledger VALUES (?, date(?, 'unixepoch', 'localtime'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET outputs = outputs + excluded.outputs, before = before + excluded.before,
after = after + excluded.after, returned = returned + excluded.returned, faults = faults + excluded.faults,
looks = looks + excluded.looks"""

# The column is one of the names above, never a caller's text. Only a recogniser's part counts the outputs that it is in.
_SPLIT = """SELECT {column}, sum(CASE WHEN {counted} THEN outputs ELSE 0 END), sum(before), sum(after), sum(returned),
sum(faults), sum(looks) FROM ledger WHERE (:repository IS NULL OR repository = :repository)
AND (:days IS NULL OR day > date(:now, 'unixepoch', 'localtime', '-' || :days || ' days'))
GROUP BY 1 ORDER BY 1"""


class Ledgers:
    """Savings and faults in a store. A ``repository`` of None means: of all repositories."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def totals(self, repository: str | None, now: float, days: int | None = None) -> Ledger:
        """Sum up the last ``days`` calendar days (local time) up to ``now``, or everything.

        Every counted event is a projection, also one that changed nothing. Only an agent's faults are
        ``returned``; a person's looks cost the agent nothing.
        """
        rows = self._rows("day", repository, now, days)
        sums = [sum(row[column] for row in rows) for column in range(1, 7)]
        projections, before, after, returned, faults, looks = sums
        return Ledger(
            projections, before, after, returned, faults, looks, tuple(LedgerDay(*row[:5]) for row in rows)
        )

    def net(self, repository: str, session: str, since: float, now: float) -> tuple[int, int]:
        """Net savings of a session that started at ``since``, and of its repository; quick however long the ledger is.

        The days that are over are added up once a day; the sum is kept in the store.
        """
        values = {"repository": bind(repository), "session": bind(session), "since": since, "now": now, "name": bind(f"net {repository}")}
        known = "SELECT value FROM meta WHERE name = :name"
        net = "SELECT coalesce(sum(before - after - returned), 0) FROM ledger WHERE repository = :repository AND day"
        own = f"{net} >= date(:since, 'unixepoch', 'localtime') AND session = :session"
        today = "SELECT date(:now, 'unixepoch', 'localtime')"

        def work(db: sqlite3.Connection) -> tuple[int, int, str, bool]:
            day = db.execute(today, values).fetchone()[0]
            kept = (db.execute(known, values).fetchone() or ("",))[0].split(" ")
            fresh = kept[0] == day
            before = int(kept[1]) if fresh else db.execute(f"{net} < :day", {**values, "day": day}).fetchone()[0]
            whole = before + db.execute(f"{net} >= :day", {**values, "day": day}).fetchone()[0]
            return db.execute(own, values).fetchone()[0], whole, f"{day} {before}", fresh

        mine, whole, sum_, fresh = self._store.read(work)
        if not fresh:
            self._store.write(lambda db: db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (values["name"], sum_)))
        return mine, whole

    def split(
        self, by: str, repository: str | None, now: float, days: int | None = None
    ) -> tuple[LedgerPart, ...]:
        """The savings by one of ``COLUMNS``: the parts' sums are the totals. The largest net first, days ascending."""
        parts = [LedgerPart(text(row[0]), *row[1:5]) for row in self._rows(by, repository, now, days)]
        return tuple(parts if by == "day" else sorted(parts, key=lambda part: (-part.net, part.name)))

    def add_fault(self, fault: Fault, scope: Scope, tool: str = "") -> None:
        """Record that something came back, whose it was, and what it cost."""
        row = (
            fault.at, bind(scope.repository), bind(scope.session), fault.handle, bind(fault.source), bind(fault.what),
            fault.tokens,
        )  # fmt: skip
        insert = "INSERT INTO faults (at, repository, session, handle, source, what, tokens) VALUES (?, ?, ?, ?, ?, ?, ?)"
        by_agent = fault.source == AGENT
        known = sum(tokens for _, tokens in fault.parts)
        returned = [*fault.parts, ("", fault.tokens - known)] if by_agent else [("", 0)]
        sums = [
            (part, 0, 0, 0, tokens, int(by_agent and not part), int(not by_agent)) for part, tokens in returned
        ]

        def work(db: sqlite3.Connection) -> None:
            db.execute(insert, row)
            _add(db, fault.at, scope, tool, sums)

        self._store.write(work)

    def faults(self, repository: str | None, limit: int = 100) -> tuple[Fault, ...]:
        """The last faults and looks, newest first (without their parts)."""
        where, values = ("", ()) if repository is None else ("WHERE repository = ?", (bind(repository),))
        query = f"SELECT at, handle, source, what, tokens FROM faults {where} ORDER BY seq DESC LIMIT ?"
        rows: list[Any] = self._store.read(lambda db: db.execute(query, (*values, limit)).fetchall())
        return tuple(
            Fault(at, handle, text(source), text(what), tokens) for at, handle, source, what, tokens in rows
        )

    def _rows(self, by: str, repository: str | None, now: float, days: int | None) -> list[Any]:
        values = {"repository": None if repository is None else bind(repository), "days": days, "now": now}
        query = _SPLIT.format(column=COLUMNS[by], counted="1" if by == "recogniser" else "part = ''")
        return self._store.read(lambda db: db.execute(query, values).fetchall())


def count_saved(
    db: sqlite3.Connection, at: float, scope: Scope, tool: str, parts: Iterable[LedgerPart]
) -> None:
    """Add one output's parts to the sums, in the caller's transaction."""
    rows = ((part.name, part.projections, part.before, part.after, part.returned, 0, 0) for part in parts)
    _add(db, at, scope, tool, rows)


def _add(
    db: sqlite3.Connection,
    at: float,
    scope: Scope,
    tool: str,
    rows: Iterable[tuple[str, int, int, int, int, int, int]],
) -> None:
    whose = (bind(scope.repository), at, bind(scope.session), bind(scope.agent), bind(tool))
    db.executemany(_ADD, [(*whose, bind(part), *sums) for part, *sums in rows])
