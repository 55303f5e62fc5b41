"""The ledger in parts: they add up to the totals, and say what they leave out."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.cli.main import cli
from kernel.model.errors import BadInput
from kernel.model.event import ToolOutput
from kernel.model.scope import Host, Scope
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import PARTS, faults, ledger, split
from kernel.service.observe import observe
from kernel.service.recall import AGENT, PERSON, Selection, purge, recall

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


HOST = Host(cap=3_000, preview=200, longest=2_800)
SCOPES = st.builds(Scope, st.sampled_from(["/a", "/b"]), st.sampled_from(["", "s", "\udc80"]), st.sampled_from(["main", "x"]), st.integers(0, 1), st.just("/w"))
OUTPUTS = st.builds(
    ToolOutput,
    st.sampled_from([PASSING, PASSING[:9_000], "\x1b[31mfine\x1b[0m\n", "", "x\n" * 2_000]),
    st.sampled_from(["Bash", "Read", "mcp__a__b"]),
    st.sampled_from(["pytest -v", "make"]),
    st.sampled_from(["", "/r/a.py"]),
    st.none(),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(OUTPUTS, SCOPES, st.sampled_from([Host(), HOST]), st.sampled_from([AGENT, PERSON, ""])), max_size=6))
def test_any_split_adds_up_to_the_totals(
    events: list[tuple[ToolOutput, Scope, Host, str]],
) -> None:
    with tempfile.TemporaryDirectory() as folder, open_kernel(folder, {"CK_HOME": f"{folder}/home"}) as kernel:
        for output, scope, host, source in events:
            shown = observe(kernel, output, scope, host=host)
            if source and shown.handle:
                recall(kernel, shown.handle, Selection((2, 9)), everywhere=True, source=source)
        totals = ledger(kernel, everywhere=True)
        assert totals.projections == len(events)
        for by in PARTS:
            parts = split(kernel, by, everywhere=True).parts
            for field in ("before", "after", "returned", "net"):
                assert sum(getattr(part, field) for part in parts) == getattr(totals, field), (by, field)
            if by != "recogniser":
                assert sum(part.projections for part in parts) == len(events)


def test_tools_are_told_apart(kernel: Kernel) -> None:
    assert {part.name: part.projections for part in split(kernel, "tool").parts} == {
        "Bash": 2,
        "mcp__ci__run": 1,
    }


def test_recognisers_carry_what_their_folds_saved_and_what_came_back_of_it(kernel: Kernel) -> None:
    recall(kernel, 1, Selection((5, 24)), source=AGENT)
    parts = {part.name: part for part in split(kernel, "recogniser").parts}
    (name,) = set(parts) - {""}
    assert parts[name].projections == 3 and parts[name].before > 10 * parts[name].after
    assert parts[name].returned == ledger(kernel).returned > 0 == parts[""].returned


def test_purged_outputs_stay_in_every_split(kernel: Kernel) -> None:
    before = {by: split(kernel, by).parts for by in PARTS}
    purge(kernel, handle=1)
    assert {by: split(kernel, by).parts for by in PARTS} == before


def test_what_the_harness_would_have_cut_is_not_saved(kernel: Kernel) -> None:
    scope, before = Scope(kernel.repository.key, "s9", "main", 1, "/"), ledger(kernel)
    shown = observe(kernel, ToolOutput(PASSING, "Bash", "pytest", exit_code=0), scope, host=HOST)
    after = ledger(kernel)
    assert after.before - before.before < 200 < shown.plan.tokens_before
    assert after.after - before.after == shown.plan.tokens_after


def test_an_output_that_cannot_be_replaced_saves_nothing_and_is_not_claimed_to_be_known(kernel: Kernel) -> None:
    text = "".join(f"{n * 7919 % 100_003:x} {n * 104_729 % 9973:x}\n" for n in range(3_000))
    scope, before = Scope(kernel.repository.key, "s9", "main", 1, "/"), ledger(kernel)
    for _ in range(2):
        shown = observe(kernel, ToolOutput(text, "Bash", "git diff", exit_code=0), scope, host=HOST._replace(longest=50))
        assert shown.text == text
    assert ledger(kernel).net == before.net


def again(kernel: Kernel, first: ToolOutput, second: ToolOutput, **changes: Any) -> int:
    """Tokens that the second of two outputs brought back."""
    scope, before = Scope(kernel.repository.key, "s7", "main", 1, "/"), ledger(kernel).returned
    observe(kernel, first, scope)
    observe(kernel, second, scope._replace(**changes), fold=False)
    return ledger(kernel).returned - before


def test_a_command_run_again_for_what_was_folded_is_a_fault(kernel: Kernel) -> None:
    run = ToolOutput(PASSING, "Bash", "pytest -v", exit_code=0)
    assert again(kernel, run, run._replace(command="pytest -v  # ck:raw")) > 5_000
    (fault, *_) = faults(kernel)
    assert fault.source == AGENT and "pytest -v" in fault.what
    assert {part.name for part in split(kernel, "recogniser").parts if part.returned} != {""}


def test_a_part_of_a_folded_file_read_again_costs_this_part(kernel: Kernel) -> None:
    lines = [f"row {n}: {'abcdefgh'[n % 8] * 9} {n * 7919 % 10_007}\n" for n in range(3_000)]
    whole = ToolOutput("".join(lines), "Read", "", "/r/big.log")
    came = again(kernel, whole, ToolOutput("".join(lines[1_500:1_600]), "Read", "Read(/r/big.log, offset=1501)", "/r/big.log"))
    assert 500 < came < 5_000


@pytest.mark.parametrize("changes", [{"agent": "sub"}, {"session": "s8"}, {"cwd": "/other"}, {"epoch": 2}])
def test_another_context_brings_nothing_back(kernel: Kernel, changes: dict[str, Any]) -> None:
    run = ToolOutput(PASSING, "Bash", "pytest -v", exit_code=0)
    assert again(kernel, run, run, **changes) == 0


def test_a_command_run_again_that_is_folded_again_brings_nothing_back(kernel: Kernel) -> None:
    before = ledger(kernel).returned
    scope = Scope(kernel.repository.key, "s7", "main", 0, "/")
    for _ in range(3):
        observe(kernel, ToolOutput(PASSING, "Bash", "pytest -v", exit_code=0), scope)
    assert ledger(kernel).returned == before


def test_switched_off_nothing_is_counted_nor_logged(tmp_path: Path) -> None:
    with open_kernel(str(tmp_path), {"CK_HOME": str(tmp_path / "home"), "CK_LOG_OFF": "1"}) as kernel:
        shown = observe(kernel, ToolOutput(PASSING, "Bash", "pytest -v"), Scope(kernel.repository.key))
        assert shown.handle and recall(kernel, shown.handle, source=AGENT).lines
        kernel.log_error("test", ValueError("x"))
        assert ledger(kernel).projections == ledger(kernel).faults == 0
    assert not list((tmp_path / "home").glob("*.log"))


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
