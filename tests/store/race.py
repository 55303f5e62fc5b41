"""Four processes slice, steer, park and cache in one store while one after another is killed: nothing confirmed may be lost.

``python tests/store/race.py --seconds 20`` prints a table and exits 1 if anything is lost or damaged.
"""

import argparse
import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from kernel.model.event import ToolOutput
from kernel.model.plan import Plan
from kernel.model.scope import Scope
from kernel.service.kernel import open_kernel
from kernel.service.slicing import SliceRequest, cut, rank
from kernel.store.cache import Cache
from kernel.store.connection import Store
from kernel.store.parked import ParkedOutputs
from kernel.store.steers import Steers

WORKERS = 4
WORKTREE, TASK = "/repository", "task"
TIMEOUT_MS = 10_000
SLICE_EVERY = 20


class Outcome(NamedTuple):
    """What happened: confirmed pins and handles, those of them that are missing, and SQLite's own verdict."""

    seconds: float
    started: int
    killed: int
    failed: int
    pins: int
    lost_pins: int
    handles: int
    lost_handles: int
    slices: int
    wrong_slices: int
    integrity: str
    notices: tuple[str, ...]
    errors: str

    @property
    def sound(self) -> bool:
        """Whether nothing was lost, and something was at stake."""
        lost = self.lost_pins + self.lost_handles + self.wrong_slices + self.failed + len(self.notices)
        at_stake = min(self.pins, self.handles, self.slices, self.killed)
        return not lost and self.integrity == "ok" and at_stake > 0


def make_repository(home: str) -> None:
    """A small repository whose slice must always be the same."""
    root = Path(home, "repository")
    root.mkdir()
    for number in range(40):
        body = f"def step_{number}(value):\n    return step_{number + 1}(value)\n"
        (root / f"part_{number}.py").write_text(f"from part_{number + 1} import step_{number + 1}\n\n\n{body}")
    (root / "part_40.py").write_text("def step_40(value):\n    raise ValueError('the value is too small')\n")


def slice_once(home: str) -> str:
    """Slice the repository and give what was found as one word."""
    with open_kernel(str(Path(home, "repository")), {"CK_HOME": home}) as kernel:
        ranking = rank(kernel, SliceRequest("ValueError: the value is too small"))
        found = [f"{item.path}::{item.symbols}" for item in cut(kernel, ranking, 2_000).items]
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


def work(home: str, name: str) -> None:
    """Slice, pin, park and cache without end; every line printed is a confirmation."""
    store, cache = Store(home, TIMEOUT_MS), Cache(home, 1_000_000, TIMEOUT_MS)
    steers, parked = Steers(store), ParkedOutputs(store)
    number = 0
    while True:
        number += 1
        if number % SLICE_EVERY == 1:
            os.write(1, f"slice {slice_once(home)}\n".encode())
        path, output = f"{name}/{number}.py", f"output {name} {number}\n" * 20
        steers.apply(WORKTREE, TASK, "pin", path, "f", "", time.time())
        os.write(1, f"pin {path}\n".encode())
        handle = parked.add(
            ToolOutput(output),
            Scope(WORKTREE, name, "main", 0, WORKTREE),
            Plan(20, (), 100, 100),
            at=time.time(),
        )
        os.write(1, f"park {handle} {hashlib.sha256(output.encode()).hexdigest()}\n".encode())
        cache.put_many({f"{name}-{number}": output.encode()})


def race(home: str, seconds: float, seed: int = 0) -> Outcome:
    """Run the race in a home folder and count afterwards."""
    rng = random.Random(seed)
    logs: list[Path] = []
    errors = Path(home, "errors.txt")

    def start() -> subprocess.Popen[bytes]:
        logs.append(Path(home, f"worker-{len(logs)}.txt"))
        with logs[-1].open("wb") as out, errors.open("ab") as err:
            return subprocess.Popen(
                [sys.executable, __file__, "--work", home, "--name", f"w{len(logs)}"], stdout=out, stderr=err
            )

    make_repository(home)
    began, killed, failed = time.monotonic(), 0, 0
    workers = [start() for _ in range(WORKERS)]
    try:
        while time.monotonic() - began < seconds:
            time.sleep(rng.uniform(0.05, 0.5))
            victim = rng.randrange(WORKERS)
            if workers[victim].poll() is None:
                workers[victim].send_signal(signal.SIGKILL)
                killed += 1
            failed += workers[victim].wait() not in (0, -signal.SIGKILL)
            workers[victim] = start()
    finally:
        for worker in workers:
            worker.kill()
            failed += worker.wait() not in (0, -signal.SIGKILL)
    spent = time.monotonic() - began
    return _count(
        home, logs, Outcome(spent, len(logs), killed, failed, 0, 0, 0, 0, 0, 0, "", (), errors.read_text())
    )


def _count(home: str, logs: list[Path], outcome: Outcome) -> Outcome:
    # Only whole lines count: a killed process may have been stopped inside of its last one.
    lines = [line.split() for log in logs for line in log.read_text().rpartition("\n")[0].splitlines()]
    pins = {line[1] for line in lines if line[0] == "pin"}
    handles = {(int(line[1]), line[2]) for line in lines if line[0] == "park"}
    slices = [line[1] for line in lines if line[0] == "slice"]
    # With nobody racing and the cache gone, this is the right answer.
    for leftover in Path(home).glob("cache.db*"):
        leftover.unlink()
    right = slice_once(home)
    store = Store(home, TIMEOUT_MS)
    there = {steer.path for steer in Steers(store).list(WORKTREE, TASK)}
    parked = ParkedOutputs(store)
    lost_handles = 0
    for handle, digest in handles:
        found = parked.get(handle, WORKTREE)
        lost_handles += found is None or hashlib.sha256(found.original.encode()).hexdigest() != digest
    store.close()
    with sqlite3.connect(Path(home, "kernel.db")) as connection:
        integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
    return outcome._replace(
        pins=len(pins),
        lost_pins=len(pins - there),
        handles=len(handles),
        lost_handles=lost_handles,
        slices=len(slices),
        wrong_slices=sum(one != right for one in slices),
        integrity=integrity,
        notices=tuple(store.notices),
    )


def main() -> int:
    """Command line of the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--name", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(arguments.work, arguments.name)
    with tempfile.TemporaryDirectory() as home:
        outcome = race(home, arguments.seconds, arguments.seed)
    for name, value in outcome._asdict().items():
        print(f"{name:<14} {value}")
    return 0 if outcome.sound else 1


if __name__ == "__main__":
    sys.exit(main())
