"""Ask for one line: a ref, the name of a file, a folder."""

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from ck_tui.safe import clean
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, wrapped


class AskScreen(Sheet[str]):
    """Answers the line without blanks around it; None where nothing was said."""

    SIZE = "-small"

    def __init__(self, title: str, value: str = "", hint: str = "", *, may_be_empty: bool = False) -> None:
        super().__init__(title, "enter takes it · esc goes back")
        self._value, self._hint, self._may_be_empty = clean(value), hint, may_be_empty

    def body(self) -> ComposeResult:
        """The line and what it is about."""
        yield Input(self._value)
        yield Drawn(id="ask-hint")

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one("#ask-hint", Drawn).show(lambda width: wrapped(self._hint, width))
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        value = event.value.strip()
        if value or self._may_be_empty:
            self.dismiss(value)
