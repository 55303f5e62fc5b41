"""What the workbench reads when a person chooses something: sources, cuts, rankings."""

from typing import TYPE_CHECKING

from ck_tui.bridge import BridgeError, Cancelled
from ck_tui.bridge.nouns import Ranking, Request, Task
from ck_tui.difference import difference, said
from ck_tui.state import Entry, Preview, Progress, entries_of

if TYPE_CHECKING:
    from ck_tui.app import Workbench

RANKING = "rank"
"""Name of the group of asynchronous work that ranks."""


def choose(app: "Workbench", entry: Entry | None) -> None:
    """The cursor stands on another row of the task state: show its source."""
    model = app.model
    if entry is not None and entry not in model.entries:
        return
    changed = entry is not None and (model.entry is None or model.entry.key != entry.key)
    app.state.set(entry=entry)
    if entry is None or not (changed or model.preview is None):
        return
    ranges = entry.item.ranges if entry.item is not None else _ranges(app, entry)
    show(app, entry.path, ranges, _start(app, entry.path, ranges))


def _start(app: "Workbench", path: str, ranges: tuple[tuple[int, int], ...]) -> int:
    """The line to start from: one that the symptom names, else the first that is shown."""
    seeds = app.model.slice.seeds if app.model.slice is not None else ()
    named = [seed.line for seed in seeds if seed.path == path and seed.line is not None]
    return next((line for line in named if any(a <= line <= b for a, b in ranges)), ranges[0][0] if ranges else 1)


def _ranges(app: "Workbench", entry: Entry) -> tuple[tuple[int, int], ...]:
    """Where an excluded item is; the ranking knows."""
    ranking = app.model.ranking
    for candidate in ranking.candidates if ranking is not None else ():
        if (candidate.path, candidate.symbol) == entry.key:
            return candidate.ranges
    return ()


def show(app: "Workbench", path: str, ranges: tuple[tuple[int, int], ...], at: int) -> None:
    """Show a file in the preview; what cannot be read is said there."""
    old = app.model.preview
    if old is not None and old.path == path and not old.note:
        app.state.set(preview=Preview(path, old.lines, ranges, at))
        return
    try:
        app.state.set(preview=Preview(path, app.bridge.repository.lines(path), ranges, at))
    except BridgeError as error:
        app.state.set(preview=Preview(path, (), (), 1, str(error)))


def show_place(app: "Workbench", path: str, line: int, *, enter: bool) -> None:
    """Show a place of the repository with the ranges of the slice in that file."""
    ranges = tuple(sorted(r for entry in app.model.entries if entry.path == path and entry.item for r in entry.item.ranges))
    at = line if line > 1 or not ranges else ranges[0][0]
    show(app, path, ranges, at)
    if enter:
        app.main.make_current("task")
        app.main.set_focus(app.main.query_one("#preview"))


def set_budget(app: "Workbench", limit: int | None) -> None:
    """Cut again under another budget."""
    app.state.set(budget=limit)
    recut(app)


def recut(app: "Workbench") -> None:
    """Cut the present ranking: pins, drops and budget as they are now. Milliseconds, the repository is not looked at."""
    model = app.model
    if model.ranking is None:
        return
    slice_ = app.bridge.task.cut(model.ranking, model.budget)
    steers = app.bridge.task.steers(model.ranking.task)
    entries = entries_of(slice_, steers, model.ranking.candidates)
    key = model.entry.key if model.entry is not None else None
    entry = next((one for one in entries if one.key == key), None)
    app.state.set(slice=slice_, steers=steers, entries=entries, entry=entry)


def request_of(task: Task) -> Request:
    """What reopens a task: its symptom finds its seeds again; a task of seeds alone has none."""
    return Request(task.symptom) if task.symptom.strip() else Request(seeds=task.seeds)


def rank(app: "Workbench", wanted: Request, *, restored: bool = False) -> None:
    """Rank for a symptom, seeds or changes in the child process; the slice follows.

    ``restored``: what was shown when the workbench was left; it takes no focus and is no news.
    """
    if app.model.progress is not None:
        app.bridge.worker.cancel()
    app.state.set(request=wanted, progress=Progress("starting"))
    app.run_worker(_rank(app, wanted, restored), group=RANKING, exclusive=True, exit_on_error=False)


async def _rank(app: "Workbench", wanted: Request, restored: bool) -> None:
    def on_progress(stage: str, done: int, total: int) -> None:
        app.state.set(progress=Progress(stage, done, total))

    try:
        ranking = await app.bridge.worker.rank(wanted, on_progress)
    except Cancelled:
        app.state.set(progress=None)
        app.say("Cancelled. Nothing changed.")
        return
    except BridgeError as error:
        app.state.set(progress=None)
        app.show_error("slicing", error)
        return
    app.state.set(progress=None)
    app.attempt("cutting", lambda: adopt(app, ranking, restored=restored))


def adopt(app: "Workbench", ranking: Ranking, *, restored: bool = False) -> None:
    """Show the slice of a new ranking from its first item on; say what it does not share with another task's."""
    before = app.model.slice
    if app.model.without_sources and not ranking.candidates:
        app.state.set(ranking=None, slice=None, entries=(), entry=None, preview=None, difference=None)
        return
    app.state.set(ranking=ranking, entry=None, preview=None)
    recut(app)
    app.state.set(tasks=app.bridge.task.tasks())
    model = app.model
    assert model.slice is not None
    switched = before is not None and before.task != ranking.task
    app.state.set(difference=difference(before, model.slice) if switched and before is not None else None)
    if not model.entries:
        app.say("Nothing in this repository matches. p changes the symptom, a picks seeds.", "warning")
        return
    choose(app, model.entries[0])
    for note in model.slice.notes[:2]:
        app.say(note, "warning")
    if app.model.difference is not None:
        app.say(f"Another task: {said(app.model.difference)}. i tells which.")
    if not restored:
        app.main.go_to("task")
