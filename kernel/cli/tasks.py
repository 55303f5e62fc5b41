"""``ck tasks``: the tasks of this worktree."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import local_time, opened_kernel, plain, print_json
from kernel.cli.steer import item_name
from kernel.model.task import Task
from kernel.service import steer, tasks
from kernel.service.kernel import Kernel

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group("tasks", invoke_without_command=True)
@_JSON
@click.pass_context
@kernel_errors
def tasks_command(ctx: click.Context, as_json: bool) -> None:
    """List the tasks of this worktree, the last touched first."""
    if ctx.invoked_subcommand is not None:
        return
    with opened_kernel() as kernel:
        known = tasks.tasks(kernel)
        if as_json:
            documents = [_document(kernel, task) for task in known]
            print_json({"worktree": kernel.repository.root, "tasks": documents})
            return
        if not known:
            click.echo("No tasks here yet: start one with ck slice.")
        for task in known:
            click.echo(
                f"{plain(task.id)}  {local_time(task.touched)}  {plain(task.title)}{_steered(kernel, task)}"
            )


@tasks_command.command("show")
@click.argument("task_id", metavar="ID")
@_JSON
@kernel_errors
def show_command(task_id: str, as_json: bool) -> None:
    """Show a task: its symptom, seeds, pins and drops. ID may be shortened."""
    with opened_kernel() as kernel:
        task = tasks.find(kernel, task_id)
        if as_json:
            print_json(_document(kernel, task))
            return
        click.echo(f"{plain(task.id)}  {plain(task.title)}")
        click.echo(f"created {local_time(task.created)}, touched {local_time(task.touched)}")
        for seed in task.seeds:
            click.echo(f"seed  {plain(seed)}")
        for one in steer.steers(kernel, task.id):
            click.echo(f"{one.verb:<5} {plain(item_name(one.path, one.symbol))}")
        click.echo("")
        for line in task.symptom.split("\n"):
            click.echo(plain(line.expandtabs()))


@tasks_command.command("forget")
@click.argument("task_id", metavar="ID")
@_JSON
@kernel_errors
def forget_command(task_id: str, as_json: bool) -> None:
    """Remove a task with its pins and drops. ID may be shortened."""
    with opened_kernel() as kernel:
        task = tasks.find(kernel, task_id)
        tasks.forget(kernel, task.id)
        if as_json:
            print_json({"forgotten": task.id})
        else:
            click.echo(f"forgotten: {plain(task.id)}  {plain(task.title)}")


def _document(kernel: Kernel, task: Task) -> dict[str, Any]:
    return {**task._asdict(), "steers": [s._asdict() for s in steer.steers(kernel, task.id)]}


def _steered(kernel: Kernel, task: Task) -> str:
    """How many pins and drops a task has, in words."""
    verbs = [one.verb for one in steer.steers(kernel, task.id)]
    counts = [
        f"{verbs.count(verb)} {word}"
        for verb, word in (("pin", "pinned"), ("drop", "dropped"))
        if verb in verbs
    ]
    return f"  ({', '.join(counts)})" if counts else ""
