"""What a status line says beside its figures, in one look: it has no time to load the rooms that these things are kept in."""

from kernel.model.session import MAIN
from kernel.store.connection import Store
from kernel.store.values import bind

_LAST = "SELECT version FROM canaries ORDER BY max(since, coalesce(last_seen, 0), coalesce(last_missed, 0)) DESC LIMIT 1"
_ALARMS = f"""SELECT
    EXISTS (SELECT 1 FROM canaries WHERE state = 'degraded' AND version = coalesce(nullif(:version, ''), ({_LAST}))),
    EXISTS (SELECT 1 FROM contexts WHERE session = :session AND agent = '{MAIN}' AND advised)"""


def alarms(store: Store, session: str, version: str) -> tuple[bool, bool]:
    """Whether outputs of a kind are left whole because nothing that replaces them arrives, and whether a compaction pays.

    Args:
        store: The store.
        session: The session's id.
        version: The harness's; empty: the one that was seen last.
    """
    values = {"session": bind(session), "version": bind(version)}
    degraded, advised = store.read(lambda db: db.execute(_ALARMS, values).fetchone())
    return bool(degraded), bool(advised)
