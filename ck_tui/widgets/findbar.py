"""The row in which a filter or a search is typed."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Input

from ck_tui.host import host
from ck_tui.messages import SearchAsked
from ck_tui.widgets.drawn import Drawn
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows
from ck_tui.widgets.textview import TextView


class FindBar(Horizontal):
    """Filters a list, or searches a text, while one types. Enter keeps it, escape clears it."""

    SCOPE = "find"
    KEYS_END = True
    HINT = ""

    DEFAULT_CSS = """
    FindBar { height: 1; width: 1fr; }
    FindBar Input { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
    FindBar Input:focus { border: none; background-tint: $background 0%; }
    FindBar .slash { width: 3; }
    FindBar .count { width: 16; }
    """

    def __init__(self, target: Rows | TextView) -> None:  # type: ignore[type-arg]
        super().__init__(classes="findbar")
        self.target = target

    def compose(self) -> ComposeResult:
        """Slash, text, count."""
        yield Drawn(classes="slash")
        hint = self.HINT or ("words, ! inverts" if isinstance(self.target, Rows) else "text to find")
        yield Input("" if self.HINT else self.target.query_text, placeholder=hint)
        yield Drawn(classes="count")

    def on_mount(self) -> None:
        """Take the focus."""
        self.query_one(".slash", Drawn).show(lambda width: (Line((Piece(" / ", "focus"),)),))
        self._count()
        # At once, not with the next refresh: the next key may be here already.
        self.screen.set_focus(self.query_one(Input))

    def _apply(self, query: str) -> None:
        """Filter; a pane that has other rows under a filter shows them itself."""
        refilter = getattr(self.target.parent, "refilter", None)
        if refilter is not None:
            self.target.query_text = query
            refilter()
        else:
            self.target.filter(query)

    def _count(self) -> None:
        target = self.target
        text = f"{target.hits:,} lines" if isinstance(target, TextView) else f"{target.count():,} of {target.count() + target.hidden:,}"
        self.query_one(".count", Drawn).show(lambda width: (Line((), (Piece(text + " ", "dim"),)),))

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._apply(event.value)
        self._count()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.target.focus()
        if not event.value.strip():
            self.remove()

    def on_key(self, event: Key) -> None:
        """Escape clears; up and down move in the list while typing."""
        if event.key == "escape":
            event.stop()
            self.clear()
        elif event.key in ("down", "up"):
            event.stop()
            self.target.perform("list." + event.key)

    def clear(self) -> None:
        """No filter any more."""
        self._apply("")
        self.target.focus()
        self.remove()


class SearchBar(FindBar):
    """Searches in what the rows stand for; the application answers with other rows."""

    HINT = "text inside all outputs"

    def _apply(self, query: str) -> None:
        # To the application itself: this row may be on its way out.
        self.app.post_message(SearchAsked(query))

    def _count(self) -> None:
        """The list says what was found."""


def find_in(target: Widget, kind: type[FindBar] = FindBar) -> None:
    """Open the row below a list or text, or go back to it."""
    if not isinstance(target, (Rows, TextView)) or target.parent is None:
        return
    parent = target.parent
    assert isinstance(parent, Widget)
    open_bars = [bar for bar in parent.query(kind) if bar.target is target and type(bar) is kind]
    if open_bars:
        for line in open_bars[0].query(Input):
            line.focus()
    else:
        host(parent).opening = bar = kind(target)
        parent.mount(bar, after=target)
