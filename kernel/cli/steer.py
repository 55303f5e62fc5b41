"""``ck pin``, ``ck drop``, ``ck undo``: steer the slice of a task."""

# pathlib would cost every slice 3 ms, and a slice takes its pins from here.
# ruff: noqa: PTH113, PTH118
import os
from collections.abc import Callable
from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.errors import BadInput, NotFound
from kernel.model.task import Task, Undone
from kernel.service import steer
from kernel.service.kernel import Kernel
from kernel.service.slicing import item_digest
from kernel.service.tasks import find

ITEM_HELP = "ITEM is PATH, or PATH::Qualified.name for one function or class."


def item_name(path: str, symbol: str) -> str:
    """An item as a person names it."""
    return f"{path}::{symbol}" if symbol else path


def read_item(root: str, item: str, must_exist: bool) -> tuple[str, str]:
    """Path (POSIX, relative to the root) and symbol of an item; the path may be relative to the root or to here.

    Raises:
        BadInput: The path is empty or outside of the root.
        NotFound: ``must_exist`` and there is no such file.
    """
    given, _, symbol = item.partition("::")
    if not given or "\0" in given:
        raise BadInput(f"{item!a} names no file; an item is PATH or PATH::Qualified.name")
    candidates = [os.path.normpath(os.path.join(folder, given)) for folder in (root, os.path.realpath("."))]
    inside = [path for path in candidates if path.startswith(os.path.join(root, ""))]
    if not inside:
        raise BadInput(f"{given!a} is outside of {root}")
    found = [path for path in inside if os.path.isfile(path)]
    if must_exist and not found:
        raise NotFound(f"there is no file {given!a} in {root}")
    return os.path.relpath((found or inside)[0], root).replace(os.sep, "/"), symbol.strip()


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What pin and drop have in common."""
    for decorate in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option("--remove", is_flag=True, help="Take it away again."),
        click.option(
            "--task", "task_id", metavar="ID", help="The task (default: the latest of this worktree)."
        ),
        click.argument("item"),
    ):
        command = decorate(command)
    return command


@click.command("pin", epilog=ITEM_HELP)
@_options
@kernel_errors
def pin_command(item: str, task_id: str | None, remove: bool, as_json: bool) -> None:
    """Always show ITEM in a task's slice."""
    _steer("pin", item, task_id, remove, as_json)


@click.command("drop", epilog=ITEM_HELP)
@_options
@kernel_errors
def drop_command(item: str, task_id: str | None, remove: bool, as_json: bool) -> None:
    """Never show ITEM in a task's slice."""
    _steer("drop", item, task_id, remove, as_json)


@click.command("undo")
@click.option("--task", "task_id", metavar="ID", help="The task (default: the latest of this worktree).")
@click.option("--redo", is_flag=True, help="Do again what was undone last.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def undo_command(task_id: str | None, redo: bool, as_json: bool) -> None:
    """Take back the last pin or drop of a task."""
    with opened_kernel() as kernel:
        task = find(kernel, task_id)
        done = steer.redo(kernel, task.id) if redo else steer.undo(kernel, task.id)
        if done is None:
            raise NotFound(f"nothing to {'redo' if redo else 'undo'} in task {task.id}")
        if as_json:
            print_json(_undone(kernel, task, done))
            return
        word = "again" if redo else "undone"
        click.echo(f"{word}: {done.verb} {plain(item_name(done.path, done.symbol))} ({done.remaining} more)")


def _steer(verb: str, item: str, task_id: str | None, remove: bool, as_json: bool) -> None:
    """Pin or drop, or take that away, and say what is so now."""
    with opened_kernel() as kernel:
        path, symbol = read_item(kernel.repository.root, item, must_exist=not remove)
        task = find(kernel, task_id)
        if remove:
            changed = (steer.unpin if verb == "pin" else steer.undrop)(kernel, task.id, path, symbol)
        else:
            digest = item_digest(kernel, path, symbol)
            changed = (steer.pin if verb == "pin" else steer.drop)(kernel, task.id, path, symbol, digest)
        state = {"pin": "pinned", "drop": "dropped"}[verb]
        if remove and not changed:
            raise NotFound(f"{item_name(path, symbol)} is not {state} in task {task.id}")
        if as_json:
            print_json(
                {
                    "task": task.id,
                    "verb": f"un{verb}" if remove else verb,
                    "path": path,
                    "symbol": symbol,
                    "changed": changed,
                }
            )
            return
        already = "" if changed else " (it was already)"
        words = f"no longer {state}" if remove else f"{state}{already}"
        click.echo(f"{plain(item_name(path, symbol))}: {words} in task {plain(task.id)}, {plain(task.title)}")


def _undone(kernel: Kernel, task: Task, done: Undone) -> dict[str, Any]:
    steers = [s._asdict() for s in steer.steers(kernel, task.id)]
    return {"task": task.id, **done._asdict(), "steers": steers}
