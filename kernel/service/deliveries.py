"""From a person to an agent: pins, drops, items and notes queue up and are sent at the session's next event.

What was sent is delivered once a later event shows that it arrived. A process may die between noting and printing: what the
transcript does not hold, though the model has answered since, is sent again; what it holds, never.
"""

from __future__ import annotations

import time

from kernel.model.errors import BadInput, NotFound
from kernel.model.session import Delivery, Event, units
from kernel.reading.secrets import mask
from kernel.service.kernel import Kernel
from kernel.store.deliveries import Deliveries

KINDS = ("pin", "drop", "item", "note")
LONGEST = 6_000
"""UTF-16 units of one delivery; what is longer is cut at a line's end, and this is said."""

LEASE = 600.0
"""Seconds after which what one session was sent, and does not hold, may go to another one that works there."""

ANSWERS = 2
"""Answers of the model after which a transcript must hold what was sent: the first may have begun before."""

HEAD = "From the person you work for, through ck:"
_SAID = {"pin": "pinned", "drop": "dropped (does not matter here)", "item": "to look at", "note": "note"}


def queue(kernel: Kernel, kind: str, text: str, session: str = "") -> int:
    """Queue something for an agent that works in this worktree.

    Args:
        kernel: Open on the worktree.
        kind: One of ``KINDS``.
        text: What to tell: an item's name, its lines, a note.
        session: For this session only; empty: for whoever comes next.

    Returns:
        The delivery's number.

    Raises:
        BadInput: No such kind, or no text.
    """
    if kind not in KINDS:
        raise BadInput(f"a delivery is one of {', '.join(KINDS)}, not {kind!a}")
    if not text.strip():
        raise BadInput("there is nothing to send: the text is empty")
    masked = mask(text)[0]
    return Deliveries(kernel.store).queue(kernel.repository.root, session, kind, _cut(masked), time.time())


def queue_lines(kernel: Kernel, path: str, first: int, last: int, session: str = "") -> int:
    """Queue lines of a file (1-based, inclusive) with their numbers, for an agent to look at.

    Raises:
        NotFound: There are no such lines in the repository.
    """
    from kernel.service.slicing import read_lines  # hooks only take what is queued

    lines = read_lines(kernel, path)
    lines = lines[:-1] if lines and not lines[-1] else lines  # a file's last line ends, too
    shown = [f"{number}\t{lines[number - 1]}" for number in range(max(1, first), min(last, len(lines)) + 1)]
    if not shown:
        raise NotFound(f"{path} has no lines {first}-{last}")
    return queue(kernel, "item", "\n".join((path, *shown)), session)


def pending(kernel: Kernel, limit: int = 100) -> tuple[Delivery, ...]:
    """What waits in this worktree, the oldest first."""
    return Deliveries(kernel.store).list(kernel.repository.root, True, limit)


def delivered(kernel: Kernel, limit: int = 100) -> tuple[Delivery, ...]:
    """What was sent in this worktree, the last first; each says to which session and when, and whether it arrived."""
    return Deliveries(kernel.store).list(kernel.repository.root, False, limit)


def swap(kernel: Kernel, one: int, other: int) -> bool:
    """Let two deliveries that wait change their places: each gets the other's number; false where one does not wait."""
    return Deliveries(kernel.store).swap(kernel.repository.root, one, other)


def withdraw(kernel: Kernel, seq: int) -> bool:
    """Take back what was not sent yet; false where there is no such delivery."""
    return Deliveries(kernel.store).withdraw(kernel.repository.root, seq)


def restore(kernel: Kernel, one: Delivery) -> bool:
    """Let what was withdrawn wait again, in its old place; false where that is taken."""
    return Deliveries(kernel.store).restore(one)


def settle(kernel: Kernel, event: Event) -> None:
    """Find out, at an event of a session, what became of what was sent before."""
    now = time.time()
    deliveries = Deliveries(kernel.store)
    unsettled = deliveries.unsettled(kernel.repository.root, event.session, now - LEASE)
    if not unsettled:
        return
    from kernel.store.sessions import Sessions

    arrived: list[Delivery] = []
    lost: list[Delivery] = []
    for one in unsettled:
        receiver = None if one.receiver == event.session else Sessions(kernel.store).get(one.receiver)
        found = _became(one, receiver.transcript if receiver is not None else event.transcript, one.receiver == event.session)
        if found is not None:
            (arrived if found else lost).append(one)
    if arrived or lost:
        deliveries.settle(arrived, lost, now)


def _became(one: Delivery, transcript: str, here: bool) -> bool | None:
    """Whether something arrived; None: nobody knows yet. Without a transcript, that its session goes on must do."""
    from kernel.harness.claude.arrivals import read_since

    since = read_since(transcript, one.tail)
    if since is None:
        return here
    said = _plain(_said(one))
    if any(said in _plain(context) for context in since.contexts):
        return True
    return None if here and since.answers < ANSWERS else False


def _said(one: Delivery) -> str:
    return f"- {_SAID[one.kind]}: {one.text}"


def _plain(text: str) -> str:
    """What is the same however a harness writes what is no ASCII, and blanks."""
    return "".join(character for character in text if "!" <= character <= "~")


def take(kernel: Kernel, session: str, room: int, event: str = "", transcript: str = "") -> str:
    """What a session is told at an event, at most ``room`` UTF-16 units, marked as sent; the rest waits. Empty: nothing."""
    from kernel.harness.claude.arrivals import size_of

    room -= len(HEAD) + 1
    # Each stands behind its kind, in lines of its own.
    spare = max(map(len, _SAID.values())) + 5
    given = Deliveries(kernel.store).take(kernel.repository.root, session, room, time.time(), spare, event, size_of(transcript))
    return "\n".join([HEAD, *map(_said, given)]) if given else ""


def _cut(text: str) -> str:
    text = text.strip("\n")
    if units(text) <= LONGEST:
        return text
    # A character may count twice.
    room = LONGEST - 60 if units(text) == len(text) else LONGEST // 2 - 30
    kept = text[:room].rpartition("\n")[0] or text[:room]
    left = text[len(kept) :].strip("\n").count("\n") + 1
    return f"{kept}\n(cut here: {left:,} more lines)"
