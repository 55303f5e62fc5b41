"""Every use of what Textual does not promise to keep, in one place (Textual is pinned exactly for this reason)."""

import codecs
import os
import selectors
import signal
import sys
import time
from collections.abc import Iterable
from functools import partial
from types import SimpleNamespace
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.message import Message

from ck_tui.messages import PasteCut
from ck_tui.pasting import Pasted, PasteFilter, Typed


class _PromptSelector(selectors.SelectSelector):
    """A selector that does not wait where it watches nothing."""

    def select(self, timeout: float | None = None) -> "list[tuple[selectors.SelectorKey, int]]":
        """As the base class, at once if no file is registered."""
        return super().select(timeout if self.get_map() else 0)


class InputParser(XTermParser):
    """Textual's parser behind a filter that takes pastes out first; bytes that it cannot digest are thrown away."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pastes = PasteFilter()

    def feed(self, data: str) -> Iterable[Message]:
        """As the base class; an empty text is the end."""
        if not data:
            yield from super().feed(data)
            return
        for piece in self._pastes.feed(data, time.monotonic()):
            yield from self._messages(piece)

    def tick(self) -> Iterable[Message]:
        """As the base class."""
        for piece in self._pastes.rest(time.monotonic()):
            yield from self._messages(piece)
            # It has waited already: a lone escape is a key now.
            self._timeout_time = 0.0 if self._timeout_time is not None else None
        yield from super().tick()

    def _messages(self, piece: Typed | Pasted) -> Iterable[Message]:
        if isinstance(piece, Pasted):
            yield events.Paste(piece.text)
            if piece.problem:
                yield PasteCut(piece.problem)
            return
        # One at a time, so that a sequence that fails takes nothing with it.
        for character in piece.text:
            try:
                yield from super().feed(character)
            except (ValueError, OverflowError):
                self._begin_again()

    def _begin_again(self) -> None:
        self._tokens.clear()
        self._gen = self.parse(self._tokens.append)
        self._awaiting = next(self._gen)
        self._timeout_time = None


def mend_driver() -> None:
    """Change how the terminal is read, before the application runs.

    Pastes are text whatever is in them, broken UTF-8 is replaced instead of ending the program, and quitting saves
    a tenth of a second: the driver's reader waits once more after it has given up its file.
    """
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    parts: dict[str, Any] = {
        "selectors": SimpleNamespace(SelectSelector=_PromptSelector, EVENT_READ=selectors.EVENT_READ),
        "XTermParser": InputParser,
        "getincrementaldecoder": lambda name: partial(codecs.getincrementaldecoder(name), errors="replace"),
    }
    for name, part in parts.items():
        setattr(linux_driver, name, part)


def reapply_theme(app: App[Any]) -> None:
    """Take the present theme's values again after they were registered anew under the same name."""
    app._watch_theme(app.theme)
