"""Pane 2: the slice — what it costs, each item and why it is there, and the source itself."""

from textual import events, on
from textual.app import ComposeResult
from textual.timer import Timer

from ck_tui import numbers, syntax
from ck_tui.host import host
from ck_tui.messages import EntryChosen
from ck_tui.panes.task_lines import draw_empty, draw_entry, draw_why, task_counts
from ck_tui.state import Entry, Model, Preview
from ck_tui.widgets.budget import BudgetBar
from ck_tui.widgets.drawn import Drawn, rule
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows
from ck_tui.widgets.textview import TextView

COLOUR_AFTER = 0.04
"""Seconds of rest before source colours are worked out, so that walking the items never waits for them."""


class TaskPane(Pane):
    """The task state."""

    SCOPE = "task"
    NUMBER = 2
    TITLE = "Task state"
    WATCHES = frozenset({"slice", "entries", "entry", "preview", "progress", "budget", "notes", "paths"})

    def __init__(self) -> None:
        super().__init__(id="task")
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Budget, items, why, preview."""
        yield BudgetBar(id="budget")
        empty = Drawn(id="task-empty", classes="hint")
        empty.can_focus = True
        yield empty
        items = Rows[Entry](draw_entry, lambda entry: entry.key, id="items")
        items.idle_bar = True
        yield items
        yield Drawn(id="why")
        yield Drawn(id="preview-title")
        preview = TextView(id="preview")
        preview.idle_bar = True
        yield preview

    def entrance(self) -> str:
        """The items; without a slice the preview, or what is said instead of both."""
        return next((name for name in ("items", "preview") if self.query_one(f"#{name}").display), "task-empty")

    def stops(self) -> tuple[str, ...]:
        """Items and preview."""
        return ("items", "preview")

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw what changed."""
        if changed & {"slice", "progress", "entries", "notes", "preview", "paths"}:
            self._show_frame(model)
        if changed & {"slice", "progress", "budget"}:
            self.query_one(BudgetBar).show(model)
        if "entries" in changed:
            rows = self.query_one("#items", Rows)
            fresh = "slice" in changed and model.entry is None
            rows.show(model.entries, empty_cursor=fresh)
            if fresh:
                rows.move_to(0)
        if changed & {"entry", "slice"}:
            self.query_one("#why", Drawn).show(lambda width: draw_why(model, width))
        if "preview" in changed:
            self._show_preview(model.preview)

    def _show_frame(self, model: Model) -> None:
        """Titles, and what is visible at all."""
        empty = model.slice is None
        self.set_title(model.slice.title if model.slice else "", task_counts(model))
        shown = {
            "#task-empty": empty and model.preview is None,
            "#items": not empty,
            "#why": not empty,
            "#budget": not empty or model.progress is not None,
            "#preview": model.preview is not None,
            "#preview-title": model.preview is not None,
        }
        focused = self.screen.focused
        for name, display in shown.items():
            view = self.query_one(name)
            if view is focused and not display:
                # Textual would pass the focus on to whatever comes next, perhaps in another pane.
                self.screen.set_focus(None)
                self.call_after_refresh(self._refocus)
            view.display = display
        if empty:
            self.query_one("#task-empty", Drawn).show(lambda width: draw_empty(model, width))

    def _refocus(self) -> None:
        """Take the focus back to what is shown now, if nobody has taken it."""
        if self.screen.focused is None and self.has_class("-current"):
            self.query_one(f"#{self.entrance()}").focus()

    def _show_preview(self, preview: Preview | None) -> None:
        if preview is None:
            return
        view = self.query_one("#preview", TextView)
        where = numbers.span(preview.ranges)
        title = preview.path + (f":{where}" if where else "")
        fact = preview.note or numbers.plural(len(preview.lines), "line")
        self.query_one("#preview-title", Drawn).show(lambda width: (rule(width, title, fact),))
        view.show(preview.lines, ranges=preview.ranges, at=preview.at)
        if self._timer is not None:
            self._timer.stop()
        if syntax.can_colour(preview.path, preview.lines):
            self._timer = self.set_timer(COLOUR_AFTER, lambda: self._colour(preview))

    def _colour(self, preview: Preview) -> None:
        view = self.query_one("#preview", TextView)
        if view.lines is preview.lines:
            view.recolour(syntax.colour(preview.path, preview.lines))

    @on(Rows.Moved, "#items")
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        self.post_message(EntryChosen(self.query_one("#items", Rows).current))

    @on(Rows.Opened, "#items")
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        self.screen.set_focus(self.query_one("#preview"))

    @on(TextView.Moved, "#preview")
    @on(TextView.Opened, "#preview")
    def _in_preview(self, event: TextView.Moved) -> None:
        event.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Titles are cut to the width."""
        model = host(self).state.model
        self._show_frame(model)
