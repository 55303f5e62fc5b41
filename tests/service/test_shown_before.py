"""What a context was shown before is pointed to; no other context ever is told that it has something."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernel.model.event import Projection, ToolOutput
from kernel.model.plan import FOLD, KEEP, Span
from kernel.model.scope import Scope
from kernel.projection.algebra import identity, make_plan, unfold
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.service.recall import Selection, parked_output, recall, search
from kernel.service.shown_before import FRESH
from kernel.store.parked import ParkedOutputs

CONFIG = "".join(
    f'[service.{name}{number}]\nport = {7000 + number * 13}\nowner = "{name}-{number % 7}"\n'
    for number, name in enumerate(("cart", "mail", "pay", "stock", "tax") * 20)
)
# A diff is shown whole, so that there is something to point to.
STATUS = "diff --git a/s.txt b/s.txt\n--- a/s.txt\n+++ b/s.txt\n@@ -1,60 +1,60 @@\n" + "".join(
    f"-the {word} of {number * 7919 % 1000}\n+a {word[::-1]} for {number * 104729 % 997}\n"
    for number, word in enumerate(("cart", "mailing", "pay", "taxes", "stocks") * 12)
)


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    (tmp_path / "repo").mkdir()
    environ = {"CK_HOME": str(tmp_path / "home"), "CK_MIN_TOKENS": "100"}
    with open_kernel(str(tmp_path / "repo"), environ) as opened:
        yield opened


def scope(kernel: Kernel) -> Scope:
    return Scope(kernel.repository.key, "s", "main", 1, kernel.repository.root)


def numbered(text: str, first: int = 1) -> str:
    return "".join(f"{n}\t{line}" for n, line in enumerate(text.splitlines(keepends=True), first))


def read(kernel: Kernel, text: str, whose: Scope) -> Projection:
    return observe(kernel, ToolOutput(text, "Read", "", "/r/services.toml"), whose)


def run(kernel: Kernel, text: str, whose: Scope, code: int | None = 0) -> Projection:
    return observe(kernel, ToolOutput(text, "Bash", "git diff", exit_code=code), whose)


def points_back(shown: Projection, handle: int | None) -> bool:
    return f"unchanged since ck recall {handle}" in shown.text


def test_an_unchanged_file_is_pointed_to_again_and_again(kernel: Kernel) -> None:
    first = read(kernel, CONFIG, scope(kernel))
    assert first.text == CONFIG
    for _ in range(5):
        again = read(kernel, CONFIG, scope(kernel))
        assert points_back(again, first.handle)
        assert len(again.text) < 300
        assert parked_output(kernel, again.handle or 0).original == CONFIG


def test_of_a_changed_file_the_change_is_shown_with_its_neighbours(kernel: Kernel) -> None:
    first = read(kernel, numbered(CONFIG), scope(kernel))
    changed = numbered(CONFIG.replace("port = 7650", "port = 1234"))
    again = read(kernel, changed, scope(kernel))
    assert points_back(again, first.handle) and "152\tport = 1234" in again.text
    assert len(again.text) < len(changed) / 4
    assert unfold(again.plan, changed) == changed


def test_of_overlapping_windows_only_what_is_new_is_shown(kernel: Kernel) -> None:
    lines = CONFIG.splitlines(keepends=True)
    read(kernel, numbered("".join(lines[:200])), scope(kernel))
    again = read(kernel, numbered("".join(lines[100:300]), 101), scope(kernel))
    assert "\n150\t" not in again.text
    assert all(line in again.text for line in numbered("".join(lines[200:]), 201).splitlines())


def test_a_command_run_again_points_to_its_first_run(kernel: Kernel) -> None:
    first = run(kernel, STATUS, scope(kernel))
    again = run(kernel, STATUS, scope(kernel))
    assert points_back(again, first.handle)
    assert not points_back(run(kernel, STATUS, scope(kernel), 1), first.handle)


CHANGES = {
    "a subagent": {"agent": "a1b2"},
    "after a compaction": {"epoch": 2},
    "another folder": {"cwd": "/elsewhere"},
    "another session": {"session": "t"},
    "another repository": {"repository": "/other/.git"},
}


@pytest.mark.parametrize("part", CHANGES.values(), ids=CHANGES.keys())
def test_another_context_is_never_told_that_it_has_something(
    kernel: Kernel, part: dict[str, str | int]
) -> None:
    for show, text in ((read, CONFIG), (run, STATUS)):
        show(kernel, text, scope(kernel))
        assert "unchanged since" not in show(kernel, text, scope(kernel)._replace(**part)).text


@pytest.mark.parametrize(
    "part", [{"session": ""}, {"agent": ""}, {"epoch": 0}, {"cwd": ""}, {"repository": ""}]
)
def test_with_an_unknown_part_of_the_scope_nothing_is_claimed(
    kernel: Kernel, part: dict[str, str | int]
) -> None:
    whose = scope(kernel)._replace(**part)
    for _ in range(2):
        assert "unchanged since" not in read(kernel, CONFIG, whose).text


def test_lines_that_were_folded_the_first_time_are_not_said_to_be_known(kernel: Kernel) -> None:
    spans = (Span(1, 150, KEEP), Span(151, 200, FOLD, "lines", "a rule", "why"), Span(201, 300, KEEP))
    plan = make_plan(CONFIG, spans, 2000)
    output = ToolOutput(CONFIG, "Read", "", "/r/services.toml")
    ParkedOutputs(kernel.store).add(output, scope(kernel), plan, time.time())
    again = read(kernel, CONFIG, scope(kernel))
    known = [span for span in again.plan.folds() if span.recogniser == "delta"]
    assert known and all(span.end < 151 or span.start > 200 for span in known)


def test_a_large_source_is_shown_as_its_outline(kernel: Kernel) -> None:
    source = "import os\n" + "".join(
        f'\n\ndef handle_{n}(request):\n    """Answer request {n}."""\n'
        + "".join(f"    total_{k} = request.amount_{k} * {n} + os.getpid() % {k + 1}\n" for k in range(30))
        for n in range(60)
    )
    shown = observe(kernel, ToolOutput(source, "Read", "", "/r/views.py"), scope(kernel))
    assert shown.plan.tokens_after < shown.plan.tokens_before / 2
    assert all(f"def handle_{n}(request):" in shown.text for n in range(60))
    assert unfold(shown.plan, source) == source


def test_what_was_shown_long_ago_may_have_been_cleared_and_is_shown_again(kernel: Kernel) -> None:
    output = ToolOutput(CONFIG, "Read", "", "/r/services.toml")
    outputs, plan = ParkedOutputs(kernel.store), identity(CONFIG)
    handle = outputs.add(output, scope(kernel), plan, time.time() - FRESH - 60)
    assert read(kernel, CONFIG, scope(kernel)).text == CONFIG
    kernel.store.write(lambda db: db.execute("DELETE FROM events WHERE handle <> ?", (handle,)))
    kernel.store.write(lambda db: db.execute("UPDATE events SET at = ?", (time.time() - FRESH + 60,)))
    assert points_back(read(kernel, CONFIG, scope(kernel)), handle)


def test_after_a_run_that_ended_otherwise_nothing_is_said_of_the_runs_before_it(kernel: Kernel) -> None:
    run(kernel, STATUS, scope(kernel))
    run(kernel, "fatal: bad revision\n", scope(kernel), 128)
    third = run(kernel, STATUS, scope(kernel))
    assert third.text == STATUS
    assert points_back(run(kernel, STATUS, scope(kernel)), third.handle)


def test_lines_of_a_part_are_recalled_and_found_by_their_numbers_in_the_file(kernel: Kernel) -> None:
    part = "".join(CONFIG.splitlines(keepends=True)[100:200])
    shown = observe(kernel, ToolOutput(part, "Read", "Read(/r/services.toml, offset=101)", "/r/services.toml", None, 101), scope(kernel))
    assert shown.handle is not None and shown.plan.first == 101
    back = recall(kernel, shown.handle, Selection((150, 152)))
    assert [(line.number, line.text) for line in back.lines] == list(enumerate(CONFIG.split("\n")[149:152], 150))
    above = recall(kernel, shown.handle, Selection((1, 100)))
    assert above.lines == () and above.extent() == "lines 101-200 of the file"
    assert [line.number for line in recall(kernel, shown.handle, Selection(grep="port = 7650", context=0)).lines] == [152]
    for regex in (False, True):
        assert [hit.line for hit in search(kernel, "port = 7650", regex=regex).hits] == [152]


def test_a_column_of_numbers_is_no_gutter_where_the_first_line_is_told(kernel: Kernel) -> None:
    rows, later = ("".join(f"{n + more}\tname of number {n}, and more words\n" for n in range(90)) for more in (0, 7))
    for text in (rows, later):
        shown = observe(kernel, ToolOutput(text, "Read", "", "/r/rows.tsv", None, 1), scope(kernel))
        assert "unchanged since" not in shown.text
