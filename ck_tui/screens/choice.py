"""Choose one of a few things: copy what, which task, which theme, save or not."""

from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult

from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows


class Choice(NamedTuple):
    """An option: what it is called inside, its words, a fact about it, its letter."""

    name: str
    label: str
    fact: str = ""
    letter: str = ""


def draw_choice(choice: Choice, width: int) -> Line:
    """Letter, words, fact."""
    letter = (Piece(f" {choice.letter}  ", "key"),) if choice.letter else (Piece(" "),)
    return Line((*letter, Piece(choice.label)), (Piece(f"  {choice.fact} ", "dim"),) if choice.fact else ())


class ChoiceScreen(Sheet[str]):
    """Answers the chosen option's name, None for none."""

    SIZE = "-small"

    def __init__(self, title: str, choices: tuple[Choice, ...], current: str = "") -> None:
        super().__init__(title, "enter chooses · esc goes back")
        self._choices, self._current = choices, current

    def body(self) -> ComposeResult:
        """The options."""
        yield Rows[Choice](draw_choice, lambda choice: choice.name, id="choices")

    def on_mount(self) -> None:
        """Fill and focus."""
        rows = self.query_one("#choices", Rows)
        rows.styles.height = min(len(self._choices), 20)
        rows.show(self._choices)
        if self._current:
            rows.select(self._current)
        rows.focus()

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        current = self.query_one("#choices", Rows).current
        self.dismiss(current.name if current is not None else None)

    def on_click(self, event: events.Click) -> None:
        """One click chooses; outside of the frame it goes back."""
        rows = self.query_one("#choices", Rows)
        if event.widget is rows and rows.current is not None:
            self.dismiss(rows.current.name)
        elif event.widget is self:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """A letter chooses its option."""
        for choice in self._choices:
            if choice.letter and choice.letter == event.character:
                event.stop()
                self.dismiss(choice.name)
                return
