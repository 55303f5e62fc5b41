"""What happened in a session, from events that real hook processes answered."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.model.moment import COMPACTION, DELIVERY, EVENT, OUTPUT, RECALL, SLICE, Moment
from kernel.service.deliveries import queue
from kernel.service.timeline import recognisers, slice_text, timeline

sys.path.insert(0, str(Path(__file__).parents[1] / "harness"))
from registered import CK
from told import SYMPTOM, Told, repository

LONG = "\n".join(f"tests/test_{n}.py::test_one PASSED [{n // 4:>3}%]" for n in range(400)) + "\n====== 400 passed in 1.20s ======\n"


@pytest.fixture
def agent(tmp_path: Path) -> Told:
    one = Told(tmp_path / "home", repository(tmp_path / "repo"))
    one.start()
    return one


def of(agent: Told, which: str = "main") -> tuple[Moment, ...]:
    with agent.kernel() as kernel:
        return timeline(kernel, "s1", which)


def test_everything_that_happens_is_told_in_its_order(agent: Told) -> None:
    with agent.kernel() as kernel:
        queue(kernel, "note", "look at the cart")
    agent.prompt("please go on")
    agent.bash(LONG, "pytest -v")
    handle = next(one.number for one in of(agent) if one.kind == OUTPUT)
    agent.agent.recall(handle, "--lines", "3-9")
    agent.prompt(SYMPTOM)
    agent.event("PreCompact", trigger="auto")
    found = of(agent)
    assert [one.kind for one in found] == [EVENT, EVENT, DELIVERY, OUTPUT, RECALL, EVENT, SLICE, COMPACTION]
    assert [one.at for one in found] == sorted(one.at for one in found)
    output = found[3]
    assert (output.name, output.text, output.exit_code, output.agent) == ("Bash", "pytest -v", 0, "main")
    assert output.before > 20 * output.after > 0 and output.folds >= 1
    assert (found[2].text, found[2].state) == ("look at the cart", "UserPromptSubmit")
    assert "KeyError" in found[6].text and found[6].state == "given"
    assert found[4].number == output.number and found[4].before > 0
    with agent.kernel() as kernel:
        assert recognisers(kernel, [output.number]) == {output.number: "passing"}
        assert recognisers(kernel, [10**9]) == recognisers(kernel, []) == {}
        assert "shop/models/cart.py" in slice_text(kernel, found[6].number) and slice_text(kernel, 99) == ""


def test_a_subagent_has_only_its_own_and_another_session_nothing_of_it(agent: Told) -> None:
    other = Told(agent.agent.home, agent.agent.cwd, "s1", "a7")
    agent.bash("one\n", "echo one")
    other.bash("two\n", "echo two")
    assert [one.text for one in of(agent) if one.kind == OUTPUT] == ["echo one", "echo two"]
    assert [one.text for one in of(agent, "a7")] == ["echo two"]
    with agent.kernel() as kernel:
        assert timeline(kernel, "s2") == ()
        assert [one.text for one in timeline(kernel, "s1", limit=1)] == ["echo two"]
        since = of(agent)[-1].at
        assert [one.text for one in timeline(kernel, "s1", since=since)] == ["echo two"]


def test_the_command_tells_the_same(agent: Told) -> None:
    agent.bash(LONG, "pytest -v")
    run = [*CK, "sessions", "events", "s"]
    told = subprocess.run([*run, "--json"], capture_output=True, check=True, env=agent.agent.environment, cwd=agent.agent.cwd)
    document = json.loads(told.stdout)
    assert (document["schema"], document["session"]) == (1, "s1")
    assert [one["kind"] for one in document["events"]] == [EVENT, OUTPUT]
    plain = subprocess.run(run, capture_output=True, check=True, text=True, env=agent.agent.environment, cwd=agent.agent.cwd)
    assert "pytest -v" in plain.stdout and "SessionStart" in plain.stdout
    nobody = subprocess.run([*run[:-1], "zz"], capture_output=True, check=False, text=True, env=agent.agent.environment, cwd=agent.agent.cwd)
    assert (nobody.returncode, nobody.stdout) == (1, "") and "no session 'zz'" in nobody.stderr
