"""What main agents were shown, in order: for how long things in a window are used."""

from __future__ import annotations

from kernel.model.advice import Use
from kernel.model.session import MAIN
from kernel.store.connection import Store
from kernel.store.values import bind, text


def uses(store: Store, repository: str, limit: int) -> tuple[tuple[str, int, Use], ...]:
    """Session, epoch and use of the last outputs that main agents were shown in a repository, oldest first."""
    query = """SELECT session, epoch, path, tool, command, min(tokens_after, baseline) FROM events
        WHERE repository = ? AND agent = ? AND session <> '' ORDER BY handle DESC LIMIT ?"""
    rows = store.read(lambda db: db.execute(query, (bind(repository), MAIN, limit)).fetchall())
    return tuple(
        (text(session), epoch, Use(text(path) or f"{text(tool)} {text(command)}", tokens))
        for session, epoch, path, tool, command, tokens in reversed(rows)
    )
