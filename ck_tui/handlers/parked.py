"""Parked outputs: open one, search in all."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def open_output(app: "Workbench") -> None:
    """Open the output under the cursor."""
    row = app.model.parked_row
    assert row is not None
    show_output(app, row.handle)


def show_output(app: "Workbench", handle: int, line: int = 1) -> None:
    """Open an output at a line of its original."""
    from ck_tui.screens.output import OutputScreen

    app.push_screen(OutputScreen(app.bridge.parked.get(handle), line))


def recall(app: "Workbench") -> None:
    """Copy the command that recalls the output."""
    from ck_tui.handlers.carrying import put

    row = app.model.parked_row
    assert row is not None
    put(app, f"ck recall {row.handle}", "Recall command")


def search(app: "Workbench") -> None:
    """Search inside all parked outputs."""
    from ck_tui.screens.search import SearchScreen

    def chosen(place: tuple[int, int] | None) -> None:
        if place is not None:
            show_output(app, *place)

    app.ask(SearchScreen(app.bridge.parked.search), chosen)


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "parked.open": open_output,
    "parked.recall": recall,
    "parked.search": search,
}
