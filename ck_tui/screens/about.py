"""What a slice's verdict rests on, and what the slice does not show."""

import textwrap
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from ck_tui.bridge.nouns import Slice
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.budget import VERDICTS
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows

WIDTH = 76
"""Characters of a wrapped sentence."""


class Fact(NamedTuple):
    """A row: a heading, a sentence, or a place that can be opened."""

    number: int
    head: str = ""
    place: str = ""
    line: int = 0
    text: str = ""


def facts_of(slice_: Slice) -> tuple[Fact, ...]:
    """The rows, headings only where something follows."""
    sufficiency = slice_.sufficiency
    rows: list[Fact] = []

    def add(**values: object) -> None:
        rows.append(Fact(len(rows), **values))  # type: ignore[arg-type]

    def sentences(text: str) -> None:
        for part in textwrap.wrap(text, WIDTH):
            add(text=part)

    add(head=VERDICTS.get(sufficiency.verdict, VERDICTS["unknown"])[0])
    sentences(sufficiency.reason)
    if sufficiency.closure:
        sentences(f"{sufficiency.covered} of {sufficiency.closure} reached definitions are shown.")
    places = (
        ("Seeds", [(seed.path, seed.line or 0, seed.why) for seed in slice_.seeds]),
        ("Blind spots", [(spot.path, spot.line, spot.what) for spot in slice_.blind_spots]),
        ("Expected faults", [(fault.path, 0, fault.why) for fault in slice_.expected_faults]),
    )
    for head, found in places:
        if found:
            add(head=head)
        for path, line, text in found:
            add(place=path, line=line, text=text)
    for head, texts in (("Unmet pins", slice_.unmet_pins), ("Notes", slice_.notes)):
        if texts:
            add(head=head)
        for text in texts:
            sentences(text)
    return tuple(rows)


def draw_fact(fact: Fact, width: int) -> Line:
    """A row."""
    if fact.head:
        return Line((Piece(f" {fact.head}", "strong"),))
    if not fact.place:
        return Line((Piece(f"   {fact.text}", "text"),))
    where = f"{fact.place}:{fact.line}" if fact.line else fact.place
    return Line((Piece(f"   {where}", "slice"), Piece(f"  {fact.text}", "dim")))


class AboutScreen(Sheet[tuple[str, int]]):
    """Answers a place to open: a path, or ``path::symbol``, and a line."""

    def __init__(self, slice_: Slice) -> None:
        super().__init__("About this slice", "enter opens a place")
        self._slice = slice_

    def body(self) -> ComposeResult:
        """The rows."""
        yield Rows[Fact](draw_fact, lambda fact: fact.number, id="facts")

    def on_mount(self) -> None:
        """Fill and focus."""
        rows = self.query_one("#facts", Rows)
        rows.show(facts_of(self._slice))
        rows.focus()

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        fact = self.query_one("#facts", Rows).current
        if fact is not None and fact.place:
            self.dismiss((fact.place, fact.line or 1))
