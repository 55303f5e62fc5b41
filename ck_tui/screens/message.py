"""An error or a longer message: readable, scrollable, copyable."""

from textual.app import ComposeResult

from ck_tui.host import host
from ck_tui.safe import clean_block
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.textview import TextView


class MessageScreen(Sheet[None]):
    """A message; y copies it."""

    SCOPE = "message"
    SIZE = "-small"

    def __init__(self, title: str, text: str, fact: str = "ck log has the details") -> None:
        super().__init__(title, f"y copies · esc closes{' · ' + fact if fact else ''}")
        self._text = text

    def body(self) -> ComposeResult:
        """The text."""
        yield TextView(numbers=False, id="message")

    def on_mount(self) -> None:
        """Fill and focus."""
        import textwrap

        lines = [part for line in clean_block(self._text).split("\n") for part in textwrap.wrap(line, 56) or [""]]
        view = self.query_one("#message", TextView)
        view.styles.height = min(len(lines), 20)
        view.show(lines)
        view.focus()

    def perform(self, action: str) -> bool:
        """Copy or close."""
        if action == "message.copy":
            from ck_tui.handlers.carrying import put

            put(host(self), self._text, "Message")
            return True
        return super().perform(action)
