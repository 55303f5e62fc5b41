"""Tasks of a worktree."""

from __future__ import annotations

from kernel.model.task import Task
from kernel.store.connection import Store
from kernel.store.values import bind, dump, load, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_COLUMNS = "id, worktree, title, symptom, seeds, created, touched"


class Tasks:
    """The tasks in a store; a task's key is (worktree, id)."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store = store

    def remember(self, task: Task) -> None:
        """Add a task, or renew one (it keeps when it was created)."""
        row = (
            bind(task.id),
            bind(task.worktree),
            bind(task.title),
            bind(task.symptom),
            dump(task.seeds),
            task.created,
            task.touched,
        )
        self._store.write(
            lambda db: db.execute(
                f"INSERT INTO tasks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (worktree, id) DO UPDATE SET title = excluded.title, symptom = excluded.symptom, "
                "seeds = excluded.seeds, touched = excluded.touched",
                row,
            )
        )

    def list(self, worktree: str, limit: int = 1000) -> tuple[Task, ...]:
        """The worktree's tasks, the last touched first."""
        query = f"SELECT {_COLUMNS} FROM tasks WHERE worktree = ? ORDER BY touched DESC, id LIMIT ?"
        rows = self._store.read(lambda db: db.execute(query, (bind(worktree), limit)).fetchall())
        return tuple(_task(row) for row in rows)

    def get(self, worktree: str, task: str) -> Task | None:
        """One task, None where there is none of that id."""
        query = f"SELECT {_COLUMNS} FROM tasks WHERE worktree = ? AND id = ?"
        row = self._store.read(lambda db: db.execute(query, (bind(worktree), bind(task))).fetchone())
        return None if row is None else _task(row)

    def forget(self, worktree: str, task: str) -> bool:
        """Remove a task with its pins, drops and their journal; false where there is none."""
        key = (bind(worktree), bind(task))

        def work(db: sqlite3.Connection) -> bool:
            db.execute("DELETE FROM steers WHERE worktree = ? AND task = ?", key)
            db.execute("DELETE FROM journal WHERE worktree = ? AND task = ?", key)
            return db.execute("DELETE FROM tasks WHERE worktree = ? AND id = ?", key).rowcount > 0

        return self._store.write(work)


def _task(row: tuple[str, str, str, str, str, float, float]) -> Task:
    id_, worktree, title, symptom, seeds, created, touched = row
    return Task(text(id_), text(worktree), text(title), text(symptom), tuple(load(seeds)), created, touched)
