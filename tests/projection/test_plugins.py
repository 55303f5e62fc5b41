"""Users' recognisers: data is checked, code is contained, nothing of them can write text or outvote a failure."""

import sys
import time
import types
from collections.abc import Callable, Iterator

import pytest

from kernel.projection.pattern_safety import unsafe_reason
from kernel.projection.plugins import (
    DEADLINE,
    Plugin,
    PluginError,
    PluginStopped,
    ask,
    ask_one,
    parse_patterns,
)
from kernel.projection.recogniser import MUST, SURE, Fold, Keep, Seen


def seen(lines: list[str], tool: str = "bash", command: str = "") -> Seen:
    return Seen(lines, "\n".join(lines), tool, command)


@pytest.fixture
def python_plugin(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Seen], object]], Plugin]:
    def install(function: Callable[[Seen], object]) -> Plugin:
        module = types.ModuleType("users_plugin")
        module.propose = function  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "users_plugin", module)
        return Plugin("mine", target="users_plugin:propose")

    return install


def test_patterns_fold_runs_and_keep_lines() -> None:
    plugin = parse_patterns({"name": "ticks", "kind": "ticks", "keep": ["tick 7"], "fold": ["^tick \\d+$"]})
    answers, reports = ask([plugin], seen([*(f"tick {n}" for n in range(12)), "end"]))
    assert reports == []
    assert answers[0][0] == "ticks"
    assert [(type(one), one.start, one.end) for one in answers[0][1] if not isinstance(one, type(None))] == [
        (Keep, 7, 8), (Fold, 1, 6), (Fold, 9, 11),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "command", "asked"),
    [("bash", "make x", True), ("read", "make x", False), ("bash", "ninja", False)],
)
def test_a_pattern_can_be_for_a_tool_and_a_command(tool: str, command: str, asked: bool) -> None:
    plugin = parse_patterns(
        {"name": "m", "tools": ["Bash"], "command": "^make", "fold": ["x"], "first": 0, "last": 0}
    )
    answers, _ = ask([plugin], seen(["x"] * 5, tool, command))
    assert bool(answers[0][1]) is asked


@pytest.mark.parametrize(
    "entry",
    [
        {}, {"name": "Bad Name", "fold": ["x"]}, {"name": "a"}, {"name": "a", "fold": ["("]}, {"name": "a", "fold": "x"},
        {"name": "a", "fold": [1]}, {"name": "a", "fold": ["x"], "text": "y"}, {"name": "a", "fold": ["x"], "first": -1},
        {"name": "a", "fold": ["x"], "last": True}, {"name": "a", "keep": ["(a+)+$"]}, {"name": "a", "fold": [""]},
        {"name": "a", "fold": ["x"], "command": "(a|a)*b"}, {"name": 3, "fold": ["x"]},
    ],
)  # fmt: skip
def test_an_entry_that_is_wrong_is_refused_with_a_reason(entry: dict[str, object]) -> None:
    with pytest.raises(PluginError):
        parse_patterns(entry)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(ab|a)*c",
        "(a*)*",
        "(?:x{1,200})*",
        r"(\w+\s?)*$",
        r"\s*\s*x",
        r"\w*\d*x",
        ".*.*=",
        r"(a)\1",
        "(((",
        "a.*b.*c.*d",
    ],
)
def test_patterns_that_may_explode_are_refused(pattern: str) -> None:
    assert unsafe_reason(pattern) is not None


@pytest.mark.parametrize(
    "pattern",
    [
        "^INFO ",
        r"\d+ms$",
        r"^\s*\w+:",
        "[^:]*:.*",
        r"(?:ok|skipped)\b",
        "a{3,9}b+",
        r"(?i)warn",
        r"^\S+ \[\d{1,3}%\]",
    ],
)
def test_usual_patterns_are_fine_and_quick(pattern: str) -> None:
    assert unsafe_reason(pattern) is None
    plugin = parse_patterns({"name": "p", "fold": [pattern]})
    begun = time.perf_counter()
    ask([plugin], seen(["a" * 5000 + "!", " " * 5000, "1" * 5000, ":" * 5000]))
    assert time.perf_counter() - begun < 2


def test_one_that_raises_is_reported_and_the_others_go_on(
    python_plugin: Callable[[Callable[[Seen], object]], Plugin],
) -> None:
    def propose(seen: Seen) -> Iterator[Fold]:
        yield Fold(0, 1, "a", "b")
        raise RuntimeError("broken")

    other = parse_patterns({"name": "other", "keep": ["x"]})
    answers, reports = ask(
        [python_plugin(propose), other, Plugin("gone", target="no.such.module:f")], seen(["x"])
    )
    assert [name for name, _ in answers] == ["other"]
    assert [one.name for one in reports] == ["mine", "gone"] and "broken" in reports[0].problem


def test_one_that_ends_the_program_is_only_reported(
    python_plugin: Callable[[Callable[[Seen], object]], Plugin],
) -> None:
    def propose(seen: Seen) -> Iterator[Fold]:
        yield Fold(0, 1, "a", "b")
        raise SystemExit(2)

    answers, reports = ask([python_plugin(propose)], seen(["x"]))
    assert answers == [] and "SystemExit" in reports[0].problem


def test_one_that_is_slow_is_stopped(python_plugin: Callable[[Callable[[Seen], object]], Plugin]) -> None:
    def propose(seen: Seen) -> Iterator[Keep]:
        while True:
            yield Keep(0, 1)

    ticks = iter(range(10))
    with pytest.raises(PluginStopped, match="longer"):
        ask_one(python_plugin(propose), seen(["x"]), lambda: next(ticks) * DEADLINE * 0.6)


@pytest.mark.parametrize(
    "proposal", ["text", Keep(-1, 2), Keep(0, 3), Fold(1, 1, "a", "b"), Keep(0, True), ("a", 0)]
)
def test_nonsense_is_refused(
    python_plugin: Callable[[Callable[[Seen], object]], Plugin], proposal: object
) -> None:
    answers, reports = ask([python_plugin(lambda seen: [proposal])], seen(["x", "y"]))
    assert answers == [] and len(reports) == 1


def test_a_plug_in_cannot_fold_what_the_kernel_keeps_nor_write_lines(
    python_plugin: Callable[[Callable[[Seen], object]], Plugin],
) -> None:
    fold = Fold(0, 2, "kind\nof two lines", "why", MUST, note=lambda lines: "text")
    answers, _ = ask([python_plugin(lambda seen: [fold])], seen(["x", "y"]))
    (one,) = answers[0][1]
    assert isinstance(one, Fold) and one.strength == SURE and one.note is None and "\n" not in one.kind


def test_a_disabled_one_is_not_asked(python_plugin: Callable[[Callable[[Seen], object]], Plugin]) -> None:
    plugin = python_plugin(lambda seen: 1 / 0)._replace(disabled=True)  # type: ignore[arg-type]
    assert ask([plugin], seen(["x"])) == ([], [])
