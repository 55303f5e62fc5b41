"""A parked output: what the agent was shown, each fold openable and with its reason, beside the original."""

import asyncio
import os
from collections.abc import Callable
from functools import partial

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ck_tui import numbers
from ck_tui.actions import BY_ID
from ck_tui.bridge import BridgeError
from ck_tui.bridge.nouns import FOLD, ParkedOutput
from ck_tui.handlers import keeping_up
from ck_tui.handlers.carrying import put
from ck_tui.host import host
from ck_tui.screens.output_lines import Shown, ShownRows, draw_shown, reason, rows_of, title_line
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn
from ck_tui.widgets.findbar import find_in
from ck_tui.widgets.rows import Rows
from ck_tui.widgets.textview import TextView

SIDE_BY_SIDE = 120
"""Columns from which original and projection stand side by side."""


class OutputScreen(Sheet[None]):
    """One parked output."""

    SCOPE = "output"
    SIZE = "-full"
    DEFAULT_CSS = """
    OutputScreen #sides { height: 1fr; }
    OutputScreen .side { width: 1fr; height: 1fr; }
    OutputScreen #original-side { border-right: vkey $ck-faint; }
    OutputScreen #reason { height: 2; }
    """

    def __init__(self, output: ParkedOutput, line: int = 1) -> None:
        row = output.row
        change = f"{numbers.tokens(row.tokens_before)} → {numbers.tokens(row.tokens_after)} tokens"
        exit_code = "" if row.exit_code is None else f" · exit {row.exit_code}"
        masked = f" · {numbers.plural(row.masked, 'value')} masked" if row.masked else ""
        what = row.command or f"{row.tool} {row.path}".strip()
        super().__init__(f"#{row.handle} {what}", f"{change} · {numbers.plural(row.folds, 'fold')}{exit_code}{masked}")
        self._above = output.plan.first - 1
        self._output, self._at = output, max(1, line - self._above)
        self._lines = output.original.split("\n")
        self._opened: frozenset[int] = frozenset()
        self._side: bool | None = None

    def body(self) -> ComposeResult:
        """Original and projection, and the reason below."""
        with Horizontal(id="sides"):
            with Vertical(classes="side", id="original-side"):
                yield Drawn(id="original-title")
                yield TextView(id="original")
            with Vertical(classes="side"):
                yield Drawn(id="shown-title")
                yield ShownRows(draw_shown, lambda row: (row.line, row.head), id="shown")
        yield Drawn(id="reason")

    def on_mount(self) -> None:
        """Fill; at the wanted line if there is one."""
        original = self.query_one("#original", TextView)
        folds = tuple((span.start, span.end) for span in self._output.plan.folds())
        original.show(self._lines, ranges=folds)
        before, after = self._output.plan.tokens_before, self._output.plan.tokens_after
        titles = (("#original-title", "original", before), ("#shown-title", "what the agent was shown", after))
        for name, words, tokens in titles:
            self.query_one(name, Drawn).show(partial(title_line, words, tokens))
        holding = next((s.start for s in self._output.plan.folds() if self._at > 1 and s.start <= self._at <= s.end), None)
        self._opened = frozenset({holding}) if holding is not None else frozenset()
        self._redraw()
        rows = self.query_one("#shown", Rows)
        if not rows.select((self._at, False)):
            rows.move_to(0)
        rows.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Side by side only where there is room."""
        self._place()

    def _place(self) -> None:
        wide = self._side if self._side is not None else self.size.width >= SIDE_BY_SIDE
        self.query_one("#original-side").display = wide

    def _redraw(self) -> None:
        rows = self.query_one(ShownRows)
        rows.mark_from = None
        rows.show(rows_of(self._output, self._lines, self._opened))

    @property
    def current(self) -> Shown | None:
        """The row under the cursor."""
        return self.query_one(ShownRows).current

    @on(Rows.Moved, "#shown")
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        rows, row = self.query_one(ShownRows), self.current
        marked = rows.lines() if rows.mark_from is not None else None
        self.query_one("#reason", Drawn).show(lambda width: reason(row, width, marked))
        if rows.mark_from is not None:
            rows.refresh()
        if row is not None:
            self.query_one("#original", TextView).move_to(row.line - 1)

    @on(Rows.Opened, "#shown")
    def _row_opened(self, event: Rows.Opened) -> None:
        event.stop()
        self._turn()

    # Folds

    def _turn(self) -> None:
        row = self.current
        if row is not None and row.span.action == FOLD:
            if row.span.start not in self._opened:
                self._look(row.span.start, row.span.end)
            self._opened ^= {row.span.start}
            self._redraw()
            self.query_one(ShownRows).select((row.span.start, True))

    def _turn_all(self) -> None:
        folds = frozenset(span.start for span in self._output.plan.folds())
        opening = self._opened != folds
        if opening:
            self._look(1, max(1, self._output.plan.lines))
        self._opened = folds if opening else frozenset()
        self._redraw()

    def _look(self, first: int, last: int) -> None:
        """Opening a fold is a look of a person: the ledger counts it, off the event loop."""
        self.run_worker(self._record(first, last), group="look", exit_on_error=False)

    async def _record(self, first: int, last: int) -> None:
        app = host(self)
        try:
            await asyncio.to_thread(app.bridge.parked.recall, self._output.row.handle, first + self._above, last + self._above)
        except BridgeError as error:
            app.bridge.session.log_error("workbench: recording a look", error)
            return
        keeping_up.looked(app)

    def _go(self, step: int) -> None:
        """To the next or previous fold."""
        rows = self.query_one(ShownRows)
        order = range(rows.cursor + step, rows.count() if step > 0 else -1, step)
        for index in order:
            if rows.values[index].head:
                rows.move_to(index)
                return

    def perform(self, action: str) -> bool:
        """Folds, marks, copying, searching, leaving."""
        steps: dict[str, Callable[[], None]] = {
            "output.fold": self._turn,
            "output.all": self._turn_all,
            "output.side": self._toggle_side,
            "output.next": lambda: self._go(1),
            "output.previous": lambda: self._go(-1),
            "output.mark": self._mark,
            "output.copy": self._copy,
            "output.recall": self._copy_command,
            "output.keep": self._keep,
            "output.keep_in": self._keep_in,
            "output.find": lambda: find_in(self.focused or self.query_one("#shown")),
            "screen.close": self._back,
        }
        if action not in steps:
            return False
        host(self).attempt(BY_ID[action].label, steps[action])
        return True

    def _toggle_side(self) -> None:
        self._side = not self.query_one("#original-side").display
        self._place()

    def _back(self) -> None:
        """Out of the marking first, then out of the screen."""
        if self.query_one(ShownRows).mark_from is not None:
            self._mark()
        else:
            self.dismiss(None)

    # Lines that are meant

    def _mark(self) -> None:
        """Begin to mark at the cursor, or stop."""
        rows = self.query_one(ShownRows)
        rows.mark_from = rows.cursor if rows.mark_from is None else None
        rows.refresh()
        rows.post_message(Rows.Moved(rows))

    def _copy(self) -> None:
        """Recall the marked lines, the fold or the line under the cursor, to the clipboard."""
        if (lines := self.query_one(ShownRows).lines()) is not None:
            text = host(self).bridge.parked.recall(self._output.row.handle, lines[0] + self._above, lines[1] + self._above)
            put(host(self), text, f"Recalled {numbers.plural(text.count(chr(10)), 'line')}")
            keeping_up.looked(host(self))

    def _copy_command(self) -> None:
        if (lines := self.query_one(ShownRows).lines()) is not None:
            numbers_there = f"{lines[0] + self._above}-{lines[1] + self._above}"
            put(host(self), f"ck recall {self._output.row.handle} --lines {numbers_there}", "Recall command")

    def _keep(self) -> None:
        """These lines should have been kept: save the output and them as a test case."""
        app = host(self)
        lines = self.query_one(ShownRows).lines()
        if lines is None:
            return
        folder = app.layout.cases or app.bridge.parked.cases_folder
        path = app.bridge.parked.save_case(self._output.row.handle, tuple(range(lines[0], lines[1] + 1)), folder)
        app.say(f"Test case: lines {lines[0] + self._above}-{lines[1] + self._above} must be kept. Saved {path}")

    def _keep_in(self) -> None:
        """Name the folder for test cases, then save there."""
        from ck_tui.screens.ask import AskScreen

        app = host(self)

        def chosen(folder: str | None) -> None:
            if folder:
                app.layout = app.layout._replace(cases=os.path.abspath(os.path.expanduser(folder)))  # noqa: PTH100, PTH111
                self._keep()

        hint = "This and the following cases go there. Nothing is written into the repository unless you name a folder in it."
        app.ask(AskScreen("Folder for test cases", app.layout.cases or app.bridge.parked.cases_folder, hint), chosen)
