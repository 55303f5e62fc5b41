"""The first row of narrow terminals: the panes as tabs."""

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ck_tui.host import host
from ck_tui.widgets.line import Line, Piece, draw

TABS = (("repository", "Repository"), ("task", "Task state"), ("charter", "Charter"), ("parked", "Parked"), ("ledger", "Ledger"), ("live", "Live"))
SHORTER = {"Repository": "Repo", "Task state": "Task"}
"""Where the names do not fit."""


class TabLine(Widget):
    """Numbers and names; a click goes there."""

    DEFAULT_CSS = "TabLine { height: 1; width: 1fr; display: none; }"

    current = "repository"

    def show(self, current: str) -> None:
        """Which pane is shown."""
        self.current = current
        self.refresh()

    def _tabs(self) -> tuple[tuple[str, str], ...]:
        """Names that fit."""
        if sum(len(title) + 5 for _, title in TABS) - 2 <= self.size.width:
            return TABS
        return tuple((name, SHORTER.get(title, title)) for name, title in TABS)

    def render_line(self, y: int) -> Strip:
        """The row."""
        inks = host(self).inks
        pieces = []
        for number, (name, title) in enumerate(self._tabs(), 1):
            here = name == self.current
            gap = "  " if number < len(TABS) else ""
            pieces += [Piece(f" {number} ", "focus" if here else "dim"), Piece(f"{title}{gap}", "strong" if here else "dim")]
        return draw(Line(tuple(pieces)), self.size.width, inks, inks["base"])

    def on_click(self, event: events.Click) -> None:
        """Go to the tab under the pointer."""
        x = 0
        for name, title in self._tabs():
            x += len(title) + 5
            if event.x < x:
                host(self).run_action_id(f"focus.{name}")
                return
