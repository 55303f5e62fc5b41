"""Child processes that run tools, so that the server answers hooks meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kernel.mcp_server.wire import Lines

MOST = 3
"""Tool processes at once; further calls wait."""

IDLE_SECONDS = 300
"""After so long without a call a process ends."""

CALL_SECONDS = 110
"""A call that takes longer is given up: from two minutes on clients put it aside."""

_STUB = "import sys\nsys.path[:] = {path!r}\nfrom kernel.mcp_server.tool_process import main\nmain()"


class Call(NamedTuple):
    """A tool call under way: its key (the client's request), what the process is asked, and who is told of the answers."""

    key: object
    asked: dict[str, Any]
    told: Callable[[dict[str, Any]], None]


class Worker:
    """One child process, idle or with one call."""

    __slots__ = ("call", "lines", "process", "since")

    def __init__(self) -> None:
        command = (sys.executable, "-I", "-S", "-c", _STUB.format(path=_paths()))
        quiet = subprocess.DEVNULL
        # In a session of its own, so that its own children end with it.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, start_new_session=True
        )
        assert self.process.stdout is not None
        self.lines = Lines(self.process.stdout.fileno())
        self.call: Call | None = None
        self.since = time.monotonic()

    def start(self, call: Call) -> None:
        """Give it a call. Raises BrokenPipeError where the process has died."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(call.asked).encode() + b"\n")
        self.process.stdin.flush()
        self.call, self.since = call, time.monotonic()

    def end(self) -> None:
        """End the process and what it started."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                continue
        self.process.wait()


class Workers:
    """Runs calls, each in a process of its own while it lasts; processes are kept for further calls."""

    def __init__(self) -> None:
        self._workers: list[Worker] = []
        self._waiting: list[Call] = []

    def descriptors(self) -> Iterator[int]:
        """What to watch for answers."""
        return (worker.lines.descriptor for worker in self._workers)

    def run(self, call: Call) -> None:
        """Start a call, or let it wait for a free process."""
        idle = next((worker for worker in self._workers if worker.call is None), None)
        if idle is None and len(self._workers) >= MOST:
            self._waiting.append(call)
            return
        if idle is None:
            try:
                idle = Worker()
            except OSError as error:
                call.told(_failure(f"no process can be started: {error.strerror}"))
                return
            self._workers.append(idle)
        try:
            idle.start(call)
        except OSError:
            # It died idle (memory was short, somebody ended it): the next one is new.
            self._drop(idle)
            self.run(call)

    def readable(self, descriptor: int) -> None:
        """Take what a process has to say."""
        worker = next((one for one in self._workers if one.lines.descriptor == descriptor), None)
        if worker is None:
            return
        for line in worker.lines.read():
            message = _message(line)
            call = worker.call
            if call is None or message is None:
                continue
            if "progress" not in message:
                worker.call, worker.since = None, time.monotonic()
            call.told(message)
        if worker.lines.ended:
            call = worker.call
            self._drop(worker)
            if call is not None:
                call.told(_failure("the tool's process ended without an answer"))
        self._start_waiting()

    def cancel(self, key: object) -> None:
        """Give up a call; nobody is told."""
        self._waiting = [call for call in self._waiting if call.key != key]
        for worker in self._workers:
            if worker.call is not None and worker.call.key == key:
                self._drop(worker)
                break
        self._start_waiting()

    def tidy(self) -> None:
        """End calls that take too long, and processes that had none for long."""
        now = time.monotonic()
        for worker in list(self._workers):
            call, age = worker.call, now - worker.since
            if call is not None and age > CALL_SECONDS:
                self._drop(worker)
                call.told(_failure(f"given up after {CALL_SECONDS} seconds"))
            elif call is None and age > IDLE_SECONDS:
                self._drop(worker)
        self._start_waiting()

    def is_busy(self) -> bool:
        """Whether any process exists, so that there may be something to tidy."""
        return bool(self._workers)

    def close(self) -> None:
        """End everything; nobody is told."""
        self._waiting = []
        for worker in list(self._workers):
            self._drop(worker)

    def _drop(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.end()

    def _start_waiting(self) -> None:
        while self._waiting and (len(self._workers) < MOST or any(one.call is None for one in self._workers)):
            self.run(self._waiting.pop(0))


def _message(line: bytes | None) -> dict[str, Any] | None:
    try:
        found = json.loads(line or b"")
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _failure(message: str) -> dict[str, Any]:
    return {"text": message, "cursor": "", "failed": True}


def _paths() -> list[str]:
    """This process's import path with the folder of installed packages, which a start without ``site`` lacks."""
    from sysconfig import get_path

    return list(dict.fromkeys((*sys.path, get_path("platlib"))))
