"""What was given to harnesses in place of outputs, what became of it, and how far transcripts have been read."""

from __future__ import annotations

from kernel.model.canary import DEGRADED, GONE, PENDING, UNPROVEN, CanaryState, Replacement, Tail
from kernel.model.named import NamedTuple
from kernel.model.scope import Scope
from kernel.store.connection import Store
from kernel.store.values import bind, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

PROBE_EVERY = 10
"""Of outputs that are left whole, each so many-th is replaced all the same, to see whether it arrives now."""

_STATE = "version, kind, state, since, arrived, missed, misses, last_seen, last_missed, whole, told"
_ROW = "seq, at, session, agent, call, kind, version, handle, shown, raw, probe, verdict, judged"
_NEWEST = "SELECT version FROM canaries ORDER BY max(since, coalesce(last_seen, 0), coalesce(last_missed, 0)) DESC LIMIT 1"


class Standing(NamedTuple):
    """What a hook needs to know before it replaces an output.

    Attributes:
        kind: Of the output.
        version: The harness's, empty where nobody knows it.
        state: Of the kind.
        whole: How many outputs of it were left whole since the last try.
        told: Whether a person was told so.
        pending: Replacements of the session, of which the call is known, that have no verdict.
        unclaimed: Those of which it is not known.
    """

    kind: str
    version: str = ""
    state: str = UNPROVEN
    whole: int = 0
    told: bool = False
    pending: int = 0
    unclaimed: int = 0

    @property
    def degraded(self) -> bool:
        """Whether outputs of the kind are left whole."""
        return self.state == DEGRADED

    @property
    def probes(self) -> bool:
        """Whether the next output of a degraded kind is replaced all the same."""
        return self.degraded and self.whole >= PROBE_EVERY - 1

    @property
    def replaces(self) -> bool:
        """Whether the next output may be replaced."""
        return not self.degraded or self.probes


class Canaries:
    """The canaries in a store."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def standing(self, session: str, version: str, kind: str) -> Standing:
        """What is known before an output of a kind is replaced; ``version`` is empty where the event does not tell it."""
        values = {"session": bind(session)}
        count = "SELECT count(*), coalesce(sum(call = ''), 0) FROM replacements WHERE session = :session AND verdict = ''"
        told = "SELECT version FROM tails WHERE session = :session AND version <> '' ORDER BY at DESC LIMIT 1"
        own = "SELECT state, whole, told FROM canaries WHERE version = ? AND kind = ?"

        def work(db: sqlite3.Connection) -> Standing:
            pending, unclaimed = db.execute(count, values).fetchone()
            known = version or _first(db.execute(told, values)) or _first(db.execute(_NEWEST))
            row = db.execute(own, (bind(known), bind(kind))).fetchone() or (UNPROVEN, 0, 0)
            return Standing(kind, known, row[0], row[1], bool(row[2]), pending - unclaimed, unclaimed)

        return self._store.read(work)

    def expect(self, one: Replacement) -> None:
        """Note a replacement that is being given (its number is not used)."""
        values = (
            one.at, bind(one.session), bind(one.agent), bind(one.call), bind(one.kind), bind(one.version), one.handle,
            one.shown, one.raw, one.probe, PENDING,
        )  # fmt: skip
        columns = _ROW.removeprefix("seq, ").removesuffix(", judged")
        insert = f"INSERT INTO replacements ({columns}) VALUES ({', '.join('?' * len(values))})"
        begin = "INSERT OR IGNORE INTO canaries (version, kind, state, since) VALUES (?, ?, 'unproven', ?)"

        def work(db: sqlite3.Connection) -> None:
            db.execute(insert, values)
            if one.version:
                db.execute(begin, (bind(one.version), bind(one.kind), one.at))
            if one.probe:
                db.execute("UPDATE canaries SET whole = 0 WHERE version = ? AND kind = ?", (bind(one.version), bind(one.kind)))

        self._store.write(work)

    def left_whole(self, version: str, kind: str) -> None:
        """Count an output that was left whole."""
        count = "UPDATE canaries SET whole = whole + 1 WHERE version = ? AND kind = ?"
        self._store.write(lambda db: db.execute(count, (bind(version), bind(kind))))

    def claim(self, session: str, handle: int, agent: str, call: str) -> None:
        """Tell whose the replacement of a parked output was, which was given before anybody knew."""
        query = "UPDATE replacements SET agent = ?, call = ? WHERE session = ? AND handle = ? AND call = '' AND verdict = ''"
        values = (bind(agent), bind(call), bind(session), handle)
        self._store.write(lambda db: db.execute(query, values))

    def pending(self, session: str, agent: str, limit: int = 64) -> tuple[Replacement, ...]:
        """The last of an agent's replacements without verdict, oldest first; an empty agent: those of which it is not known."""
        where = "session = ? AND agent = ? AND verdict = '' ORDER BY seq DESC LIMIT ?"
        return self._list(where, (bind(session), bind(agent), limit))[::-1]

    def waiting_agents(self, session: str | None = None, limit: int = 100) -> tuple[tuple[str, str], ...]:
        """(session, agent) of those that have replacements without verdict, in one session or in all, the latest first."""
        where, values = ("", ()) if session is None else (" AND session = ?", (bind(session),))
        query = f"""SELECT session, agent FROM replacements WHERE verdict = '' AND agent <> ''{where}
            GROUP BY session, agent ORDER BY max(seq) DESC LIMIT ?"""
        rows = self._store.read(lambda db: db.execute(query, (*values, limit)).fetchall())
        return tuple((text(session), text(agent)) for session, agent in rows)

    def judge(
        self, verdicts: Mapping[int, tuple[str, str]], at: float, after: Callable[[CanaryState, str, float, float], CanaryState]
    ) -> tuple[tuple[Replacement, ...], tuple[CanaryState, ...]]:
        """Give verdicts, each once whoever else does so at the same time.

        Args:
            verdicts: Verdict and version of the harness by number; an empty version leaves the one that is known.
            at: Now.
            after: The state of a canary after a verdict.

        Returns:
            The replacements that got their verdict by this call, and the states that changed, as they are now.
        """
        give = f"UPDATE replacements SET verdict = ?, judged = ?, version = coalesce(nullif(?, ''), version) WHERE seq = ? AND verdict = '' RETURNING {_ROW}"

        def work(db: sqlite3.Connection) -> tuple[tuple[Replacement, ...], tuple[CanaryState, ...]]:
            given, changed = [], {}
            for seq, (verdict, version) in sorted(verdicts.items()):
                row = db.execute(give, (verdict, at, bind(version), seq)).fetchone()
                if row is None:
                    continue
                given.append(_replacement(row))
                old, new = _step(db, given[-1], at, after)
                if new.state != old:
                    changed[new.version, new.kind] = new
            return tuple(given), tuple(changed.values())

        return self._store.write(work)

    def states(self) -> tuple[CanaryState, ...]:
        """Every canary, that of the version seen last first."""
        query = f"SELECT {_STATE} FROM canaries ORDER BY max(since, coalesce(last_seen, 0), coalesce(last_missed, 0)) DESC, kind"
        return tuple(map(_state, self._store.read(lambda db: db.execute(query).fetchall())))

    def replacements(self, limit: int) -> tuple[Replacement, ...]:
        """The last replacements, newest first."""
        return self._list("1 ORDER BY seq DESC LIMIT ?", (limit,))

    def take_news(self, version: str) -> tuple[CanaryState, ...]:
        """The degraded kinds of a version that no person was told of; from now on they were."""
        query = f"UPDATE canaries SET told = 1 WHERE version = ? AND state = '{DEGRADED}' AND NOT told RETURNING {_STATE}"
        return tuple(map(_state, self._store.write(lambda db: db.execute(query, (bind(version),)).fetchall())))

    def reset(self) -> int:
        """Begin anew: forget every state, and what has no verdict gets none. How many states there were."""

        def work(db: sqlite3.Connection) -> int:
            db.execute(f"UPDATE replacements SET verdict = '{GONE}' WHERE verdict = ''")
            return db.execute("DELETE FROM canaries").rowcount

        return self._store.write(work)

    def tail(self, session: str, agent: str) -> Tail:
        """How far an agent's transcript has been read."""
        query = "SELECT path, inode, offset, version FROM tails WHERE session = ? AND agent = ?"
        row = self._store.read(lambda db: db.execute(query, (bind(session), bind(agent))).fetchone())
        return Tail() if row is None else Tail(text(row[0]), row[1], row[2], text(row[3]))

    def set_tail(self, session: str, agent: str, tail: Tail, at: float) -> None:
        """Note how far an agent's transcript has been read."""
        values = (bind(session), bind(agent), bind(tail.path), tail.inode, tail.offset, bind(tail.version), at)
        self._store.write(lambda db: db.execute("INSERT OR REPLACE INTO tails VALUES (?, ?, ?, ?, ?, ?, ?)", values))

    def disown(self, handle: int) -> tuple[Scope, str, int] | None:
        """Note that nobody knows what was shown of a parked output: whose it is, its tool, and the tokens that it was to save."""
        query = """UPDATE events SET epoch = 0 WHERE handle = ?
            RETURNING repository, session, agent, cwd, tool, baseline - tokens_after"""
        row = self._store.write(lambda db: db.execute(query, (handle,)).fetchone())
        if row is None:
            return None
        repository, session, agent, cwd, tool = map(text, row[:5])
        return Scope(repository, session, agent, 0, cwd), tool, row[5]

    def forget(self, before: float, unseen: float) -> None:
        """Drop replacements given before a time, and give up those without verdict that were given before ``unseen``."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(f"UPDATE replacements SET verdict = '{GONE}' WHERE verdict = '' AND at < ?", (unseen,))
            db.execute("DELETE FROM replacements WHERE at < ?", (before,))
            db.execute("DELETE FROM tails WHERE at < ?", (before,))

        self._store.write(work)

    def _list(self, where: str, values: Sequence[Any]) -> tuple[Replacement, ...]:
        query = f"SELECT {_ROW} FROM replacements WHERE {where}"
        return tuple(map(_replacement, self._store.read(lambda db: db.execute(query, values).fetchall())))


def _step(
    db: sqlite3.Connection, one: Replacement, at: float, after: Callable[[CanaryState, str, float, float], CanaryState]
) -> tuple[str, CanaryState]:
    """The state's name before, and the state after a verdict."""
    key = (bind(one.version), bind(one.kind))
    row = db.execute(f"SELECT {_STATE} FROM canaries WHERE version = ? AND kind = ?", key).fetchone()
    old = CanaryState(one.version, one.kind, since=one.at) if row is None else _state(row)
    if one.verdict == GONE:
        return old.state, old
    new = after(old, one.verdict, one.at, at)
    values = (*key, *new[2:])
    db.execute(f"INSERT OR REPLACE INTO canaries ({_STATE}) VALUES ({', '.join('?' * len(values))})", values)
    return old.state, new


def _first(rows: sqlite3.Cursor) -> str:
    row = rows.fetchone()
    return "" if row is None else text(row[0])


def _state(row: tuple[Any, ...]) -> CanaryState:
    version, kind, *rest, told = row
    return CanaryState._make((text(version), text(kind), *rest, bool(told)))


def _replacement(row: tuple[Any, ...]) -> Replacement:
    seq, at, session, agent, call, kind, version, handle, shown, raw, probe, verdict, judged = row
    whose = (text(session), text(agent), text(call), text(kind), text(version))
    return Replacement(seq, at, *whose, handle, shown, raw, bool(probe), verdict, judged)
