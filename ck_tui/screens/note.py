"""A note for the agent."""

from textual.app import ComposeResult
from textual.widgets import TextArea

from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, wrapped

HINT = "It is added to what the agent reads at its next event (a tool call, a prompt, a start), once. Secrets in it are masked."


class NoteScreen(Sheet[str]):
    """Answers the text; None where nothing was said."""

    SCOPE = "note"
    SIZE = "-small"

    def __init__(self, whom: str) -> None:
        super().__init__(f"Note · {whom}", "ctrl+s queues it · esc goes back")

    def body(self) -> ComposeResult:
        """The text, and what becomes of it."""
        yield TextArea(soft_wrap=True, tab_behavior="focus", id="note-text")
        yield Drawn(id="note-hint")

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one("#note-hint", Drawn).show(lambda width: wrapped(HINT, width))
        area = self.query_one(TextArea)
        area.styles.height = 6
        area.focus()

    def perform(self, action: str) -> bool:
        """Queue, or leave."""
        if action != "note.send":
            return super().perform(action)
        self.dismiss(self.query_one(TextArea).text)
        return True
