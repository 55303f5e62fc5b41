"""What an agent is told beside its tool's output: what a person sent, and the slice for a failure that was noticed."""

from __future__ import annotations

import time

from kernel.model.session import MAIN, Event, units
from kernel.service.kernel import Kernel

LONGEST = 9_500
"""UTF-16 units of all that is added at one event: of more than 10,000 the harness shows only a preview."""

FRESH = 900.0
"""Seconds after which the slice for a failure is no longer news."""


def collect(kernel: Kernel, event: Event, room: int = LONGEST) -> str:
    """What waits for the main agent of a session, marked as given; at most ``room`` UTF-16 units. Empty: nothing.

    A subagent is not told: it has a task of its own.
    """
    if event.agent != MAIN or not event.session:
        return ""
    from kernel.service.ambient import give
    from kernel.service.deliveries import settle, take

    settle(kernel, event)
    sent = take(kernel, event.session, room, event.name, event.transcript)
    noticed = give(kernel, event.session, time.time() - FRESH, room - units(sent) - 2)
    return "\n\n".join(part for part in (sent, noticed) if part)
