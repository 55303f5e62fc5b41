"""Parked outputs: open one, search in all."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from ck_tui.bridge import BridgeError

if TYPE_CHECKING:
    from ck_tui.app import Workbench

REST = 0.15
"""Seconds of rest after a key before the outputs are searched."""


def open_output(app: "Workbench") -> None:
    """Open the output under the cursor, at the line that was found."""
    model = app.model
    if model.hit is not None:
        show_output(app, model.hit.handle, model.hit.line)
    elif model.parked_row is not None:
        show_output(app, model.parked_row.handle)


def show_output(app: "Workbench", handle: int, line: int = 1) -> None:
    """Open an output at a line of its original."""
    from ck_tui.screens.output import OutputScreen

    app.push_screen(OutputScreen(app.bridge.parked.get(handle), line))


def recall(app: "Workbench") -> None:
    """Copy the command that recalls the output."""
    from ck_tui.handlers.carrying import put

    row = app.model.hit or app.model.parked_row
    assert row is not None
    put(app, f"ck recall {row.handle}", "Recall command")


def search(app: "Workbench") -> None:
    """Search inside all parked outputs: the lines that match take the place of the outputs."""
    from ck_tui.widgets.findbar import SearchBar, find_in

    find_in(app.main.query_one("#outputs"), SearchBar)


def search_for(app: "Workbench", query: str) -> None:
    """Search for a text after a moment of rest; an empty one brings the outputs back."""
    app.run_worker(_search_for(app, query.strip()), group="search", exclusive=True, exit_on_error=False)


async def _search_for(app: "Workbench", query: str) -> None:
    if not query:
        app.state.set(hits=None)
        return
    await asyncio.sleep(REST)
    try:
        found = await asyncio.to_thread(app.bridge.parked.search, query)
    except BridgeError as error:
        app.show_error("searching", error)
        return
    app.state.set(hits=found)


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "parked.open": open_output,
    "parked.recall": recall,
    "parked.search": search,
}
