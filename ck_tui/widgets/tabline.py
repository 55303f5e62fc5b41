"""The first row of narrow terminals: the five panes as tabs."""

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from ck_tui.host import host
from ck_tui.widgets.line import Line, Piece, draw

TABS = (("repository", "Repository"), ("task", "Task state"), ("charter", "Charter"), ("parked", "Parked"), ("ledger", "Ledger"))


class TabLine(Widget):
    """Numbers and names; a click goes there."""

    DEFAULT_CSS = "TabLine { height: 1; width: 1fr; display: none; }"

    current = "repository"

    def show(self, current: str) -> None:
        """Which pane is shown."""
        self.current = current
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The row."""
        inks = host(self).inks
        pieces = []
        for number, (name, title) in enumerate(TABS, 1):
            here = name == self.current
            pieces += [Piece(f" {number} ", "focus" if here else "dim"), Piece(f"{title} ", "strong" if here else "dim")]
            pieces.append(Piece(" ", "text"))
        return draw(Line(tuple(pieces)), self.size.width, inks, inks["base"])

    def on_click(self, event: events.Click) -> None:
        """Go to the tab under the pointer."""
        x = 0
        for name, title in TABS:
            x += len(title) + 5
            if event.x < x:
                host(self).run_action_id(f"focus.{name}")
                return
