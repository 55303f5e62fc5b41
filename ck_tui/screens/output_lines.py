"""How a parked output is written: pure functions from its plan to rows and lines."""

from typing import NamedTuple

from ck_tui import numbers
from ck_tui.bridge.nouns import CLEAN, FOLD, ParkedOutput, Span
from ck_tui.widgets.drawn import rule
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows


class Shown(NamedTuple):
    """A row: a line of the original as shown, or the head of a fold; ``inside`` marks lines of an opened fold.

    ``above`` lines of the file stand before the original's first one: people are told numbers in the file.
    """

    line: int
    text: str
    span: Span
    head: bool = False
    inside: bool = False
    open: bool = False
    above: int = 0


def rows_of(output: ParkedOutput, lines: list[str], opened: frozenset[int]) -> tuple[Shown, ...]:
    """The projection's rows with the folds in ``opened`` (by their first line) unfolded."""
    rows: list[Shown] = []
    above = output.plan.first - 1
    for span in output.plan.spans:
        if span.action == FOLD:
            is_open = span.start in opened
            rows.append(Shown(span.start, marker(span, above), span, head=True, open=is_open))
            if is_open:
                rows += [Shown(n, lines[n - 1], span, inside=True) for n in range(span.start, min(span.end, len(lines)) + 1)]
        elif span.action == CLEAN and span.text is not None:
            rows += [Shown(span.start + offset, text, span) for offset, text in enumerate(span.text.split("\n"))]
        else:
            rows += [Shown(n, lines[n - 1], span) for n in range(span.start, min(span.end, len(lines)) + 1)]
    return tuple(row._replace(above=above) for row in rows) if above else tuple(rows)


def marker(span: Span, above: int = 0) -> str:
    """A fold in words; ``above``: lines of the file before the original's first one."""
    start, end = span.start + above, span.end + above
    where = f"line {start}" if start == end else f"lines {start}-{end}"
    return f"{numbers.plural(span.end - span.start + 1, 'line')} of {span.kind or 'output'} folded ({where})"


def draw_shown(row: Shown, width: int) -> Line:
    """A row: fold heads stand out, opened lines are marked at their left."""
    if row.head:
        sign = "▾" if row.open else "▸"
        return Line((Piece(f"{row.line + row.above:>7} ", "faint"), Piece(f"{sign} {row.text}", "slice")), (Piece(f"  {numbers.tokens(row.span.tokens)} ", "dim"),))
    bar = Piece("▌", "slice") if row.inside else Piece(" ")
    ink = "dim" if row.inside else "text"
    clean = (Piece(" cleaned ", "faint"),) if row.span.action == CLEAN else ()
    return Line((Piece(f"{row.line + row.above:>7} ", "faint"), bar, Piece(" "), Piece(row.text, ink)), clean)


def reason(row: Shown | None, width: int, marked: tuple[int, int] | None = None) -> tuple[Line, ...]:
    """Why the lines under the cursor are shown or folded."""
    if row is None:
        return (rule(width, "why"),)
    if marked is not None:
        told = Line((Piece(f" lines {marked[0] + row.above}-{marked[1] + row.above} are marked", "text"), Piece("  y recalls them · ! should have been kept · esc unmarks", "dim")))
        return (rule(width, "marked", numbers.plural(marked[1] - marked[0] + 1, "line")), told)
    span = row.span
    if span.action == FOLD:
        words: tuple[Piece, ...] = (Piece(f" {span.why or span.kind or 'folded'}", "text"),)
    elif span.action == CLEAN:
        words = (Piece(f" {span.why or 'same meaning without escapes and overdrawn progress'}", "text"),)
    else:
        words = (Piece(f" kept as it is{': ' + span.why if span.why else ''}", "text"),)
    by = f"recogniser {span.recogniser or 'unknown'} · " if span.action == FOLD else ""
    return (rule(width, "why", f"{by}lines {span.start + row.above}-{span.end + row.above} · {span.action}"), Line(words))


def title_line(words: str, tokens: int, width: int) -> tuple[Line, ...]:
    return (rule(width, words, f"{numbers.tokens(tokens)} tokens"),)


class ShownRows(Rows[Shown], inherit_bindings=False):
    """The projection's rows; from ``mark_from`` to the cursor they are marked."""

    mark_from: int | None = None

    def marked(self) -> range:
        """Indexes of the marked rows; only the cursor's where nothing is marked."""
        start = self.cursor if self.mark_from is None else self.mark_from
        return range(min(start, self.cursor), min(max(start, self.cursor) + 1, self.count()))

    def ground(self, index: int) -> str:
        """Marked rows stand on the ground of ranges."""
        return "range" if self.mark_from is not None and index in self.marked() else ""

    def lines(self) -> tuple[int, int] | None:
        """First and last line of the original that the marked rows stand for; a closed fold stands for all of its lines."""
        rows = [self.values[index] for index in self.marked()]
        if not rows:
            return None
        whole = self.mark_from is None
        return min(row.line for row in rows), max(row.span.end if row.head and (whole or not row.open) else row.line for row in rows)
