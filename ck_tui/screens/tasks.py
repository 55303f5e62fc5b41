"""The tasks of the worktree, and what each has in common with the present one."""

import time

from textual import on
from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.bridge.nouns import Task
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, rule
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows

SEEDS = 6
"""Seeds that are listed below the tasks."""


def seed_lines(task: Task, now: Task | None, width: int) -> tuple[Line, ...]:
    """The seeds of a task: which the present one has too, which are new, and which of the present one it lacks."""
    ours = set(now.seeds) if now is not None and now.id != task.id else None
    rows: list[Line] = []
    for seed in task.seeds:
        new = ours is not None and seed not in ours
        rows.append(Line((Piece(" + " if new else "   ", "slice"), Piece(seed, "text")), (Piece("new " if new else "", "slice"),)))
    gone = [seed for seed in now.seeds if seed not in task.seeds] if now is not None and ours is not None else []
    rows += [Line((Piece(" − ", "attention"), Piece(seed, "dim")), (Piece("no longer ", "dim"),)) for seed in gone]
    left = len(rows) - SEEDS
    if left > 0:
        rows[SEEDS - 1 :] = [Line((Piece(f"   … {numbers.plural(left + 1, 'more seed')}", "dim"),))]
    return (rule(width, "seeds", "beside the present task" if ours is not None else ""), *(rows or [Line((Piece("   words only", "dim"),))]))


class TasksScreen(Sheet[str]):
    """Answers the id of the task to reopen."""

    SIZE = "-small"

    def __init__(self, tasks: tuple[Task, ...], current: str) -> None:
        super().__init__("Tasks of this worktree", "enter reopens · / filters · esc goes back")
        self._tasks, self._now = tasks, next((task for task in tasks if task.id == current), None)
        self._clock = time.time()

    def body(self) -> ComposeResult:
        """Tasks, and the seeds of the one under the cursor."""
        yield Rows[Task](self._draw, lambda task: task.id, id="tasks")
        yield Drawn(id="seeds")

    def _draw(self, task: Task, width: int) -> Line:
        here = self._now is not None and task.id == self._now.id
        when = numbers.clock(task.touched, self._clock)
        seeds = numbers.plural(len(task.seeds), "seed") if task.seeds else "words only"
        return Line((Piece(" ● " if here else "   ", "slice"), Piece(task.title or "(no title)")), (Piece(f"  {seeds}   {when} ", "dim"),))

    def on_mount(self) -> None:
        """Fill and focus."""
        rows = self.query_one("#tasks", Rows)
        rows.styles.height = max(1, min(len(self._tasks), 14))
        rows.show(self._tasks)
        rows.focus()

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        task, now = self.query_one("#tasks", Rows).current, self._now
        if task is not None:
            self.query_one("#seeds", Drawn).show(lambda width: seed_lines(task, now, width))

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        current = self.query_one("#tasks", Rows).current
        self.dismiss(current.id if current is not None else None)
