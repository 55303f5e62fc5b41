"""Steering the slice: pin, drop, fault in, budget."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from ck_tui.handlers.delivering import steered
from ck_tui.handlers.loading import recut, set_budget
from ck_tui.state import Entry
from ck_tui.widgets.budget import next_notch

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def digest_of(entry: Entry, app: "Workbench") -> str:
    """The content hash of an item, from the slice or from the ranking."""
    if entry.item is not None:
        return entry.item.digest
    ranking = app.model.ranking
    for candidate in ranking.candidates if ranking is not None else ():
        if (candidate.path, candidate.symbol) == entry.key:
            return candidate.digest
    return ""


def _steer(app: "Workbench", verb: str, path: str, symbol: str, digest: str, *, lines: bool = False) -> None:
    slice_ = app.model.slice
    assert slice_ is not None
    changed = app.bridge.task.steer(slice_.task, verb, path, symbol, digest)
    recut(app)
    if changed:
        steered(app, verb, Entry(path, symbol, None, None), lines=lines)


def pin(app: "Workbench") -> None:
    """Pin the item under the cursor, or take its pin away."""
    entry = app.model.entry
    assert entry is not None
    pinned = entry.steer == "pin" or (entry.item is not None and entry.item.pinned)
    _steer(app, "unpin" if pinned else "pin", *entry.key, digest_of(entry, app))


def drop(app: "Workbench") -> None:
    """Drop the item under the cursor and go on to the next one; or allow again what was dropped."""
    from ck_tui.widgets.rows import Rows

    entry = app.model.entry
    assert entry is not None
    rows = app.main.query_one("#items", Rows)
    near = [other.key for other in (*rows.values[rows.cursor + 1 :], *rows.values[: rows.cursor][::-1]) if other.item is not None]
    _steer(app, "undrop" if entry.steer == "drop" else "drop", *entry.key, digest_of(entry, app))
    if entry.item is not None:
        # What is dropped goes to the end of the list; whoever weeds it stays where they are.
        any(map(rows.select, near))


def fault(app: "Workbench") -> None:
    """Show an item although it was left out: the budget must make room for it."""
    entry = app.model.entry
    assert entry is not None
    fault_in(app, entry)


def fault_in(app: "Workbench", entry: Entry) -> None:
    """Pin what was left out, and say whether there is room for it."""
    _steer(app, "pin", *entry.key, digest_of(entry, app), lines=True)
    shown = any(other.key == entry.key and other.item is not None for other in app.model.entries)
    name = entry.symbol or entry.path
    if shown:
        app.say(f"{name} is in the slice now. u takes it back.")
    else:
        app.say(f"{name} is pinned, but the budget is too small for it: ] gives more.", "warning")


def pin_file(app: "Workbench") -> None:
    """Pin the whole file under the cursor of the repository, or take its pin away."""
    from ck_tui.panes.repository import NodeRows

    node = app.main.query_one("#tree", NodeRows).current
    if node is None or node.folder:
        app.say("Only files can be pinned; open the folder with l.", "warning")
        return
    pinned = any(steer.verb == "pin" and steer.path == node.path and not steer.symbol for steer in app.model.steers)
    _steer(app, "unpin" if pinned else "pin", node.path, "", "")


def hits(app: "Workbench") -> None:
    """Only the files of the slice."""
    from ck_tui.panes.repository import RepositoryPane

    app.main.query_one(RepositoryPane).show_only_slice()


def _step(app: "Workbench", step: int) -> None:
    slice_ = app.model.slice
    assert slice_ is not None
    limit = slice_.budget.limit
    set_budget(app, next_notch(limit if limit is not None else slice_.budget.used, step))


def next_excluded(app: "Workbench") -> None:
    """To the first excluded row, or back to the first row."""
    from ck_tui.widgets.rows import Rows

    rows = app.main.query_one("#items", Rows)
    entries = rows.values
    here = rows.current
    first = next((index for index, entry in enumerate(entries) if entry.item is None), 0)
    rows.move_to(0 if here is not None and here.item is None else first)


def line_of(app: "Workbench", path: str, symbol: str) -> int:
    """The first line of a ranked definition, 1 where it is not ranked."""
    ranking = app.model.ranking
    for candidate in ranking.candidates if ranking is not None else ():
        if (candidate.path, candidate.symbol) == (path, symbol) and candidate.ranges:
            return candidate.ranges[0][0]
    return 1


def about(app: "Workbench") -> None:
    """What the verdict rests on; a place among it can be opened."""
    from ck_tui.screens.about import AboutScreen

    slice_ = app.model.slice
    assert slice_ is not None
    app.ask(AboutScreen(slice_, app.model.difference), lambda place: _go(app, place))


def reasons(app: "Workbench") -> None:
    """Why the item under the cursor is in the slice."""
    from ck_tui.screens.reasons import ReasonsScreen, reasons_of

    slice_, entry = app.model.slice, app.model.entry
    assert slice_ is not None and entry is not None
    ranking = app.model.ranking
    ranked = next((c for c in (ranking.candidates if ranking else ()) if (c.path, c.symbol) == entry.key), None)
    known = entry.item or ranked
    inside = app.bridge.repository.inside(entry.path)
    rows = reasons_of(entry, slice_, known.evidence if known else (), known.why if known else (), inside)
    lines = {f"{entry.path}::{found.name}": found.line for found in inside}
    app.ask(ReasonsScreen(entry.symbol or entry.path, rows), lambda place: _go(app, place, lines))


def _go(app: "Workbench", place: tuple[str, int, bool] | None, lines: Mapping[str, int] = MappingProxyType({})) -> None:
    """Open the place that a sheet answered, or fault it in."""
    from ck_tui.handlers.loading import show_place

    if place is None:
        return
    name, line, wants_fault = place
    path, _, symbol = name.partition("::")
    if wants_fault:
        fault_in(app, Entry(path, symbol, None, None))
    else:
        found = lines.get(name) or line_of(app, path, symbol)
        show_place(app, path, found if symbol else line, enter=True)


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "task.pin": pin,
    "task.drop": drop,
    "task.fault": fault,
    "task.less": lambda app: _step(app, -1),
    "task.more": lambda app: _step(app, 1),
    "task.about": about,
    "task.reasons": reasons,
    "task.auto": lambda app: set_budget(app, None),
    "task.next_excluded": next_excluded,
    "repository.pin": pin_file,
    "repository.hits": hits,
}
