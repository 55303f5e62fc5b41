"""The fault bench: honest cases, symptoms that withhold the raise, rates that nothing empty can reach."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.verify.bench.faults import (
    ARMS,
    FRAME,
    MESSAGE,
    ORIGINAL,
    TWO_WITHOUT,
    WITH_MESSAGE,
    Case,
    Raise,
    first_raise,
    fits,
    make_case,
    spread,
    symptom,
)
from kernel.verify.bench.outcome import Answer, grep_answer, rate, shows, wilson

FAULT = Raise("shop/cart.py", "Cart.total", 9, "CartError", "negative subtotal is not allowed")
CASE = Case(FAULT, "shop/views.py", ("shop/api.py", "Api.post"), 4)


def raised(body: str) -> Raise | None:
    return first_raise("a.py", f"def f(x):\n{body}", lambda line: "f" if line > 1 else "")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("raise ValueError('a message of enough length')", "a message of enough length"),
        ("raise ValueError('split over two ' 'adjacent strings')", "split over two adjacent strings"),
        ("raise errors.CartError(f'an f-string without a value')", "an f-string without a value"),
        ("raise ValueError('short')", None),
        ("raise ValueError('x' * 40)", None),
        (f"raise ValueError('{'x' * 121}')", None),
        ("raise ValueError(f'a value of {x} in an f-string')", None),
        ("raise ValueError('a template with %s and a {} brace')", None),
        ("raise ValueError('it quotes a \"value\" in the text')", None),
        ("raise ValueError('first line of it\\nsecond line')", None),
        ("raise ValueError", None),
        ("raise", None),
        ("raise make()('a message of enough length')", None),
    ],
)
def test_a_case_is_a_raise_with_a_literal_message(statement: str, message: str | None) -> None:
    found = raised(f"    {statement}\n")
    assert (found.message if found else None) == message


def test_the_first_fitting_raise_inside_a_function_is_the_case() -> None:
    text = (
        "raise ImportError('on the module level, no function')\n"
        "def f():\n    raise KeyError('no')\n    raise ValueError('this one comes first in the file')\n"
        "def g():\n    raise ValueError('this one comes after the other')\n"
    )
    found = first_raise("a.py", text, lambda line: "" if line == 1 else "f" if line < 5 else "g")
    assert found == Raise("a.py", "f", 4, "ValueError", "this one comes first in the file")


@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    assert first_raise("a.py", text, lambda line: "f") is None or "raise" in text


def test_a_caller_two_calls_away_does_not_call_the_raising_function_itself() -> None:
    raising = ("shop/cart.py", "Cart.total")
    callers = {
        raising: {("m.py", "near"), ("z.py", "near"), raising},
        ("m.py", "near"): {("z.py", "near"), raising},
        ("z.py", "near"): {("b.py", "far"), ("a.py", "far"), ("m.py", "near")},
    }
    case = make_case(FAULT, {"shop/cart.py": ["x.py", "b.py"]}, callers, lambda place: 7)
    assert (case.importer, case.caller, case.line) == ("b.py", ("a.py", "far"), 7)
    alone = make_case(FAULT, {}, {}, lambda place: 7)
    assert not any(fits(alone, arm) for arm in ARMS)


def test_symptoms_withhold_the_raise_and_what_the_arm_withholds() -> None:
    for arm in ARMS:
        text = symptom(CASE, arm, "/srv/app")
        assert "shop/cart.py" not in text and "Cart.total" not in text and "in total" not in text and "CartError" in text
        assert (FAULT.message in text) == (arm in WITH_MESSAGE)
    assert symptom(CASE, ORIGINAL, "/srv/app").splitlines() == [
        "Traceback (most recent call last):",
        '  File "/srv/app/shop/views.py", line 1, in <module>',
        "CartError: negative subtotal is not allowed",
    ]
    assert symptom(CASE, MESSAGE, "/srv/app") == "CartError: negative subtotal is not allowed\n"
    assert symptom(CASE, FRAME, "/srv/app").endswith("in <module>\nCartError\n")
    assert '"/srv/app/shop/api.py", line 4, in post\n' in symptom(CASE, TWO_WITHOUT, "/srv/app")


def test_cases_are_spread_evenly() -> None:
    cases = [CASE._replace(line=n) for n in range(10)]
    assert [c.line for c in spread(cases, 4)] == [0, 2, 5, 7]
    assert spread(cases, 10) == spread(cases, 99) == cases


def test_an_empty_or_an_oversized_answer_counts_as_none() -> None:
    assert not shows([], [(1, 100)]) and not shows([(3, 5)], []) and not shows([(3, 5)], [(3, 4)])
    assert shows([(3, 5), (9, 9)], [(1, 4), (5, 9)])
    summed = rate([Answer(True, 10), Answer(True, 99), Answer(False, 20), Answer(False, 0)], 50)
    assert (summed.n, summed.found, summed.rate, summed.over) == (4, 1, 0.25, 1)


def test_the_interval_is_wilsons() -> None:
    # Published example: 20 of 40 gives 0.352 to 0.648.
    assert wilson(20, 40) == pytest.approx((0.352, 0.648), abs=1e-3)
    assert wilson(60, 60)[1] == 1.0 and 0.93 < wilson(60, 60)[0] < 0.95
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 40), st.integers(1, 60), st.lists(st.integers(0, 9), min_size=61, max_size=61))
def test_grep_fills_its_budget_and_never_passes_it(budget: int, line: int, prices: list[int]) -> None:
    first, last = grep_answer([("a.py", line)], {"a.py": ["x"] * 61}, {"a.py": prices}, budget)["a.py"][0]
    used = sum(prices[first - 1 : last])
    assert first <= line <= last and (used <= budget or first == last)
    for beside in ((first - 1,) if first > 1 else ()) + ((last + 1,) if last < 61 else ()):
        assert used + prices[beside - 1] > budget


FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "class CartError(Exception):\n    pass\n\n\ndef total(lines):\n    if not lines:\n        raise CartError('negative subtotal is not allowed')\n    return sum(lines)\n",
    "shop/order.py": "from shop.cart import total\n\n\ndef place(lines):\n    return total(lines)\n",
    "shop/api.py": "from shop.order import place\n\n\ndef post(body):\n    return place(body)\n",
    "tests/test_cart.py": "def test_x():\n    raise ValueError('a raise of a test is not a case')\n",
}


def bench(tmp_path: Path, *arguments: str, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        path = tmp_path / "repo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    command = (sys.executable, "-c", "from kernel.cli.main import main; main()", "bench", "sufficiency")
    environ = {**os.environ, "CK_HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    return subprocess.run([*command, "--repo", str(tmp_path / "repo"), *arguments], capture_output=True, text=True, env=environ, timeout=120)


def test_the_command_measures_every_arm_beside_grep(tmp_path: Path) -> None:
    run = bench(tmp_path, "--json", "--budgets", "2000,300", files=FILES)
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    assert document["schema"] == 1 and document["candidates"] == 1 and "resolver" in document["method"]
    assert [(a["arm"], a["budget"]) for a in document["arms"]] == [(arm, b) for arm in ARMS for b in (2000, 300)]
    for arm in document["arms"]:
        assert arm["slice"]["n"] == 1 and arm["slice"]["over"] == 0
        assert (arm["grep"] is None) == (arm["arm"] not in WITH_MESSAGE)
        if arm["grep"]:
            assert arm["grep"]["rate"] == 1.0
        if arm["budget"] == 2000:
            assert arm["slice"]["rate"] == 1.0, arm
    again = bench(tmp_path, "--json", "--budgets", "2000,300", files={})
    assert again.stdout == run.stdout
    listed = subprocess.run(
        [sys.executable, "-c", "from kernel.cli.main import main; main()", "tasks", "--repo", str(tmp_path / "repo")],
        capture_output=True, text=True, env={**os.environ, "CK_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert "CartError" not in listed.stdout, "a bench leaves no tasks behind"


@pytest.mark.parametrize("arguments", [("--budgets", "x"), ("--budgets", "0"), ("--arms", "none"), ("--cases", "0"), ("--budgets", "")])
def test_bad_usage_is_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    run = bench(tmp_path, *arguments, files=FILES)
    assert run.returncode == 2 and "Traceback" not in run.stderr


def test_nothing_to_measure_is_said(tmp_path: Path) -> None:
    run = bench(tmp_path, "--json", files={"a.py": "def f():\n    raise ValueError('only one file, and nobody imports it')\n"})
    assert run.returncode == 1 and "no function here raises" in json.loads(run.stdout)["error"]
