"""The process that slices for noticed failures, beside the agent: all that wait in a worktree, the newest first."""

from __future__ import annotations

import os
import time

from kernel.model.session import Noticed, units
from kernel.reading.secrets import mask
from kernel.service import window
from kernel.service.ambient import DEAD
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.slicing import SliceRequest, cut, rank, render
from kernel.store.deliveries import NoticedFailures

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
    budget = min(kernel.settings.ambient_tokens, window.budget(kernel, noticed.session)[0] or kernel.settings.ambient_tokens)
    ranking = rank(kernel, SliceRequest(noticed.symptom), room=budget * 3)
    if not ranking.candidates:
        failures.finish(noticed.seq, "nothing")
        return
    text = ""
    while budget >= _LEAST:
        text = _text(render(kernel, cut(kernel, ranking, budget, _SOURCE)), ranking.task)
        if units(text) <= LONGEST:
            break
        budget = budget * 2 // 3
    if budget < _LEAST:
        failures.finish(noticed.seq, "nothing", ranking.task, ranking.title)
        return
    failures.finish(noticed.seq, "ready", ranking.task, ranking.title, mask(text)[0])


def _text(slice_text: str, task: str) -> str:
    """A slice with what it is and how to get more before it."""
    head = f"ck: source that can matter for this failure (task {task[:8]}; more: ck tasks show {task[:8]} | ck slice --symptom -)."
    return f"{head}\n{slice_text.rstrip()}"


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
