"""Pins and drops exclude one another, survive, and can be undone to the first."""

import tempfile

from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.model.task import Task
from kernel.store.connection import Store
from kernel.store.steers import VERBS, Steers
from kernel.store.tasks import Tasks

PATHS = st.sampled_from(["a.py", "b/c.py", "weird\udce9\n[bold].py"])
SYMBOLS = st.sampled_from(["", "f", "Cart.checkout"])
STEPS = st.lists(st.tuples(st.sampled_from(VERBS), PATHS, SYMBOLS, st.sampled_from(["", "d1"])), max_size=25)


def states(steers: Steers) -> list[tuple[str, ...]]:
    return sorted((s.path, s.symbol, s.verb, s.digest) for s in steers.list("/w", "t"))


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_undo_walks_back_every_state_and_redo_forward(steps: list[tuple[str, str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as home:
        steers = Steers(Store(home))
        seen = [states(steers)]
        for number, (verb, path, symbol, digest) in enumerate(steps):
            if steers.apply("/w", "t", verb, path, symbol, digest, float(number)):
                seen.append(states(steers))
            else:
                assert states(steers) == seen[-1]
        for left in range(len(seen) - 1, 0, -1):
            undone = steers.undo("/w", "t")
            assert undone is not None and undone.remaining == left - 1
            assert states(steers) == seen[left - 1]
        assert states(steers) == [] and steers.undo("/w", "t") is None
        for state in seen[1:]:
            assert steers.redo("/w", "t") is not None
            assert states(steers) == state
        assert steers.redo("/w", "t") is None


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_an_item_has_the_state_of_its_last_effective_step(steps: list[tuple[str, str, str, str]]) -> None:
    expected: dict[tuple[str, str], str] = {}
    with tempfile.TemporaryDirectory() as home:
        steers = Steers(Store(home))
        for verb, path, symbol, digest in steps:
            steers.apply("/w", "t", verb, path, symbol, digest, 1.0)
            if verb in ("pin", "drop"):
                expected[path, symbol] = verb
            elif expected.get((path, symbol)) == verb.removeprefix("un"):
                del expected[path, symbol]
        assert {(s.path, s.symbol): s.verb for s in steers.list("/w", "t")} == expected


def test_a_step_after_an_undo_ends_redo(tmp_path) -> None:
    steers = Steers(Store(str(tmp_path)))
    steers.apply("/w", "t", "pin", "a", "", "", 1.0)
    steers.undo("/w", "t")
    steers.apply("/w", "t", "drop", "b", "", "", 2.0)
    assert steers.redo("/w", "t") is None
    assert [s.path for s in steers.list("/w", "t")] == ["b"]


def test_other_tasks_and_worktrees_are_not_touched(tmp_path) -> None:
    steers = Steers(Store(str(tmp_path)))
    steers.apply("/w", "t", "pin", "a", "", "", 1.0)
    steers.apply("/w", "other", "pin", "a", "", "", 1.0)
    steers.apply("/elsewhere", "t", "pin", "a", "", "", 1.0)
    steers.undo("/w", "t")
    assert steers.list("/w", "t") == ()
    assert len(steers.list("/w", "other")) == len(steers.list("/elsewhere", "t")) == 1


def task(id: str, touched: float, title: str = "KeyError: 'x'") -> Task:
    return Task(id, "/w", title, "symptom \udc80\0", ("a.py:3", "b\udce9.py"), 1.0, touched)


def test_tasks_come_back_as_they_were_last_touched_first(tmp_path) -> None:
    tasks = Tasks(Store(str(tmp_path)))
    one, two = task("one", 5.0), task("two", 9.0)
    for each in (two, one, task("else", 1.0)._replace(worktree="/v")):
        tasks.remember(each)
    assert tasks.list("/w") == (two, one)
    assert tasks.get("/w", "one") == one and tasks.get("/v", "one") is None


def test_remembering_again_renews_but_keeps_the_birth(tmp_path) -> None:
    tasks = Tasks(Store(str(tmp_path)))
    tasks.remember(task("one", 5.0))
    tasks.remember(task("one", 7.0, "new title")._replace(created=6.0))
    assert tasks.list("/w") == (task("one", 7.0, "new title"),)


def test_forgetting_a_task_takes_its_steers_and_journal(tmp_path) -> None:
    store = Store(str(tmp_path))
    tasks, steers = Tasks(store), Steers(store)
    tasks.remember(task("one", 5.0))
    steers.apply("/w", "one", "pin", "a", "", "", 1.0)
    assert tasks.forget("/w", "one") and not tasks.forget("/w", "one")
    assert steers.list("/w", "one") == () and steers.undo("/w", "one") is None
