"""Pane 3: the charter — question, constraints, citations and whether they still hold."""

import re
import textwrap
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.bridge.nouns import Charter, Citation, Constraint
from ck_tui.host import host
from ck_tui.messages import CitationChosen, PlaceChosen
from ck_tui.state import Model
from ck_tui.widgets.drawn import Drawn, hint
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows

STATES = {
    "ok": ("✓", "slice", ""),
    "drifted": ("!", "attention", "drifted"),
    "missing": ("✕", "attention", "missing"),
    "ambiguous": ("?", "attention", "ambiguous"),
    "new": ("·", "dim", "not checked"),
}


class CharterRow(NamedTuple):
    """A row of the pane: the question, a constraint's text, one of its citations, or a problem of the text."""

    kind: str
    number: int
    place: int
    text: str
    label: str = ""
    citation: Citation | None = None


def rows_of(charter: Charter, width: int) -> tuple[CharterRow, ...]:
    """The rows in the order of the charter; sentences go on in further rows."""
    rows = _sentence("question", 0, "", charter.question, width) if charter.question else []
    for constraint in charter.constraints:
        rows += _sentence("constraint", constraint.number, constraint.kind, _words(constraint), width)
        rows += [
            CharterRow("citation", constraint.number, place, where(citation), citation=citation)
            for place, citation in enumerate(constraint.citations, 1)
        ]
    rows += [CharterRow("problem", 0, place, text) for place, text in enumerate(charter.problems, 1)]
    return tuple(rows)


def _sentence(kind: str, number: int, label: str, text: str, width: int) -> list[CharterRow]:
    """A sentence in rows of at most ``width`` cells; the label takes its room in the first one."""
    room = max(12, width - 6)
    lines = textwrap.wrap(f"{'x' * len(label)} {text}" if label else text, room) or [""]
    lines[0] = lines[0][len(label) + 1 :] if label else lines[0]
    return [CharterRow(kind, number, place, line, label if place == 0 else "") for place, line in enumerate(lines)]


def _words(constraint: Constraint) -> str:
    """The sentence without its citations in parentheses: they follow in rows of their own."""
    text = constraint.text
    for citation in constraint.citations:
        text = text.replace(where(citation), "")
    return re.sub(r"\s*\([\s`,;]*\)", "", text)


def where(citation: Citation) -> str:
    """``path:line`` or ``path:line-end``."""
    end = f"-{citation.end}" if citation.end and citation.end != citation.line else ""
    return f"{citation.path}:{citation.line}{end}"


def draw_row(row: CharterRow, width: int) -> Line:
    """A row of the charter."""
    if row.kind == "question":
        return Line((Piece("    " if row.place else " Q  ", "focus"), Piece(row.text, "strong")))
    if row.kind == "problem":
        return Line((Piece(" !  ", "attention"), Piece(row.text, "attention")))
    if row.kind == "constraint":
        label = (Piece(f"{row.label} ", "dim"),) if row.label else ()
        return Line((Piece("    " if row.place else f"{row.number:>2}  ", "focus"), *label, Piece(row.text, "text")))
    assert row.citation is not None
    glyph, ink, word = STATES.get(row.citation.state, STATES["new"])
    if row.citation.state == "drifted" and row.citation.found:
        word = f"now {row.citation.found}"
    return Line((Piece("    "), Piece(row.text, "dim")), (Piece(f" {word} " if word else " ", ink), Piece(f"{glyph} ", ink)))


class CharterPane(Pane):
    """The charter. Opening a citation shows it in the preview."""

    SCOPE = "charter"
    NUMBER = 3
    TITLE = "Charter"
    WATCHES = frozenset({"charter", "charter_unsaved"})

    def __init__(self) -> None:
        super().__init__(id="charter")

    def compose(self) -> ComposeResult:
        """Rows, or what a charter is for."""
        yield Drawn(id="charter-empty", classes="hint")
        yield Rows[CharterRow](draw_row, lambda row: (row.kind, row.number, row.place), id="constraints")

    def entrance(self) -> str:
        """The rows."""
        return "constraints"

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw the charter."""
        charter = model.charter
        rows = rows_of(charter, self.size.width or 40) if charter is not None else ()
        self.query_one("#charter-empty").display = not rows
        if not rows:
            text = (("No charter.", "text"), ("", ""), ("e writes what must stay true, each with a file:line.", "dim"))
            self.query_one("#charter-empty", Drawn).show(lambda width: hint(text, width))
        self.query_one("#constraints", Rows).show(rows)
        citations = [row.citation for row in rows if row.citation is not None]
        wrong = sum(citation.state in ("drifted", "missing", "ambiguous") for citation in citations)
        parts = [numbers.plural(len(citations), "citation")] if citations else []
        parts += [f"{wrong} need a look"] if wrong else []
        self.set_title("unsaved" if model.charter_unsaved else "", " · ".join(parts))

    def on_resize(self) -> None:
        """Sentences are broken to the width."""
        model = host(self).state.model
        self.show(model, self.WATCHES)

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        row = self.query_one("#constraints", Rows).current
        self.post_message(CitationChosen(row.citation if row is not None else None))

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        row = self.query_one("#constraints", Rows).current
        if row is not None and row.citation is not None:
            self.post_message(PlaceChosen(row.citation.path, row.citation.found or row.citation.line, enter=True))
