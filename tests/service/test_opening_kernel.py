"""One kernel for commands (strict, patient) and hooks (never fails on settings); tasks and steers through it."""

from pathlib import Path

import pytest

from kernel.model.errors import BadInput, NotFound, StoreTooNew
from kernel.model.task import Task
from kernel.service import steer, tasks
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.log import read_log
from kernel.store import schema


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "repo").mkdir()
    return tmp_path


def opened(place: Path, strict: bool = True, **variables: str) -> Kernel:
    return open_kernel(str(place / "repo"), {"CK_HOME": str(place / "home"), **variables}, strict)


def task(kernel: Kernel, id: str, touched: float = 1.0) -> Task:
    made = Task(id, kernel.repository.root, "title", "symptom", ("a.py:1",), 1.0, touched)
    tasks.remember(kernel, made)
    return made


def test_opening_touches_nothing_until_it_is_used(place: Path) -> None:
    kernel = opened(place)
    assert not (place / "home").exists()
    assert tasks.latest(kernel) is None
    assert (place / "home" / "kernel.db").exists()


def test_a_bad_setting_stops_a_command_and_is_logged_by_a_hook(place: Path) -> None:
    with pytest.raises(BadInput, match="CK_MIN_TOKENS"):
        opened(place, CK_MIN_TOKENS="abc")
    kernel = opened(place, strict=False, CK_MIN_TOKENS="abc")
    assert kernel.settings.min_tokens == 800 and "CK_MIN_TOKENS" in kernel.notices[0]
    assert "CK_MIN_TOKENS" in read_log(kernel.home)[0].message


def test_notices_tell_of_an_unwritable_home(place: Path) -> None:
    (place / "home").write_text("a file")
    kernel = opened(place)
    made = task(kernel, "one")
    assert tasks.get(kernel, "one") == made
    assert len(kernel.notices) == 1 and "in memory" in kernel.notices[0]


def test_a_newer_store_is_refused_on_use(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(place) as kernel:
        task(kernel, "one")
    monkeypatch.setattr(schema, "NEWEST", schema.NEWEST - 1)
    with pytest.raises(StoreTooNew):
        tasks.tasks(opened(place))


def test_tasks_belong_to_their_worktree(place: Path) -> None:
    (place / "other").mkdir()
    kernel = opened(place)
    one, two = task(kernel, "aa1", 1.0), task(kernel, "aa2", 2.0)
    assert tasks.tasks(kernel) == (two, one) and tasks.latest(kernel) == two
    other = open_kernel(str(place / "other"), {"CK_HOME": str(place / "home")})
    assert tasks.tasks(other) == ()


def test_a_task_is_found_by_a_start_that_fits_one_only(place: Path) -> None:
    kernel = opened(place)
    one, two = task(kernel, "aa1", 1.0), task(kernel, "aa2", 2.0)
    longer = task(kernel, "aa2b", 0.5)
    assert tasks.find(kernel, None) == two
    assert tasks.find(kernel, "aa1") == one and tasks.find(kernel, "aa2") == two
    assert tasks.find(kernel, "aa2b") == longer
    with pytest.raises(BadInput, match="3 tasks"):
        tasks.find(kernel, "aa")
    for missing in ("b", ""):
        with pytest.raises(NotFound):
            tasks.find(kernel, missing)


def test_steering_is_there_for_the_next_process_and_undone_for_all(place: Path) -> None:
    with opened(place) as kernel:
        task(kernel, "one")
        assert steer.pin(kernel, "one", "a.py", "f", "d1") and not steer.pin(kernel, "one", "a.py", "f", "d1")
        assert steer.drop(kernel, "one", "a.py", "f")
        assert not steer.unpin(kernel, "one", "a.py", "f")
    kernel = opened(place)
    assert [(s.verb, s.path, s.symbol) for s in steer.steers(kernel, "one")] == [("drop", "a.py", "f")]
    undone = steer.undo(kernel, "one")
    assert undone is not None and (undone.verb, undone.remaining) == ("drop", 1)
    (left,) = steer.steers(kernel, "one")
    assert (left.verb, left.digest) == ("pin", "d1")
    assert steer.redo(kernel, "one") is not None
    assert steer.undrop(kernel, "one", "a.py", "f") and steer.steers(kernel, "one") == ()


def test_a_closed_kernel_opens_again_when_used(place: Path) -> None:
    kernel = opened(place)
    task(kernel, "one")
    kernel.cache.put_many({"a": b"1"})
    kernel.close()
    assert tasks.latest(kernel) is not None
    assert kernel.cache.get_many(["a"]) == {"a": b"1"}
