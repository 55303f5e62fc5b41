"""What an agent is told when its session starts: what ck is, how to get things back, the charter, the task and its pins."""

from __future__ import annotations

import time

from kernel.model.session import Event
from kernel.service.kernel import Kernel
from kernel.store.charters import Charters
from kernel.store.sessions import Sessions
from kernel.store.steers import Steers
from kernel.store.tasks import Tasks
from kernel.tokens import estimate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.model.task import Task

LONGEST = 600
"""Tokens of the whole text; a session pays for it at every turn."""

_CHARTER = 330
_PINS = 8

WHAT = (
    "ck (context kernel) works beside this session. It may show long tool outputs shortened; where it does, a line such as "
    "“[ck: 214 lines folded, 40-253: passing tests; ck recall 412 --lines 40-253]” tells which lines of the original are left "
    "out and the command that prints them (also: ck recall 412 --grep REGEX, --around NAME). Kept lines are verbatim, and what "
    "ck recall prints is never shortened. A command that ends with “# ck:raw” is shown as it is. ck slice --symptom FILE|- "
    "lists the functions that can matter for a traceback or a failing test; ck search TEXT finds earlier outputs."
)

CHARTER = "The charter of this repository, what must stay true while working here:\n"
TASK = "\n\nThe task here: "
"""What stands before the charter, and behind it."""

_DAY = 86_400.0
"""Seconds in which what a person pinned is taken for what they work on."""


def brief(kernel: Kernel, event: Event) -> str:
    """The text for a session that starts; at most ``LONGEST`` tokens."""
    task = _task(kernel, event)
    parts = [WHAT, _charter(kernel), _pins(kernel, task) if task is not None else ""]
    text = "\n\n".join(part for part in parts if part)
    return text if estimate(text) <= LONGEST else "\n\n".join(part for part in parts[:2] if part)


def _charter(kernel: Kernel) -> str:
    """The head of this repository's charter as it is now: what was cleared or belongs to another never comes back."""
    saved = Charters(kernel.store).get(kernel.repository.key)
    if saved is None:
        return ""
    kept: list[str] = []
    lines = saved.text.strip("\n").split("\n")
    for line in lines:
        if estimate("\n".join((*kept, line))) > _CHARTER:
            break
        kept.append(line)
    more = f"\n({len(lines) - len(kept)} more lines: ck charter)" if len(kept) < len(lines) else ""
    return CHARTER + "\n".join(kept) + more


def _task(kernel: Kernel, event: Event) -> Task | None:
    """The task that a session goes on with, or, where a session begins, the one that a person pinned something in today.

    A resumed session that nobody told of goes on with its worktree's last one. What was left behind by a clear never comes back.
    """
    if event.source == "clear":
        return None
    sessions, tasks, root = Sessions(kernel.store), Tasks(kernel.store), kernel.repository.root
    others = [one for one in sessions.list(root, 20) if one.session != event.session]
    if event.source in ("startup", ""):
        latest = next(iter(tasks.list(root, 1)), None)
        cleared = max((one.ended or 0.0 for one in others if one.reason == "clear"), default=0.0)
        fresh = latest is not None and latest.touched > max(cleared, time.time() - _DAY)
        return latest if fresh and latest is not None and _pinned(kernel, latest) else None
    now = sessions.get(event.session)
    known = now.task if now is not None else ""
    if not known and event.source != "compact":
        last = next((one for one in others if one.task), None)
        known = last.task if last is not None and last.reason != "clear" else ""
    return tasks.get(root, known) if known else None


def _pinned(kernel: Kernel, task: Task) -> list[str]:
    """What a person pinned in a task."""
    steers = Steers(kernel.store).list(kernel.repository.root, task.id)
    return [f"{one.path}::{one.symbol}" if one.symbol else one.path for one in steers if one.verb == "pin"]


def _pins(kernel: Kernel, task: Task) -> str:
    """The task and what a person pinned in it."""
    pins = _pinned(kernel, task)
    shown = ", ".join(pins[:_PINS]) + (f" and {len(pins) - _PINS} more" if len(pins) > _PINS else "")
    return f"{TASK.strip()} “{task.title}” (ck tasks show {task.id[:8]})." + (f" Pinned: {shown}." if pins else "")
