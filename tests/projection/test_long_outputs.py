"""Outputs that are planned in parts: what holds for any plan holds for theirs, and no line of trouble is lost."""

import random
import re

import pytest

from kernel.model import parts
from kernel.model.event import ToolOutput
from kernel.model.plan import FOLD
from kernel.projection import algebra, engine
from kernel.projection.engine import plan

TRACE = """Traceback (most recent call last):
  File "/srv/shop/pay.py", line 88, in charge
    token = payload["card_token"]
KeyError: 'card_token'"""


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts over 40,000 characters are long, and a part has 10,000."""
    monkeypatch.setattr(engine, "LONG", 40_000)
    monkeypatch.setattr(parts, "PART", 10_000)


def log(lines: int, seed: int = 0) -> list[str]:
    """A log that has nothing to say."""
    dice = random.Random(seed)
    return [f"2026-05-01T10:{n // 60 % 60:02}:{n % 60:02}Z INFO [w-{dice.randrange(9)}] request {n} served in {dice.randrange(5, 60)} ms" for n in range(lines)]


def shown_of(output: ToolOutput) -> str:
    """The rendering of a plan of which everything holds that has to."""
    made = plan(output)
    algebra.validate(made)
    assert algebra.unfold(made, output.text) == output.text
    assert made.tokens_after <= made.tokens_before
    assert sum(span.tokens for span in made.spans) <= made.tokens_before
    shown = algebra.render(made, output.text, 412)
    assert algebra.render(plan(output._replace(text=shown)), shown, 413) == shown
    assert plan(output) == made
    return shown


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("share", [0.0, 0.1, 0.33, 0.5, 0.77, 1.0])
@pytest.mark.parametrize("code", [0, 1, None])
def test_a_failure_stays_whole_wherever_it_stands(share: float, code: int | None) -> None:
    lines = log(3000)
    at = int(share * len(lines))
    lines[at:at] = TRACE.split("\n")
    shown = shown_of(ToolOutput("\n".join(lines) + "\n", "Bash", "cat app.log", "", code))
    assert TRACE in shown
    assert len(shown) < 20_000


@pytest.mark.usefixtures("short_parts")
def test_a_failure_is_not_cut_in_two_at_the_end_of_a_part() -> None:
    for above in range(80, 130, 7):
        lines = log(above) + TRACE.split("\n") + log(1000, 1)
        assert TRACE in shown_of(ToolOutput("\n".join(lines), "Bash", "cat app.log", "", 0))


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize(
    "line",
    [
        lambda n: "",
        lambda n: str(n % 10),
        lambda n: f"\x1b[32mstep\x1b[0m {n} done\r",
        lambda n: f"WARN deprecated call of f{n % 7}() at /srv/x{n % 50}.py:{n}",
        lambda n: f"gcc: src/m{n % 40}.c:{n}:3: error: 'x{n % 3}' undeclared",
        lambda n: f'  {{"id": {n}, "name": "a{n % 5}", "ok": true}},',
        lambda n: "x" * 3000 if n % 50 == 0 else f"word{n % 11} and {n}",
        lambda n: "\udc80\x00é" * (n % 9),
        lambda n: f"diff --git a/x{n} b/x{n}" if n % 9 == 0 else f"{'+- '[n % 3]}line {n}",
    ],
)
def test_any_kind_of_lines_gives_a_plan(line) -> None:  # type: ignore[no-untyped-def]
    lines = 60_000 if len(line(1)) < 3 else 3_000
    shown_of(ToolOutput("\n".join(map(line, range(lines))), "Bash", "make", "", 0))
    shown_of(ToolOutput("\n".join(map(line, range(lines))) + "\n\n", "Bash", "", "", 1))


@pytest.mark.usefixtures("short_parts")
def test_a_marker_in_any_part_keeps_everything() -> None:
    lines = log(3000)
    lines[1700] = "[ck: 3 lines folded, 2-4: x (y); ck recall 7 --lines 2-4]"
    text = "\n".join(lines)
    assert plan(ToolOutput(text, "Bash", "make", "", 0)) == algebra.identity(text)


@pytest.mark.usefixtures("short_parts")
def test_a_fold_names_the_line_of_the_whole_output_that_it_is_like() -> None:
    lines = []
    for block in log(40):
        lines += [block] * 30
        lines += [f"src/a.c:7:3: warning: unused variable 'x{len(lines)}' [-Wunused-variable]", "    7 |   int x;", "      |       ^"] * 12
    text = "\n".join(lines)
    made = plan(ToolOutput(text, "Bash", "make", "", 1))
    named = [int(number) for span in made.folds() for number in re.findall(r"like the one at line (\d+)", span.kind)]
    assert named
    assert all("warning" in lines[number - 1] for number in named)


@pytest.mark.usefixtures("short_parts")
def test_the_number_of_lines_of_folds_in_one_is_told() -> None:
    text = "\n".join(log(4000))
    for span in plan(ToolOutput(text, "Bash", "cat a.log", "", 0)).spans:
        told = re.match(r"\d+ folds in one, the largest: (\d+) lines: ", span.kind)
        assert told is None or int(told[1]) <= span.end - span.start + 1
        assert span.action != FOLD or span.tokens > 0


def test_an_output_of_nine_megabytes_is_planned_in_parts() -> None:
    lines = log(150_000)
    lines[77_777:77_777] = TRACE.split("\n")
    text = "\n".join(lines)
    assert len(text) > parts.LONG
    made = plan(ToolOutput(text, "Bash", "cat app.log", "", 0))
    shown = algebra.render(made, text, 412)
    assert TRACE in shown
    assert len(shown) < 200_000
    assert algebra.unfold(made, text) == text
