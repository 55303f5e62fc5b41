"""What was saved and what came back."""

from typing import Any

from kernel.model.event import Fault
from kernel.model.ledger import Ledger, LedgerDay, LedgerPart
from kernel.model.scope import Scope
from kernel.store.connection import Store
from kernel.store.values import bind, text

AGENT, PERSON = "agent", "person"

_DAYS = """
SELECT day, sum(projections), sum(before), sum(after), sum(returned), sum(faults), sum(looks) FROM (
    SELECT date(at, 'unixepoch', 'localtime') AS day, 1 AS projections, tokens_before AS before, tokens_after AS after,
        0 AS returned, 0 AS faults, 0 AS looks FROM events WHERE :repository IS NULL OR repository = :repository
    UNION ALL
    SELECT day, projections, before, after, 0, 0, 0 FROM ledger_past
        WHERE :repository IS NULL OR repository = :repository
    UNION ALL
    SELECT date(at, 'unixepoch', 'localtime'), 0, 0, 0, CASE source WHEN 'agent' THEN tokens ELSE 0 END,
        source = 'agent', source <> 'agent' FROM faults WHERE :repository IS NULL OR repository = :repository
) WHERE :days IS NULL OR day > date(:now, 'unixepoch', 'localtime', '-' || :days || ' days')
GROUP BY day ORDER BY day
"""

# The column is one of two names that the code knows, never a caller's text.
_PARTS = """
SELECT name, sum(projections), sum(before), sum(after), sum(returned) FROM (
    SELECT {column} AS name, 1 AS projections, tokens_before AS before, tokens_after AS after, 0 AS returned, at
        FROM events WHERE :repository IS NULL OR repository = :repository
    UNION ALL
    SELECT events.{column}, 0, 0, 0, faults.tokens, faults.at FROM faults JOIN events USING (handle)
        WHERE faults.source = 'agent' AND (:repository IS NULL OR faults.repository = :repository)
) WHERE :days IS NULL OR date(at, 'unixepoch', 'localtime') > date(:now, 'unixepoch', 'localtime', '-' || :days || ' days')
GROUP BY name ORDER BY sum(before - after - returned) DESC, name
"""


class Ledgers:
    """Savings and faults in a store. A ``repository`` of None means: of all repositories."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def totals(self, repository: str | None, now: float, days: int | None = None) -> Ledger:
        """Sum up the last ``days`` calendar days (local time) up to ``now``, or everything.

        Every stored event counts as a projection, also one that changed nothing. Only an agent's faults are
        ``returned``; a person's looks cost the agent nothing.
        """
        values = {"repository": None if repository is None else bind(repository), "days": days, "now": now}
        rows = self._store.read(lambda db: db.execute(_DAYS, values).fetchall())
        sums = [sum(row[column] for row in rows) for column in range(1, 7)]
        projections, before, after, returned, faults, looks = sums
        return Ledger(
            projections, before, after, returned, faults, looks, tuple(LedgerDay(*row[:5]) for row in rows)
        )

    def by_tool(self, repository: str | None, now: float, days: int | None = None) -> tuple[LedgerPart, ...]:
        """The stored outputs' savings by tool, the largest first; purged outputs are not among them."""
        return self._parts("tool", repository, now, days)

    def by_session(
        self, repository: str | None, now: float, days: int | None = None
    ) -> tuple[LedgerPart, ...]:
        """The stored outputs' savings by session, the largest first; purged outputs are not among them."""
        return self._parts("session", repository, now, days)

    def _parts(
        self, column: str, repository: str | None, now: float, days: int | None
    ) -> tuple[LedgerPart, ...]:
        values = {"repository": None if repository is None else bind(repository), "days": days, "now": now}
        query = _PARTS.format(column=column)
        rows = self._store.read(lambda db: db.execute(query, values).fetchall())
        return tuple(LedgerPart(text(name), *sums) for name, *sums in rows)

    def add_fault(self, fault: Fault, scope: Scope) -> None:
        """Record that something came back, and what it cost."""
        row = (
            fault.at,
            bind(scope.repository),
            bind(scope.session),
            fault.handle,
            bind(fault.source),
            bind(fault.what),
            fault.tokens,
        )
        self._store.write(
            lambda db: db.execute(
                "INSERT INTO faults (at, repository, session, handle, source, what, tokens) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        )

    def faults(self, repository: str | None, limit: int = 100) -> tuple[Fault, ...]:
        """The last faults and looks, newest first."""
        where, values = ("", ()) if repository is None else ("WHERE repository = ?", (bind(repository),))
        query = f"SELECT at, handle, source, what, tokens FROM faults {where} ORDER BY seq DESC LIMIT ?"
        rows: list[Any] = self._store.read(lambda db: db.execute(query, (*values, limit)).fetchall())
        return tuple(
            Fault(at, handle, text(source), text(what), tokens) for at, handle, source, what, tokens in rows
        )
