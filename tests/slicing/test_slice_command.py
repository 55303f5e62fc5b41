"""``ck slice``: the document complete, the prompt within its budget, honest exit codes, one line of error."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kernel.service.priors import priors_file
from kernel.service.repository import find_repository
from kernel.tokens import estimate
from slicing.sample_repository import Sample, traceback

TRACE = traceback(("shop/cart.py", 6, "subtotal"), error="ValueError: negative subtotal not allowed")
FILES: dict[str, str | bytes] = {
    "shop/__init__.py": "",
    "shop/cart.py": (
        "from shop.money import rounded\n\n\nclass Cart:\n    def subtotal(self, value):\n"
        "        raise ValueError('negative subtotal not allowed') if value < 0 else rounded(value)\n"
    ),
    "shop/money.py": "import importlib\n\n\ndef rounded(value):\n    return importlib.import_module(value)\n",
    **{f"shop/part{n}.py": f"def negative_{n}(subtotal):\n    '''not allowed'''\n" + "    subtotal += 1\n" * 60 for n in range(20)},
}


@pytest.fixture
def shop(sample: Sample) -> Sample:
    sample.write(FILES)
    return sample


SHAPE: dict[str, Any] = {
    "schema": int,
    "repo": str,
    "task": str,
    "title": str,
    "operator": str,
    "scanned": int,
    "budget": {"limit": (int, type(None)), "used": int, "source": str},
    "seeds": [{"path": str, "line": (int, type(None)), "why": str}],
    "items": [
        {
            "path": str,
            "role": str,
            "hop": int,
            "level": str,
            "kind": str,
            "ranges": [[int]],
            "symbols": [str],
            "tokens": int,
            "pinned": bool,
            "evidence": [{"kind": str, "weight": (int, float), "detail": str}],
            "why": [str],
            "digest": str,
        }
    ],
    "excluded": {
        "count": int,
        "items": [{"path": str, "symbol": str, "tokens": int, "reason": str}],
        "expected_faults": [{"path": str, "why": str}],
    },
    "unmet_pins": [str],
    "blind_spots": [{"path": str, "line": int, "what": str}],
    "sufficiency": {"verdict": str, "covered": int, "closure": int, "reason": str},
    "languages": [{"name": str, "level": str}],
    "notes": [str],
}


def check(value: Any, shape: Any, where: str = "") -> None:
    """Every key there, none beyond, every type right."""
    if isinstance(shape, dict):
        assert isinstance(value, dict) and set(value) == set(shape), where
        for key, inner in shape.items():
            check(value[key], inner, f"{where}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        for inner in value:
            check(inner, shape[0], f"{where}[]")
    else:
        assert isinstance(value, shape) and (shape is bool or not isinstance(value, bool)), (where, value)


@pytest.mark.parametrize("budget", ["2000", "500", "none", "auto"])
def test_the_document_is_complete(shop: Sample, budget: str) -> None:
    run = shop.ck("slice", "--json", "--budget", budget, "--pin", "shop/part1.py::negative_1", stdin=TRACE)
    document = run.document()
    check(document, SHAPE)
    assert run.code == 0 and run.err == ""
    for item in document["items"]:
        assert item["level"] in ("file", "symbol") and item["ranges"] and item["why"] and item["evidence"]
        assert all(len(r) == 2 and 1 <= r[0] <= r[1] for r in item["ranges"])
    assert document["repo"] == str(shop.root) and document["scanned"] == len(FILES)
    assert document["sufficiency"]["verdict"] in ("sufficient", "likely", "insufficient", "unknown")
    assert document["blind_spots"] == [{"path": "shop/money.py", "line": 5, "what": document["blind_spots"][0]["what"]}]
    assert document["excluded"]["count"] >= len(document["excluded"]["items"])
    if budget == "auto":
        everything = 2 + 2 + 1 + 20  # cart.py, money.py: their heads and what they define; Cart; the parts
        assert len(document["items"]) + document["excluded"]["count"] == everything


def test_every_list_of_the_document_is_filled_somewhere(shop: Sample) -> None:
    run = shop.ck("slice", "--json", "--budget", "500", "--pin", "shop/part1.py::negative_1", "--symptom", "-", "--seed", "nowhere.py", stdin=TRACE)
    document = run.document()
    assert document["seeds"] and document["items"] and document["excluded"]["items"] and document["unmet_pins"]
    assert document["blind_spots"] and document["notes"]


@pytest.mark.parametrize("item", ["shop/far.py::unrelated", "shop/far.py", "README.md"])
def test_a_pin_is_shown_although_nothing_else_leads_to_it(shop: Sample, item: str) -> None:
    shop.write({"shop/far.py": "def unrelated():\n    return 1\n", "README.md": "hello\n"})
    document = shop.ck("slice", "--json", "--pin", item, stdin=TRACE).document()
    assert document["unmet_pins"] == [] and document["items"][0]["path"] == item.partition("::")[0]


@pytest.mark.parametrize("budget", [400, 700, 1_000, 2_000, 4_000])
def test_the_prompt_keeps_its_budget_and_says_what_is_missing(shop: Sample, budget: int) -> None:
    run = shop.ck("slice", "--format", "prompt", "--budget", str(budget), stdin=TRACE)
    assert run.code == 0 and estimate(run.out) <= budget
    head = run.out.split("###")[0]
    assert "Sufficiency:" in head and "left out" in head and "shop/money.py:5" in head
    assert "def subtotal(self, value):" in run.out


def test_a_budget_that_holds_nothing_is_said(shop: Sample) -> None:
    run = shop.ck("slice", "--json", "--budget", "20", stdin=TRACE)
    assert run.code == 1 and "20 tokens" in run.err and run.err.count("\n") == 1
    assert run.document()["items"] == []


def test_more_budget_shows_no_less(shop: Sample) -> None:
    sizes = [len(shop.ck("slice", "--json", "--budget", b, stdin=TRACE).document()["items"]) for b in ("600", "2000", "20000")]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]


def test_a_budget_of_zero_in_the_settings_is_no_limit(shop: Sample) -> None:
    document = shop.ck("slice", "--json", stdin=TRACE, CK_SLICE_BUDGET="0").document()
    assert document["budget"]["limit"] is None and document["items"]


def test_pins_and_drops_are_remembered_and_undone(shop: Sample) -> None:
    first = shop.ck("slice", "--json", "--pin", "shop/part3.py::negative_3", "--drop", "shop/part4.py::negative_4", stdin=TRACE).document()
    again = shop.ck("slice", "--json", stdin=TRACE).document()
    assert first["items"] == again["items"]
    assert again["items"][0]["symbols"] == ["negative_3"] and again["items"][0]["pinned"]
    assert not any(i["path"] == "shop/part4.py" for i in again["items"])
    assert {e["path"]: e["reason"] for e in again["excluded"]["items"]}["shop/part4.py"] == "dropped by hand"
    assert shop.ck("undo").code == 0 and shop.ck("undo").code == 0
    undone = shop.ck("slice", "--json", stdin=TRACE).document()
    assert not any(i["pinned"] for i in undone["items"])


def test_a_pin_survives_an_edit_elsewhere_and_a_rename(shop: Sample) -> None:
    shop.ck("slice", "--pin", "shop/part3.py::negative_3", stdin=TRACE)
    body = str(FILES["shop/part3.py"])
    shop.write({"shop/part3.py": "# a line above\n\n\n" + body})
    moved = shop.ck("slice", "--json", stdin=TRACE).document()["items"][0]
    assert moved["pinned"] and moved["ranges"] == [[4, 65]]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--budget", "-1"), ("--budget", "0"), ("--budget", "lots"), ("--budget", "1e9"), ("--budget", "9" * 30), ("--budget", "²"),
        ("--symptom", "nowhere.txt"), ("--symptom", "."), ("--symptom", ""), ("--repo", "/nowhere"), ("--pin", "../x.py"), ("--drop", "/etc/passwd"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_2(shop: Sample, arguments: tuple[str, ...]) -> None:
    run = shop.ck("slice", "--json", *arguments, stdin=TRACE)
    assert run.code == 2, run
    assert run.err.startswith("ck: ") and run.err.count("\n") == 1


def test_nothing_to_slice_for_is_said(shop: Sample) -> None:
    for stdin in (b"", b" \n\t\n"):
        run = shop.ck("slice", stdin=stdin)
        assert run.code == 2 and "--symptom" in run.err and run.out == ""


@pytest.mark.parametrize(
    "symptom",
    [
        b"\xff\xfe\x00garbage\x00" * 50,
        b"\x1b[31mValueError: negative subtotal not allowed\x1b[0m\x1b]0;title\x07",
        b"[bold]ValueError[/bold]: [link=x]negative subtotal not allowed",
        b"ValueError: negative subtotal not allowed\r\n" * 2_000,
        b"x" * 300_000 + b"\nnegative_3\n",
        "ValueError: negative subtotal ￾ \u202e not allowed".encode(),
        b'File "shop/cart.py", line 999999999999999999999, in subtotal\nValueError: negative subtotal not allowed',
    ],
)
@pytest.mark.parametrize("form", ["text", "prompt", "json"])
def test_hostile_symptoms_are_answered_and_steer_no_terminal(shop: Sample, symptom: bytes, form: str) -> None:
    run = shop.ck("slice", *(("--json",) if form == "json" else ("--format", form)), stdin=symptom)
    assert run.code in (0, 1) and run.err.count("\n") <= 1
    assert "\x1b" not in run.out and "\x07" not in run.out


def test_the_symptom_may_be_a_file_and_the_repository_elsewhere(shop: Sample, tmp_path: Path) -> None:
    (tmp_path / "trace.txt").write_text(TRACE)
    piped = shop.ck("slice", "--json", stdin=TRACE).document()
    for arguments in (("--repo", str(shop.root)), ("--repo", str(shop.root / "shop"))):
        document = shop.ck("slice", "--json", "--symptom", str(tmp_path / "trace.txt"), *arguments, cwd=tmp_path).document()
        assert document["repo"] in (str(shop.root), str(shop.root / "shop"))
    shop.commit()
    inside = shop.ck("slice", "--json", stdin=TRACE, cwd=shop.root / "shop").document()
    assert inside["repo"] == str(shop.root) and inside["items"] == piped["items"]


def test_a_definition_too_long_for_the_budget_is_shown_around_its_line(sample: Sample) -> None:
    body = "".join(f"    value_{n} = compute(value, {n}, 'a text that takes some room')\n" for n in range(400))
    sample.write({"app/long.py": f"def compute(*given):\n    return given\n\n\ndef long(value):\n{body}    return value\n"})
    trace = 'Traceback (most recent call last):\n  File "app/long.py", line 300, in long\n    x\nValueError: odd\n'
    run = sample.ck("slice", "--json", "--budget", "1500", stdin=trace)
    item = run.document()["items"][0]
    assert item["symbols"] == ["long"] and any(a <= 300 <= b for a, b in item["ranges"])
    assert "too long for the budget" in item["why"][-1]
    text = sample.ck("slice", "--format", "prompt", "--budget", "1500", stdin=trace).out
    assert "value_295" in text and "def long(value)" in text and estimate(text) <= 1500


def test_another_error_at_the_same_places_says_that_the_task_goes_on(sample: Sample) -> None:
    sample.write({"app/a.py": "def f():\n    raise ValueError('first problem')\n"})
    trace = 'Traceback (most recent call last):\n  File "app/a.py", line 2, in f\n    x\n{}\n'
    first = sample.ck("slice", "--json", stdin=trace.format("KeyError: 'one'")).document()
    second = sample.ck("slice", "--json", stdin=trace.format("TypeError: two")).document()
    assert first["task"] == second["task"] and not any("one task" in n for n in first["notes"])
    assert any("KeyError: 'one'" in n and "one task" in n for n in second["notes"])


def test_where_there_is_no_source_that_is_the_reason(sample: Sample) -> None:
    sample.write({"notes.md": "a panic\n"})
    run = sample.ck("slice", stdin="panic: nothing")
    assert run.code == 1 and "no source" in run.err and run.err.count("\n") == 1
    assert sample.ck("tasks", "--json").document()["tasks"] == []


def test_the_languages_of_a_slice_are_named_with_what_is_claimed_of_them(sample: Sample) -> None:
    sample.write({"a.py": "def f():\n    g()\n\n\ndef g():\n    raise ValueError\n", "b.lua": "function odd_name()\nend\n"})
    assert sample.ck("slice", "--json", "--seed", "a.py::f").document()["languages"] == [{"name": "python", "level": "precise"}]
    run = sample.ck("slice", "--json", "--seed", "b.lua")
    assert [entry["name"] for entry in run.document()["languages"]] == ["lua"]
    assert run.document()["languages"][0]["level"] != "precise"
    assert "read: python (precise)" in sample.ck("slice", "--seed", "a.py::f").out


def test_a_prompt_may_have_its_best_files_at_both_ends(sample: Sample) -> None:
    sample.write({f"m{n}.py": f"def f{n}():\n    return {n}\n" for n in range(5)})
    seeds = [part for n in range(5) for part in ("--seed", f"m{n}.py::f{n}")]
    order = lambda *more: re.findall(r"^### (m\d)\.py", sample.ck("slice", "--format", "prompt", *seeds, *more).out, re.M)  # noqa: E731
    best = order()
    assert len(best) == 5 and order("--order", "ends") == [best[0], best[2], best[4], best[3], best[1]]


def test_what_earlier_tasks_needed_counts_where_it_is_asked_for(sample: Sample) -> None:
    sample.write({"app/a.py": "def f():\n    raise ValueError('odd')\n", "app/b.py": "def f_helper():\n    return 1\n"})
    trace = 'Traceback (most recent call last):\n  File "app/a.py", line 2, in f\n    x\nValueError: odd\n'
    ask = lambda *more: sample.ck("slice", "--json", "--seed", "app/b.py", *more, stdin=trace)  # noqa: E731
    file = priors_file(str(sample.home), find_repository(str(sample.root)))
    Path(file).parent.mkdir(parents=True)
    pairs = [
        {"seed": "app/a.py", "path": "app/c.py", "share": 0.5, "tasks": 4},
        {"seed": "app/a.py", "path": "app/d.py", "share": 0.5, "tasks": 1},
        {"seed": "app/a.py", "path": 3, "share": "x"},
        "not a pair",
    ]
    Path(file).write_text(json.dumps({"schema": 1, "pairs": pairs}))
    sample.write({"app/c.py": "def value():\n    return 3\n", "app/d.py": "def value():\n    return 4\n"})
    found = sample.ck("slice", "--json", "--evidence", "priors", "--symptom", "-", stdin=trace).document()
    of = {item["path"]: [e["detail"] for e in item["evidence"] if e["kind"] == "prior"] for item in found["items"]}
    assert of.get("app/c.py") == ["50% of earlier tasks from a seed's file needed this file"] and not of.get("app/d.py")
    assert not any(e["kind"] == "prior" for item in ask().document()["items"] for e in item["evidence"])
    Path(file).write_text("[broken")
    assert sample.ck("slice", "--evidence", "priors", "--symptom", "-", stdin=trace).code == 0


def test_a_name_that_is_not_there_cannot_be_pinned(shop: Sample) -> None:
    shop.ck("slice", stdin=TRACE)
    run = shop.ck("pin", "shop/cart.py::Nope")
    assert run.code == 1 and "defines no Nope" in run.err


def test_declared_evidence_counts_only_where_it_is_asked_for(sample: Sample) -> None:
    sample.write({"app/a.py": "def f():\n    raise ValueError('odd')\n", "app/b.py": "def g():\n    return 1\n\n\ndef h():\n    return 2\n"})
    sample.write({"lcov.info": "SF:app/b.py\nDA:2,1\nend_of_record\n"})
    trace = 'Traceback (most recent call last):\n  File "app/a.py", line 2, in f\n    x\nValueError: odd\n'
    seed = ["--seed", "app/b.py::h"]
    kinds = lambda document: {e["kind"] for item in document["items"] for e in item["evidence"]}  # noqa: E731
    plain = sample.ck("slice", "--json", *seed, stdin=trace).document()
    asked = sample.ck("slice", "--json", "--evidence", "coverage", "--evidence", "history", *seed, stdin=trace).document()
    assert not {"coverage", "history"} & kinds(plain)
    assert "coverage" in kinds(asked) and any("lcov.info" in note for note in asked["notes"])
    assert sample.ck("slice", "--evidence", "stars", stdin=trace).code == 2
