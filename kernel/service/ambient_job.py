"""The process that slices for noticed failures, beside the agent: all that wait in a worktree, the newest first."""

from __future__ import annotations

import os
import time

from kernel.model.session import Noticed, units
from kernel.model.slice import Item, Slice
from kernel.reading.secrets import mask
from kernel.service import window
from kernel.service.ambient import DEAD
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.slicing import SliceRequest, cut, rank, render
from kernel.store.deliveries import NoticedFailures
from kernel.store.sessions import Sessions

LONGEST = 9_000
"""UTF-16 units of a slice's text: what else is told at the same event needs room, too."""

_LEAST = 200
_PATIENCE = "5000"
"""Milliseconds that the store is waited for: nobody waits for us."""

_SOURCE = "setting ambient_tokens"


def main(worktree: str) -> None:
    """Slice for what waits; then end at once. Never raises, and ends itself when it takes too long."""
    _end_after(DEAD - 20)
    _leave_group()
    with open_kernel(worktree, {**os.environ, "CK_BUSY_TIMEOUT_MS": _PATIENCE}, strict=False) as kernel:
        try:
            _all(kernel)
        except Exception as error:  # noqa: BLE001  nobody waits for an answer
            kernel.log_error("ambient slice", error)
    os._exit(0)


def _all(kernel: Kernel) -> None:
    failures = NoticedFailures(kernel.store)
    while (noticed := failures.claim(kernel.repository.root, time.time(), time.time() - DEAD)) is not None:
        try:
            _one(kernel, failures, noticed)
        except Exception as error:  # noqa: BLE001  the next one may be another case
            failures.finish(noticed.seq, "failed")
            kernel.log_error("ambient slice", error)


def _one(kernel: Kernel, failures: NoticedFailures, noticed: Noticed) -> None:
    limit = kernel.settings.ambient_tokens
    budget = min(limit, window.budget(kernel, noticed.session)[0] or limit)
    ranking = rank(kernel, SliceRequest(noticed.symptom), room=budget * 3)
    shown = failures.shown(noticed.session, noticed.epoch)
    while ranking.candidates and budget >= _LEAST:
        piece = cut(kernel, ranking, budget, _SOURCE)
        text = _text(kernel, piece, shown)
        if units(text) <= LONGEST:
            break
        budget = budget * 2 // 3
    else:
        failures.finish(noticed.seq, "nothing", ranking.task if ranking.candidates else "", ranking.title)
        return
    fresh = [_name(item) for item in piece.items if _name(item) not in shown]
    now = Sessions(kernel.store).get(noticed.session)
    news = fresh or now is None or now.task != ranking.task
    failures.finish(noticed.seq, "ready" if news else "same", ranking.task, ranking.title, mask(text)[0], fresh)


def _text(kernel: Kernel, piece: Slice, shown: frozenset[str]) -> str:
    """A slice with what it is and how to get more before it; what this window was shown before is not repeated."""
    fresh = tuple(item for item in piece.items if _name(item) not in shown)
    head = (
        f"ck: source that can matter for this failure (task {piece.task[:8]}; "
        f"more: ck tasks show {piece.task[:8]} | ck slice --symptom -)."
    )
    repeated = len(piece.items) - len(fresh)
    left = piece.budget.used - sum(item.tokens for item in piece.items) + sum(item.tokens for item in fresh)
    if repeated:
        head += f" Of it, {repeated} of {len(piece.items)} definitions were shown earlier in this session and are not repeated."
    return f"{head}\n{render(kernel, piece._replace(items=fresh, budget=piece.budget._replace(used=left))).rstrip()}"


def _name(item: Item) -> str:
    """What tells a definition as it is now from what it was before an edit."""
    return f"{item.path} {'.'.join(item.symbols)} {item.digest or item.ranges}"


def _leave_group() -> None:
    """Who ends the hook's processes must not end this one."""
    try:
        os.setsid()
    except OSError:
        return  # a leader of a group is on its own already


def _end_after(seconds: float) -> None:
    import signal

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda number, frame: os._exit(1))
        signal.setitimer(signal.ITIMER_REAL, seconds)
