"""Events: tool outputs as they were (masked), with the plan that says what the agent was shown."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from kernel.model.event import Parked, ParkedOutput, SearchHit, ToolOutput
from kernel.model.ledger import LedgerPart
from kernel.model.named import NamedTuple
from kernel.model.plan import Plan, Span
from kernel.model.scope import Scope
from kernel.store.connection import Store
from kernel.store.handles import promise
from kernel.store.ledger import count_saved
from kernel.store.values import bind, digest, dump, encode, load, pack, text, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    import sqlite3
    from typing import Any
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

_ROW = (
    "handle, at, tool, command, exit_code, lines, tokens_before, tokens_after, folds, masked, "
    "repository, session, agent, epoch, cwd, path"
)

_NOTHING_SHOWN = 60
"""Tokens up to which a projection of a file that was read again is hardly more than one marker."""


class Purged(NamedTuple):
    """What a purge removed: ``events`` (handles that are gone) and ``bytes`` (compressed originals)."""

    events: int
    bytes: int


class ParkedOutputs:
    """The parked outputs in a store. A ``repository`` of None means: of all repositories."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self,
        output: ToolOutput,
        scope: Scope,
        plan: Plan,
        at: float,
        masked: int = 0,
        saved: Sequence[LedgerPart] | None = None,
    ) -> int:
        """Park one output and return its handle; the text is stored once however often it occurs.

        Args:
            output: What the tool printed, with secrets masked already.
            scope: Whose output it is.
            plan: What was made of it; lines and tokens are taken from here.
            at: Seconds since the epoch.
            masked: How many secrets were masked.
            saved: What it saved, part by part, for the ledger; empty: it is not counted; None: what the plan says.

        Raises:
            StoreBusy, StoreFailed: Nothing is parked.
        """
        # All the slow work comes before the lock.
        data = encode(output.text)
        key, packed, size = digest(data), pack(output.text), len(data)
        if saved is None:
            saved = (LedgerPart("", 1, plan.tokens_before, plan.tokens_after),)
        row: dict[str, Any] = {
            "at": at,
            "repository": bind(scope.repository),
            "session": bind(scope.session),
            "agent": bind(scope.agent),
            "epoch": scope.epoch,
            "cwd": bind(scope.cwd),
            "tool": bind(output.tool),
            "command": bind(output.command),
            "path": bind(output.path),
            "exit_code": output.exit_code,
            "lines": plan.lines,
            "tokens_before": plan.tokens_before,
            "tokens_after": plan.tokens_after,
            "folds": len(plan.folds()),
            "masked": masked,
            "baseline": sum(part.before for part in saved) if saved else plan.tokens_before,
            "original": key,
            "plan": pack(_plan_text(plan)),
        }
        keeps = bool(self._store.home) and not self._store.in_memory
        insert = f"INSERT INTO events ({', '.join(row)}) VALUES ({', '.join(':' + name for name in row)})"

        def work(db: sqlite3.Connection) -> int:
            db.execute("INSERT OR IGNORE INTO originals VALUES (?, ?, ?, ?)", (key, packed, size, at))
            handle = int(db.execute(insert, row).lastrowid or 0)
            if keeps:
                promise(self._store.home, handle)
            count_saved(db, at, scope, output.tool, saved)
            return handle

        return self._store.write(work)

    def get(self, handle: int, repository: str | None) -> ParkedOutput | None:
        """A parked output whole; None where the handle is unknown, purged or of another repository."""
        where, values = _of(repository)
        query = f"SELECT {_ROW}, bytes, plan FROM events JOIN originals ON hash = original WHERE handle = ?{where}"
        if not 0 < handle < 2**63:
            return None
        row = self._store.read(lambda db: db.execute(query, (handle, *values)).fetchone())
        if row is None:
            return None
        return ParkedOutput(_parked(row[:-2]), unpack(row[-2]), _plan(unpack(row[-1])))

    def list(
        self, repository: str | None, limit: int = 100, before_handle: int | None = None
    ) -> tuple[Parked, ...]:
        """A page of parked outputs, newest first; ``before_handle`` is the last handle of the page before."""
        where, values = _of(repository)
        query = f"SELECT {_ROW} FROM events WHERE handle < ?{where} ORDER BY handle DESC LIMIT ?"
        top = 2**63 - 1 if before_handle is None else before_handle
        rows = self._store.read(lambda db: db.execute(query, (top, *values, limit)).fetchall())
        return tuple(_parked(row) for row in rows)

    def earlier(self, scope: Scope, output: ToolOutput, since: float, limit: int) -> tuple[tuple[int, bool], ...]:
        """Outputs of the same tool on the same path or command in the very same context since a time, newest first.

        Of a command, those that ended like this one, back to the first that did not. Of a file, not those that showed next to
        nothing of it: nothing had changed.

        Returns:
            (handle, whether the harness showed less of it than was stored as shown, nobody knows what).
        """
        query = """SELECT handle, exit_code IS ?, folds = 0 AND baseline < tokens_before FROM events
            WHERE session = ? AND agent = ? AND repository = ? AND epoch = ? AND cwd = ? AND tool = ? AND path = ?
            AND (path <> '' AND tokens_after > ? OR path = '' AND command = ?) AND at >= ? ORDER BY handle DESC LIMIT ?"""
        values = (
            output.exit_code, bind(scope.session), bind(scope.agent), bind(scope.repository), scope.epoch, bind(scope.cwd),
            bind(output.tool), bind(output.path), _NOTHING_SHOWN, bind(output.command), since, limit,
        )  # fmt: skip
        rows = self._store.read(lambda db: db.execute(query, values).fetchall())
        ended = next((at for at, row in enumerate(rows) if not row[1]), len(rows))
        return tuple((handle, bool(cut)) for handle, _, cut in rows[:ended])

    def last_of(self, scope: Scope, output: ToolOutput, since: float) -> ParkedOutput | None:
        """The newest output of the same file or command in the very same context, if it has folds and is not older."""
        query = """SELECT handle, folds FROM events WHERE session = ? AND agent = ? AND repository = ? AND epoch = ?
            AND cwd = ? AND tool = ? AND path = ? AND (command = ? OR path <> '') AND at >= ? ORDER BY handle DESC LIMIT 1"""
        values = (
            bind(scope.session), bind(scope.agent), bind(scope.repository), scope.epoch, bind(scope.cwd),
            bind(output.tool), bind(output.path), bind(output.command), since,
        )  # fmt: skip
        row = self._store.read(lambda db: db.execute(query, values).fetchone())
        return self.get(row[0], scope.repository) if row is not None and row[1] else None

    def of_text(self, session: str, masked: str) -> int | None:
        """The newest handle of a session's output that is this (masked) text; None where it is not parked."""
        query = "SELECT max(handle) FROM events WHERE session = ? AND original = ?"
        values = (bind(session), digest(encode(masked)))
        found = self._store.read(lambda db: db.execute(query, values).fetchone()[0])
        return None if found is None else int(found)

    def start_from(self, handle: int) -> None:
        """Give no handle below this one any more; what a new store begins with is added, so that nothing is given again."""
        raised = "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'events' AND seq < ?"
        self._store.write(lambda db: db.execute(raised, (handle - 1, handle - 1)))

    def claim(self, handle: int, scope: Scope, command: str) -> bool:
        """Tell whose an output of the scope's session is that was stored before anybody knew; whether there was such a one."""
        query = "UPDATE events SET agent = ?, epoch = ?, cwd = ?, command = ? WHERE handle = ? AND session = ? AND agent = ''"
        whose = (bind(scope.agent), scope.epoch, bind(scope.cwd), bind(command))
        values = (*whose, min(handle, 2**63 - 1), bind(scope.session))
        return self._store.write(lambda db: db.execute(query, values).rowcount == 1)

    def count(self, repository: str | None) -> int:
        """How many outputs are parked."""
        where, values = _of(repository)
        query = f"SELECT count(*) FROM events WHERE 1{where}"
        return int(self._store.read(lambda db: db.execute(query, values).fetchone()[0]))

    def latest_event_number(self) -> int:
        """The handle of the newest event ever stored in any repository, 0 for none."""
        return self._store.event_number()

    def stored_bytes(self) -> int:
        """Compressed bytes of all originals."""
        query = "SELECT coalesce(sum(length(bytes)), 0) FROM originals"
        return int(self._store.read(lambda db: db.execute(query).fetchone()[0]))

    def search(
        self,
        query: str,
        repository: str | None,
        limit: int = 100,
        narrow: Callable[[str, Sequence[bytes], Callable[[bytes], str | None]], Container[bytes]] | None = None,
    ) -> tuple[SearchHit, ...]:
        """Lines that contain ``query`` (any case), newest output first, its lines ascending.

        A text that was parked more than once is reported at its newest handle.

        Args:
            query: What the lines hold.
            repository: Only of this one.
            limit: At most so many lines.
            narrow: Which of the texts of some keys can hold the query (see ``search_index``); None: all may.
        """
        if not query or limit < 1:
            return ()
        import re  # a hook searches nothing

        pattern = re.compile(re.escape(query), re.IGNORECASE)
        found = self.originals(repository)
        likely = narrow(query, [key for _, key in found], self.text_of) if narrow else frozenset(k for _, k in found)
        hits: list[SearchHit] = []
        for handle, key in found:
            original = self.text_of(key) if key in likely else None
            above: int | None = None
            for line, text_found in _matches(original, pattern) if original is not None else ():
                above = self._above(handle) if above is None else above
                hits.append(SearchHit(handle, line + above, text_found))
                if len(hits) >= limit:
                    return tuple(hits)
        return tuple(hits)

    def _above(self, handle: int) -> int:
        """How many lines of a file stand before an output's first line."""
        query = "SELECT plan FROM events WHERE handle = ?"
        row = self._store.read(lambda db: db.execute(query, (handle,)).fetchone())
        return 0 if row is None else _plan(unpack(row[0])).first - 1

    def originals(self, repository: str | None) -> tuple[tuple[int, bytes], ...]:
        """(newest handle, key) of each different original, newest first."""
        where, values = _of(repository)
        query = f"SELECT max(handle), original FROM events WHERE 1{where} GROUP BY original ORDER BY 1 DESC"
        return tuple(self._store.read(lambda db: db.execute(query, values).fetchall()))

    def text_of(self, key: bytes) -> str | None:
        """The original of a key; None where it is gone."""
        one = "SELECT bytes FROM originals WHERE hash = ?"
        row = self._store.read(lambda db: db.execute(one, (key,)).fetchone())
        return None if row is None else unpack(row[0])

    def purge(
        self,
        repository: str | None = None,
        before: float | None = None,
        max_bytes: int | None = None,
        handle: int | None = None,
        max_outputs: int | None = None,
    ) -> Purged:
        """Remove parked outputs for good; their savings stay in the ledger.

        Args:
            repository: Only of this one.
            before: Only those older than this (seconds since the epoch).
            max_bytes: The oldest until all originals together need at most this many (compressed) bytes.
            handle: Only this one.
            max_outputs: The oldest until at most so many are left. With none of the four everything goes.
        """

        def work(db: sqlite3.Connection) -> Purged:
            size = "SELECT coalesce(sum(length(bytes)), 0) FROM originals"
            held = db.execute(size).fetchone()[0]
            everything = before is None and max_bytes is None and handle is None and max_outputs is None
            events = 0
            if handle is not None:
                events += _remove(db, repository, " AND handle = ?", (handle,))
            if before is not None or everything:
                events += _remove(db, repository, *(("", ()) if everything else (" AND at < ?", (before,))))
            if max_outputs is not None:
                events += _remove(db, repository, " AND handle <= ?", (_beyond(db, repository, max_outputs),))
            if max_bytes is not None:
                events += _remove(
                    db, repository, " AND handle <= ?", (_oldest_to_remove(db, repository, max_bytes),)
                )
            return Purged(events, held - db.execute(size).fetchone()[0])

        purged = self._store.write(work)
        if purged.events:
            self._store.shrink()
        return purged


def _matches(original: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """(1-based line, its text) of every matching line."""
    # Most outputs do not match, and the whole is searched faster than its lines.
    if not pattern.search(original):
        return
    for number, line in enumerate(original.split("\n"), 1):
        if pattern.search(line):
            yield number, line


def _remove(db: sqlite3.Connection, repository: str | None, condition: str, values: tuple[Any, ...]) -> int:
    """Delete some events and the originals that nothing needs; the ledger's sums stay."""
    where, of = _of(repository)
    chosen, values = f"WHERE 1{where}{condition}", (*of, *values)
    removed = db.execute(f"DELETE FROM events {chosen}", values).rowcount
    db.execute("DELETE FROM originals WHERE NOT EXISTS (SELECT 1 FROM events WHERE original = hash)")
    return removed


def _oldest_to_remove(db: sqlite3.Connection, repository: str | None, max_bytes: int) -> int:
    """The newest handle that must go so that all originals fit; 0 where they do."""
    where, of = _of(repository)
    excess = db.execute("SELECT coalesce(sum(length(bytes)), 0) FROM originals").fetchone()[0] - max_bytes
    last = 0
    # An original goes when its newest event goes.
    newest = f"""SELECT max(handle), length(bytes) FROM events JOIN originals ON hash = original
        WHERE 1{where} GROUP BY original ORDER BY 1"""
    for handle, size in db.execute(newest, of):
        if excess <= 0:
            break
        last, excess = handle, excess - size
    return last


def _beyond(db: sqlite3.Connection, repository: str | None, most: int) -> int:
    """The newest handle that must go so that at most so many outputs are left; 0 where none must."""
    where, of = _of(repository)
    query = f"SELECT handle FROM events WHERE 1{where} ORDER BY handle DESC LIMIT 1 OFFSET ?"
    row = db.execute(query, (*of, most)).fetchone()
    return 0 if row is None else int(row[0])


def _of(repository: str | None) -> tuple[str, tuple[Any, ...]]:
    """An SQL condition that holds for one repository's rows, or for all."""
    return ("", ()) if repository is None else (" AND repository = ?", (bind(repository),))


def _parked(row: tuple[Any, ...]) -> Parked:
    handle, at, tool, command, exit_code, lines, before, after, folds, masked, *scope, path = row
    repository, session, agent, epoch, cwd = scope
    whose = Scope(text(repository), text(session), text(agent), epoch, text(cwd))
    return Parked(
        handle,
        at,
        text(tool),
        text(command),
        exit_code,
        lines,
        before,
        after,
        folds,
        masked,
        whose,
        text(path),
    )


def _plan_text(plan: Plan) -> str:
    return dump([plan.lines, plan.tokens_before, plan.tokens_after, plan.spans, plan.first])


def _plan(stored: str) -> Plan:
    lines, before, after, spans, *first = load(stored)
    return Plan(lines, tuple(Span(*span) for span in spans), before, after, *first)
