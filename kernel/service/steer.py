"""Pins and drops: what a person decides about a task's slice. When a function returns, its change is committed."""

import time

from kernel.model.task import Steer, Undone
from kernel.service.kernel import Kernel
from kernel.store.steers import Steers


def pin(kernel: Kernel, task_id: str, path: str, symbol: str = "", digest: str = "") -> bool:
    """Always show an item (it is no longer dropped); false where it was pinned already.

    Args:
        kernel: Open on the worktree.
        task_id: The task.
        path: POSIX path relative to the worktree.
        symbol: Qualified name, empty for the whole file.
        digest: The item's content hash, so that it is found after edits; empty if not known.
    """
    return _apply(kernel, task_id, "pin", path, symbol, digest)


def unpin(kernel: Kernel, task_id: str, path: str, symbol: str = "") -> bool:
    """Take a pin away; false where there is none."""
    return _apply(kernel, task_id, "unpin", path, symbol, "")


def drop(kernel: Kernel, task_id: str, path: str, symbol: str = "", digest: str = "") -> bool:
    """Never show an item (it is no longer pinned); false where it was dropped already."""
    return _apply(kernel, task_id, "drop", path, symbol, digest)


def undrop(kernel: Kernel, task_id: str, path: str, symbol: str = "") -> bool:
    """Take a drop away; false where there is none."""
    return _apply(kernel, task_id, "undrop", path, symbol, "")


def undo(kernel: Kernel, task_id: str) -> Undone | None:
    """Take back the last step of a task; None where there is none."""
    return Steers(kernel.store).undo(kernel.repository.root, task_id)


def redo(kernel: Kernel, task_id: str) -> Undone | None:
    """Do again what was undone last; None where nothing is, or where another step came after."""
    return Steers(kernel.store).redo(kernel.repository.root, task_id)


def steers(kernel: Kernel, task_id: str) -> tuple[Steer, ...]:
    """The task's pins and drops, oldest first."""
    return Steers(kernel.store).list(kernel.repository.root, task_id)


def _apply(kernel: Kernel, task_id: str, verb: str, path: str, symbol: str, digest: str) -> bool:
    return Steers(kernel.store).apply(
        kernel.repository.root, task_id, verb, path, symbol, digest, at=time.time()
    )
