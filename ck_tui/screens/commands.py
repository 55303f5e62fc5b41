"""A searchable list of everything that can be done; the chosen line is done."""

from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.widgets import Input

from ck_tui.fuzzy import FuzzyIndex
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.line import Line, Piece, column
from ck_tui.widgets.rows import Rows

LISTED = 500
"""Matches that are listed."""


class Command(NamedTuple):
    """A line: what it is, where it works, words, keys, and why it cannot be done now."""

    id: str
    place: str
    words: str
    keys: str
    reason: str


def draw_command(command: Command, width: int) -> Line:
    """Keys, words, place; what cannot be done now is dim and says why."""
    ink = "dim" if command.reason else "text"
    words = f"{command.words}  ({command.reason})" if command.reason else command.words
    left = (Piece(" "), column(command.keys, 14, "key" if not command.reason else "dim"), Piece(words, ink))
    return Line(left, (Piece(f"  {command.place} ", "dim"),))


class CommandsScreen(Sheet[str]):
    """Type to search (also for a key), enter does it."""

    def __init__(self, title: str, commands: tuple[Command, ...]) -> None:
        super().__init__(title, f"{len(commands):,} lines")
        self._commands = commands
        self._index = FuzzyIndex(map(_words, commands))

    def body(self) -> ComposeResult:
        """Search and list."""
        yield Input(placeholder="search words or a key")
        rows = Rows[Command](draw_command, lambda command: command.id, id="commands")
        # Enter does this line while the focus is in the search.
        rows.idle_bar = True
        yield rows

    def on_mount(self) -> None:
        """Fill and focus."""
        self.query_one("#commands", Rows).show(self._commands)
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        rows = self.query_one("#commands", Rows)
        # Scattered letters fit nearly every sentence: only where nothing else fits.
        found = self._index.search(event.value, LISTED, enough=1)
        rows.show([self._commands[index] for index in found.indexes], empty_cursor=True)
        rows.move_to(0)
        more = " or more" if found.capped else ""
        self.set_fact(f"{rows.count():,}{more} of {len(self._commands):,}")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._choose()

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        self._choose()

    def _choose(self) -> None:
        current = self.query_one("#commands", Rows).current
        if current is not None:
            self.dismiss(current.id)

    def on_key(self, event: events.Key) -> None:
        """Arrows move in the list while one types."""
        steps = {"down": "list.down", "up": "list.up", "pagedown": "list.page_down", "pageup": "list.page_up"}
        if event.key in steps and isinstance(self.focused, Input):
            event.stop()
            self.query_one("#commands", Rows).perform(steps[event.key])


def _words(command: Command) -> str:
    return f"{command.keys} {command.place} {command.id} {command.words}"
