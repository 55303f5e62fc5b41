"""The store's schema: one list of SQL statements a version, in order; a released one never changes."""

from __future__ import annotations

from kernel.model.errors import StoreTooNew

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
else:  # the package over it loads datetime, which takes a hook as long as ten rooms
    import _sqlite3 as sqlite3

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tasks (
            worktree TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, symptom TEXT NOT NULL,
            seeds TEXT NOT NULL, created REAL NOT NULL, touched REAL NOT NULL,
            PRIMARY KEY (worktree, id)) WITHOUT ROWID""",
        """CREATE TABLE steers (
            worktree TEXT NOT NULL, task TEXT NOT NULL, path TEXT NOT NULL, symbol TEXT NOT NULL,
            verb TEXT NOT NULL, digest TEXT NOT NULL, created REAL NOT NULL,
            PRIMARY KEY (worktree, task, path, symbol)) WITHOUT ROWID""",
        # What a steer replaced and what it left, as JSON (null: nothing): undo and redo need no more.
        """CREATE TABLE journal (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, worktree TEXT NOT NULL, task TEXT NOT NULL,
            verb TEXT NOT NULL, path TEXT NOT NULL, symbol TEXT NOT NULL,
            before TEXT NOT NULL, after TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0)""",
        "CREATE INDEX journal_of_task ON journal (worktree, task, undone, seq)",
        "CREATE TABLE originals (hash BLOB PRIMARY KEY, bytes BLOB NOT NULL, size INTEGER NOT NULL, created REAL NOT NULL)",
        # AUTOINCREMENT: a handle that an agent may still hold is never given to another output.
        """CREATE TABLE events (
            handle INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL,
            repository TEXT NOT NULL, session TEXT NOT NULL, agent TEXT NOT NULL, epoch INTEGER NOT NULL, cwd TEXT NOT NULL,
            tool TEXT NOT NULL, command TEXT NOT NULL, path TEXT NOT NULL, exit_code INTEGER,
            lines INTEGER NOT NULL, tokens_before INTEGER NOT NULL, tokens_after INTEGER NOT NULL,
            folds INTEGER NOT NULL, masked INTEGER NOT NULL,
            original BLOB NOT NULL, plan BLOB NOT NULL, indexed INTEGER NOT NULL DEFAULT 0)""",
        "CREATE INDEX events_of_repository ON events (repository, handle)",
        "CREATE INDEX events_of_original ON events (original)",
        # Savings of events that were purged, a row a day, so that the ledger outlives the outputs.
        """CREATE TABLE ledger_past (
            repository TEXT NOT NULL, day TEXT NOT NULL, projections INTEGER NOT NULL,
            before INTEGER NOT NULL, after INTEGER NOT NULL, PRIMARY KEY (repository, day)) WITHOUT ROWID""",
        """CREATE TABLE faults (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, repository TEXT NOT NULL, session TEXT NOT NULL,
            handle INTEGER, source TEXT NOT NULL, what TEXT NOT NULL, tokens INTEGER NOT NULL)""",
        "CREATE INDEX faults_of_repository ON faults (repository, at)",
        "CREATE TABLE charters (repository TEXT PRIMARY KEY, text TEXT NOT NULL, citations TEXT NOT NULL, saved REAL NOT NULL)",
        """CREATE TABLE charter_history (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, repository TEXT NOT NULL,
            text TEXT NOT NULL, citations TEXT NOT NULL, saved REAL NOT NULL)""",
        "CREATE INDEX history_of_charter ON charter_history (repository, seq)",
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    # What one context was shown before is looked up by every hook.
    ("CREATE INDEX events_of_session ON events (session, handle)",),
    (
        # Sums that every split adds up to; purged outputs stay in them. ``part`` is a recogniser, or empty for what
        # stayed: that row counts each output, fault and look once.
        """CREATE TABLE ledger (
            repository TEXT NOT NULL, day TEXT NOT NULL, session TEXT NOT NULL, agent TEXT NOT NULL, tool TEXT NOT NULL,
            part TEXT NOT NULL, outputs INTEGER NOT NULL DEFAULT 0, before INTEGER NOT NULL DEFAULT 0,
            after INTEGER NOT NULL DEFAULT 0, returned INTEGER NOT NULL DEFAULT 0,
            faults INTEGER NOT NULL DEFAULT 0, looks INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (repository, day, session, agent, tool, part)) WITHOUT ROWID""",
        """INSERT INTO ledger SELECT repository, day, session, agent, tool, '', sum(outputs), sum(before), sum(after),
            sum(returned), sum(faults), sum(looks) FROM (
            SELECT repository, date(at, 'unixepoch', 'localtime') AS day, session, agent, tool, 1 AS outputs,
                tokens_before AS before, tokens_after AS after, 0 AS returned, 0 AS faults, 0 AS looks FROM events
            UNION ALL SELECT repository, day, '', '', '', projections, before, after, 0, 0, 0 FROM ledger_past
            UNION ALL SELECT faults.repository, date(faults.at, 'unixepoch', 'localtime'), faults.session,
                coalesce(events.agent, ''), coalesce(events.tool, ''), 0, 0, 0,
                CASE source WHEN 'agent' THEN tokens ELSE 0 END, source = 'agent', source <> 'agent'
                FROM faults LEFT JOIN events USING (handle)
            ) GROUP BY 1, 2, 3, 4, 5""",
        "DROP TABLE ledger_past",
        # Tokens that the harness would have shown of the output by itself.
        "ALTER TABLE events ADD COLUMN baseline INTEGER NOT NULL DEFAULT 0",
        "UPDATE events SET baseline = tokens_before",
        # The lives of context windows, told by the harness; how full the window is, where somebody told it.
        """CREATE TABLE contexts (
            session TEXT NOT NULL, agent TEXT NOT NULL, epoch INTEGER NOT NULL, at REAL NOT NULL, occupancy REAL,
            PRIMARY KEY (session, agent)) WITHOUT ROWID""",
    ),
    (
        # Who works here: an agent's session, and in it each agent (the main one is called so).
        """CREATE TABLE sessions (
            session TEXT NOT NULL, agent TEXT NOT NULL, kind TEXT NOT NULL, repository TEXT NOT NULL, worktree TEXT NOT NULL,
            cwd TEXT NOT NULL, source TEXT NOT NULL, model TEXT NOT NULL, transcript TEXT NOT NULL, task TEXT NOT NULL DEFAULT '',
            started REAL NOT NULL, last REAL NOT NULL, last_event TEXT NOT NULL, ended REAL, reason TEXT NOT NULL DEFAULT '',
            size INTEGER, used INTEGER, told REAL, PRIMARY KEY (session, agent)) WITHOUT ROWID""",
        "CREATE INDEX sessions_of_worktree ON sessions (worktree, last)",
        # What was answered already: a harness may run two copies of a hook for one event.
        """CREATE TABLE answered (
            session TEXT NOT NULL, tool_use TEXT NOT NULL, event TEXT NOT NULL, at REAL NOT NULL,
            PRIMARY KEY (session, tool_use, event)) WITHOUT ROWID""",
        # Where a session was when its window was compacted.
        """CREATE TABLE snapshots (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, worktree TEXT NOT NULL, at REAL NOT NULL,
            cause TEXT NOT NULL, task TEXT NOT NULL, charter REAL)""",
        "CREATE INDEX snapshots_of_session ON snapshots (session, seq)",
        # What a person sends to an agent; of no session: to the next one that works in the worktree.
        """CREATE TABLE deliveries (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, worktree TEXT NOT NULL, session TEXT NOT NULL, kind TEXT NOT NULL,
            text TEXT NOT NULL, queued REAL NOT NULL, delivered REAL, receiver TEXT NOT NULL DEFAULT '')""",
        "CREATE INDEX deliveries_waiting ON deliveries (worktree, delivered, seq)",
        # Failures that were noticed by themselves, and the slice for each: once a failure and window.
        """CREATE TABLE noticed (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, worktree TEXT NOT NULL, session TEXT NOT NULL, epoch INTEGER NOT NULL,
            content BLOB NOT NULL, symptom TEXT NOT NULL, at REAL NOT NULL, state TEXT NOT NULL,
            task TEXT NOT NULL DEFAULT '', title TEXT NOT NULL DEFAULT '', text TEXT NOT NULL DEFAULT '', given REAL,
            UNIQUE (session, epoch, content))""",
        "CREATE INDEX noticed_waiting ON noticed (session, state, seq)",
    ),
    # Which definitions a slice showed, so that the next one in the same window does not repeat them (JSON).
    ("ALTER TABLE noticed ADD COLUMN items TEXT NOT NULL DEFAULT '[]'",),
    (
        # What was given to a harness in place of an output, and whether it turned up in the agent's window.
        """CREATE TABLE replacements (
            seq INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, session TEXT NOT NULL, agent TEXT NOT NULL,
            call TEXT NOT NULL, kind TEXT NOT NULL, version TEXT NOT NULL, handle INTEGER, shown BLOB NOT NULL,
            raw BLOB NOT NULL, probe INTEGER NOT NULL, verdict TEXT NOT NULL DEFAULT '', judged REAL)""",
        "CREATE INDEX replacements_of_session ON replacements (session, verdict, seq)",
        # A row a version of the harness and kind of output; ``misses`` are those in a row, ``whole`` outputs that were not replaced.
        """CREATE TABLE canaries (
            version TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, since REAL NOT NULL,
            arrived INTEGER NOT NULL DEFAULT 0, missed INTEGER NOT NULL DEFAULT 0, misses INTEGER NOT NULL DEFAULT 0,
            last_seen REAL, last_missed REAL, whole INTEGER NOT NULL DEFAULT 0, told INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (version, kind)) WITHOUT ROWID""",
        # How far a transcript has been read.
        """CREATE TABLE tails (
            session TEXT NOT NULL, agent TEXT NOT NULL, path TEXT NOT NULL, inode INTEGER NOT NULL, offset INTEGER NOT NULL,
            version TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (session, agent)) WITHOUT ROWID""",
    ),
    (
        # Folded outputs that are kept for a judge; original and plan are the event's. The lowest ranks of a stratum stay.
        """CREATE TABLE samples (
            handle INTEGER PRIMARY KEY, at REAL NOT NULL, repository TEXT NOT NULL, stratum TEXT NOT NULL, rank INTEGER NOT NULL,
            session TEXT NOT NULL, task TEXT NOT NULL, UNIQUE (repository, stratum, rank))""",
    ),
    # At which event of its session a delivery was given.
    ("ALTER TABLE deliveries ADD COLUMN event TEXT NOT NULL DEFAULT ''",),
    # Whether a person was told, in this life of the window, that a compaction pays.
    ("ALTER TABLE contexts ADD COLUMN advised INTEGER NOT NULL DEFAULT 0",),
    # A delivery is sent, and delivered once it was seen to have arrived: when it was last sent, how long the transcript was
    # then (bytes), and how often it was sent.
    (
        "ALTER TABLE deliveries ADD COLUMN sent REAL",
        "ALTER TABLE deliveries ADD COLUMN tail INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE deliveries ADD COLUMN tries INTEGER NOT NULL DEFAULT 0",
        "UPDATE deliveries SET sent = delivered, tries = 1 WHERE delivered IS NOT NULL",
    ),
)
NEWEST = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection, first_handle: Callable[[], int] = lambda: 1) -> None:
    """Bring a database to this version's schema, all steps or none.

    Args:
        connection: Open on it.
        first_handle: Asked only for an empty database: which handle its first event gets.

    Raises:
        StoreTooNew: A newer version wrote it.
        sqlite3.Error: SQLite refused.
    """
    if _version(connection) == NEWEST:
        connection.execute("SELECT count(*) FROM sqlite_master")  # finds a truncated file and a broken schema
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        old = _version(connection)
        for number in range(old, NEWEST):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
        if old == 0:
            connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)", (first_handle() - 1,))
        connection.execute(f"PRAGMA user_version={NEWEST}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    """The file's schema version, checked not to be newer than ours."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > NEWEST:
        raise StoreTooNew(
            f"the store has schema {version}, this version of ck knows up to {NEWEST}: "
            "update ck, or point CK_HOME at another folder"
        )
    return version
