"""What happened in a session, for people: every output with what became of it, what came back, what was told, what was sent."""

from __future__ import annotations

from collections.abc import Collection

from kernel.model.moment import Moment
from kernel.model.session import MAIN
from kernel.service.kernel import Kernel
from kernel.store.moments import Moments

LONGEST = 10_000
"""Moments of a session that are listed; older outputs are found by searching."""


def timeline(
    kernel: Kernel, session: str, agent: str = MAIN, limit: int = LONGEST, since: float = 0.0
) -> tuple[Moment, ...]:
    """The last moments of a session in this worktree, oldest first.

    Args:
        kernel: Open on the worktree.
        session: The session's id.
        agent: ``main``: of the whole session; a subagent's id: only what is known to be its.
        limit: At most so many.
        since: Only from this time on, in seconds since the epoch.
    """
    repository = kernel.repository
    found = Moments(kernel.store).of(session, repository.key, repository.root, limit, since)
    return found if agent == MAIN else tuple(one for one in found if one.agent == agent)


def recognisers(kernel: Kernel, handles: Collection[int]) -> dict[int, str]:
    """Which recogniser folded most of each output, by handle; what was shown whole is left out."""
    return Moments(kernel.store).recognisers(handles)


def slice_text(kernel: Kernel, number: int) -> str:
    """The text of a slice that came by itself; empty where there is none (any more)."""
    return Moments(kernel.store).slice_text(number)
