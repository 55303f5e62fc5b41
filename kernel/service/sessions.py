"""Sessions of agents: what their events tell, who is at work where, and which of their events were answered."""

from __future__ import annotations

import time

from kernel.model.session import MAIN, Arrival, Event, Session
from kernel.service.kernel import Kernel
from kernel.store.sessions import Sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ENDS = ("SessionEnd", "SubagentStop")
"""Events with which an agent ends."""


def arrive(kernel: Kernel, event: Event) -> Arrival:
    """Note an event; what has no session is always new.

    Raises:
        StoreBusy, StoreFailed, StoreTooNew: Nothing was noted.
    """
    if not event.session:
        return Arrival(True)
    repository = kernel.repository
    return Sessions(kernel.store).arrive(
        event, repository.key, repository.root, time.time(), event.name in ENDS
    )


def sessions(kernel: Kernel, limit: int = 100, everywhere: bool = False) -> tuple[Session, ...]:
    """The agents that worked in this worktree (or anywhere), the last active first; subagents have their session's id."""
    return Sessions(kernel.store).list(None if everywhere else kernel.repository.root, limit)


def session(kernel: Kernel, session_id: str) -> Session | None:
    """The main agent of a session, None where nobody told of it."""
    return Sessions(kernel.store).get(session_id)


def tree(agents: Sequence[Session]) -> tuple[tuple[Session, tuple[Session, ...]], ...]:
    """Each session's main agent with its subagents, in the order given; subagents of an unknown session are left out."""
    mains = [one for one in agents if one.agent == MAIN]
    return tuple(
        (one, tuple(sub for sub in agents if sub.session == one.session and sub.agent != MAIN)) for one in mains
    )
