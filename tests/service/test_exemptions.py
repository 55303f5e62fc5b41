"""Per tool and per kind of agent: what is folded, from which size on, and how hard in a full window."""

from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.model.scope import Host, Scope
from kernel.service.kernel import open_kernel
from kernel.service.observe import observe
from kernel.service.recall import parked_output

PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


def folds(tmp_path: Path, tool: str = "Bash", agent_type: str = "", **environ: str) -> bool:
    """Whether an output is folded; whole or not, it is stored."""
    with open_kernel(str(tmp_path), {"CK_HOME": str(tmp_path / "home"), **environ}) as kernel:
        whose = Scope(kernel.repository.key, "s", "main", 1, "/")
        output = ToolOutput(PASSING, tool, "pytest -v", exit_code=0)
        shown = observe(kernel, output, whose, host=Host(agent_type=agent_type))
        assert parked_output(kernel, shown.handle or 0).original == PASSING
        assert (shown.text == PASSING) == (not shown.plan.folds())
        return bool(shown.plan.folds())


@pytest.mark.parametrize(
    ("tools", "tool", "folded"),
    [
        ("", "Bash", True),
        ("Bash=off", "Bash", False),
        ("Bash=off", "mcp__ci__run", True),
        ("mcp__ci__*=off", "mcp__ci__run", False),
        ("mcp__ci__run=0, mcp__*=off", "mcp__ci__run", True),
        ("*=off", "Bash", False),
        ("Bash=50000", "Bash", False),
        ("Bash=100", "Bash", True),
        ("Bash, =, Bash=maybe, ,", "Bash", True),
    ],
)
def test_each_tool_has_its_own_floor_or_is_left_alone(tmp_path: Path, tools: str, tool: str, folded: bool) -> None:
    assert folds(tmp_path, tool, CK_TOOLS=tools) is folded


@pytest.mark.parametrize(
    ("exempt", "kind", "folded"),
    [("", "reviewer", True), ("reviewer", "reviewer", False), ("planner, review*", "reviewer", False), ("reviewer", "", True), ("*", "", True)],
)  # fmt: skip
def test_kinds_of_subagents_are_shown_everything(tmp_path: Path, exempt: str, kind: str, folded: bool) -> None:
    assert folds(tmp_path, agent_type=kind, CK_EXEMPT_AGENTS=exempt) is folded


def test_a_fuller_window_is_shown_less(tmp_path: Path) -> None:
    lines = [f"shop/mod_{n}.py:{n * 7 % 311 + 1}: error: Incompatible types in assignment  [assignment]\n" for n in range(120)]
    shown: list[int] = []
    with open_kernel(str(tmp_path), {"CK_HOME": str(tmp_path / "home")}) as kernel:
        for occupancy in (0.0, 0.5, 1.0):
            output = ToolOutput("".join(lines), "Bash", "mypy .", exit_code=1)
            shown.append(len(observe(kernel, output, Scope(), host=Host(occupancy=occupancy)).text))
    assert shown[0] > shown[1] > shown[2]
