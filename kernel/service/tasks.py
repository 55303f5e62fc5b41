"""Tasks of the worktree that the kernel is open on."""

from kernel.model.errors import BadInput, NotFound
from kernel.model.task import Task
from kernel.service.kernel import Kernel
from kernel.store.tasks import Tasks


def remember(kernel: Kernel, task: Task) -> None:
    """Add a task, or renew it: it becomes the latest of its worktree."""
    Tasks(kernel.store).remember(task)


def tasks(kernel: Kernel, limit: int = 1000) -> tuple[Task, ...]:
    """The worktree's tasks, the last touched first."""
    return Tasks(kernel.store).list(kernel.repository.root, limit)


def get(kernel: Kernel, task_id: str) -> Task | None:
    """One task of this worktree, None where there is none of that id."""
    return Tasks(kernel.store).get(kernel.repository.root, task_id)


def latest(kernel: Kernel) -> Task | None:
    """The task touched last, None where there is none yet."""
    return next(iter(tasks(kernel, 1)), None)


def find(kernel: Kernel, task_id: str | None) -> Task:
    """The task that a person means: by id, by the start of an id that fits one task only, or the latest (None).

    Raises:
        NotFound: No task fits.
        BadInput: Several do.
    """
    if task_id is None:
        task = latest(kernel)
        if task is None:
            raise NotFound("there is no task in this worktree yet: start one with ck slice")
        return task
    known = tasks(kernel)
    fitting = [t for t in known if t.id == task_id] or [
        t for t in known if task_id and t.id.startswith(task_id)
    ]
    if len(fitting) > 1:
        raise BadInput(f"{len(fitting)} tasks start with {task_id!a}")
    if not fitting:
        raise NotFound(f"there is no task {task_id!a} in this worktree (see ck tasks)")
    return fitting[0]


def forget(kernel: Kernel, task_id: str) -> bool:
    """Remove a task with its pins and drops; false where there is none."""
    return Tasks(kernel.store).forget(kernel.repository.root, task_id)
