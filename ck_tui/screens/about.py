"""What a slice's verdict rests on, and what the slice does not show."""

from ck_tui.bridge.nouns import Item, Slice
from ck_tui.bridge.task import languages
from ck_tui.difference import Difference, said
from ck_tui.screens.facts import Fact, FactList, FactSheet
from ck_tui.widgets.budget import VERDICTS


def facts_of(slice_: Slice, change: Difference | None = None) -> tuple[Fact, ...]:
    """The rows, headings only where something follows."""
    sufficiency = slice_.sufficiency
    rows = FactList()
    rows.head(VERDICTS.get(sufficiency.verdict, VERDICTS["unknown"])[0])
    rows.sentences(sufficiency.reason)
    if sufficiency.closure:
        rows.sentences(f"{sufficiency.covered} of {sufficiency.closure} reached definitions are shown.")
    read = ", ".join(f"{name} ({level})" for name, level in languages(slice_).items())
    rows.sentences(f"Read: {read}" if read else "")
    places = (
        ("Seeds", [(seed.path, seed.line or 0, seed.why) for seed in slice_.seeds]),
        ("Blind spots", [(spot.path, spot.line, spot.what) for spot in slice_.blind_spots]),
        ("Expected faults", [(fault.path, 0, fault.why) for fault in slice_.expected_faults]),
    )
    for head, found in places:
        if found:
            rows.head(head)
        for path, line, text in found:
            rows.place(path, line, text, fault=head == "Expected faults")
    for head, texts in (("Unmet pins", slice_.unmet_pins), ("Notes", slice_.notes)):
        if texts:
            rows.head(head)
        for text in texts:
            rows.sentences(text)
    if change is not None:
        rows.head(f"Beside the task before: {change.before}")
        rows.sentences(said(change))
        for place, line, text in _changes(change):
            rows.place(place, line, text)
    return rows.rows()


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


class AboutScreen(FactSheet):
    """The verdict, the seeds, and what is missing."""

    def __init__(self, slice_: Slice, change: Difference | None = None) -> None:
        fault = " · f faults in what is expected" if slice_.expected_faults else ""
        super().__init__("About this slice", f"enter opens a place{fault}", facts_of(slice_, change))
