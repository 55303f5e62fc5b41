"""For pane 2: tasks, slices and what a person steers in them."""

from collections.abc import Iterable

from ck_tui.bridge.nouns import Ranking, Slice, Steer, Symptom, Task, Undone
from ck_tui.bridge.session import SessionBridge, explained


class TaskBridge:
    """Tasks, cuts, pins and drops. Every method raises ``BridgeError`` where the store cannot be used."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session
        self._known: dict[str, Task] = {}
        self._steered: dict[str, tuple[Steer, ...]] = {}
        self._told = len(session.notices)

    def tasks(self) -> tuple[Task, ...]:
        """Tasks of the worktree, the last touched first."""
        from kernel.service import tasks

        with explained():
            found = tasks.tasks(self._session.kernel)
        self._known |= {task.id: task for task in found}
        return found

    def understand(self, text: str) -> Symptom:
        """What can be recognised in a symptom."""
        from kernel.service.slicing import understand

        with explained():
            return understand(text)

    def cut(self, ranking: Ranking, budget: int | None) -> Slice:
        """A slice of a ranking with the task's pins and drops; None is the budget of the settings. Milliseconds."""
        from kernel.service.slicing import cut

        with explained():
            return cut(self._session.kernel, ranking, budget or self._session.kernel.settings.slice_budget)

    def document(self, slice_: Slice) -> str:
        """The slice as the JSON document of ``ck slice --json``."""
        import json

        from kernel.service.slicing import slice_json

        with explained():
            return json.dumps(slice_json(slice_), indent=1, ensure_ascii=True) + "\n"

    def prompt(self, slice_: Slice) -> str:
        """The slice as text for an agent."""
        from kernel.service.slicing import render

        with explained():
            return render(self._session.kernel, slice_)

    def steers(self, task: str) -> tuple[Steer, ...]:
        """The task's pins and drops."""
        from kernel.service import steer

        with explained():
            self._keep(task)
            found = steer.steers(self._session.kernel, task)
        self._steered[task] = found
        return found

    def _keep(self, task_id: str) -> None:
        """After the store was lost (a new notice says so): put the open task and its steering into the new one.

        Raises:
            KernelError: The new store cannot be used either.
        """
        from kernel.service import steer, tasks

        kernel = self._session.kernel
        # A look at the store, so that a loss is noticed before something is written to the new one.
        gone = tasks.get(kernel, task_id) is None
        if len(self._session.notices) == self._told:
            return
        self._told = len(self._session.notices)
        if gone and task_id in self._known:
            tasks.remember(kernel, self._known[task_id])
            for one in self._steered.get(task_id, ()):
                (steer.pin if one.verb == "pin" else steer.drop)(kernel, task_id, one.path, one.symbol, one.digest)

    def steer(self, task: str, verb: str, path: str, symbol: str, digest: str = "") -> bool:
        """``pin``, ``unpin``, ``drop`` or ``undrop`` an item; false where nothing changed."""
        from kernel.service import steer

        kernel = self._session.kernel
        with explained():
            self._keep(task)
            if verb == "pin":
                return steer.pin(kernel, task, path, symbol, digest)
            if verb == "drop":
                return steer.drop(kernel, task, path, symbol, digest)
            return (steer.unpin if verb == "unpin" else steer.undrop)(kernel, task, path, symbol)

    def undo(self, task: str) -> Undone | None:
        """Take back the last pin or drop; None where there is none."""
        from kernel.service import steer

        with explained():
            return steer.undo(self._session.kernel, task)


def holds_sources(paths: Iterable[str]) -> bool:
    """Whether any of some files is a source of a language that slices read."""
    from kernel.grammars.languages import language_of

    return any(map(language_of, paths))


def languages(slice_: Slice) -> dict[str, str]:
    """The languages of a slice's items, and how well each is known."""
    from kernel.service.json_form import languages as read

    return read(slice_)
