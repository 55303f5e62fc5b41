"""An index of the parked outputs' texts by groups of three characters: which of them can hold a text.

A file of its own that may be deleted at any time: what is not in it is searched without it. Nobody waits for it but a search:
hooks never write it.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence

FILE_NAME = "search.db"
_LONGEST = 20_000_000
_SHORTEST_QUERY = 3
_MOST_GROUPS = 40
_STALE_SHARE = 0.25
# Letters that a search in any case takes for one of ASCII; a text ends at a NUL for the index.
_FOLDED = str.maketrans({"\0": " ", "\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS known (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(text, content='', tokenize='trigram', detail=none, columnsize=0)",
)

Load = Callable[[bytes], str | None]


class SearchIndex:
    """The index in a home folder. Nothing here raises for a broken or locked file: then it knows nothing."""

    __slots__ = ("_path", "_timeout_ms")

    def __init__(self, home: str, timeout_ms: int = 250) -> None:
        self._path = os.path.join(home, FILE_NAME)
        self._timeout_ms = timeout_ms

    def narrow(self, query: str, keys: Sequence[bytes], load: Load, seconds: float) -> frozenset[bytes]:
        """The texts, of those with these keys, that can hold a query in any case; the others surely do not.

        Args:
            query: What is searched for.
            keys: The texts' keys, those to be indexed first at the beginning.
            load: Gives the text of a key, None where it is gone.
            seconds: Time to index what is new; what is left over stays among the answers.
        """
        groups = _groups(query)
        if not groups:
            return frozenset(keys)
        try:
            with contextlib.closing(self._connect()) as db:
                _update(db, keys, load, time.monotonic() + seconds)
                known = {row[0] for row in db.execute("SELECT hash FROM known")}
                wanted = " AND ".join(f'"{group}"' for group in groups)
                rows = db.execute(
                    "SELECT hash FROM found JOIN known ON known.id = found.rowid WHERE found MATCH ?", (wanted,)
                )
                holding = {row[0] for row in rows}
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
            return frozenset(keys)
        return frozenset(key for key in keys if key in holding or key not in known)

    def update(self, keys: Sequence[bytes], load: Load, seconds: float) -> None:
        """Index what is new, for as long as there is time."""
        try:
            with contextlib.closing(self._connect()) as db:
                _update(db, keys, load, time.monotonic() + seconds)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def forget(self, left: Iterable[bytes], at_once: bool) -> None:
        """Texts were deleted and these are left: drop the index ``at_once``, or when much of it is stale."""
        if not os.path.exists(self._path):
            return
        try:
            with contextlib.closing(self._connect()) as db:
                known = {row[0] for row in db.execute("SELECT hash FROM known")}
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
            return
        stale = len(known.difference(left))
        if stale and (at_once or stale > _STALE_SHARE * len(known)):
            self.delete()

    def delete(self) -> None:
        """Delete the file; the next search makes a new one."""
        for ending in ("", "-journal"):
            with contextlib.suppress(OSError):
                os.unlink(self._path + ending)

    def _connect(self) -> sqlite3.Connection:
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        db = sqlite3.connect(self._path, timeout=self._timeout_ms / 1000, isolation_level=None)
        # It can be made anew at any time: no waiting for the disk.
        db.execute("PRAGMA synchronous=OFF")
        for statement in _SCHEMA:
            db.execute(statement)
        return db

    def _give_up(self, error: sqlite3.Error | OSError) -> None:
        """A damaged file is deleted; one that is in use, or a library without full text, is left alone."""
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            self.delete()


def _update(db: sqlite3.Connection, keys: Sequence[bytes], load: Load, deadline: float) -> None:
    known = {row[0] for row in db.execute("SELECT hash FROM known")}
    for key in keys:
        if key in known:
            continue
        if time.monotonic() > deadline:
            return
        text = load(key)
        if text is None or len(text) > _LONGEST:
            continue
        folded = text.translate(_FOLDED).encode("utf-8", "replace").decode()
        db.execute("BEGIN IMMEDIATE")
        try:
            added = db.execute("INSERT OR IGNORE INTO known (hash) VALUES (?)", (key,))
            if added.rowcount:
                db.execute("INSERT INTO found (rowid, text) VALUES (?, ?)", (added.lastrowid, folded))
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def _groups(query: str) -> tuple[str, ...]:
    """The query's groups of three ASCII characters; empty where it has none, and the index cannot help."""
    starts = range(len(query) - _SHORTEST_QUERY + 1)
    groups = dict.fromkeys(query[at : at + _SHORTEST_QUERY].lower() for at in starts)
    usable = (group.replace('"', '""') for group in groups if group.isascii() and "\0" not in group)
    return tuple(usable)[:_MOST_GROUPS]
