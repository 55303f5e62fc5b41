"""Every use of what Textual does not promise to keep, in one place (Textual is pinned exactly for this reason)."""

import codecs
import os
import selectors
import sys
import time
from collections.abc import Iterable
from functools import partial
from types import SimpleNamespace
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
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


class QuietApp(App[int], inherit_bindings=False):
    """An application that keeps an unexpected error for whoever started it, instead of printing it with all locals."""

    crash: BaseException | None = None
    """What ended it, if an error did."""

    def _fatal_error(self) -> None:
        self._ended_by(self._exception)

    def panic(self, *renderables: Any) -> None:
        """End; what is told is kept."""
        told = "; ".join(_told(renderable) for renderable in renderables)
        self._ended_by(self._exception or RuntimeError(told))

    def _ended_by(self, error: BaseException | None) -> None:
        self._return_code = 1
        if self.crash is None:
            self.crash = error
        self._close_messages_no_wait()


def _told(renderable: Any) -> str:
    """A traceback of Rich's in one line, anything else as it is."""
    stacks = getattr(getattr(renderable, "trace", None), "stacks", ())
    return f"{stacks[0].exc_type}: {stacks[0].exc_value}" if stacks else str(renderable)


LEAVE = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?2048l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""Every mode that the driver may have set, off again."""


def restore_terminal(app: App[Any]) -> None:
    """Give the terminal back past the driver, whose threads may hang."""
    import contextlib

    attributes = getattr(app._driver, "attrs_before", None)
    with contextlib.suppress(OSError):
        os.set_blocking(2, False)
        os.write(2, LEAVE.encode())
    if attributes is not None:
        import termios

        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(0, termios.TCSANOW, attributes)


def terminal_driver() -> type[Driver] | None:
    """The driver of a real terminal, mended; None is Textual's own choice.

    After a stop that it could not prepare for (SIGSTOP, then SIGCONT) Textual's would start a second reader and leave
    the screen as the shell left it; this one sets everything up anew.
    """
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class TerminalDriver(LinuxDriver):
        """See above."""

        def _sigcont_application(self, *_: Any) -> None:
            if not self._auto_restart:
                return
            if not self._must_signal_resume and self._writer_thread is not None:
                self.suspend_application_mode()
                self._must_signal_resume = True
            self.resume_application_mode()

    return TerminalDriver


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
