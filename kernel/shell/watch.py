"""A command run under watch: what it prints is handed over in parts, and everything else is as if nobody watched.

Standard input is inherited; both outputs go to one pipe, so that they stay in order. Signals that reach us are passed on; the
command's exit code is ours, or 128 and its signal as shells have it.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NoReturn

CANNOT_RUN, NOT_FOUND = 126, 127
"""The exit codes of a command that is no program, and of one that is not there, as shells have them."""

_CHUNK = 65_536
_FORWARDED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")
_FROM_A_TERMINAL = ("SIGINT", "SIGQUIT")

Show = Callable[[bytes, int | None], bytes]
"""From a part of the output, and the exit code where it is the last one, to what is printed of it. Must not raise."""


class Limits(NamedTuple):
    """When a part is complete though the command still runs.

    Attributes:
        silence: Seconds in which it printed nothing; then also a line that is not finished is shown: it may be a question.
        hold: Seconds for which anything is held back.
        most: Bytes.
        grace: Seconds of silence after its end, for what children of it still print.
    """

    silence: float = 2.0
    hold: float = 10.0
    most: int = 2_000_000
    grace: float = 0.1


def run_watched(command: Sequence[str], show: Show, limits: Limits = Limits()) -> int:  # noqa: B008  immutable
    """Run a command to its end, print what ``show`` makes of its output, and return its exit code.

    What children in the background print after the command's end is passed on as it is by a process of its own; nobody waits
    for them. Where nobody reads our output any more, the command is told as ever: by SIGPIPE.

    Raises:
        FileNotFoundError, PermissionError, OSError: It cannot be started.
    """
    source, sink = os.pipe()
    wake, woken = os.pipe()
    for end in (wake, woken):
        os.set_blocking(end, False)
    child: subprocess.Popen[bytes] | None = None

    def forward(number: int, frame: object) -> None:
        if child is not None and child.poll() is None:
            child.send_signal(number)

    with _signals(forward, woken):
        try:
            child = subprocess.Popen(command, stdout=sink, stderr=sink)
        finally:
            os.close(sink)
        pump = _Pump(child, source, wake, show, limits)
        try:
            pump.run()
        except BrokenPipeError:
            os.close(source)
            child.wait()
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def become(command: Sequence[str]) -> NoReturn:
    """Let the command take this process's place.

    Raises:
        OSError: It cannot be started.
    """
    # Python ignores these, and what is ignored would stay so.
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    os.execvp(command[0], list(command))


class _Pump:
    """Reads until the command has ended and its output is quiet."""

    def __init__(self, child: subprocess.Popen[bytes], source: int, wake: int, show: Show, limits: Limits) -> None:
        self.child, self.source, self.wake, self.show, self.limits = child, source, wake, show, limits
        self.pending = bytearray()
        self.first = self.last = time.monotonic()
        self.ended = False

    def run(self) -> None:
        """Raises BrokenPipeError where nobody reads."""
        open_ = True
        while open_ and (not self._has_ended() or self._quiet_for() < self.limits.grace):
            readable, _, _ = select.select([self.source, self.wake], (), (), self._timeout())
            if self.wake in readable:
                with contextlib.suppress(BlockingIOError):
                    os.read(self.wake, _CHUNK)
            if self.source in readable:
                open_ = self._read()
            if not self.ended:
                self._show_what_is_due()
        code = self.child.wait()
        if self.pending:
            _print(self.show(bytes(self.pending), code if code >= 0 else 128 - code))
        if open_:
            _hand_over(self.source)
        else:
            os.close(self.source)

    def _has_ended(self) -> bool:
        """Whether the command has; what it printed last may still be in the pipe, so that silence counts from here."""
        if not self.ended and self.child.poll() is not None:
            self.ended, self.last = True, time.monotonic()
        return self.ended

    def _read(self) -> bool:
        chunk = os.read(self.source, _CHUNK)
        self.last = time.monotonic()
        self.first = self.first if self.pending else self.last
        self.pending += chunk
        return bool(chunk)

    def _quiet_for(self) -> float:
        return time.monotonic() - self.last

    def _timeout(self) -> float | None:
        """Seconds until something is due; None: not before something happens."""
        if self.ended:
            return max(0.0, self.limits.grace - self._quiet_for())
        if not self.pending:
            return None
        now = time.monotonic()
        return max(0.0, min(self.last + self.limits.silence, self.first + self.limits.hold) - now)

    def _show_what_is_due(self) -> None:
        silent = self._quiet_for() >= self.limits.silence
        due = silent or len(self.pending) >= self.limits.most or time.monotonic() - self.first >= self.limits.hold
        if not self.pending or not due:
            return
        end = len(self.pending) if silent else self.pending.rfind(b"\n") + 1
        # One line without an end, for as long as that: nothing is gained by waiting on.
        end = end or len(self.pending)
        part = bytes(self.pending[:end])
        del self.pending[:end]
        self.first = time.monotonic()
        _print(self.show(part, None))


@contextlib.contextmanager
def _signals(forward: Callable[[int, object], None], woken: int) -> Iterator[None]:
    """Pass signals on while the command runs, and wake the reader when it ends."""
    names = [name for name in _FORWARDED if not (name in _FROM_A_TERMINAL and _in_foreground())]
    handlers = {getattr(signal, name): forward for name in names}
    # A terminal sends these to every process in its foreground, the command among them.
    handlers |= {getattr(signal, name): _nothing for name in _FROM_A_TERMINAL if name not in names}
    handlers[signal.SIGCHLD] = _nothing
    # What the caller ignores (nohup), the command goes on to ignore.
    before = {number: signal.signal(number, handler) for number, handler in handlers.items() if not _is_ignored(number)}
    waker = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(waker)
        for number, handler in before.items():
            signal.signal(number, handler)


def _nothing(number: int, frame: object) -> None:
    """A handler, so that the signal is not ours to die of; unlike an ignored one it is not inherited."""


def _is_ignored(number: int) -> bool:
    return number != signal.SIGCHLD and signal.getsignal(number) == signal.SIG_IGN


def _in_foreground() -> bool:
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)


def _print(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def _hand_over(source: int) -> None:
    """Leave a process behind that passes on what is still printed."""
    if os.fork():
        os.close(source)
        return
    with contextlib.suppress(OSError):
        os.setsid()
        while chunk := os.read(source, _CHUNK):
            _print(chunk)
    os._exit(0)
