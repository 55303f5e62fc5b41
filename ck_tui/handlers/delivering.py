"""What a person sends to the agent: notes, items, and by themselves the pins, drops and faulted-in items while one is live."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ck_tui.bridge.nouns import Delivery
from ck_tui.handlers import watching
from ck_tui.panes.live_lines import name_of, state_of
from ck_tui.state import Entry

if TYPE_CHECKING:
    from ck_tui.app import Workbench

OPPOSITE = {"pin": "unpin", "unpin": "pin", "drop": "undrop", "undrop": "drop"}
"""What takes a steering back."""

STEPS = 100
"""Steps of the queue that can be taken back."""


class Step(NamedTuple):
    """A change of the queue: in words, and how it is taken back (false: it was given meanwhile)."""

    said: str
    back: Callable[[], bool]


def receiver(app: "Workbench") -> str:
    """For whom: the session that a person chose to watch, else whoever comes next."""
    chosen, watched = app.model.chosen, app.model.watched
    return watched.session.session if chosen is not None and watched is not None else ""


def _changed(app: "Workbench", step: Step) -> None:
    app.queue_steps = [*app.queue_steps[-STEPS + 1 :], step]
    _reread(app)


def _reread(app: "Workbench") -> None:
    """Show the queue as it is now; nobody tells us of what we write ourselves."""
    if app.model.live is not None:
        waiting, given = app.bridge.live.deliveries()
        app.state.set(live=app.model.live._replace(waiting=waiting, given=given))
    watching.refresh(app)


def _queued(app: "Workbench", what: str, numbers: tuple[int, ...]) -> None:
    def back() -> bool:
        withdrawn = [app.bridge.live.withdraw(number) for number in numbers]
        return all(withdrawn)

    _changed(app, Step(f"{what} is withdrawn", back))
    whom = name_of(receiver(app)) if receiver(app) else "the agent's next event"
    app.say(f"{what} waits for {whom}.")


def note(app: "Workbench") -> None:
    """Write a note for the agent."""
    from ck_tui.screens.note import NoteScreen

    whom = receiver(app)
    agents = app.model.live.agents if app.model.live is not None else ()
    who = f"for session {name_of(whom)}" if whom else "for whoever comes next" if agents else "no session is known yet: for whoever comes first"

    def done(text: str | None) -> None:
        if text is not None and text.strip():
            _queued(app, "The note", (app.bridge.live.send("note", text, whom),))

    app.ask(NoteScreen(who), done)


def send_item(app: "Workbench") -> None:
    """Queue the lines of the item under the cursor."""
    entry = app.model.entry
    if entry is None:
        app.say("No item is selected.", "warning")
        return
    _queued(app, entry.symbol or entry.path, app.bridge.live.send_lines(entry.path, _ranges(app, entry), receiver(app)))


def _ranges(app: "Workbench", entry: Entry) -> tuple[tuple[int, int], ...]:
    if entry.item is not None:
        return entry.item.ranges
    ranking = app.model.ranking
    return next((c.ranges for c in (ranking.candidates if ranking else ()) if (c.path, c.symbol) == entry.key), ())


def steered(app: "Workbench", verb: str, entry: Entry, *, lines: bool = False) -> None:
    """A person pinned or dropped something: a live agent is told at its next event; what waits is taken back where they undo it.

    ``lines``: its lines go out, not only its name: it had been left out.
    """
    model = app.model
    if model.live is None or not any(state_of(agent, time.time()) == "live" for agent in model.live.agents):
        return
    name = f"{entry.path}::{entry.symbol}" if entry.symbol else entry.path
    if verb in ("unpin", "undrop"):
        _take_back(app, verb.removeprefix("un"), name, entry)
        return
    _take_back(app, "drop" if verb == "pin" else "pin", name, entry, tell=False)
    if lines:
        app.bridge.live.send_lines(entry.path, _ranges(app, entry), receiver(app))
    else:
        app.bridge.live.send(verb, name, receiver(app))
    _reread(app)


def _take_back(app: "Workbench", kind: str, name: str, entry: Entry, *, tell: bool = True) -> None:
    """Withdraw what waits of an item; what was given already is taken back by another word."""
    ranges = _ranges(app, entry)
    starts = tuple(f"{entry.path}\n{first}\t" for first, _last in ranges or ((1, 1),))
    waiting, given = app.bridge.live.deliveries()
    mine = [one for one in waiting if (one.kind == kind and one.text == name) or (kind == "pin" and one.kind == "item" and one.text.startswith(starts))]
    withdrawn = [app.bridge.live.withdraw(one.seq) for one in mine]
    if tell and not any(withdrawn) and any(one.kind == kind and one.text == name for one in given):
        app.bridge.live.send("note", f"no longer {'pinned' if kind == 'pin' else 'dropped'}: {name}", receiver(app))
    _reread(app)


def withdraw(app: "Workbench") -> None:
    """Take back what waits under the cursor."""
    one = app.model.delivery
    assert one is not None
    if not app.bridge.live.withdraw(one.seq):
        _reread(app)
        app.say("It was given a moment ago.", "warning")
        return
    _changed(app, Step(f"the {one.kind} waits again", lambda: app.bridge.live.restore(one)))
    app.say(f"The {one.kind} is withdrawn. u takes that back.")


def _move(app: "Workbench", by: int) -> None:
    """Let what is under the cursor be given earlier (−1) or later (1)."""
    from ck_tui.widgets.rows import Rows

    one, live = app.model.delivery, app.model.live
    assert one is not None and live is not None
    place = next((place for place, other in enumerate(live.waiting) if other.seq == one.seq), -1)
    if not (place >= 0 and 0 <= place + by < len(live.waiting)):
        app.say("It is the first already." if by < 0 else "It is the last already.")
        return
    other: Delivery = live.waiting[place + by]
    if app.bridge.live.swap(one.seq, other.seq):
        _changed(app, Step("the order is as before", lambda: app.bridge.live.swap(one.seq, other.seq)))
        # Each has the other's number now.
        app.main.query_one("#queue", Rows).select((other.seq, one.text))


def undo(app: "Workbench") -> None:
    """Take back the last change of the queue that was made here."""
    if not app.queue_steps:
        app.say("Nothing to undo here.")
        return
    *app.queue_steps, step = app.queue_steps
    done = step.back()
    _reread(app)
    app.say(f"Undone: {step.said}." if done else "It was given meanwhile: it cannot be taken back.", "information" if done else "warning")


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "queue.note": note,
    "queue.item": send_item,
    "queue.withdraw": withdraw,
    "queue.earlier": lambda app: _move(app, -1),
    "queue.later": lambda app: _move(app, 1),
}
