"""How large a session's context window is and how full: as the harness told, else by its model, else assumed, and it is said."""

from __future__ import annotations

import time

from kernel.model.named import NamedTuple
from kernel.model.session import MAIN, Session
from kernel.service.kernel import Kernel
from kernel.store.contexts import Contexts
from kernel.store.sessions import Sessions

ASSUMED = 200_000
"""Tokens of a window that nobody told and whose model is not known: the smallest that coding agents are offered now."""

MODELS: tuple[tuple[str, int], ...] = (("[1m]", 1_000_000), ("claude-", 200_000))
"""Parts of a model's id and its window in tokens; the first that fits counts."""

SHARE = 4
LEAST = 500
"""A slice asked for with an automatic budget takes at most one ``SHARE``-th of what is left, and at least so many tokens."""

_STEP = 100
"""A use is noted again when it changed by a ``_STEP``-th of the window."""


class ContextWindow(NamedTuple):
    """A session's window in tokens.

    Attributes:
        size: Of the whole window.
        used: In use; None: nobody knows.
        size_source: ``told by the harness``, ``by its model`` or ``assumed``.
        used_source: ``told by the harness``, ``its transcript``, ``outputs shown since its start`` (at least so many), or empty.
    """

    size: int
    used: int | None
    size_source: str
    used_source: str

    @property
    def occupancy(self) -> float | None:
        """Share in use, 0 to 1."""
        return None if self.used is None else min(1.0, self.used / self.size)


def note(kernel: Kernel, session: str, size: int | None, used: int | None) -> bool:
    """Note what a harness told of a session's window, where it is news; false where nobody told of the session."""
    sessions = Sessions(kernel.store)
    now = sessions.get(session)
    if now is None:
        return False
    step = (size or now.size or ASSUMED) / _STEP
    same = now.used == used if now.used is None or used is None else abs(now.used - used) < step
    if now.size == (size or now.size) and same and (now.told or 0.0) >= _begun(kernel, session):
        return True
    sessions.set_window(session, size or now.size, used, time.time())
    if used is not None:
        whole = size or _size(now)[0]
        Contexts(kernel.store).fill(session, MAIN, used / whole)
    return True


def window(kernel: Kernel, session: str) -> ContextWindow | None:
    """The window of a session's main agent; None where nobody told of the session."""
    now = Sessions(kernel.store).get(session)
    if now is None:
        return None
    size, source = _size(now)
    # What was told before a compaction or a clear is about another window.
    if now.used is not None and now.told is not None and now.told >= _begun(kernel, session):
        return ContextWindow(size, now.used, source, "told by the harness")
    from kernel.harness.claude.transcript import tokens_in_use

    used = tokens_in_use(now.transcript) if now.transcript else None
    if used is not None:
        return ContextWindow(size, used, source, "its transcript")
    return ContextWindow(size, Contexts(kernel.store).shown(session, MAIN), source, "outputs shown since its start")


def budget(kernel: Kernel, session: str) -> tuple[int | None, str]:
    """The token limit of a slice for a session, None for no limit, and where it comes from, for people."""
    limit = kernel.settings.slice_budget or None
    now = window(kernel, session) if session else None
    if now is None or now.used is None:
        why = f"session {session[:8]} is not known here" if session else "no session was named"
        return limit, f"auto: {why}, setting slice_budget"
    left = max(0, now.size - now.used)
    share = max(LEAST, left // SHARE)
    source = f"auto: {left:,} of {now.size:,} tokens left ({now.used_source})"
    return (share if limit is None else min(share, limit)), source


def _size(session: Session) -> tuple[int, str]:
    if session.size:
        return session.size, "told by the harness"
    known = [size for part, size in MODELS if part in session.model]
    return (known[0], "by its model") if known else (ASSUMED, "assumed")


def _begun(kernel: Kernel, session: str) -> float:
    return Contexts(kernel.store).begun(session, MAIN)
