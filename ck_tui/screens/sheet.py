"""A framed sheet over the panes: the base of every other screen."""

from typing import Any, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from ck_tui.host import host
from ck_tui.safe import shorten
from ck_tui.widgets.keyline import KeyLine

R = TypeVar("R")


class Sheet(ModalScreen[R]):
    """A frame with a title, a body and a line of keys. Escape closes it with None."""

    SCOPE = "screen"
    KEYS_END = True
    SIZE = ""
    """``-small`` for choices, ``-full`` for the whole terminal."""

    def __init__(self, title: str, fact: str = "") -> None:
        super().__init__(classes=self.SIZE)
        self._title, self._fact = title, fact
        self._left = False

    def compose(self) -> ComposeResult:
        """Frame, body, keys."""
        self.set_class(host(self).inks.ascii, "-ascii")
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = Content(shorten(self._title, 90))
            sheet.border_subtitle = Content(shorten(self._fact, 90))
            yield from self.body()
        yield KeyLine()

    def body(self) -> ComposeResult:
        """What is inside the frame."""
        raise NotImplementedError

    def set_fact(self, text: str) -> None:
        """The fact at the lower edge of the frame."""
        self.query_one(".sheet", Vertical).border_subtitle = Content(shorten(text, 90))

    def on_descendant_focus(self) -> None:
        """The key line belongs to what has the focus."""
        host(self).refresh_keys()

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close with an answer, once: what comes for a sheet that is on its way out, or below another one, is ignored."""
        if self._left or not self.is_current:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)

    def perform(self, action: str) -> bool:
        """Escape closes; subclasses add their own actions."""
        if action == "screen.close":
            self.dismiss(None)
            return True
        return False


AnySheet = Sheet[Any]
