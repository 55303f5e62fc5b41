"""What pane 6 shows, read off the event loop: an agent's burst of events is read together, a long session never holds a key up."""

import asyncio
import time
from bisect import bisect_left
from typing import TYPE_CHECKING

from ck_tui.bridge import BridgeError
from ck_tui.bridge.live import LISTED
from ck_tui.bridge.nouns import MAIN, OUTPUT, Moment

if TYPE_CHECKING:
    from ck_tui.app import Workbench

GROUP = "live"

AT_ONCE = 200
"""Outputs whose plans are looked into in one go, the newest first."""

RECENT = 500
"""What happened last is read again whenever something changed: of these, it may change what became of them."""

PAUSE = 0.03
"""Seconds between two looks into older plans."""

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
        app.live_read = None
        app.state.set(moments=())
        return
    if app.live_read != watched.key:
        # The end of a long session is there at once, the rest follows.
        await _show(app, watched.key, await asyncio.to_thread(bridge.moments, *watched.key, RECENT))
        if len(app.model.moments) >= RECENT or watched.session.agent != MAIN:
            await _show(app, watched.key, await asyncio.to_thread(bridge.moments, *watched.key))
    else:
        known = app.model.moments
        since = known[-RECENT].at if len(known) > RECENT else 0.0
        fresh = await asyncio.to_thread(bridge.moments, *watched.key, LISTED, since)
        older = known[: bisect_left(known, since, key=lambda one: one.at)]
        await _show(app, watched.key, (*older, *fresh)[-LISTED:])
    await _name_folds(app, watched.key)


async def _show(app: "Workbench", key: tuple[str, str], moments: tuple[Moment, ...]) -> None:
    """Show what happened, if that is still what is watched."""
    if app.model.watched is None or app.model.watched.key != key:
        app.live_stale = True
        return
    app.live_read = key
    known = await asyncio.to_thread(app.bridge.live.recognisers, _folded(moments)[:AT_ONCE])
    app.state.set(recognisers={**app.model.recognisers, **known}, moments=moments)


async def _name_folds(app: "Workbench", key: tuple[str, str]) -> None:
    """Look up what folded the older outputs, little by little."""
    fresh = [handle for handle in _folded(app.model.moments) if handle not in app.model.recognisers]
    for first in range(0, len(fresh), AT_ONCE):
        if app.live_stale or app.live_read != key:
            return
        known = await asyncio.to_thread(app.bridge.live.recognisers, fresh[first : first + AT_ONCE])
        app.state.set(recognisers={**app.model.recognisers, **known})
        await asyncio.sleep(PAUSE)


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
