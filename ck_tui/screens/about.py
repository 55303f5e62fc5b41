"""What a slice's verdict rests on, and what the slice does not show."""

import textwrap
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from ck_tui.bridge.nouns import Item, Slice
from ck_tui.bridge.task import languages
from ck_tui.difference import Difference, said
from ck_tui.host import host
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.budget import VERDICTS
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


def facts_of(slice_: Slice, change: Difference | None = None) -> tuple[Fact, ...]:
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
            add(place=path, line=line, text=text, fault=head == "Expected faults")
    read = [f"{name}: {level}" for name, level in languages(slice_).items()]
    for head, texts in (("Unmet pins", slice_.unmet_pins), ("Languages, and how well each is known", read), ("Notes", slice_.notes)):
        if texts:
            add(head=head)
        for text in texts:
            sentences(text)
    if change is not None:
        add(head=f"Beside the task before: {change.before}")
        sentences(said(change))
        for place, line, text in _changes(change):
            add(place=place, line=line, text=text)
    return tuple(rows)


def _changes(change: Difference) -> list[tuple[str, int, str]]:
    """Seeds and items that only one of the two tasks has."""
    seeds = ((change.seeds_new, "new seed"), (change.seeds_gone, "no longer a seed"))
    items = ((change.new, "new item"), (change.gone, "no longer needed"))
    return [
        *((seed.path, seed.line or 0, word) for found, word in seeds for seed in found),
        *((_name(item), 0, word) for kinds, word in items for item in kinds),
    ]


def _name(item: Item) -> str:
    return f"{item.path}::{item.symbols[0]}" if item.symbols else item.path


def draw_fact(fact: Fact, width: int) -> Line:
    """A row."""
    if fact.head:
        return Line((Piece(f" {fact.head}", "strong"),))
    if not fact.place:
        return Line((Piece(f"   {fact.text}", "text"),))
    where = f"{fact.place}:{fact.line}" if fact.line else fact.place
    return Line((Piece(f"   {where}", "slice"), Piece(f"  {fact.text}", "dim")))


class AboutScreen(Sheet[tuple[str, int, bool]]):
    """Answers a place: a path, or ``path::symbol``, a line, and whether to fault it in rather than to open it."""

    SCOPE = "about"

    def __init__(self, slice_: Slice, change: Difference | None = None) -> None:
        fault = " · f faults in what is expected" if slice_.expected_faults else ""
        super().__init__("About this slice", f"enter opens a place{fault}")
        self._slice, self._change = slice_, change

    def body(self) -> ComposeResult:
        """The rows."""
        yield Rows[Fact](draw_fact, lambda fact: fact.number, id="facts")

    def on_mount(self) -> None:
        """Fill and focus."""
        rows = self.query_one("#facts", Rows)
        rows.show(facts_of(self._slice, self._change))
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
            host(self).say("Only an expected fault can be faulted in here.", "warning")
        return True
