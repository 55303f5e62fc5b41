"""Random keys in bursts without a pause, from a seed: the workbench must neither end nor stop listening.

``python tests/ck_tui/key_fuzz.py [SEED …]`` sends 4,000 keys a seed and tells what broke.
"""

import asyncio
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from fake_bridge import SYMPTOM
from frozen_sample import frozen_bridge
from textual import events
from textual.pilot import Pilot

from ck_tui.actions import ACTIONS
from ck_tui.app import Workbench, make_app

ENDING = {"app.quit"}
"""Would end the round."""

ELSEWHERE = {"view.editor", "charter.editor", "symptom.editor", "charter_edit.editor", "app.shot", "slice.export"}
"""Start other programs or write files; an editor has no terminal here."""

SIZES = ((160, 45), (100, 30), (80, 24), (60, 15), (40, 10))

CHARACTERS = {"space": " ", "enter": "\r", "tab": "\t", "escape": "\x1b", "backspace": "\x7f"}


def keys() -> tuple[str, ...]:
    """Every key of the action table that stays in the workbench, and some that are in none."""
    bound = {key for action in ACTIONS if action.id not in ENDING | ELSEWHERE for key in action.keys}
    unwelcome = {key for action in ACTIONS if action.id in ENDING | ELSEWHERE for key in action.keys} - {"q", "o", "w", "E"}
    return (*sorted(bound - unwelcome), "backspace", "delete", "f1", "v", "ctrl+a", "ctrl+w", "ctrl+z", "é", "0")


def event_of(key: str) -> events.Key:
    """The event that the driver sends for a key."""
    return events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))


async def burst(app: Workbench, pressed: list[str]) -> None:
    """Send keys as fast as a held key or a paste without brackets does."""
    for key in pressed:
        app.post_message(event_of(key))


async def run(app: Workbench, pilot: Pilot[int], seed: int, count: int) -> list[list[str]]:
    """Send ``count`` keys in bursts; the last bursts, for the report.

    Raises:
        AssertionError: The workbench has ended, or does not listen any more.
    """
    choose = random.Random(seed)
    table = keys()
    sent: list[list[str]] = []
    while count > 0:
        pressed = [choose.choice(table) for _ in range(choose.randint(1, 40))]
        count -= len(pressed)
        sent = [*sent[-3:], pressed]
        await burst(app, pressed)
        if choose.random() < 0.1:
            app.post_message(events.Paste(choose.choice((SYMPTOM, "", "x\n" * 3))))
        if choose.random() < 0.05:
            await pilot.resize_terminal(*choose.choice(SIZES))
        await pilot.pause(choose.choice((0, 0, 0.01, 0.05)))
        if choose.random() < 0.1:
            async with asyncio.timeout(120):
                while app.keys_in_order.busy and app.is_running:
                    await pilot.pause(0.01)
        assert app.crash is None and app.is_running, f"ended by {app.crash!r} after {sent}"
    await listens(app, pilot)
    return sent


async def listens(app: Workbench, pilot: Pilot[int]) -> None:
    """Escape leads back to the panes, and keys work there."""
    async with asyncio.timeout(120):
        while app.keys_in_order.busy or len(app.screen_stack) > 1:
            if not app.keys_in_order.busy:
                await burst(app, ["escape"])
            await pilot.pause(0.02)
    await pilot.resize_terminal(160, 45)
    await burst(app, ["5", "5"])
    async with asyncio.timeout(60):
        while app.main.current != "ledger":
            await burst(app, ["escape", "5"])
            await pilot.pause(0.05)


async def one(seed: int, count: int) -> None:
    """One round over the frozen sample."""
    app = make_app(frozen_bridge(), SYMPTOM)
    async with app.run_test(size=SIZES[seed % len(SIZES)], notifications=True) as pilot:
        while app.model.entry is None:
            await pilot.pause(0.01)
        await run(app, pilot, seed, count)


def main(seeds: list[int], count: int = 4_000) -> int:
    """1 if a seed broke it."""
    failed = 0
    for seed in seeds:
        here = Path.cwd()
        with tempfile.TemporaryDirectory() as home:
            # What the palette exports goes there too.
            os.chdir(home)
            os.environ.update({"HOME": home, "CK_HOME": f"{home}/ck", "XDG_CONFIG_HOME": f"{home}/config"})
            told: Any = "fine"
            try:
                asyncio.run(one(seed, count))
            except BaseException as error:
                import traceback

                told, failed = "".join(traceback.format_exception(error)[-60:]), 1
            os.chdir(here)
            sys.stdout.write(f"seed {seed}: {told}\n")
            sys.stdout.flush()
    return failed


if __name__ == "__main__":
    sys.exit(main([int(seed) for seed in sys.argv[1:]] or list(range(1, 7))))
