"""What is in the store, read off the event loop: at the start, and whenever somebody else (an agent's hook, a command) changed it."""

import asyncio
import time
from typing import TYPE_CHECKING, Any

from ck_tui.bridge import Bridge, BridgeError
from ck_tui.bridge.nouns import Request
from ck_tui.handlers import watching
from ck_tui.handlers.loading import rank, recut, request_of
from ck_tui.state import Model

if TYPE_CHECKING:
    from ck_tui.app import Workbench
GROUP = "store"
"""Name of the group of asynchronous work that reads the store."""

REST = 10
"""A reading is followed by a rest of so many times its own length: a busy agent's store never takes more than a tenth of the time."""

LONGEST_REST = 3.0
"""Seconds of rest at most: on a machine that is busy otherwise, a reading takes long without being much work."""


def first(app: "Workbench") -> None:
    """Fill the panes; whatever fails leaves its pane empty and is said once."""
    if app.first_symptom:
        rank(app, Request(app.first_symptom))
    app.run_worker(_first(app), group=GROUP, exit_on_error=False)


async def _first(app: "Workbench") -> None:
    app.store_version = await asyncio.to_thread(_version, app.bridge)
    await _read_all(app)
    left = next((task for task in app.model.tasks if task.id == app.layout.task), None)
    if left is not None and app.model.request == Request():
        rank(app, request_of(left), restored=True)
    app.run_worker(_list(app), group="first", exit_on_error=False)


async def _list(app: "Workbench") -> None:
    """Listing may take a while in a large repository; what is in the store does not wait for it."""
    try:
        paths = await asyncio.to_thread(app.bridge.repository.paths)
    except BridgeError as error:
        paths = ()
        app.show_error("reading the repository", error)
    app.state.set(paths=paths)


def poll(app: "Workbench") -> None:
    """Look whether the store was changed, unless that is being done; changes in a burst are read together."""
    reading = any(worker.group == GROUP and worker.is_running for worker in app.workers)
    if not reading and time.monotonic() >= app.next_look:
        app.run_worker(_look(app), group=GROUP, exit_on_error=False)


async def _look(app: "Workbench") -> None:
    before = app.model.paused
    version, paused = await asyncio.to_thread(lambda: (_version(app.bridge), app.bridge.ledger.paused()))
    if app.model.paused == before:  # the switch is not in the store
        app.state.set(paused=paused)
    if version == app.store_version and set(app.bridge.session.notices) <= set(app.model.notes):
        return
    app.store_version = version
    started = time.monotonic()
    await _read_all(app)
    app.next_look = time.monotonic() + min(LONGEST_REST, REST * (time.monotonic() - started))


def _version(bridge: Bridge) -> int:
    try:
        return bridge.session.version()
    except BridgeError:
        return -1


def looked(app: "Workbench") -> None:
    """A person looked at something folded: the ledger counts it, and nobody tells us of what we write ourselves."""
    app.store_version = None
    poll(app)


async def _read_all(app: "Workbench") -> None:
    """Show everything that is in the store, and say what happened to it."""
    before = app.model
    try:
        found = await asyncio.to_thread(_read, app.bridge, before)
    except BridgeError as error:
        app.show_error("reading the store", error)
        found = {}
    _take(app, before, found)
    tell_notices(app)
    watching.refresh(app)


def _read(bridge: Bridge, known: Model) -> dict[str, Any]:
    """What is in the store, by the model's names."""
    found = {
        "tasks": bridge.task.tasks(),
        "charter": bridge.charter.load(),
        "parked": bridge.parked.rows(),
        "ledger": bridge.ledger.totals(),
        "splits": bridge.ledger.splits(),
        "paused": bridge.ledger.paused(),
    }
    return found if known.ranking is None else {**found, "steers": bridge.task.steers(known.ranking.task)}


def _take(app: "Workbench", before: Model, found: dict[str, Any]) -> None:
    """Show what was found, except for what a person changed here while it was read: that is read again."""
    steers = found.pop("steers", before.steers)
    fresh = {name: value for name, value in found.items() if getattr(app.model, name) is getattr(before, name)}
    if len(fresh) < len(found):
        app.store_version = None
    app.state.set(**fresh)
    if app.model.ranking is not None and app.model.ranking is before.ranking and steers != app.model.steers:
        app.attempt("cutting", lambda: recut(app))


def tell_notices(app: "Workbench") -> None:
    """Say what happened to the store since the start: it stays on the screen, and in the log."""
    session = app.bridge.session
    new = tuple(note for note in session.notices if note not in app.model.notes)
    if new:
        app.state.set(notes=(*app.model.notes, *new))
    for note in new:
        session.log_notice(note)
        app.say(note, "error", lasting=True)
    try:
        app.state.set(in_memory=session.in_memory)
    except BridgeError:
        return
