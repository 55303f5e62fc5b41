"""The status line of an agent's harness: what this session and this repository saved, the window, and what needs attention."""

from __future__ import annotations

import time

from kernel.harness.claude.status import Status
from kernel.model.errors import KernelError
from kernel.service.kernel import Kernel
from kernel.service.pause import paused
from kernel.service.window import note
from kernel.store.alarms import alarms as attention
from kernel.store.ledger import Ledgers
from kernel.store.sessions import Sessions


def status_line(kernel: Kernel, status: Status) -> str:
    """One line; notes the window that the harness tells. Never raises: what fails is an alarm in the line."""
    parts, alarms, advised = [], [], False
    if paused(kernel.home).holds(kernel.repository.key):
        alarms.append("paused")
    try:
        parts += _savings(kernel, status)
        if status.session and not note(kernel, status.session, status.size, status.used):
            alarms.append("hooks silent: ck doctor")
        degraded, advised = attention(kernel.store, status.session, status.version)
        if degraded:
            alarms.append("replaced outputs do not arrive: ck canary")
        if kernel.store.in_memory:
            alarms.append("store not writable")
    except KernelError as error:
        alarms.append(error.message[:60])
    if status.size and status.used is not None:
        parts.append(f"window {100 * status.used / status.size:.0f} % of {short(status.size)}" + (", /compact pays" if advised else ""))
    ascii_ = kernel.settings.ascii
    sign, between = ("! ", " | ") if ascii_ else ("⚠ ", " · ")
    return between.join(("ck", *parts, *(sign + one for one in alarms)))


def short(tokens: int) -> str:
    """A count of tokens in few characters: 950, 12.4k, 3.1M."""
    sign, size = ("-" if tokens < 0 else ""), abs(tokens)
    if size < 1_000:
        return f"{sign}{size}"
    number, unit = (size / 1_000, "k") if size < 999_500 else (size / 1_000_000, "M")
    return f"{sign}{number:.1f}".removesuffix(".0") + unit if number < 100 else f"{sign}{number:.0f}{unit}"


def _savings(kernel: Kernel, status: Status) -> list[str]:
    now = time.time()
    session = Sessions(kernel.store).get(status.session) if status.session else None
    since = session.started if session is not None else now
    mine, whole = Ledgers(kernel.store).net(kernel.repository.key, status.session, since, now)
    return [f"{short(mine)} saved", f"{short(whole)} in all"]
