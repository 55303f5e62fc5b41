"""With real hook processes: what an agent's window holds is pointed to, until the window begins a new life."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from registered import Agent

from kernel.service.kernel import open_kernel
from kernel.service.ledger import faults, ledger

CONFIG = "".join(
    f'[service.{name}{number}]\nport = {7000 + number * 13}\nowner = "{name}-{number % 7}"\n'
    for number, name in enumerate(("cart", "mail", "pay", "stock", "tax") * 20)
)
WORDS = "amber birch cedar dune ember fjord grove heath inlet jetty knoll ledge".split()
REPORT = "".join(
    " ".join(WORDS[(number * step + step) % 12] for step in range(1, 12)) + f" {number * 7919 % 997}\n"
    for number in range(90)
)


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    (tmp_path / "repo").mkdir()
    one = Agent(tmp_path / "home", tmp_path / "repo")
    one.hook(one.event("SessionStart", source="startup", model="m"))
    return one


def test_a_file_read_again_is_pointed_to_and_after_an_edit_its_change_is_shown(agent: Agent) -> None:
    assert agent.read(CONFIG, "/r/services.toml") == CONFIG
    again = agent.read(CONFIG, "/r/services.toml")
    assert "unchanged since ck recall 1" in again and len(again) < 300
    edited = agent.read(CONFIG.replace("port = 7650", "port = 1234"), "/r/services.toml")
    assert "port = 1234" in edited and len(edited) < len(CONFIG) / 4


def test_a_command_run_again_shows_what_changed_between_the_runs(agent: Agent) -> None:
    first = agent.bash(REPORT, "make report")
    lines = REPORT.splitlines(keepends=True)
    changed = agent.bash("".join([*lines[:20], "the cedar fell\n", *lines[20:]]), "make report")
    assert "the cedar fell" in changed and "ck recall 1" in changed and len(changed) < len(first) / 2


@pytest.mark.parametrize("ending", ["py", "toml", "txt"])
def test_of_overlapping_parts_of_a_file_what_is_new_is_shown_under_its_number(agent: Agent, ending: str) -> None:
    text = "".join(f"key_{n} = {n * 7}\n" for n in range(1, 401))
    path = f"/r/a.{ending}"
    lines = [f"{n}\tkey_{n} = {n * 7}" for n in range(1, 401)]
    assert agent.read_part(text, path, 1, 200) == lines[:200]
    folded, *new = agent.read_part(text, path, 101, 200)
    assert new == lines[200:300]
    assert folded == "200\t[ck: 100 lines folded, 101-200: lines of the file, unchanged since ck recall 1 (delta); ck recall 2 --lines 101-200]"
    assert agent.recall(2, "--lines", "101-200").stdout.splitlines() == lines[100:200]
    (again,) = agent.read_part(text, path, 150, 150)
    assert "lines of the file, unchanged since ck recall 1, 150-200; since ck recall 2, 201-299 (delta)" in again
    changed = text.replace("key_160 = 1120", "key_160 = changed")
    assert [line for line in agent.read_part(changed, path, 150, 150) if "[ck: " not in line] == [
        *lines[157:159], "160\tkey_160 = changed", *lines[160:162]
    ]  # fmt: skip
    whole = agent.read(changed, path).split("\n")
    assert [line for line in whole if "[ck: " not in line] == [line.partition("\t")[2] for line in lines[300:]] + [""]


def test_a_line_that_changed_where_the_last_run_was_folded_is_shown(agent: Agent) -> None:
    run = [f"check {n} of module m{n % 7} passed in {n % 9}ms value={n * 7919 % 97}" for n in range(60)]
    first = agent.bash("\n".join(run) + "\n", "./check.sh")
    assert run[33] not in first and "lines folded" in first
    changed = [*run[:33], run[33].rpartition("=")[0] + "=1000", *run[34:]]
    second = agent.bash("\n".join(changed) + "\n", "./check.sh")
    assert changed[33] in second and "as in ck recall 1, folded there too" in second and len(second) < 600
    assert "unchanged" not in second
    third = agent.bash("\n".join(run) + "\n", "./check.sh")
    assert run[33] in third


def test_without_a_told_start_nothing_is_known(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    agent = Agent(tmp_path / "home", tmp_path / "repo")
    for _ in range(2):
        assert agent.read(CONFIG, "/r/services.toml") == CONFIG
    agent.hook(agent.event("PreCompact", trigger="auto", custom_instructions=None))
    for _ in range(2):
        assert agent.read(CONFIG, "/r/services.toml") == CONFIG


def test_a_subagent_knows_its_own_window_until_it_is_compacted(agent: Agent) -> None:
    child = agent._replace(agent="a1b2")
    assert child.read(CONFIG, "/r/services.toml") == CONFIG
    assert "unchanged since" in child.read(CONFIG, "/r/services.toml")
    child.hook(child.event("PreCompact", trigger="auto", custom_instructions=None))
    assert child.read(CONFIG, "/r/services.toml") == CONFIG
    assert "unchanged since" in child.read(CONFIG, "/r/services.toml")


def test_after_a_compaction_the_new_window_is_known_from_its_own_reads_on(agent: Agent) -> None:
    agent.read(CONFIG, "/r/services.toml")
    agent.hook(agent.event("SessionStart", source="compact", model="m"))
    assert agent.read(CONFIG, "/r/services.toml") == CONFIG
    assert "unchanged since ck recall 2" in agent.read(CONFIG, "/r/services.toml")


def test_what_the_harness_showed_a_preview_of_is_not_known(agent: Agent, tmp_path: Path) -> None:
    """An output too long for the harness that cannot be shortened: the agent has only its beginning."""
    text = "".join(f"{n * 7919 % 100_003:x} {n * 104_729 % 9973:x}\n" for n in range(6_000))
    (tmp_path / "long.txt").write_text(text)
    told = {"stdout": text[:30_000], "persistedOutputPath": str(tmp_path / "long.txt"), "persistedOutputSize": len(text)}
    for _ in range(2):
        answer = agent.hook(
            agent.call("Bash", {"stderr": "", "interrupted": False, **told}, command="make numbers  # ck:raw")
        )
        assert answer.response is None


def test_a_window_of_a_folded_file_is_shown_whole_and_counted_as_a_fault(agent: Agent) -> None:
    source = "import os\n" + "".join(
        f"\n\ndef handle_{n}(request):\n"
        + "".join(f"    total_{k} = request.amount_{k} * {n} + os.getpid() % {k + 1}\n" for k in range(30))
        for n in range(60)
    )
    assert len(agent.read(source, "/r/views.py")) < len(source) / 2
    lines = source.split("\n")[200:240]
    file = {"filePath": "/r/views.py", "content": "\n".join(lines), "numLines": 40, "startLine": 201, "totalLines": 2000}
    answer = agent.hook(agent.call("Read", {"type": "text", "file": file}, file_path="/r/views.py", offset=201, limit=40))
    assert answer.response is None
    with open_kernel(str(agent.cwd), agent.environment) as kernel:
        (fault,) = faults(kernel)
        assert fault.source == "agent" and 200 < fault.tokens < 2_000
        assert ledger(kernel).returned == fault.tokens


def test_savings_are_counted_against_the_preview_that_the_harness_would_have_shown(agent: Agent, tmp_path: Path) -> None:
    whole = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(8_000))
    (tmp_path / "long.txt").write_text(whole)
    told = {"stdout": whole[:30_000], "persistedOutputPath": str(tmp_path / "long.txt"), "persistedOutputSize": len(whole)}
    answer = agent.hook(agent.call("Bash", {"stderr": "", "interrupted": False, **told}, command="pytest -v"))
    assert "ck recall 1" in answer.response["stdout"]
    with open_kernel(str(agent.cwd), agent.environment) as kernel:
        totals = ledger(kernel)
    assert 300 < totals.before < 1_500 and totals.net < 1_500
