"""Sessions in the store: whose events were answered, what is forgotten."""

import sqlite3
import threading
from pathlib import Path

from kernel.model.session import Event, Snapshot
from kernel.service.kernel import open_kernel
from kernel.service.recall import keep_limits
from kernel.store.connection import Store
from kernel.store.deliveries import Deliveries, NoticedFailures
from kernel.store.sessions import Sessions

CALL = Event("PostToolUse", "s", call="toolu_1", cwd="/r")


def test_of_many_at_once_one_sees_an_event_as_new(tmp_path: Path) -> None:
    stores = [Store(str(tmp_path), 10_000) for _ in range(6)]
    seen: list[bool] = []
    for number in range(10):
        event = CALL._replace(call=f"toolu_{number}")
        threads = [threading.Thread(target=lambda one=one: seen.append(Sessions(one).arrive(event, "/r", "/r", 1.0).new)) for one in stores]  # noqa: B023
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert seen.count(True) == 10 and len(seen) == 60


def test_an_event_is_told_from_its_like_by_session_call_and_name(tmp_path: Path) -> None:
    sessions = Sessions(Store(str(tmp_path)))
    for event in (CALL, CALL._replace(session="t"), CALL._replace(name="PostToolUseFailure"), CALL._replace(call="")):
        assert sessions.arrive(event, "/r", "/r", 1.0).new
    assert not sessions.arrive(CALL._replace(agent="a7"), "/r", "/r", 2.0).new
    assert sessions.arrive(CALL._replace(call=""), "/r", "/r", 2.0).new


def test_when_each_event_came_last_is_kept(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for at, name in enumerate(("SessionStart", "PostToolUse", "SessionStart", "PreCompact", "PostToolUse")):
        Sessions(store).arrive(Event(name, "s", call=f"t{at}" if name == "PostToolUse" else ""), "/r", "/r", float(at))
    query = "SELECT event, max(at) FROM answered GROUP BY event"
    assert dict(store.read(lambda db: db.execute(query).fetchall())) == {"SessionStart": 2.0, "PostToolUse": 4.0, "PreCompact": 3.0}


def test_an_event_changes_only_what_it_tells(tmp_path: Path) -> None:
    sessions = Sessions(Store(str(tmp_path)))
    start = Event("SessionStart", "s", cwd="/r", source="startup", model="m", transcript="/t", kind="k")
    sessions.arrive(start, "/r/.git", "/r", 1.0)
    sessions.set_task("s", "t1")
    sessions.arrive(Event("Stop", "s", cwd="/r/sub", call="x"), "/r/.git", "/r", 2.0)
    now = sessions.get("s")
    assert now is not None
    assert (now.source, now.model, now.transcript, now.kind, now.task, now.started) == ("startup", "m", "/t", "k", "t1", 1.0)
    assert (now.cwd, now.last, now.last_event, now.ended) == ("/r/sub", 2.0, "Stop", None)


def test_names_that_are_no_unicode_survive(tmp_path: Path) -> None:
    sessions = Sessions(Store(str(tmp_path)))
    odd = "\udcff/\x00\n"
    sessions.arrive(Event("E", odd, odd, odd, odd, odd, odd, odd, odd, odd), odd, odd, 1.0)
    (one,) = sessions.list(odd)
    assert sessions.get(odd, odd) == one and (one.session, one.model, one.worktree) == (odd, odd, odd)


def test_what_is_old_is_forgotten_and_what_waits_stays(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    with open_kernel(str(tmp_path / "repo"), {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}) as kernel:
        store, root = kernel.store, kernel.repository.root
        Sessions(store).arrive(CALL, "/r", root, 1.0)
        Sessions(store).add_snapshot(Snapshot("s", root, 1.0, "auto", "t", None))
        NoticedFailures(store).add(root, "s", 1, b"x", "text", 1.0)
        deliveries = Deliveries(store)
        deliveries.queue(root, "", "note", "given", 1.0)
        deliveries.take(root, "s", 100, 1.0, 1)
        deliveries.queue(root, "", "note", "waits", 1.0)
        keep_limits(kernel)

        def counts(db: sqlite3.Connection) -> list[int]:
            names = ("sessions", "answered", "snapshots", "noticed", "deliveries")
            return [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names]

        assert store.read(counts) == [0, 0, 0, 0, 1]
        assert [one.text for one in deliveries.list(root, True, 9)] == ["waits"]


def test_a_failure_whose_process_died_is_taken_up_again(tmp_path: Path) -> None:
    failures = NoticedFailures(Store(str(tmp_path)))
    failures.add("/r", "s", 1, b"x", "text", 1.0)
    first = failures.claim("/r", 10.0, dead=0.0)
    assert first is not None and failures.claim("/r", 11.0, dead=5.0) is None and failures.busy("/r", 5.0)
    assert not failures.busy("/r", 12.0)
    again = failures.claim("/r", 200.0, dead=80.0)
    assert again is not None and again.seq == first.seq
    assert failures.claim("/elsewhere", 500.0, dead=400.0) is None
