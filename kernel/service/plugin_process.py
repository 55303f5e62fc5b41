"""Users' Python functions in a process of their own: one that hangs, crashes or ends the program takes nothing with it."""

from __future__ import annotations

# The module over it makes enumerations of every signal, which takes longer than this file.
import _signal  # type: ignore[import-not-found]
import contextlib
import json
import os
import select
import sys
import time

from kernel.projection.plugins import DEADLINE, TOO_LONG, Plugin, PluginError, PluginStopped, ask_one, checked
from kernel.projection.recogniser import Fold, Keep, Proposal, Seen

_MOST_BYTES = 20_000_000
"""Of an answer; more is no list of lines."""


def ask_aside(plugin: Plugin, seen: Seen) -> list[Proposal]:
    """What a function proposes, asked in a forked child that has ``DEADLINE`` seconds, its import included.

    The child prints nowhere and is a group of its own, so that what it starts ends with it. Its system ends it at the
    deadline whatever it is doing, also where this process is gone by then.

    Raises:
        PluginStopped: It took too long, or its process ended without an answer.
        PluginError: It raised, or proposed what may not be proposed.
    """
    ends = time.monotonic() + DEADLINE
    reader, writer = os.pipe()
    try:
        pid = os.fork()
    except OSError as error:
        os.close(reader)
        os.close(writer)
        raise PluginError(f"no process for it: {error.strerror}") from error
    if pid == 0:
        _answer(writer, plugin, seen)
    os.close(writer)
    status = None
    try:
        told = _read(reader, ends)
    finally:
        os.close(reader)
        status = _end(pid)
    if not told.endswith(b"\n"):
        raise PluginStopped(_how_it_ended(status, time.monotonic() >= ends))
    return _proposals(told, len(seen.lines))


def _answer(writer: int, plugin: Plugin, seen: Seen) -> None:
    """The child: ask, write one line of JSON, end. None of the parent's clean-up may run here."""
    try:
        os.setsid()
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
        _signal.setitimer(_signal.ITIMER_REAL, DEADLINE)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        sys.stdout = sys.stderr = open(nothing, "w")  # noqa: PTH123, SIM115  (whatever they were)
        line = json.dumps(_told(plugin, seen)).encode() + b"\n"
        while line:
            line = line[os.write(writer, line) :]
    finally:
        os._exit(0)


def _told(plugin: Plugin, seen: Seen) -> list[tuple[object, ...]] | str:
    """The proposals as rows, or what is wrong."""
    try:
        return [_row(proposal) for proposal in ask_one(plugin, seen)]
    except PluginError as error:
        return str(error)
    except BaseException as error:  # noqa: BLE001  it is told in a sentence
        return f"{type(error).__name__}: {error}"


def _row(proposal: Proposal) -> tuple[object, ...]:
    if isinstance(proposal, Fold):
        return (proposal.start, proposal.end, proposal.strength, proposal.why, proposal.kind)
    assert isinstance(proposal, Keep)
    return tuple(proposal)


def _proposals(told: bytes, count: int) -> list[Proposal]:
    """The rows as proposals, checked again: a broken process may write anything."""
    try:
        rows = json.loads(told)
    except (ValueError, RecursionError) as error:
        raise PluginError("its answer cannot be read") from error
    if isinstance(rows, str):
        raise PluginStopped(rows) if rows == TOO_LONG else PluginError(rows)
    try:
        made = [Fold(s, e, kind[0], why, strength) if kind else Keep(s, e, strength, why) for s, e, strength, why, *kind in rows]
    except (TypeError, ValueError) as error:
        raise PluginError("its answer cannot be read") from error
    return [checked(proposal, count) for proposal in made]


def _read(reader: int, ends: float) -> bytes:
    """What the child writes up to the end of a line, its own end, or a moment in time."""
    waiting = select.poll()
    waiting.register(reader, select.POLLIN)
    parts: list[bytes] = []
    size = 0
    while (left := ends - time.monotonic()) > 0 and size < _MOST_BYTES and waiting.poll(left * 1000):
        part = os.read(reader, 1 << 16)
        parts.append(part)
        size += len(part)
        if not part or part.endswith(b"\n"):
            break
    return b"".join(parts)


def _end(pid: int) -> int:
    """End the child and what it started; its status as the system gives it."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, _signal.SIGKILL)
    try:
        return os.waitpid(pid, 0)[1]
    except ChildProcessError:  # nobody waits for children here
        return 0


def _how_it_ended(status: int, late: bool) -> str:
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if late or number == _signal.SIGALRM:
        return TOO_LONG
    if number == _signal.SIGKILL:  # ours, mostly: it closed the way to us
        return "it gave no answer"
    if number:
        return f"its process died of signal {number}"
    return f"it ended its process with exit code {os.WEXITSTATUS(status)}"
