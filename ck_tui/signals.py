"""Signals that end the workbench: the terminal is given back first, the exit code is the shell's 128 + number."""

import asyncio
import os
import signal
import threading
from typing import TYPE_CHECKING

from ck_tui.textual_shims import restore_terminal

if TYPE_CHECKING:
    from ck_tui.app import Workbench

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT")

PATIENCE = 3.0
"""Seconds for an orderly end; a terminal that is gone may hold it up for ever."""


def end_on_signals(app: "Workbench") -> None:
    """From now on signals end the application in order. Needs the running event loop of the main thread."""
    loop = asyncio.get_running_loop()
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None:
            loop.add_signal_handler(number, _end, app, int(number))


def _end(app: "Workbench", number: int) -> None:
    guard = threading.Timer(PATIENCE, _leave, (app, 128 + number))
    guard.daemon = True
    guard.start()
    app.bridge.worker.cancel()
    app.exit(128 + number)


def _leave(app: "Workbench", code: int) -> None:
    """The orderly end did not come: leave without it."""
    restore_terminal(app)
    os._exit(code)


def why_not_suspended() -> str:
    """Why the process cannot be stopped now: nobody would bring it back. Empty if it can."""
    if not hasattr(signal, "SIGTSTP"):
        return "this system cannot suspend programs"
    # A shell with job control gives each job a process group of its own.
    if os.getpgrp() == os.getsid(0):
        return "no shell here could bring it back"
    return ""
