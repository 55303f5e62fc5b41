"""A virtual view of many lines: only what is on the screen is drawn, whatever the number of lines."""

from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from ck_tui.host import host
from ck_tui.inks import Inks
from ck_tui.widgets.line import Line, draw


class Lines(ScrollView, can_focus=True, inherit_bindings=False):
    """Base of lists and texts: a cursor line, keys, mouse, text selection. Subclasses say what line ``i`` is.

    ``SCOPE`` names the keys that work here (see ``ck_tui.actions``); ``perform`` is what they do.
    """

    SCOPE = "list"
    SIDEWAYS = False
    """Whether long lines scroll sideways (texts) or are cut (lists)."""

    DEFAULT_CSS = "Lines { height: 1fr; width: 1fr; scrollbar-size: 1 1; overflow-x: hidden; background: $background; }"

    cursor: var[int] = var(0)
    idle_bar = False
    """Whether the cursor's bar stays when the focus is elsewhere (its line rules another view)."""

    class Moved(Message):
        """The cursor stands on another line."""

        def __init__(self, lines: "Lines", by_mouse: bool = False) -> None:
            super().__init__()
            self.lines, self.by_mouse = lines, by_mouse

        @property
        def control(self) -> "Lines":
            """The view, for ``@on`` selectors."""
            return self.lines

    class Opened(Moved):
        """Enter or a double click on the cursor's line."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.sideways = 0

    # What subclasses say

    def count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def line_at(self, index: int, width: int) -> Line:
        """Line ``index`` (0-based), for ``width`` cells."""
        raise NotImplementedError

    def ground(self, index: int) -> str:
        """The background ink of a line that is not under the cursor; empty for none."""
        return ""

    def longest(self) -> int:
        """Cells of the longest line (only asked of views that scroll sideways)."""
        return 0

    # Drawing

    @property
    def inks(self) -> Inks:
        """The theme's styles."""
        return host(self).inks

    @property
    def allow_select(self) -> bool:
        """Text here can be selected with the mouse."""
        return True

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Where the style sheet says ``auto``: as high as there are lines."""
        return max(1, self.count())

    def lines_changed(self) -> None:
        """Call after the data changed: fixes sizes and the cursor, draws anew."""
        if self.virtual_size.height != self.count() and self.styles.is_auto_height:
            self.refresh(layout=True)
        self.virtual_size = Size(0, self.count())
        last = max(0, self.count() - 1)
        if self.cursor > last:
            self.cursor = last
        self.refresh()

    def _ground(self, index: int) -> Style:
        base = self.inks["base"]
        if index == self.cursor and self.count() and self.shows_cursor():
            return base + self.inks["cursor" if self.has_focus else "cursor_idle"]
        special = self.ground(index)
        return base + self.inks[special] if special else base

    def shows_cursor(self) -> bool:
        """Whether the cursor's line is drawn as a bar."""
        return self.idle_bar or self.has_focus

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        index, width = self.scroll_offset.y + y, self.size.width
        if index >= self.count():
            return Strip.blank(width, self.inks["base"])
        line = self.line_at(index, width)
        strip = draw(line, width, self.inks, self._ground(index), offset=self.sideways)
        return self._selected(strip, index).apply_offsets(0, index)

    def _selected(self, strip: Strip, index: int) -> Strip:
        """Show what the mouse has selected in a line."""
        selection = self.text_selection
        span = selection.get_span(index) if selection is not None else None
        if span is None:
            return strip
        start, end = span
        end = strip.cell_length if end == -1 else end
        style = self.screen.get_component_rich_style("screen--selection")
        before, middle, after = strip.crop(0, start), strip.crop(start, end), strip.crop(end)
        return Strip([*before, *middle.apply_style(style), *after])

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, taken from the lines as drawn."""
        first = selection.start.y if selection.start else 0
        last = selection.end.y if selection.end else self.count() - 1
        width, out = self.size.width, []
        for index in range(max(0, first), min(last, self.count() - 1) + 1):
            span = selection.get_span(index)
            if span is None:
                continue
            text = draw(self.line_at(index, width), width, self.inks, Style.null(), offset=self.sideways).text
            out.append(text[span[0] : None if span[1] == -1 else span[1]].rstrip())
        return "\n".join(out), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw anew when the selection changes."""
        self.refresh()

    # Moving

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the two lines, keep the cursor visible, tell the pane."""
        self.refresh_line(old)
        self.refresh_line(new)
        self.keep_visible()
        self.post_message(self.Moved(self))

    def keep_visible(self) -> None:
        """Scroll so that the cursor's line is on the screen."""
        top, height = self.scroll_offset.y, self.size.height
        if not height:
            return
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    def move_to(self, index: int) -> None:
        """Put the cursor on a line (clamped)."""
        self.cursor = max(0, min(index, self.count() - 1)) if self.count() else 0

    def perform(self, action: str) -> bool:
        """Do one of the motions of the scope ``list``; False for an action that is not known here."""
        half, page = max(1, self.size.height // 2), max(1, self.size.height - 1)
        steps = {
            "list.down": 1,
            "list.up": -1,
            "list.half_down": half,
            "list.half_up": -half,
            "list.page_down": page,
            "list.page_up": -page,
            "list.bottom": self.count(),
            "list.top": -self.count(),
        }
        if action in steps:
            self.move_to(self.cursor + steps[action])
        elif action == "list.open":
            self.post_message(self.Opened(self))
        elif action in ("list.left", "list.right") and self.SIDEWAYS:
            self.scroll_sideways(8 if action == "list.right" else -8)
        else:
            return False
        return True

    def scroll_sideways(self, cells: int) -> None:
        """Move long lines left or right."""
        limit = max(0, self.longest() - self.size.width + 8)
        self.sideways = max(0, min(self.sideways + cells, limit))
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click puts the cursor on a line, a double click opens it."""
        index = self.scroll_offset.y + event.y
        if index >= self.count():
            return
        self.move_to(index)
        if event.chain == 1:
            self.clicked()
        elif event.chain == 2:
            self.post_message(self.Opened(self, by_mouse=True))

    def clicked(self) -> None:
        """What one click does beyond moving the cursor."""

    def on_focus(self) -> None:
        """The bar brightens."""
        self.refresh_line(self.cursor)

    def on_blur(self) -> None:
        """The bar dims."""
        self.refresh_line(self.cursor)

    def on_resize(self) -> None:
        """Keep the cursor visible in the new size."""
        self.keep_visible()
