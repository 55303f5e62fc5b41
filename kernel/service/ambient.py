# ruff: noqa: PTH111  (hooks load this: pathlib would cost them 6 ms)
"""The slice that comes by itself: a failure in a prompt or in an output is noticed, sliced for aside, and told once.

The hook only notices: another process slices, at low priority, so that no event is slower than the wait that the settings
allow. What is ready by then is told at once, what comes later at the session's next event.
"""

from __future__ import annotations

import os
import sys
import time

from kernel.model.session import MAIN, Event, Noticed
from kernel.service.kernel import Kernel
from kernel.store.contexts import Contexts
from kernel.store.deliveries import NoticedFailures
from kernel.store.sessions import Sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.model.symptom import Symptom

DEAD = 120.0
"""Seconds after which a process that slices has surely died: it ends itself before."""

_READ, _READ_OF_SUCCESS = 200_000, 100_000
"""Characters of a text's end that are read for a failure: some 65 and 35 ms. Reports of failing tests stand at the end."""

_MAX_STORED = 200_000
_NOT_FAILURES = frozenset(("plain words", "paths", "diff", "error message"))
_START = "import sys; sys.path[:] = {path!r}; from kernel.service.ambient_job import main; main({worktree!r})"


def failure_in(text: str) -> Symptom | None:
    """The symptom that a text holds, if it shows a failure: frames, failing tests, or a tool's errors with their places."""
    from kernel.reading.symptoms import read_symptom

    symptom = read_symptom(text)
    reported = symptom.errors and symptom.places and not _NOT_FAILURES.issuperset(symptom.kinds)
    return symptom if symptom.frames or symptom.tests or reported else None


def notice(kernel: Kernel, event: Event, text: str, failing_tests_only: bool = False) -> str:
    """Notice a failure that the main agent of a session met; waits shortly for its slice.

    Args:
        kernel: Open on the worktree.
        event: What came.
        text: A prompt, or what a tool printed.
        failing_tests_only: Frames alone are no failure here.

    Returns:
        What to tell at once, usually nothing: a slice is told by ``give``.
    """
    settings = kernel.settings
    if not settings.ambient_tokens or event.agent != MAIN or not event.session or kernel.store.in_memory:
        return ""
    if not kernel.repository.git and kernel.repository.root in ("/", os.path.realpath(os.path.expanduser("~"))):
        return ""  # no project, and more files than anybody wants to be listed
    symptom = failure_in(text[-(_READ_OF_SUCCESS if failing_tests_only else _READ) :])
    if symptom is None or (failing_tests_only and not symptom.tests):
        return ""
    from kernel.reading.secrets import mask
    from kernel.store.values import digest, encode

    content = digest(encode(_content(symptom)))
    epoch = Contexts(kernel.store).window(event.session, MAIN).epoch
    failures, root = NoticedFailures(kernel.store), kernel.repository.root
    known = failures.known(event.session, epoch, content)
    if known is not None and known.state not in ("pending", "failed"):
        return _again(kernel, event.session, known)
    stored = mask(symptom.text)[0][-_MAX_STORED:]
    now = time.time()
    if known is None and not failures.add(root, event.session, epoch, content, stored, now):
        return ""
    if not failures.busy(root, now - DEAD):
        # Past the hook's own deadline nothing at all would be told.
        _slice_aside(root, min(settings.ambient_wait_ms, settings.hook_deadline_ms // 2) / 1000)
    return ""


def give(kernel: Kernel, session: str, since: float, room: int) -> str:
    """The newest slice that is ready for a session's window and was asked for after ``since``; it is told once."""
    epoch = Contexts(kernel.store).window(session, MAIN).epoch
    noticed = NoticedFailures(kernel.store).take(session, epoch, since, room - _SWITCH_ROOM, time.time())
    if noticed is None:
        return ""
    switch = _switch(kernel, session, noticed)
    return f"{switch}\n{noticed.text}" if switch else noticed.text


_SWITCH_ROOM = 300
"""Characters that a sentence about a changed task takes at most: two titles of a hundred each."""


def _again(kernel: Kernel, session: str, known: Noticed) -> str:
    """A failure that this window was told about: only a change of the task is news."""
    if known.state not in ("given", "same") or not known.task:
        return ""
    switch = _switch(kernel, session, known)
    return f"{switch} Its slice was given earlier in this session." if switch else ""


def _switch(kernel: Kernel, session: str, noticed: Noticed) -> str:
    """Note the task that a session works on now; a sentence where it worked on another."""
    sessions = Sessions(kernel.store)
    now = sessions.get(session)
    if now is None or now.task == noticed.task:
        return ""
    sessions.set_task(session, noticed.task)
    if not now.task:
        return ""
    from kernel.store.tasks import Tasks

    before = Tasks(kernel.store).get(noticed.worktree, now.task)
    return f"ck: another task than before: now “{noticed.title}”, before “{before.title if before else now.task}”."


def _content(symptom: Symptom) -> str:
    """What tells one failure from another: no durations, addresses or line numbers of a run."""
    parts = [
        *(f"test {test.path} {test.name}" for test in symptom.tests),
        *(f"error {error.type} {error.message}" for error in symptom.errors),
        *(f"frame {frame.path} {frame.function}" for frame in symptom.frames if not frame.library),
        *(f"place {place.path}" for place in symptom.places if not symptom.tests and not symptom.frames),
    ]
    return "\n".join(parts)


def _slice_aside(root: str, seconds: float) -> None:
    """Start a process that slices for what was noticed, and wait for its end up to some seconds; it outlives us.

    A shell stands between, so that nobody has to wait for it later. All its files are the null device: a harness
    refuses the answer of a hook whose output somebody else holds open. The end of a pipe tells us that it is done.
    """
    import select

    code = _START.format(path=sys.path, worktree=root)
    command = ["/bin/sh", "-c", 'nice -n 10 "$@" &', "sh", sys.executable, "-I", "-S", "-c", code]
    read, write = os.pipe()
    try:
        os.set_inheritable(write, True)
        null = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_RDWR, 0) for descriptor in (0, 1, 2)]
        shell = os.posix_spawn(command[0], command, os.environ, file_actions=null)
        os.close(write)
        write = -1
        os.waitpid(shell, 0)
        select.select([read], [], [], seconds)
    finally:
        os.close(read)
        if write >= 0:
            os.close(write)
