"""A parked output: what the agent was shown, each fold openable and with its reason, beside the original."""

from functools import partial
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ck_tui import numbers
from ck_tui.bridge.nouns import CLEAN, FOLD, ParkedOutput, Span
from ck_tui.host import host
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, rule
from ck_tui.widgets.findbar import find_in
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows
from ck_tui.widgets.textview import TextView

SIDE_BY_SIDE = 120
"""Columns from which original and projection stand side by side."""


class Shown(NamedTuple):
    """A row: a line of the original as shown, or the head of a fold; ``inside`` marks lines of an opened fold."""

    line: int
    text: str
    span: Span
    head: bool = False
    inside: bool = False
    open: bool = False


def rows_of(output: ParkedOutput, lines: list[str], opened: frozenset[int]) -> tuple[Shown, ...]:
    """The projection's rows with the folds in ``opened`` (by their first line) unfolded."""
    rows: list[Shown] = []
    for span in output.plan.spans:
        if span.action == FOLD:
            is_open = span.start in opened
            rows.append(Shown(span.start, marker(span), span, head=True, open=is_open))
            if is_open:
                rows += [Shown(n, lines[n - 1], span, inside=True) for n in range(span.start, min(span.end, len(lines)) + 1)]
        elif span.action == CLEAN and span.text is not None:
            rows += [Shown(span.start + offset, text, span) for offset, text in enumerate(span.text.split("\n"))]
        else:
            rows += [Shown(n, lines[n - 1], span) for n in range(span.start, min(span.end, len(lines)) + 1)]
    return tuple(rows)


def marker(span: Span) -> str:
    """A fold in words."""
    where = f"line {span.start}" if span.start == span.end else f"lines {span.start}-{span.end}"
    return f"{numbers.plural(span.end - span.start + 1, 'line')} of {span.kind or 'output'} folded ({where})"


def draw_shown(row: Shown, width: int) -> Line:
    """A row: fold heads stand out, opened lines are marked at their left."""
    if row.head:
        sign = "▾" if row.open else "▸"
        return Line((Piece(f"{row.line:>7} ", "faint"), Piece(f"{sign} {row.text}", "slice")), (Piece(f"  {numbers.tokens(row.span.tokens)} ", "dim"),))
    bar = Piece("▌", "slice") if row.inside else Piece(" ")
    ink = "dim" if row.inside else "text"
    clean = (Piece(" cleaned ", "faint"),) if row.span.action == CLEAN else ()
    return Line((Piece(f"{row.line:>7} ", "faint"), bar, Piece(" "), Piece(row.text, ink)), clean)


def reason(row: Shown | None, width: int) -> tuple[Line, ...]:
    """Why the lines under the cursor are shown or folded."""
    if row is None:
        return (rule(width, "why"),)
    span = row.span
    if span.action == FOLD:
        words: tuple[Piece, ...] = (Piece(f" {span.why or span.kind or 'folded'}", "text"), Piece(f"  recogniser {span.recogniser or 'unknown'}", "dim"))
    elif span.action == CLEAN:
        words = (Piece(f" {span.why or 'same meaning without escapes and overdrawn progress'}", "text"),)
    else:
        words = (Piece(f" kept as it is{': ' + span.why if span.why else ''}", "text"),)
    where = f"{span.start}-{span.end}"
    return (rule(width, "why", f"lines {where} · {span.action}"), Line(words))


def _title(words: str, tokens: int, width: int) -> tuple[Line, ...]:
    return (rule(width, words, f"{numbers.tokens(tokens)} tokens"),)


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
        super().__init__(f"#{row.handle} {row.command or row.tool}", f"{change} · {numbers.plural(row.folds, 'fold')}{exit_code}{masked}")
        self._output, self._at = output, line
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
                yield Rows[Shown](draw_shown, lambda row: (row.line, row.head), id="shown")
        yield Drawn(id="reason")

    def on_mount(self) -> None:
        """Fill; at the wanted line if there is one."""
        original = self.query_one("#original", TextView)
        folds = tuple((span.start, span.end) for span in self._output.plan.folds())
        original.show(self._lines, ranges=folds)
        before, after = self._output.plan.tokens_before, self._output.plan.tokens_after
        titles = (("#original-title", "original", before), ("#shown-title", "what the agent was shown", after))
        for name, words, tokens in titles:
            self.query_one(name, Drawn).show(partial(_title, words, tokens))
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
        self.query_one("#shown", Rows).show(rows_of(self._output, self._lines, self._opened))

    @property
    def current(self) -> Shown | None:
        """The row under the cursor."""
        row: Shown | None = self.query_one("#shown", Rows).current
        return row

    @on(Rows.Moved, "#shown")
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        row = self.current
        self.query_one("#reason", Drawn).show(lambda width: reason(row, width))
        if row is not None:
            self.query_one("#original", TextView).move_to(row.line - 1)

    @on(Rows.Opened, "#shown")
    def _row_opened(self, event: Rows.Opened) -> None:
        event.stop()
        self._turn()

    def _turn(self) -> None:
        row = self.current
        if row is not None and row.span.action == FOLD:
            self._opened ^= {row.span.start}
            self._redraw()
            self.query_one("#shown", Rows).select((row.span.start, True))

    def _go(self, step: int) -> None:
        """To the next or previous fold."""
        rows = self.query_one("#shown", Rows)
        order = range(rows.cursor + step, rows.count() if step > 0 else -1, step)
        for index in order:
            if rows.values[index].head:
                rows.move_to(index)
                return

    def perform(self, action: str) -> bool:
        """Folds, copying, searching, leaving."""
        folds = frozenset(span.start for span in self._output.plan.folds())
        if action == "output.fold":
            self._turn()
        elif action == "output.all":
            self._opened = frozenset() if self._opened == folds else folds
            self._redraw()
        elif action == "output.side":
            self._side = not self.query_one("#original-side").display
            self._place()
        elif action in ("output.next", "output.previous"):
            self._go(1 if action == "output.next" else -1)
        elif action in ("output.copy", "output.recall"):
            self._carry(recall=action == "output.recall")
        elif action == "output.find":
            focused = self.focused
            find_in(focused if focused is not None else self.query_one("#shown"))
        elif action == "screen.close":
            self.dismiss(None)
        else:
            return False
        return True

    def _carry(self, *, recall: bool) -> None:
        """Copy the lines under the cursor, or the command that recalls them."""
        from ck_tui.handlers.carrying import put

        row = self.current
        if row is None:
            return
        first, last = (row.span.start, row.span.end) if row.head else (row.line, row.line)
        if recall:
            text = f"ck recall {self._output.row.handle} --lines {first}-{last}"
            put(host(self), text, "Recall command")
        else:
            put(host(self), "\n".join(self._lines[first - 1 : last]) + "\n", numbers.plural(last - first + 1, "line"))


__all__ = ["OutputScreen", "Shown", "rows_of"]
