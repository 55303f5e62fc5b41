"""How the task state is written: pure functions from values to lines."""

from ck_tui import numbers
from ck_tui.bridge.nouns import Evidence
from ck_tui.state import Entry, Model
from ck_tui.widgets.drawn import hint, rule
from ck_tui.widgets.line import Line, Piece, column


def name_pieces(path: str, symbol: str, width: int, bright: bool) -> tuple[Piece, ...]:
    """Folder (dim, cut from its left), file and symbol, in at most ``width`` cells if the names allow."""
    folder, slash, name = path.rpartition("/")
    room = width - len(name) - (len(symbol) + 2 if symbol else 0) - 1
    above = folder + slash
    while above and len(above) > room:
        _, slash, above = above.removeprefix("…/").partition("/")
        above = f"…/{above}" if above else ""
    file_ink = "text" if bright else "dim"
    symbol_ink = "strong" if bright else "dim"
    tail = (Piece("  "), Piece(symbol, symbol_ink)) if symbol else ()
    return (Piece(above, "dim"), Piece(name, file_ink), *tail)


def draw_entry(entry: Entry, width: int) -> Line:
    """A row: mark, name, then what it is there for (its role, or its reason where there is room), its lines, its tokens."""
    wide, roomy = width >= 56, width >= 96
    item, out = entry.item, entry.excluded
    if item is not None:
        glyph, ink = ("▲", "pin") if item.pinned else ("●", "slice")
        word = "pinned" if item.pinned else strongest(item.evidence, item.role) if roomy else item.role
        tokens, lines, word_ink = item.tokens, numbers.span(item.ranges), "pin" if item.pinned else "dim"
    else:
        assert out is not None
        glyph, ink = ("✕", "dim") if out.reason == "dropped by hand" else ("○", "attention" if entry.fault else "dim")
        said = f"expected fault · {out.reason}" if entry.fault and roomy else "expected" if entry.fault else out.reason
        word, tokens, lines, word_ink = (said if roomy else ""), out.tokens, ("" if roomy else said), "attention" if entry.fault else "dim"
    right = (
        Piece("  "),
        column(word, min(40, width - 62) if roomy else 7, word_ink),
        column(lines, 12 if wide else 0, word_ink if entry.fault else "dim", right=True),
        column(numbers.tokens(tokens), 7, "text" if item else "dim", right=True),
        Piece(" "),
    )
    room = width - 3 - sum(len(piece.text) for piece in right)
    return Line((Piece(f" {glyph} ", ink), *name_pieces(entry.path, entry.symbol, room, item is not None)), right)


def strongest(evidence: tuple[Evidence, ...], role: str) -> str:
    """The heaviest reason in a few words."""
    if not evidence:
        return role
    first = evidence[0]
    return f"words {first.detail}" if first.kind == "words" else first.detail or first.kind


def draw_why(model: Model, width: int) -> tuple[Line, ...]:
    """The chain from a seed to the item, and its reasons with their weights."""
    entry = model.entry
    if entry is None:
        return (rule(width, "why"),)
    if entry.item is None:
        assert entry.excluded is not None
        how = "u or d takes that back" if entry.excluded.reason == "dropped by hand" else "f faults it in"
        what = "expected fault, " if entry.fault else ""
        fact = Line((Piece(f" {what}{entry.excluded.reason}", "attention"), Piece(f"  {numbers.tokens(entry.excluded.tokens)} tokens · {how}", "dim")))
        way = (Line((Piece(f" {entry.fault}", "text"),)),) if entry.fault else ()
        return (rule(width, "why not"), fact, *way)
    item = entry.item
    chain: list[Piece] = [Piece(" ")]
    for number, step in enumerate(item.why or (item.role,)):
        chain += [Piece(" → ", "slice")] if number else []
        chain.append(Piece(step, "text"))
    score = sum(reason.weight for reason in item.evidence)
    return (rule(width, "why", f"weight {score:.2f}"), *_fold(chain, width), *_reasons(item.evidence, width))


def _fold(pieces: list[Piece], width: int) -> tuple[Line, ...]:
    """A chain broken over at most two lines, between its steps."""
    lines: list[list[Piece]] = [[]]
    used = 0
    for piece in pieces:
        if used + len(piece.text) > width and len(lines) < 2 and used > 1:
            lines.append([Piece(" ")])
            used = 1
        lines[-1].append(piece)
        used += len(piece.text)
    return tuple(Line(tuple(line)) for line in lines)


def _reasons(evidence: tuple[Evidence, ...], width: int) -> tuple[Line, ...]:
    """One row a reason, at most three: a bar for its share, its weight, its words."""
    top = max((reason.weight for reason in evidence), default=0) or 1
    bar = 10 if width >= 70 else 5
    rows = []
    for reason in evidence[:3]:
        filled = max(1, round(bar * reason.weight / top))
        rows.append(
            Line(
                (
                    Piece(" " + "━" * filled, "slice"),
                    Piece("━" * (bar - filled), "faint"),
                    Piece(f" {reason.weight:5.2f}  ", "text"),
                    column(reason.kind, 12, "text"),
                    Piece(" " + reason.detail, "dim"),
                )
            )
        )
    left = len(evidence) - 3
    if left > 0:
        rows[-1] = rows[-1]._replace(right=(Piece(f"  +{left} more ", "dim"),))
    return tuple(rows)


def task_counts(model: Model) -> str:
    """Items shown, left out, looked at: nothing is hidden silently."""
    slice_ = model.slice
    if slice_ is None:
        return ""
    declared = len(slice_.excluded)
    more = f", {slice_.excluded_count - declared:,} not listed" if slice_.excluded_count > declared else ""
    return f"{numbers.plural(len(slice_.items), 'item')} · {slice_.excluded_count:,} excluded{more} · {slice_.scanned:,} files searched"


def draw_empty(model: Model, width: int) -> tuple[Line, ...]:
    """What to do first."""
    parts: list[tuple[str, str]] = [
        ("No slice yet.", "strong"),
        ("", ""),
        ("Paste a traceback anywhere, or press p and write what is wrong: a traceback, a failing test, a sentence.", "text"),
        ("", ""),
        ("The slice shows the functions that can matter for it, why each of them, and what they cost. Nothing leaves this machine.", "dim"),
    ]
    if model.without_sources:
        here = f"There are no source files here ({model.root})."
        parts[:3] = [(here, "strong"), ("", ""), ("Open the workbench in a repository of code: ck --repo DIR", "text")]
    if model.tasks:
        parts += [("", ""), (f"t reopens one of {numbers.plural(len(model.tasks), 'task')} of this worktree.", "dim")]
    for note in model.notes:
        parts += [("", ""), (note, "attention")]
    return hint(tuple(parts), width)


__all__ = ["draw_empty", "draw_entry", "draw_why", "task_counts"]
