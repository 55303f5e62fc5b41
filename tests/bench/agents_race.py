"""Many agents at once on one store: registered hooks and ``ck recall``, real processes, one killed every second.

``python tests/bench/agents_race.py --seconds 30`` prints what happened and exits 1 where a promised handle is lost, the store is damaged, or an
agent was shown an error.
"""

import argparse
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "harness"))
from registered import BASH, CK, Agent

from kernel.hooks import registered_command
from kernel.service.kernel import open_kernel
from kernel.service.recall import parked_output

WORKERS = 32
KILL_EVERY = 1.0
GRACE = 60
"""Seconds that a slow machine may take until the first recall."""

HANDLE = re.compile(r"ck recall (\d+)")


class Outcome(NamedTuple):
    """What happened. ``promised``: handles in answers that an agent read; ``silent``: hooks that left the original shown."""

    seconds: float
    hooks: int
    recalls: int
    killed: int
    silent: int
    promised: int
    lost: int
    wrong_recalls: int
    errors: tuple[str, ...]
    integrity: str
    store_bytes: int

    @property
    def sound(self) -> bool:
        """Whether every promise held, and some were made."""
        broken = self.lost or self.wrong_recalls or self.errors or self.integrity != "ok"
        return not broken and self.promised > 0 and self.recalls > 0


class Race:
    """The state that the workers share."""

    def __init__(self, folder: Path, seed: int) -> None:
        (folder / "repo").mkdir()
        self.agent = Agent(folder / "home", folder / "repo")
        self.dice = random.Random(seed)
        self.lock = threading.Lock()
        self.running: list[subprocess.Popen[bytes]] = []
        self.killed: set[int] = set()
        self.promised: dict[int, str] = {}
        self.errors: list[str] = []
        self.hooks = self.recalls = self.silent = self.wrong_recalls = 0

    def work(self, name: int, end: float) -> None:
        """Project and recall until the end."""
        number = 0
        while time.monotonic() < end or not (self.recalls or time.monotonic() > end + GRACE):
            number += 1
            if self.promised and (name + number) % 3 == 0:
                self._recall()
            else:
                self._project(f"{name}-{number}", self.agent._replace(session=f"s{name}"))

    def kill(self, end: float) -> None:
        """Kill a running process every second."""
        while time.monotonic() + KILL_EVERY < end:
            time.sleep(KILL_EVERY)
            with self.lock:
                alive = [one for one in self.running if one.poll() is None]
                if alive:
                    victim = self.dice.choice(alive)
                    self.killed.add(victim.pid)
                    victim.kill()

    def _project(self, name: str, agent: Agent) -> None:
        text = "".join(f"tests/test_{name}.py::test_{n} PASSED [ 10%]\n" for n in range(200))
        given = agent.call("Bash", {**BASH, "stdout": text}, command=f"pytest -v tests/test_{name}.py")
        code, out, err, killed = self._run(registered_command("claude"), given, agent)
        self.hooks += 1
        if killed:
            return
        if code or err:
            self.errors.append(f"hook: {code} {err[-300:]!a}")
        elif not out:
            self.silent += 1
        else:
            shown = json.loads(out)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
            found = HANDLE.search(shown)
            if found is None:
                self.errors.append(f"hook: no handle in {shown[:200]!a}")
            else:
                self.promised[int(found[1])] = text

    def _recall(self) -> None:
        handle, text = self.dice.choice(list(self.promised.items()))
        code, out, err, killed = self._run((*CK, "recall", str(handle), "--json"), b"", self.agent)
        self.recalls += 1
        if killed:
            return
        if code or err:
            self.errors.append(f"recall {handle}: {code} {err[-300:]!a}")
        elif "\n".join(line["text"] for line in json.loads(out)["lines"]) + "\n" != text:
            self.wrong_recalls += 1

    def _run(self, command: tuple[str, ...], given: bytes, agent: Agent) -> tuple[int, bytes, bytes, bool]:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=agent.environment, cwd=agent.cwd,
        )  # fmt: skip
        with self.lock:
            self.running.append(process)
        out, err = process.communicate(given)
        with self.lock:
            self.running.remove(process)
        return process.returncode, out, err, process.pid in self.killed


def race(folder: Path, seconds: float, workers: int = WORKERS, seed: int = 0) -> Outcome:
    """Run the race in an empty folder and count afterwards."""
    shared = Race(folder, seed)
    began = time.monotonic()
    end = began + seconds
    with ThreadPoolExecutor(workers + 1) as pool:
        jobs = [pool.submit(shared.kill, end)]
        jobs += [pool.submit(shared.work, name, end) for name in range(workers)]
        for job in jobs:
            job.result()
    lost = 0
    with open_kernel(str(shared.agent.cwd), shared.agent.environment) as kernel:
        for handle, text in shared.promised.items():
            lost += parked_output(kernel, handle).original != text
    path = shared.agent.home / "kernel.db"
    with sqlite3.connect(path) as db:
        integrity = str(db.execute("PRAGMA integrity_check").fetchone()[0])
    db.close()
    size = sum(file.stat().st_size for file in shared.agent.home.glob("kernel.db*"))
    return Outcome(
        time.monotonic() - began, shared.hooks, shared.recalls, len(shared.killed), shared.silent,
        len(shared.promised), lost, shared.wrong_recalls, tuple(sorted(set(shared.errors)))[:20], integrity, size,
    )  # fmt: skip


def main() -> int:
    """Command line of the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=WORKERS)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = race(Path(folder), arguments.seconds, arguments.workers, arguments.seed)
    for name, value in outcome._asdict().items():
        print(f"{name:<14} {value}")
    return 0 if outcome.sound else 1


if __name__ == "__main__":
    sys.exit(main())
