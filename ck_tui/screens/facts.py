"""A sheet of headings, sentences and places that can be opened."""

import textwrap
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from ck_tui.host import host
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows

WIDTH = 76
"""Characters of a wrapped sentence."""


class Fact(NamedTuple):
    """A row: a heading, a sentence, or a place that can be opened; ``fault`` where it can be faulted in."""

    number: int
    head: str = ""
    place: str = ""
    line: int = 0
    text: str = ""
    fault: bool = False


class FactList:
    """Collects rows."""

    def __init__(self) -> None:
        self._rows: list[Fact] = []

    def head(self, text: str) -> None:
        """A heading."""
        self._rows.append(Fact(len(self._rows), head=text))

    def sentences(self, text: str) -> None:
        """A text, wrapped."""
        for part in textwrap.wrap(text, WIDTH):
            self._rows.append(Fact(len(self._rows), text=part))

    def place(self, place: str, line: int, text: str, fault: bool = False) -> None:
        """A place, and what is to say of it."""
        self._rows.append(Fact(len(self._rows), place=place, line=line, text=text, fault=fault))

    def rows(self) -> tuple[Fact, ...]:
        """All rows so far."""
        return tuple(self._rows)


def draw_fact(fact: Fact, width: int) -> Line:
    """A row."""
    if fact.head:
        return Line((Piece(f" {fact.head}", "strong"),))
    if not fact.place:
        return Line((Piece(f"   {fact.text}", "text"),))
    where = f"{fact.place}:{fact.line}" if fact.line else fact.place
    return Line((Piece(f"   {where}", "slice"), Piece(f"  {fact.text}", "dim")))


class FactSheet(Sheet[tuple[str, int, bool]]):
    """Answers a place: a path, or ``path::symbol``, a line, and whether to fault it in rather than to open it."""

    SCOPE = "about"

    def __init__(self, title: str, fact: str, rows: tuple[Fact, ...]) -> None:
        super().__init__(title, fact)
        self._rows = rows

    def body(self) -> ComposeResult:
        """The rows."""
        yield Rows[Fact](draw_fact, lambda fact: fact.number, id="facts")

    def on_mount(self) -> None:
        """Fill and focus."""
        rows = self.query_one("#facts", Rows)
        rows.show(self._rows)
        rows.focus()

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        fact = self.query_one("#facts", Rows).current
        if fact is not None and fact.place:
            self.dismiss((fact.place, fact.line or 1, False))

    def perform(self, action: str) -> bool:
        """Fault in, or close."""
        if action != "about.fault":
            return super().perform(action)
        fact: Fact | None = self.query_one("#facts", Rows).current
        if fact is not None and fact.fault:
            self.dismiss((fact.place, 1, True))
        else:
            host(self).say("Only what is not shown can be faulted in.", "warning")
        return True
