"""Servers that are killed under load, homes that cannot be written, and many servers on one store."""

import json
import random
import re
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from mcp_client import Client, environment, serving
from test_mcp_hooks import event, filled

from kernel.service.kernel import open_kernel
from kernel.service.recall import parked_output

ROUNDS, EVENTS = 8, 30


def handles(answers: list[str]) -> list[int]:
    """The handles that an agent was promised."""
    return [int(number) for answer in answers for number in re.findall(r"ck recall (\d+) ", answer)]


def fire(client: Client, cwd: Path, name: str, count: int) -> list[str]:
    """Send events until the server is gone; the answers that came."""
    told = []
    for number in range(count):
        try:
            told.append(client.text("hook", **filled(event(cwd, use=f"{name}-{number}", session_id=name))))
        except (AssertionError, OSError, ValueError):
            break  # killed: the harness keeps the original
    return told


def assert_kept(tmp_path: Path, repository: Path, promised: list[int]) -> None:
    with open_kernel(str(repository), environment(tmp_path)) as kernel:
        assert all("PASSED" in parked_output(kernel, handle).original for handle in promised)
        assert kernel.store.read(lambda db: db.execute("PRAGMA integrity_check").fetchone()) == ("ok",)


def test_a_server_that_is_killed_at_any_moment_keeps_every_promise(tmp_path: Path) -> None:
    repository, promised, rng = tmp_path / "repo", [], random.Random(7)
    repository.mkdir()
    for turn in range(ROUNDS):
        with serving(repository, tmp_path) as client:
            client.initialize()
            killer = threading.Timer(rng.uniform(0.005, 0.15), client.process.kill)
            killer.start()
            promised += handles(fire(client, repository, f"s{turn}", EVENTS))
            killer.join()
    assert len(set(promised)) == len(promised)
    assert_kept(tmp_path, repository, promised)
    with serving(repository, tmp_path) as client:
        client.initialize()
        assert handles(fire(client, repository, "last", 1))


def test_several_servers_share_a_store(tmp_path: Path) -> None:
    repository, promised = tmp_path / "repo", []
    repository.mkdir()

    def serve(name: str) -> None:
        with serving(repository, tmp_path) as client:
            client.initialize()
            told = fire(client, repository, name, EVENTS)
            assert len(told) == EVENTS
            promised.extend(handles(told))

    threads = [threading.Thread(target=serve, args=(f"s{n}",)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # A store that was busy for too long costs a fold, never an answer.
    assert len(promised) > EVENTS and len(set(promised)) == len(promised)
    assert_kept(tmp_path, repository, promised)


@pytest.mark.parametrize("home", ["/proc/none/ck", "/dev/null/ck"])
def test_a_home_that_cannot_be_written_costs_the_folds_and_nothing_else(tmp_path: Path, home: str) -> None:
    repository = tmp_path / "repo"
    repository.mkdir()
    (repository / "top.py").write_text("def at_the_top():\n    pass\n")
    with serving(repository, tmp_path, CK_HOME=home) as client:
        client.initialize()
        assert client.text("hook", **filled(event(repository))) == ""
        assert "at_the_top" in client.text("slice", symptom="at_the_top")
        assert client.refusal("recall", handle=1)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process can be set on Linux only")
def test_a_full_disk_costs_the_folds_and_nothing_else(tmp_path: Path) -> None:
    """A file size limit stands for it: no write to the store gets through."""
    repository = tmp_path / "repo"
    repository.mkdir()
    with serving(repository, tmp_path) as client:
        client.initialize()
        assert handles(fire(client, repository, "before", 1))
        code = f"import resource; resource.prlimit({client.process.pid}, resource.RLIMIT_FSIZE, (1000, 1000))"
        subprocess.run([sys.executable, "-c", code], check=True)
        assert fire(client, repository, "full", 3) == ["", "", ""]
        assert client.request("ping")["result"] == {}
    assert_kept(tmp_path, repository, [1])
    with serving(repository, tmp_path) as client:
        client.initialize()
        assert handles(fire(client, repository, "after", 1))


def test_a_damaged_store_is_set_aside_under_the_server(tmp_path: Path) -> None:
    repository = tmp_path / "repo"
    repository.mkdir()
    with serving(repository, tmp_path) as client:
        client.initialize()
        before = handles(fire(client, repository, "before", 1))
    for name in ("kernel.db-wal", "kernel.db-shm"):
        (tmp_path / "ck" / name).unlink(missing_ok=True)
    (tmp_path / "ck/kernel.db").write_bytes(b"no database at all" * 500)
    with serving(repository, tmp_path) as client:
        client.initialize()
        told = fire(client, repository, "after", 2)
        assert before and handles(told) and set(before).isdisjoint(handles(told))
        assert json.loads(told[-1])
