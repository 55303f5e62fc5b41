"""Observing: what is shown, what is parked, and that every failure shows the original."""

import json
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest

from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.projection.algebra import render, unfold
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import ledger
from kernel.service.log import read_log
from kernel.service.observe import observe
from kernel.service.recall import parked, parked_output

SECRET = "hunter2!" + "secret"
LONG = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(200))


CODED = [
    "".join(f"\x1b[31m{c}\x1b[0m" for c in f"DB_PASSWORD={SECRET}"),
    json.dumps({"log": "".join(f"\x1b[31m{c}\x1b[0m" for c in f"password={SECRET}") + "\n"}),
    "".join(f"\\u{ord(c):04x}" for c in f"password={SECRET}"),
    "GET /?q=" + quote(f"postgres://app:{SECRET}@db/shop", safe=""),
    json.dumps(json.dumps({"token": SECRET})),
]


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    (tmp_path / "repo").mkdir()
    environ = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    with open_kernel(str(tmp_path / "repo"), environ) as opened:
        yield opened


def scope(kernel: Kernel) -> Scope:
    return Scope(kernel.repository.key, "s", "main", 1, kernel.repository.root)


def test_a_fold_names_a_command_whose_output_is_the_original(kernel: Kernel) -> None:
    shown = observe(kernel, ToolOutput(LONG, "Bash", "pytest -v", exit_code=0), scope(kernel))
    assert shown.handle is not None
    assert f"ck recall {shown.handle} --lines 2-199" in shown.text
    output = parked_output(kernel, shown.handle)
    assert output.original == LONG
    assert render(output.plan, output.original, shown.handle) == shown.text
    assert unfold(output.plan, output.original) == LONG
    assert output.row.tokens_after == shown.plan.tokens_after


def test_every_output_is_stored_also_what_was_not_folded(kernel: Kernel) -> None:
    observe(kernel, ToolOutput("fine\n", "Bash", "true"), scope(kernel))
    assert [row.command for row in parked(kernel)] == ["true"]


@pytest.mark.parametrize("coded", CODED)
def test_secrets_that_codes_hide_are_in_no_part_of_what_is_stored(kernel: Kernel, coded: str) -> None:
    shown = observe(kernel, ToolOutput(f"{coded}\n{LONG}", "Bash", f"echo {coded}", path=f"/x/{coded}"), scope(kernel))
    assert coded in shown.text or SECRET in shown.text, "the agent's text is as it was"
    output = parked_output(kernel, shown.handle or 0)
    kept = [output.original, output.row.command, output.row.path, *(span.text or "" for span in output.plan.spans)]
    assert all("[masked]" in text for text in kept[:3])
    letters = [*(f"\\u{ord(c):04x}" for c in SECRET[:4]), *(f"\x1b[31m{c}\x1b[0m" for c in SECRET[:4])]
    assert not any(hidden in text for text in kept for hidden in (SECRET, quote(SECRET), *(a + b for a, b in pairwise(letters))))


def test_secrets_are_masked_in_the_store_and_stay_in_the_agents_text(kernel: Kernel) -> None:
    text = f"\x1b[31mDB_PASSWORD={SECRET}\x1b[0m\r\nplain password: {SECRET}\n" + LONG
    shown = observe(kernel, ToolOutput(text, "Bash", f"login --password {SECRET}"), scope(kernel))
    assert shown.text.count(SECRET) == 2
    output = parked_output(kernel, shown.handle or 0)
    assert output.row.masked == 2
    assert output.original.count("\n") == text.count("\n")
    stored = output.original + output.row.command + "".join(span.text or "" for span in output.plan.spans)
    assert SECRET not in stored
    home = Path(kernel.home)
    kernel.close()
    assert not any(SECRET.encode() in file.read_bytes() for file in home.iterdir() if file.is_file())


@pytest.mark.parametrize(
    "text", ["", "\n", "\x00\udcff\x1b[", "one line without end", LONG * 30, "é" * 50_000]
)
def test_any_text_survives(kernel: Kernel, text: str) -> None:
    shown = observe(kernel, ToolOutput(text, "Bash", "\x1b\udc80"), scope(kernel))
    output = parked_output(kernel, shown.handle or 0)
    assert output.original == text


def test_without_parking_nothing_is_stored(kernel: Kernel) -> None:
    shown = observe(kernel, ToolOutput(LONG, "Bash", "pytest"), scope(kernel), park=False)
    assert shown.handle is None
    assert "folded" in shown.text and "recall" not in shown.text
    assert parked(kernel) == ()


def test_a_switch_turns_everything_off(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CK_DISABLE", "1")
    shown = observe(kernel, ToolOutput(LONG, "Bash", "pytest"), scope(kernel))
    assert (shown.text, shown.handle) == (LONG, None)
    monkeypatch.delenv("CK_DISABLE")
    assert parked(kernel) == ()


def test_a_store_that_cannot_be_used_shows_the_original_and_is_logged(tmp_path: Path) -> None:
    import sqlite3

    home = tmp_path / "home"
    home.mkdir()
    with sqlite3.connect(home / "kernel.db") as db:
        db.execute("PRAGMA user_version=9999")
    db.close()
    with open_kernel(str(tmp_path), {"CK_HOME": str(home)}, strict=False) as kernel:
        shown = observe(kernel, ToolOutput(LONG, "Bash", "pytest"), scope(kernel))
        assert (shown.text, shown.handle) == (LONG, None)
        assert "StoreTooNew" in read_log(kernel.home)[-1].message


def test_a_locked_store_shows_the_original_soon(tmp_path: Path) -> None:
    import sqlite3
    import time

    environ = {"CK_HOME": str(tmp_path / "home")}
    with open_kernel(str(tmp_path), environ, strict=False) as kernel:
        observe(kernel, ToolOutput("x\n"), scope(kernel))
        other = sqlite3.connect(tmp_path / "home" / "kernel.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        shown = observe(kernel, ToolOutput(LONG, "Bash", "pytest"), scope(kernel))
        assert time.monotonic() - started < 3
        other.execute("ROLLBACK")
        other.close()
        assert (shown.text, shown.handle) == (LONG, None)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes to read-only folders")
def test_a_store_in_memory_promises_no_handle(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    with open_kernel(str(tmp_path), {"CK_HOME": str(home)}, strict=False) as kernel:
        shown = observe(kernel, ToolOutput(LONG, "Bash", "pytest"), scope(kernel))
        assert (shown.text, shown.handle) == (LONG, None)


def test_an_output_too_large_to_park_is_not_folded(tmp_path: Path) -> None:
    environ = {"CK_HOME": str(tmp_path / "home"), "CK_PARK_MAX_OUTPUT_BYTES": "1000"}
    with open_kernel(str(tmp_path), environ) as kernel:
        assert observe(kernel, ToolOutput(LONG, "Bash", "pytest"), scope(kernel)).text == LONG


def test_the_ledger_adds_up(kernel: Kernel) -> None:
    shown = [observe(kernel, ToolOutput(LONG, "Bash", f"pytest {n}"), scope(kernel)) for n in range(3)]
    totals = ledger(kernel)
    assert totals.projections == 3
    assert totals.before == sum(one.plan.tokens_before for one in shown)
    assert totals.after == sum(one.plan.tokens_after for one in shown)
    assert totals.net == totals.before - totals.after
