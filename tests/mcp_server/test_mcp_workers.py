"""Tool processes that die, hang or idle: every call is answered once, and a later one works."""

import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kernel.mcp_server import workers
from kernel.mcp_server.workers import Call, Workers


class Told(list[dict[str, Any]]):
    """The answers to a call, progress left out."""

    def __call__(self, message: dict[str, Any]) -> None:
        if "progress" not in message:
            self.append(message)


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    monkeypatch.setenv("CK_HOME", str(tmp_path / "ck"))
    pool = Workers()
    yield pool
    pool.close()


def call(key: object, folder: Path, told: Told) -> Call:
    (folder / "top.py").write_text("def at_the_top():\n    pass\n")
    asked = {"tool": "toc", "arguments": {"path": "top.py"}, "roots": [str(folder)], "tokens": 8000}
    return Call(key, asked, told)


def listen(pool: Workers, told: Told) -> None:
    """Take answers until the call has one."""
    while not told:
        ready, _, _ = select.select(list(pool.descriptors()), [], [], 60)
        assert ready, "no answer came"
        for descriptor in ready:
            pool.readable(descriptor)


def answered(pool: Workers, folder: Path) -> None:
    told = Told()
    pool.run(call("next", folder, told))
    listen(pool, told)
    assert told[0]["failed"] is False and "at_the_top" in told[0]["text"]


def processes(pool: Workers) -> list[int]:
    return [worker.process.pid for worker in pool._workers]


def test_a_process_is_kept_for_the_next_call(pool: Workers, tmp_path: Path) -> None:
    answered(pool, tmp_path)
    before = processes(pool)
    answered(pool, tmp_path)
    assert processes(pool) == before and len(before) == 1


def test_a_process_that_dies_during_a_call_is_told_and_replaced(pool: Workers, tmp_path: Path) -> None:
    told = Told()
    pool.run(call(1, tmp_path, told))
    os.kill(processes(pool)[0], signal.SIGKILL)
    listen(pool, told)
    assert told == [{"text": "the tool's process ended without an answer", "cursor": "", "failed": True}]
    answered(pool, tmp_path)


def test_a_process_that_died_idle_is_replaced(pool: Workers, tmp_path: Path) -> None:
    answered(pool, tmp_path)
    os.kill(processes(pool)[0], signal.SIGKILL)
    os.waitid(os.P_PID, processes(pool)[0], os.WEXITED | os.WNOWAIT)
    answered(pool, tmp_path)


def test_a_call_that_takes_too_long_is_given_up(pool: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told()
    pool.run(call(1, tmp_path, told))
    monkeypatch.setattr(workers, "CALL_SECONDS", -1)
    pool.tidy()
    assert told[0]["failed"] is True and "given up" in told[0]["text"]
    assert processes(pool) == []


def test_idle_processes_end(pool: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(pool, tmp_path)
    monkeypatch.setattr(workers, "IDLE_SECONDS", -1)
    pool.tidy()
    assert processes(pool) == [] and not pool.is_busy()


def test_calls_beyond_the_most_wait_and_are_answered_in_their_order(pool: Workers, tmp_path: Path) -> None:
    order: list[int] = []

    class Noting(Told):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        def __call__(self, message: dict[str, Any]) -> None:
            super().__call__(message)
            order.append(self.number)

    told = [Noting(number) for number in range(workers.MOST + 3)]
    for one in told:
        pool.run(call(one.number, tmp_path, one))
    assert len(processes(pool)) == workers.MOST
    pool.cancel(workers.MOST)
    for one in told[: workers.MOST] + told[workers.MOST + 1 :]:
        listen(pool, one)
    assert told[workers.MOST] == [] and len(order) == workers.MOST + 2
    assert order.index(workers.MOST + 1) < order.index(workers.MOST + 2)
