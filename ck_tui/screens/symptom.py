"""The symptom: pasted or written, and what was recognised in it while one types."""

import asyncio

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import TextArea

from ck_tui import numbers
from ck_tui.bridge.nouns import Symptom
from ck_tui.host import host
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, rule, wrapped
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.textview import TextView

EDITABLE = 150_000
"""Characters above which a text is shown but not edited here: every key would wait for the editor."""

UNDERSTAND_AFTER = 0.12
"""Seconds of rest before a changed text is read again."""


def facts(symptom: Symptom, width: int, rows: int = 12) -> tuple[Line, ...]:
    """What was recognised, in at most ``rows`` lines: kinds, frames, tests, errors, places, notes."""
    if not symptom.text.strip():
        return (rule(width, "recognised"), Line((Piece(" Nothing yet. A traceback, a failing test, a diff or a sentence will do.", "dim"),)))
    kinds = " · ".join(symptom.kinds) or "words only"
    lines: list[Line] = []
    for error in symptom.errors[-2:]:
        first = error.message.splitlines()[0] if error.message else ""
        lines.append(_fact("error", Piece(error.type or "error", "attention"), Piece(f"  {first}", "text")))
    for test in symptom.tests[:2]:
        lines.append(_fact("test", Piece(test.name, "text"), Piece(f"  {test.path}", "dim")))
    own = [frame for frame in symptom.frames if not frame.library]
    for frame in list(reversed(own))[:4]:
        where = f"{frame.path}:{frame.line}" if frame.line else frame.path
        lines.append(_fact("frame", Piece(where, "text"), Piece(f"  {frame.function}", "dim")))
    hidden = len(symptom.frames) - min(4, len(own))
    if hidden > 0:
        library = len(symptom.frames) - len(own)
        lines.append(_fact("", Piece(f"{numbers.plural(hidden, 'more frame')}, {library} of libraries", "dim")))
    for place in symptom.places[:2]:
        lines.append(_fact("place", Piece(f"{place.path}:{place.line}" if place.line else place.path)))
    if symptom.names:
        lines.append(_fact("names", Piece("  ".join(symptom.names[:8]), "dim")))
    notes = [line for note in symptom.notes[:2] for line in wrapped(f"! {note}", width, "attention")]
    return (rule(width, "recognised", kinds), *lines[: rows - len(notes) - 1], *notes)


def _fact(label: str, *pieces: Piece) -> Line:
    return Line((Piece(f" {label:<7}", "dim"), *pieces))


class SymptomArea(TextArea):
    """The text; as long as nobody has changed what was pasted, enter slices for it."""

    async def _on_key(self, event: events.Key) -> None:
        screen = self.screen
        if event.key == "enter" and isinstance(screen, SymptomScreen) and screen.untouched:
            event.stop()
            event.prevent_default()
            screen.perform("symptom.run")
            return
        await super()._on_key(event)


class SymptomScreen(Sheet[str]):
    """Answers the symptom to slice for, None for none."""

    SCOPE = "symptom"

    def __init__(self, text: str) -> None:
        super().__init__("What is wrong?")
        self._text = text
        self._timer: Timer | None = None
        self._pasted = ""

    def body(self) -> ComposeResult:
        """The text and what was recognised."""
        yield SymptomArea("", id="symptom-text", soft_wrap=False, tab_behavior="focus", show_line_numbers=False)
        yield TextView(id="symptom-view")
        yield Drawn(id="recognised")

    def on_mount(self) -> None:
        """Fill and focus."""
        self._put(self._text)

    def _put(self, text: str) -> None:
        """Show a text, editable if it is not huge."""
        self._text = text
        large = len(text) > EDITABLE
        area, view = self.query_one(TextArea), self.query_one("#symptom-view", TextView)
        area.display, view.display = not large, large
        if large:
            view.show(text.splitlines())
            view.focus()
            self.set_fact(f"{len(text):,} characters: too many to edit here, ctrl+o opens $EDITOR · ctrl+s slices")
        else:
            from ck_tui.safe import clean_block

            # Without terminal escapes: a coloured traceback is edited as what it says.
            self._pasted = clean_block(host(self).bridge.task.understand(text).text)
            area.load_text(self._pasted)
            area.move_cursor(area.document.end)
            area.focus()
            # The end of a long last line must not hide the beginnings of all lines.
            self.call_after_refresh(lambda: area.scroll_to(x=0, y=area.max_scroll_y, animate=False))
        self._understand()

    @property
    def untouched(self) -> bool:
        """Whether the text is still what was pasted."""
        return bool(self._pasted.strip()) and self.query_one(TextArea).text == self._pasted

    @property
    def text(self) -> str:
        """The symptom as it stands."""
        area = self.query_one(TextArea)
        return area.text if area.display else self._text

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Read it again after a moment of rest."""
        event.stop()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(UNDERSTAND_AFTER, self._understand)

    def _understand(self) -> None:
        if self.query_one(TextArea).display:
            how = "enter or ctrl+s slices" if self.untouched else "ctrl+s slices"
            self.set_fact(f"{how} · esc goes back")
        self.run_worker(self._read(self.text), group="understand", exclusive=True, exit_on_error=False)

    async def _read(self, text: str) -> None:
        """Recognise in a thread: a long log must not hold up the keys."""
        symptom = await asyncio.to_thread(host(self).bridge.task.understand, text)
        self.query_one("#recognised", Drawn).show(lambda width: facts(symptom, width))

    def on_paste(self, event: events.Paste) -> None:
        """A paste into the read-only view replaces it; a huge one does not go through the editor."""
        event.stop()
        if not self.is_mounted:
            self._text = event.text
        elif self.query_one("#symptom-view").display or len(event.text) > EDITABLE:
            event.prevent_default()
            self._put(event.text)

    def perform(self, action: str) -> bool:
        """Slice, edit outside, clear, close."""
        if action == "symptom.run":
            if self.text.strip():
                self.dismiss(self.text)
            else:
                host(self).say("Nothing to slice for yet.", "warning")
        elif action == "symptom.clear":
            self._put("")
        elif action == "symptom.editor":
            from ck_tui.editor import edit_text

            text, problem = edit_text(host(self), self.text, ".txt")
            if problem:
                host(self).say(problem, "error")
            else:
                self._put(text)
        elif action == "screen.close":
            self.dismiss(None)
        else:
            return False
        return True
