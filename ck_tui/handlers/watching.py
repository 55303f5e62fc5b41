"""What pane 6 shows, read off the event loop: an agent's burst of events is read together, a long session never holds a key up."""

import asyncio
import time
from typing import TYPE_CHECKING

from ck_tui.bridge import BridgeError
from ck_tui.bridge.nouns import OUTPUT, Moment

if TYPE_CHECKING:
    from ck_tui.app import Workbench

GROUP = "live"

AT_ONCE = 200
"""Outputs whose plans are looked into in one go, the newest first."""

REST = 3
"""A reading is followed by a rest of so many times its own length, at most ``LONGEST_REST`` seconds."""

LONGEST_REST = 2.0


def refresh(app: "Workbench") -> None:
    """Read who works here and, where it is looked at, what happened; once more where something changes meanwhile."""
    app.live_stale = True
    if not any(worker.group == GROUP and worker.is_running for worker in app.workers):
        app.run_worker(_refresh(app), group=GROUP, exit_on_error=False)


async def _refresh(app: "Workbench") -> None:
    while app.live_stale:
        app.live_stale = False
        started = time.monotonic()
        try:
            await _read(app)
        except BridgeError as error:
            app.bridge.session.log_error("workbench: reading the sessions", error)
            return
        took = time.monotonic() - started
        if app.live_stale:
            await asyncio.sleep(min(LONGEST_REST, REST * took))


async def _read(app: "Workbench") -> None:
    bridge = app.bridge.live
    app.state.set(live=await asyncio.to_thread(bridge.overview))
    watched = app.model.watched
    if app.main.current != "live":
        return
    if watched is None:
        app.state.set(moments=())
        return
    moments = await asyncio.to_thread(bridge.moments, *watched.key)
    if app.model.watched is None or app.model.watched.key != watched.key:
        app.live_stale = True
        return
    known = await asyncio.to_thread(bridge.recognisers, _folded(moments)[:AT_ONCE])
    app.state.set(recognisers={**app.model.recognisers, **known}, moments=moments)
    for first in range(AT_ONCE, len(_folded(moments)), AT_ONCE):
        fresh = [handle for handle in _folded(moments)[first : first + AT_ONCE] if handle not in app.model.recognisers]
        if fresh:
            known = await asyncio.to_thread(bridge.recognisers, fresh)
            app.state.set(recognisers={**app.model.recognisers, **known})


def _folded(moments: tuple[Moment, ...]) -> list[int]:
    """Handles of the outputs that were folded, the newest first."""
    return [one.number for one in reversed(moments) if one.kind == OUTPUT and one.folds]


def choose(app: "Workbench", key: tuple[str, str] | None) -> None:
    """Watch another session or agent; None: follow the newest."""
    if key == app.model.chosen:
        return
    before = app.model.watched
    app.state.set(chosen=key)
    now = app.model.watched
    if now is not None and (before is None or now.key != before.key):
        refresh(app)
