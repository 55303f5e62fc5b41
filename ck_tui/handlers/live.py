"""Watching agents: follow one, open what it was shown, see whether it arrived."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from ck_tui.bridge import BridgeError
from ck_tui.bridge.nouns import DELIVERY, OUTPUT, RECALL, SLICE, CanaryState, Delivery, Moment
from ck_tui.handlers import watching
from ck_tui.widgets.following import FollowingRows
from ck_tui.widgets.rows import Rows

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def enter(app: "Workbench") -> None:
    """Go to the live side; what happened is read when it is looked at."""
    app.main.go_to("live")
    watching.refresh(app)


def follow(app: "Workbench") -> None:
    """Watch whichever session was active last, at the end of its timeline."""
    rows = app.main.query_one("#agents", Rows)
    if rows.count():
        rows.move_to(0)
        watching.choose(app, None)
    moments = app.main.query_one(FollowingRows)
    moments.to_end()
    if moments.count():
        app.main.set_focus(moments)


def open_here(app: "Workbench") -> None:
    """Open what is under the cursor: an output before and after, a text that the agent was told."""
    focused, model = app.focused, app.model
    if focused is not None and focused.id == "queue" and model.delivery is not None:
        _tell(app, model.delivery)
    elif model.moment is not None:
        _open(app, model.moment)


def _tell(app: "Workbench", one: Delivery) -> None:
    from ck_tui.screens.message import MessageScreen

    whom = one.receiver or one.session or "whoever comes next"
    state = "delivered" if one.delivered is not None else "sent"
    title = f"{one.kind} {state} to {whom}{f' at {one.event}' if one.event else ''}" if one.sent is not None else f"{one.kind} waits for {whom}"
    app.push_screen(MessageScreen(title, one.text, ""))


def _open(app: "Workbench", moment: Moment) -> None:
    from ck_tui.screens.message import MessageScreen

    if moment.kind in (OUTPUT, RECALL) and moment.number:
        app.run_worker(_show_output(app, moment.number), group="open", exclusive=True, exit_on_error=False)
    elif moment.kind == DELIVERY:
        app.push_screen(MessageScreen(f"{moment.name} sent at {moment.state or 'an event'}", moment.text, ""))
    elif moment.kind == SLICE:
        text = app.bridge.live.slice_text(moment.number)
        app.push_screen(MessageScreen(moment.text or "A failure that was noticed", text or "No slice was made for it.", ""))
    else:
        app.say(f"{moment.name or moment.kind} {moment.text}".strip())


async def _show_output(app: "Workbench", handle: int) -> None:
    from ck_tui.screens.output import OutputScreen

    try:
        output = await asyncio.to_thread(app.bridge.parked.get, handle)
    except BridgeError as error:
        app.show_error("opening the output", error)
        return
    app.push_screen(OutputScreen(output))


def canary(app: "Workbench") -> None:
    """Whether what replaces outputs arrives, kind by kind; and whose word the window's figures are."""
    from ck_tui.screens.facts import FactList, FactSheet

    rows, live, watched = FactList(), app.model.live, app.model.watched
    if live is None:
        app.say("Nothing is known yet.")
        return
    if watched is not None and watched.window is not None:
        window = watched.window
        rows.head("Context window")
        used = f"{window.used:,} tokens in use ({window.used_source})" if window.used is not None else "nobody told how much is in use"
        rows.sentences(f"{used} of {window.size:,} ({window.size_source}).")
    rows.head("Does what replaces outputs arrive, as the agent's transcript tells?")
    for one in live.canaries:
        rows.sentences(_canary_words(one))
    if not live.canaries:
        rows.sentences("Nothing was replaced yet, so nothing is known.")
    rows.head("When it does not")
    rows.sentences("Outputs of that kind are left whole, but for a try from time to time; one that arrives heals it. ck reset-canary begins anew.")
    app.push_screen(FactSheet("Window and canary", "esc goes back", rows.rows()))


def _canary_words(one: CanaryState) -> str:
    version = f" in version {one.version}" if one.version else ""
    return f"{one.kind or 'all'}{version}: {one.state}, {one.arrived:,} arrived, {one.missed:,} missed."


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "live.follow": follow,
    "live.open": open_here,
    "live.canary": canary,
}
