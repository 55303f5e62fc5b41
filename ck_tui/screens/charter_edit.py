"""The charter's text."""

from textual.app import ComposeResult
from textual.widgets import TextArea

from ck_tui.host import host
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, rule
from ck_tui.widgets.line import Line, Piece

HOW = (
    ("Q: what is asked?", "the first line: the question"),
    ("1. [contract] text (path.py:88)", "contract, invariant or behaviour; indented lines go on"),
    ("(path.py:88)", "its citations; the line's text is remembered when you save"),
)


class CharterScreen(Sheet[tuple[str, bool]]):
    """Answers the text and whether to save it."""

    SCOPE = "charter_edit"

    def __init__(self, text: str) -> None:
        super().__init__("Charter", "ctrl+s saves · esc keeps it unsaved")
        self._text = text

    def body(self) -> ComposeResult:
        """The text and how it is written."""
        yield TextArea(self._text, soft_wrap=True, tab_behavior="focus", id="charter-text")
        yield Drawn(id="how")

    def on_mount(self) -> None:
        """Show the rules of writing, focus the end of the text."""
        lines = tuple(Line((Piece(f" {form:<34}", "text"), Piece(words, "dim"))) for form, words in HOW)
        self.query_one("#how", Drawn).show(lambda width: (rule(width, "how"), *lines))
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        area.focus()

    def perform(self, action: str) -> bool:
        """Save, edit outside, leave."""
        area = self.query_one(TextArea)
        if action == "charter_edit.save":
            self.dismiss((area.text, True))
        elif action == "charter_edit.editor":
            from ck_tui.editor import edit_text

            text, problem = edit_text(host(self), area.text, ".md")
            if problem:
                host(self).say(problem, "error")
            area.load_text(text)
        elif action == "screen.close":
            self.dismiss((area.text, False))
        else:
            return False
        return True
