"""``ck canary``, ``ck reset-canary`` and what doctor and status line say of the canary."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kernel.model.canary import ARRIVED, OTHER, Replacement
from kernel.service.kernel import Kernel, open_kernel
from kernel.store.canaries import Canaries
from kernel.verify.canary import MISSES, after

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}


def ck(environment: dict[str, str], *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*CK, *arguments], env=environment, cwd=environment["HOME"], input=given, capture_output=True, text=True, check=False)


def judged(kernel: Kernel, *verdicts: str, kind: str = "Bash") -> None:
    canaries = Canaries(kernel.store)
    for verdict in verdicts:
        canaries.expect(Replacement(0, time.time(), "s", "main", "c", kind, "2.1.332", None, b"1", b"1", False))
        (newest,) = canaries.replacements(1)
        canaries.judge({newest.seq: (verdict, "")}, time.time(), after)


def checks(environment: dict[str, str]) -> dict[str, str]:
    told = json.loads(ck(environment, "doctor", "--json").stdout)
    return {one["name"]: one["state"] for one in told["checks"]}


def test_where_nothing_was_replaced_it_is_said(environment: dict[str, str]) -> None:
    done = ck(environment, "canary")
    assert (done.returncode, done.stdout) == (0, "Nothing was replaced yet, so nothing is known.\n")
    assert checks(environment)["replacements"] == "ok"


def test_what_arrived_is_counted(environment: dict[str, str]) -> None:
    with open_kernel(environment["HOME"], environment) as kernel:
        judged(kernel, ARRIVED, ARRIVED, OTHER)
    done = ck(environment, "canary")
    assert done.returncode == 0
    first, *rest = done.stdout.splitlines()
    assert first.startswith("proven    2.1.332  Bash: 2 arrived, last ") and "1 missed" in first
    assert len(rest) == 3 and "MISSED" in rest[0]
    assert checks(environment)["replacements"] == "ok"
    assert ck(environment, "statusline", given='{"version": "2.1.332"}').stdout.count("do not arrive") == 0


def test_a_degraded_kind_is_an_alarm_everywhere_until_it_is_reset(environment: dict[str, str]) -> None:
    with open_kernel(environment["HOME"], environment) as kernel:
        judged(kernel, ARRIVED, kind="Read")
        judged(kernel, *[OTHER] * MISSES)
    done = ck(environment, "canary", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["state"], told["version"], told["misses"], told["arrived"]) == (1, "degraded", "2.1.332", MISSES, 1)
    assert {one["kind"]: one["state"] for one in told["kinds"]} == {"Bash": "degraded", "Read": "proven"}
    assert checks(environment)["replacements"] == "failure"
    assert "replaced outputs do not arrive: ck canary" in ck(environment, "statusline", given='{"version": "2.1.332"}').stdout
    assert "do not arrive" not in ck(environment, "statusline", given='{"version": "2.1.400"}').stdout
    assert ck(environment, "reset-canary").stdout == "forgotten: 2 states\n"
    assert ck(environment, "canary").returncode == 0
    assert checks(environment)["replacements"] == "ok"


def test_strange_names_cannot_steer_a_terminal(environment: dict[str, str]) -> None:
    with open_kernel(environment["HOME"], environment) as kernel:
        judged(kernel, ARRIVED, kind="Ba\x1b[31msh\ud800")
    done = ck(environment, "canary")
    assert done.returncode == 0 and "\x1b" not in done.stdout and "\\x1b[31m" in done.stdout
