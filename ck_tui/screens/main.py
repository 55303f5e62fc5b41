"""The screen with the panes: five side by side, and the live one that takes their place."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget

from ck_tui.host import host
from ck_tui.panes.charter import CharterPane
from ck_tui.panes.ledger import LedgerPane
from ck_tui.panes.live import LivePane
from ck_tui.panes.parked import ParkedPane
from ck_tui.panes.repository import RepositoryPane
from ck_tui.panes.task import TaskPane
from ck_tui.widgets.drawn import Drawn
from ck_tui.widgets.keyline import KeyLine
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.tabline import TabLine

NAMES = ("repository", "task", "charter", "parked", "ledger")


class MainScreen(Screen[None], inherit_bindings=False):
    """Panes side by side where there is room, as tabs where there is not."""

    SCOPE = "app"
    AUTO_FOCUS = ""
    """No focus of Textual's choice when a sheet over the panes closes."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,super+c", "screen.copy_text", show=False)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-medium"), (140, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-mid"), (34, "-tall")]  # noqa: RUF012

    current = "task"
    _before_tiny: Widget | None = None

    def compose(self) -> ComposeResult:
        """Tabs, panes, keys, and the notice for tiny terminals."""
        # Textual sets these only with the first resize; without them the first picture would be another layout.
        self.set_class(host(self).inks.ascii, "-ascii")
        size = self.app.size
        for limits, extent in ((self.HORIZONTAL_BREAKPOINTS, size.width), (self.VERTICAL_BREAKPOINTS, size.height)):
            self.add_class([name for least, name in limits if extent >= least][-1])
        yield TabLine()
        with Container(id="panes"):
            yield RepositoryPane()
            yield TaskPane()
            yield CharterPane()
            yield ParkedPane()
            yield LedgerPane()
            yield LivePane()
        yield Drawn(id="too-small")
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the notice; then the application can draw."""
        self.query_one("#too-small", Drawn).show(
            lambda width: (
                Line(()),
                Line((Piece(" This terminal is too small:", "strong"),)),
                Line((Piece(" at least 60 × 15.", "text"),)),
                Line((Piece(" q quits; `ck slice` needs no room.", "dim"),)),
            )
        )
        host(self).panes_ready()

    def on_resize(self) -> None:
        """Below 60×15 there is only a notice; whatever had the focus before gets it back afterwards."""
        tiny = self.size.width < 60 or self.size.height < 15
        if tiny and not self.has_class("-tiny"):
            self._before_tiny = self.focused
        elif not tiny and self.has_class("-tiny") and self._before_tiny is not None:
            self.call_after_refresh(self._before_tiny.focus)
        self.set_class(tiny, "-tiny")

    def pane(self, name: str) -> Pane:
        """A pane by name."""
        return self.query_one(f"#{name}", Pane)

    def go_to(self, name: str) -> None:
        """Make a pane the current one and focus its entrance."""
        self.make_current(name)
        pane = self.pane(name)
        # At once, not with the next refresh (as ``focus`` does): the next key may be here already.
        self.set_focus(pane.query_one(f"#{pane.entrance()}"))

    def make_current(self, name: str) -> None:
        """Mark a pane as the current one (what tabs and zoom show)."""
        # Every change of a class restyles what is below it: only the panes that change, nothing twice.
        before, self.current = self.current, name
        panes = self.query_one("#panes")
        if not panes.has_class(f"-at-{name}"):
            self.pane(before).remove_class("-current")
            self.pane(name).add_class("-current")
            panes.set_classes(f"-at-{name}")
            self.query_one(TabLine).show(name)

    def on_descendant_focus(self) -> None:
        """Whatever took the focus, by mouse or key, its pane is the current one."""
        focused = self.focused
        owner = next((node for node in focused.ancestors_with_self if isinstance(node, Pane)), None) if focused else None
        if owner is not None and owner.id and owner.id != self.current:
            self.make_current(owner.id)
        host(self).refresh_keys()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) pane; some have more than one stop. The live side, which is alone, is not left."""
        focused, pane = self.focused, self.pane(self.current)
        stops = [view for view in (pane.query_one(f"#{name}") for name in pane.stops()) if view.display]
        position = stops.index(focused) if focused in stops else -1
        if position >= 0 and 0 <= position + by < len(stops):
            self.set_focus(stops[position + by])
            return
        if self.current not in NAMES:
            self.set_focus(stops[0 if by > 0 else -1] if stops else pane.query_one(f"#{pane.entrance()}"))
            return
        self.go_to(NAMES[(NAMES.index(self.current) + by) % len(NAMES)])
