"""One key after the other: a key is delivered when all that the one before it set off has happened.

A key travels over the queues of the focused widget and its ancestors before it acts. Of two keys that arrive at once
the second would be delivered before the first has opened its screen or moved the focus: it would act in the wrong
place, or in one that is not there yet.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual import events

if TYPE_CHECKING:
    from textual.message_pump import MessagePump
    from textual.timer import Timer

    from ck_tui.app import Workbench

Input = events.Key | events.Paste

WAITING = 10_000
"""Keys that may wait; what is held down for longer than that is thrown away."""

PATIENCE = 0.5
"""Seconds after which a key goes on although what it waits for has not come (its widget is gone)."""

LOOK = 0.02
"""Seconds between two looks whether a waiting key can go on."""

ROUNDS = 2
"""A key acts in the first round; the message that this sends (a row was opened) is handled in the second."""


class KeysInOrder:
    """Delivers keys and pastes one by one.

    Args:
        app: The application.
        deliver: Hands an event to the focused widget.
    """

    def __init__(self, app: "Workbench", deliver: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Input] = deque()
        self._number = 0
        self._on_its_way = False
        self._since = 0.0
        self._timer: Timer | None = None

    async def take(self, event: Input) -> None:
        """Deliver an event now, or when its turn has come."""
        if self._waiting or self._on_its_way or not self._ready():
            if len(self._waiting) < WAITING:
                self._waiting.append(event)
            self._look_again()
            return
        await self._send(event)

    @property
    def busy(self) -> bool:
        """Whether a key is on its way or waits."""
        return self._on_its_way or bool(self._waiting)

    async def _send(self, event: Input) -> None:
        app = self._app
        self._number += 1
        self._on_its_way, self._since = True, time.monotonic()
        node = app.focused or app.screen
        await self._deliver(event)
        self._follow([*node.ancestors_with_self] * ROUNDS, self._number)

    def _follow(self, path: "list[MessagePump]", number: int) -> None:
        """Go behind the event through the queues that it passes."""
        for place, node in enumerate(path):
            if node.is_running and node.call_later(self._follow, path[place + 1 :], number):
                return
        if number == self._number:
            self._on_its_way = False
            if self._waiting:
                self._app.call_later(self._go_on)

    async def _go_on(self) -> None:
        if not self._app.screen_stack:
            return
        if self._on_its_way and time.monotonic() - self._since < PATIENCE:
            return
        if self._waiting and self._ready():
            await self._send(self._waiting.popleft())
        if self._waiting:
            self._look_again()

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = self._app.set_timer(LOOK, self._looked)

    async def _looked(self) -> None:
        self._timer = None
        await self._go_on()

    def _ready(self) -> bool:
        """Whether what the last key opened has the focus; nothing is waited for longer than ``PATIENCE``."""
        return self._app.settled or time.monotonic() - self._since > PATIENCE
