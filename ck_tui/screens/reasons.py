"""Why an item is in the slice: the way to it, all evidence, where it leads, and what else its file defines."""

from collections.abc import Sequence

from ck_tui.bridge.nouns import Evidence, Name, Slice
from ck_tui.screens.facts import Fact, FactList, FactSheet
from ck_tui.state import Entry


def reasons_of(entry: Entry, slice_: Slice, evidence: Sequence[Evidence], way: Sequence[str], inside: Sequence[Name]) -> tuple[Fact, ...]:
    """The rows, headings only where something follows."""
    rows = FactList()
    places = _places(slice_)
    _steps(rows, "The way to it, from what the symptom names", way, places)
    if evidence:
        rows.head("Evidence")
    for reason in evidence:
        rows.sentences(f"{reason.weight:.2f}  {reason.kind}  {reason.detail}")
    leads = [(item.path, item.symbols[0], item.why[-1]) for item in slice_.items if item.symbols and _comes_from(item.why, entry.symbol)]
    if leads:
        rows.head("It leads to")
    for path, symbol, step in leads:
        rows.place(f"{path}::{symbol}", 0, step)
    if inside:
        rows.head(f"In {entry.path}")
    shown = {(item.path, symbol) for item in slice_.items for symbol in item.symbols}
    whole = any(item.path == entry.path and not item.symbols for item in slice_.items)
    for found in inside:
        seen = whole or (entry.path, found.name) in shown
        rows.place(f"{entry.path}::{found.name}", 0, f"{found.kind}, line {found.line}{'' if seen else ' · not shown'}", fault=not seen)
    return rows.rows()


def _steps(rows: FactList, head: str, way: Sequence[str], places: dict[str, list[str]]) -> None:
    if not way:
        return
    rows.head(head)
    for number, step in enumerate(way):
        found = places.get(step.rpartition(" ")[2], [])
        arrow = "" if number == 0 else "→ "
        # A name that two items share says neither.
        if len(found) == 1:
            rows.place(found[0], 0, f"{arrow}{step}")
        else:
            rows.sentences(f"{arrow}{step}")


def _places(slice_: Slice) -> dict[str, list[str]]:
    """Symbol → the items of that name."""
    found: dict[str, list[str]] = {}
    for item in slice_.items:
        for symbol in item.symbols:
            found.setdefault(symbol, []).append(f"{item.path}::{symbol}")
    return found


def _comes_from(way: Sequence[str], symbol: str) -> bool:
    """Whether a way's last step but one is a symbol."""
    return bool(symbol) and len(way) > 1 and way[-2].rpartition(" ")[2] == symbol


class ReasonsScreen(FactSheet):
    """Everything that speaks for one item."""

    def __init__(self, name: str, rows: tuple[Fact, ...]) -> None:
        super().__init__(f"Why {name}", "enter opens a place · f faults in what is not shown", rows)
