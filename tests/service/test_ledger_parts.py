"""The ledger in parts: they add up to the totals, and say what they leave out."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernel.cli.main import cli
from kernel.model.errors import BadInput
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import ledger, split
from kernel.service.observe import observe
from kernel.service.recall import AGENT, purge, recall

PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    (tmp_path / "repo").mkdir()
    with open_kernel(str(tmp_path / "repo"), {"CK_HOME": str(tmp_path / "home")}) as opened:
        key = opened.repository.key
        for number, tool in enumerate(("Bash", "Bash", "mcp__ci__run")):
            scope = Scope(key, f"s{number % 2}", "main", 1, opened.repository.root)
            observe(opened, ToolOutput(PASSING, tool, f"pytest -v {number}", exit_code=0), scope)
        yield opened


@pytest.mark.parametrize("by", ["tool", "session", "day"])
def test_parts_add_up_to_the_totals(kernel: Kernel, by: str) -> None:
    recall(kernel, 1, source=AGENT)
    totals, parts = ledger(kernel), split(kernel, by).parts
    assert totals.returned > 0
    assert sum(part.projections for part in parts) == 3
    assert sum(part.net for part in parts) == totals.net


def test_tools_are_told_apart(kernel: Kernel) -> None:
    assert {part.name: part.projections for part in split(kernel, "tool").parts} == {
        "Bash": 2,
        "mcp__ci__run": 1,
    }


def test_recognisers_carry_what_their_folds_saved(kernel: Kernel) -> None:
    (part,) = split(kernel, "recogniser").parts
    totals = ledger(kernel)
    assert part.name and part.projections == 3
    assert part.net == pytest.approx(totals.net, rel=0.05)


def test_purged_outputs_leave_the_parts_and_this_is_said(kernel: Kernel) -> None:
    purge(kernel, handle=1)
    found = split(kernel, "tool")
    assert sum(part.projections for part in found.parts) == 2
    assert any("purged" in what for what in found.not_counted)
    assert sum(part.projections for part in split(kernel, "day").parts) == 3


def test_another_repository_and_an_unknown_part_give_nothing(kernel: Kernel, tmp_path: Path) -> None:
    with open_kernel(str(tmp_path), {"CK_HOME": kernel.home}) as other:
        assert split(other, "tool").parts == split(other, "recogniser", days=3).parts == ()
        assert len(split(other, "tool", everywhere=True).parts) == 2
    with pytest.raises(BadInput):
        split(kernel, "phase of the moon")


def test_the_command_prints_parts(kernel: Kernel) -> None:
    arguments = ["--repo", kernel.repository.root, "savings", "--by", "tool"]
    environ = {"CK_HOME": kernel.home}
    text = CliRunner().invoke(cli, arguments, env=environ).output
    assert "mcp__ci__run" in text and "not counted" in text
    document = json.loads(CliRunner().invoke(cli, [*arguments, "--json"], env=environ).output)
    assert document["by"] == "tool" and len(document["parts"]) == 2
