"""The store is read while keys go on working; what a person does meanwhile is not undone by what was read before."""

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import screen_text
from fake_bridge import make_fake, parked
from test_journey_slice import until, workbench

from ck_tui.bridge import Bridge, open_bridge
from ck_tui.bridge.parked import RECENT
from kernel.model.event import ToolOutput
from kernel.model.plan import KEEP, Plan, Span
from kernel.model.scope import Scope
from kernel.service import recall
from kernel.store.parked import ParkedOutputs


class Slow:
    """Holds a reading up until it is let go."""

    def __init__(self, read: Callable[[], Any]) -> None:
        self.read, self.entered, self.go_on = read, threading.Event(), threading.Event()

    def __call__(self) -> Any:
        found = self.read()
        self.entered.set()
        assert self.go_on.wait(30)
        return found


async def test_keys_do_not_wait_for_the_store() -> None:
    bridge: Any = make_fake()
    async with workbench(bridge=bridge) as (app, pilot):
        await until(pilot, lambda: app.model.ledger is not None)
        slow = bridge.parked.rows = Slow(bridge.parked.rows)
        bridge.parked.all = (parked(500, "make new", 900, 100), *bridge.parked.all)
        bridge.session.number += 1
        await until(pilot, slow.entered.is_set)
        for key, pane in (("4", "parked"), ("5", "ledger"), ("1", "repository"), ("4", "parked")):
            await pilot.press(key)
            assert app.main.current == pane
        assert "make new" not in screen_text(app)
        slow.go_on.set()
        await until(pilot, lambda: "make new" in screen_text(app))


async def test_what_was_done_while_the_store_was_read_stays() -> None:
    bridge: Any = make_fake()
    async with workbench(bridge=bridge) as (app, pilot):
        await until(pilot, lambda: app.model.ledger is not None)
        slow = bridge.ledger.paused = Slow(bridge.ledger.paused)
        await until(pilot, slow.entered.is_set)  # it has read "on"
        del bridge.ledger.paused
        await pilot.press("5", "P")
        assert app.model.paused
        slow.go_on.set()
        reads = Slow(bridge.ledger.totals)
        reads.go_on.set()
        bridge.ledger.totals = reads
        bridge.session.number += 1
        await until(pilot, reads.entered.is_set)
        await until(pilot, lambda: not any(worker.is_running for worker in app.workers))
        assert app.model.paused


async def test_a_charter_saved_while_the_store_was_read_stays() -> None:
    bridge: Any = make_fake()
    async with workbench(bridge=bridge) as (app, pilot):
        await until(pilot, lambda: app.model.ledger is not None)
        load = bridge.charter.load
        slow = bridge.charter.load = Slow(load)
        bridge.session.number += 1
        await until(pilot, slow.entered.is_set)
        bridge.charter.load = load
        app.state.set(charter=bridge.charter.save("Q: another?\n1. [contract] two (shop/fields.py:1)\n"))
        slow.go_on.set()
        await until(pilot, lambda: not any(worker.is_running for worker in app.workers))
        assert app.model.charter is not None and "another?" in app.model.charter.text
        await until(pilot, lambda: app.store_version == bridge.session.number)
        assert "another?" in app.model.charter.text


@pytest.fixture
def shelf(tmp_path: Path) -> Bridge:
    subprocess.run(["git", "init", "-q", str(tmp_path / "repo")], check=True, timeout=30)
    return open_bridge(str(tmp_path / "repo"))


def park(bridge: Bridge, number: int) -> int:
    """Park an output whose agent is not known yet."""
    kernel = bridge.session.kernel
    plan = Plan(1, (Span(1, 1, KEEP),), 5, 5)
    output = ToolOutput(f"text {number}\n", "Bash", f"echo {number}")
    return ParkedOutputs(kernel.store).add(output, Scope(kernel.repository.key, "s"), plan, float(number))


def test_rows_read_little_by_little_are_those_read_at_once(shelf: Bridge) -> None:
    kernel = shelf.session.kernel

    def right() -> bool:
        return shelf.parked.rows() == recall.parked(kernel, 1000)

    assert shelf.parked.rows() == ()
    handles = [park(shelf, 0)]
    assert right()
    handles += [park(shelf, number) for number in range(3 * RECENT)]
    assert right(), "more came than is read at a time"
    handles += [park(shelf, number) for number in range(RECENT // 2)]
    assert right()
    assert ParkedOutputs(kernel.store).claim(handles[-2], Scope(kernel.repository.key, "s", "a"), "make all") and right()
    recall.purge(kernel, handle=handles[1])
    assert right(), "an old one was deleted"
    recall.purge(kernel, handle=handles[2])
    handles.append(park(shelf, 1))
    assert right(), "one was deleted and one came"
    recall.purge(kernel, handle=handles[-1])
    assert right()
    recall.purge(kernel, days=0)
    assert shelf.parked.rows() == ()
