"""Recall in part, search, purge; expressions that would never end."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernel.model.errors import BadInput, NotFound
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import faults, ledger
from kernel.service.matching import match_lines
from kernel.service.observe import observe
from kernel.service.recall import Selection, parked, purge, recall, search

TEXT = "".join(f"line {n} {'needle' if n % 50 == 0 else 'hay'}\n" for n in range(1, 201))


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"CK_HOME": str(tmp_path / "home")}


@pytest.fixture
def kernel(tmp_path: Path, environ: dict[str, str]) -> Iterator[Kernel]:
    (tmp_path / "a").mkdir()
    with open_kernel(str(tmp_path / "a"), environ) as opened:
        yield opened


def park(kernel: Kernel, text: str, command: str = "run") -> int:
    scope = Scope(kernel.repository.key, "s", "main", 1, kernel.repository.root)
    handle = observe(kernel, ToolOutput(text, "Bash", command), scope).handle
    assert handle is not None
    return handle


@pytest.mark.parametrize(
    ("selection", "numbers"),
    [
        (Selection(), list(range(1, 201))),
        (Selection(lines=(3, 5)), [3, 4, 5]),
        (Selection(lines=(199, 10**15)), [199, 200]),
        (Selection(lines=(500, 600)), []),
        (Selection(grep="needle", context=0), [50, 100, 150, 200]),
        (Selection(grep=r"line 1?0 ", context=1), [9, 10, 11]),
        (Selection(grep="needle", context=0, lines=(60, 160)), [100, 150]),
        (Selection(grep="needle", context=0, head=3), [50, 100, 150]),
        (Selection(around="100"), list(range(90, 111))),
        (Selection(around="10"), list(range(1, 21))),
        (Selection(grep="nothing like it"), []),
    ],
)
def test_selections_keep_the_numbers_of_the_original(
    kernel: Kernel, selection: Selection, numbers: list[int]
) -> None:
    found = recall(kernel, park(kernel, TEXT), selection)
    assert [line.number for line in found.lines] == numbers
    assert all(line.text == TEXT.splitlines()[line.number - 1] for line in found.lines)


def test_only_an_agents_recalls_count_against_the_savings(kernel: Kernel) -> None:
    handle = park(kernel, TEXT)
    mine = recall(kernel, handle, Selection(lines=(1, 9)))
    theirs = recall(kernel, handle, Selection(lines=(1, 9)), source="agent")
    recall(kernel, handle, Selection(grep="nothing like it"), source="agent")
    totals = ledger(kernel)
    assert (totals.faults, totals.looks, totals.returned) == (1, 1, theirs.tokens)
    assert mine.tokens == theirs.tokens > 0
    assert [fault.what for fault in faults(kernel)] == [f"recall {handle} --lines 1-9"] * 2


def test_a_handle_counts_only_in_its_repository(
    tmp_path: Path, kernel: Kernel, environ: dict[str, str]
) -> None:
    handle = park(kernel, TEXT)
    (tmp_path / "b").mkdir()
    with open_kernel(str(tmp_path / "b"), environ) as other:
        with pytest.raises(NotFound):
            recall(other, handle)
        assert search(other, "needle").hits == ()
        assert len(recall(other, handle, everywhere=True).lines) == 200
        assert len(search(other, "needle", everywhere=True).hits) == 4


@pytest.mark.parametrize("handle", [0, -1, 10**30])
def test_an_unknown_handle_is_not_found(kernel: Kernel, handle: int) -> None:
    with pytest.raises(NotFound):
        recall(kernel, handle)


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<x", "a{99999999999}"])
def test_a_broken_expression_is_explained(kernel: Kernel, pattern: str) -> None:
    with pytest.raises(BadInput, match="regular expression"):
        recall(kernel, park(kernel, TEXT), Selection(grep=pattern))


def test_an_expression_that_never_ends_is_stopped_and_said() -> None:
    lines = ["ab", "a" * 40 + "!", "ab"]
    started = time.monotonic()
    found = match_lines(r"(a+)+b|^(a|aa)+$", lines, seconds=1.0)
    assert time.monotonic() - started < 10
    assert found.indexes == (0,)
    assert "stopped after 1 s" in found.cut


@pytest.mark.parametrize("line", ["", "\udc80 \x00", "é\u2028b", "x" * 100_000])
def test_matching_survives_any_line(line: str) -> None:
    assert match_lines("^.?needle|^$", ["needle", line, "needle"]).indexes[:1] == (0,)
    assert match_lines("needle$", ["needle", line, "needle"]).indexes == (0, 2)


def test_search_is_freshest_first(kernel: Kernel) -> None:
    old, new = park(kernel, TEXT), park(kernel, "one needle\n" + TEXT)
    hits = search(kernel, "NEEDLE").hits
    assert [hit.handle for hit in hits] == [new] * 5 + [old] * 4
    assert hits == search(kernel, "ne{2}dle", regex=True).hits
    limited = search(kernel, "needle", limit=3)
    assert len(limited.hits) == 3 and "first 3" in limited.cut


@pytest.mark.parametrize(("query", "regex"), [("", False), ("", True), ("(", True)])
def test_an_empty_or_broken_query_is_refused(kernel: Kernel, query: str, regex: bool) -> None:
    park(kernel, TEXT)
    with pytest.raises(BadInput):
        search(kernel, query, regex=regex)


def test_purge_keeps_the_savings(kernel: Kernel) -> None:
    handle = park(kernel, TEXT)
    before = ledger(kernel)
    assert purge(kernel).events == 0
    assert purge(kernel, days=0).events == 1
    assert parked(kernel) == ()
    with pytest.raises(NotFound):
        recall(kernel, handle)
    assert ledger(kernel).before == before.before


def test_one_output_can_be_deleted_for_good(kernel: Kernel) -> None:
    first, second = park(kernel, TEXT), park(kernel, "another\n")
    assert purge(kernel, handle=first).events == 1
    assert [row.handle for row in parked(kernel)] == [second]
    with pytest.raises(NotFound):
        purge(kernel, handle=first)


def test_a_purged_text_leaves_no_trace_in_the_search_index(kernel: Kernel) -> None:
    observe(kernel, ToolOutput("the needle_xyz\n", "Bash", "a"), Scope(kernel.repository.key))
    assert [hit.text for hit in search(kernel, "eedle_xy").hits] == ["the needle_xyz"]
    index = Path(kernel.home) / "search.db"
    assert index.exists()
    purge(kernel, handle=search(kernel, "eedle_xy").hits[0].handle)
    assert not index.exists() and search(kernel, "eedle_xy").hits == ()


def failed(test: str, function: str, value: int) -> str:
    return (
        f"______________________________ {test} ______________________________\n\n"
        f"    def {test}():\n>       assert {function}({value}) == {value + 1}\n\ntests/test_shop.py:{value}: \n"
        + "_ " * 20
        + f"\n\n    def {function}(x):\n"
        + "".join(f"        step_{n} = x + {n}\n" for n in range(30))
        + f">       raise ValueError(x)\nE       ValueError: {value}\n\nshop/cart.py:{value * 3}: ValueError\n"
    )


REPORT = (
    "============================= test session starts ==============================\ncollected 3 items\n\n"
    "tests/test_shop.py F.F                                                   [100%]\n\n"
    "=================================== FAILURES ===================================\n"
    + failed("test_total", "total", 11)
    + failed("test_refund", "refund", 22)
    + "=========================== short test summary info ============================\n"
    "FAILED tests/test_shop.py::test_total - ValueError: 11\nFAILED tests/test_shop.py::test_refund - ValueError: 22\n"
    "========================= 2 failed, 1 passed in 0.03s ==========================\n"
)


def test_around_a_failed_test_is_its_whole_failure_and_no_other(kernel: Kernel) -> None:
    handle = park(kernel, REPORT, "pytest")
    text = "\n".join(line.text for line in recall(kernel, handle, Selection(around="test_refund")).lines)
    assert all(part in text for part in ("def test_refund()", "step_0 ", "step_29", "ValueError: 22", "shop/cart.py:66"))
    assert "ValueError: 11" not in text.replace("FAILED tests/test_shop.py::test_total - ValueError: 11", "")
    assert "test session starts" not in text


def test_around_a_failed_ruby_test_is_its_message_and_its_frames(kernel: Kernel) -> None:
    total = "  1) Failure:\nCartTest#test_total [test/cart.rb:9]:\nthe total is off\nExpected: 5\n  Actual: 4\n"
    rate = "  2) Error:\nCartTest#test_rate:\nArgumentError: no rate\n    lib/cart.rb:4:in `rate'\n    test/cart.rb:21:in `test_rate'\n"
    report = f"Run options: --seed 5\n\n# Running:\n\nFE.\n\n{total}\n{rate}\n3 runs, 3 assertions, 1 failures, 1 errors, 0 skips\n"
    handle = park(kernel, report, "rake test")
    for name, expected in (("test_total", total), ("test_rate", rate), ("CartTest#test_rate", rate)):
        lines = recall(kernel, handle, Selection(around=name)).lines
        assert [line.text for line in lines][-len(expected.splitlines()) + 1 :] == expected.splitlines()[1:]


def test_around_a_name_that_no_failure_has_is_its_neighbourhood(kernel: Kernel) -> None:
    handle = park(kernel, REPORT, "pytest")
    numbers = [line.number for line in recall(kernel, handle, Selection(around="collected")).lines]
    assert numbers == list(range(1, 13))


def test_the_oldest_go_where_there_are_too_many(kernel: Kernel) -> None:
    handles = [park(kernel, f"{n}\n") for n in range(6)]
    limited = kernel.settings._replace(park_max_outputs=4)
    kernel.settings = limited
    assert purge(kernel).events == 2
    assert [row.handle for row in parked(kernel)] == handles[:1:-1]
