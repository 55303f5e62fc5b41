"""On real reports: who uses what was shown needs nothing, who uses a line that stood only in folds needs that line."""

import json
from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.model.plan import FOLD
from kernel.projection import engine
from kernel.projection.algebra import render, split_lines
from kernel.relevance.needed import SAID, SHORTEST_LINE, Watch

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))[::3]


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_needs_are_told_for_removed_lines_and_for_no_shown_one(case: Path) -> None:
    told = json.loads(case.read_text())
    text = next(case.parent.glob(f"{case.stem}-*.txt")).read_bytes().decode("utf-8", "replace")
    output = ToolOutput(text, "Bash", told.get("command", ""), "", told.get("exit_code"))
    plan, lines = engine.plan(output), split_lines(text)
    shown = render(plan, text, None)

    def watch() -> Watch:
        made = Watch()
        made.shown(shown)
        made.removed(0, ((n, lines[n - 1]) for span in plan.folds() for n in range(span.start, span.end + 1)))
        return made

    assert watch().used(shown, SAID) == ()
    kept = {lines[n - 1].strip() for span in plan.spans if span.action != FOLD for n in range(span.start, span.end + 1)}
    kept |= {line.strip() for line in shown.split("\n")}
    removed = {}
    for span in plan.folds():
        for number in range(span.start, span.end + 1):
            line = lines[number - 1].strip()
            if len(line) >= SHORTEST_LINE and line not in kept:
                removed.setdefault(line, number)
    for line, number in list(removed.items())[:: max(1, len(removed) // 40)]:
        needs = watch().used(f"The log says:\n    {line}\nand so it is.", SAID)
        assert number in {need.line for need in needs}, line
