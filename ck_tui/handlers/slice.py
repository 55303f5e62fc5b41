"""Other slices: picked seeds, changes since a ref, another task, another budget; and the slice as a file."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ck_tui.bridge.nouns import Request
from ck_tui.handlers import loading

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def pick(app: "Workbench") -> None:
    """Pick files and symbols; the slice is made again with them as seeds, for the present symptom if there is one."""
    from ck_tui.screens.pick import PickScreen

    model = app.model
    near = tuple(dict.fromkeys(f"{e.path}::{e.symbol}" if e.symbol and e.symbol[0] != "<" else e.path for e in model.entries))

    def chosen(seeds: tuple[str, ...] | None) -> None:
        if seeds:
            loading.rank(app, app.model.request._replace(seeds=seeds))

    app.ask(PickScreen(model.paths or (), near, model.request.seeds), chosen)


def diff(app: "Workbench") -> None:
    """Ask for a ref and slice for the changes since it."""
    from ck_tui.screens.ask import AskScreen

    def chosen(ref: str | None) -> None:
        if ref is not None:
            loading.rank(app, Request(from_diff=ref))

    hint = "A branch, a tag, a commit, HEAD~3 … Changes of the worktree and untracked files count too. Empty: HEAD."
    app.ask(AskScreen("Changes since which ref?", app.model.request.from_diff or "", hint, may_be_empty=True), chosen)


def compare(app: "Workbench") -> None:
    """Lay the slice beside that of a larger budget; nothing is ranked again."""
    from ck_tui.screens.compare import CompareScreen
    from ck_tui.widgets.budget import next_notch

    model = app.model
    assert model.slice is not None and model.ranking is not None
    ranking, here = model.ranking, model.slice
    limit = here.budget.limit if here.budget.limit is not None else here.budget.used

    def chosen(answer: tuple[str, str | int] | None) -> None:
        if answer is None:
            return
        kind, value = answer
        if kind == "budget":
            loading.set_budget(app, int(value))
        else:
            path, _, symbol = str(value).partition("::")
            from ck_tui.handlers.task import line_of

            loading.show_place(app, path, line_of(app, path, symbol), enter=True)

    app.ask(CompareScreen(here, next_notch(2 * limit - 1, 1), lambda other: app.bridge.task.cut(ranking, other)), chosen)


def export(app: "Workbench") -> None:
    """Write the slice as JSON to a new file; one that is there is never overwritten."""
    from ck_tui.screens.ask import AskScreen

    slice_ = app.model.slice
    assert slice_ is not None

    def chosen(name: str | None) -> None:
        if not name:
            return
        path = Path(os.path.expanduser(name))  # noqa: PTH111  (a user who is not there stays a name)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(app.bridge.task.document(slice_))
        except OSError as error:
            app.say(f"{path}: {error.strerror or error}", "error")
            return
        app.say(f"Wrote {path.resolve()}")

    hint = "The document of `ck slice --json`. A relative name is taken from the folder in which the workbench was started."
    app.ask(AskScreen("Export the slice as JSON to", f"ck-slice-{slice_.task[:12]}.json", hint), chosen)


def tasks(app: "Workbench") -> None:
    """Choose a task and reopen it."""
    from ck_tui.screens.tasks import TasksScreen

    found = app.bridge.task.tasks()
    if not found:
        app.say("No task yet: press p and paste a traceback.")
        return
    by_id = {task.id: task for task in found}
    now = app.model.slice.task if app.model.slice is not None else ""

    def chosen(task_id: str | None) -> None:
        if task_id is not None:
            loading.rank(app, loading.request_of(by_id[task_id]))

    app.ask(TasksScreen(found, now), chosen)


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "slice.pick": pick,
    "slice.diff": diff,
    "slice.compare": compare,
    "slice.export": export,
}
