"""What the tool itself printed, and the same plans in every process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan
from kernel.tokens import estimate

CASES = [path.read_bytes().decode("utf-8", "surrogateescape") for path in sorted((Path(__file__).parent.parent / "cases").glob("*.txt"))]  # fmt: skip
LONG = "".join(f"{n}\ttests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))


@pytest.mark.parametrize(
    "command",
    [
        "ck recall 4", "ck recall '#4' --all", "cd x && ck recall 4 --lines 1-90", "/usr/local/bin/ck recall 4", "./venv/bin/ck recall 4",
        "CK_HOME=/x ck recall 4", "env A=b ck recall 4", "ck recall 4 | cat", "ck recall 4 | grep test", "ck recall 4 2>&1 | head -300",
        "timeout 9 ck recall 4", "bash -lc 'ck recall 4'", "ck recall 4; ck recall 5", "ck recall 4 && echo done", "uv run ck recall 4",
        "ck recall 4 || true", "sudo -u me ck recall 4", "(cd x; ck recall 4)", "python -m kernel.cli.main recall 4 # ck:raw", "ck search x",
        "ck recall 4 | tee out.txt", "command ck recall 4",
    ],
)  # fmt: skip
def test_recalled_text_is_never_projected_again(command: str) -> None:
    assert algebra.render(plan(ToolOutput(LONG, "Bash", command, exit_code=0)), LONG, 9) == LONG


@pytest.mark.parametrize("text", CASES, ids=range(len(CASES)))
def test_tokens_that_a_plan_tells_are_those_of_its_texts(text: str) -> None:
    made = plan(ToolOutput(text, "Bash", "make", "", 1))
    assert made.tokens_before == estimate(text)
    assert made.tokens_after <= made.tokens_before
    shown = estimate(algebra.render(made, text, algebra.ASSUMED_HANDLE))
    assert made.tokens_after == shown
    assert sum(span.tokens for span in made.spans) <= made.tokens_before + len(made.spans)
    assert (
        sum(span.end - span.start + 1 for span in made.spans) == made.lines == len(algebra.split_lines(text))
    )


def test_every_process_makes_the_same_plans() -> None:
    code = (
        "import json,sys\n"
        "from kernel.model.event import ToolOutput\n"
        "from kernel.projection.engine import plan\n"
        "print(json.dumps([plan(ToolOutput(t, 'Bash', 'make', '', c)) for t in json.load(sys.stdin) for c in (0, 1)]))\n"
    )
    given = json.dumps(CASES)
    seen = set()
    for seed in ("0", "1", "2", "77", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        seen.add(subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True, env=environment).stdout)  # fmt: skip
    assert len(seen) == 1
