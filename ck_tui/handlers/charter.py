"""The charter: edit, save, cite, repair, undo."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ck_tui import numbers

if TYPE_CHECKING:
    from ck_tui.app import Workbench

TEMPLATE = "Q: what is asked?\n\n1. [contract] what must stay true (path/to/file.py:1)\n"


def text_of(app: "Workbench") -> str:
    """The unsaved text if there is one, else the saved one, else a template."""
    if app.charter_draft is not None:
        return app.charter_draft
    charter = app.model.charter
    return charter.text if charter is not None and charter.text.strip() else TEMPLATE


def edit(app: "Workbench") -> None:
    """Edit in the workbench; leaving without saving keeps the draft."""
    from ck_tui.screens.charter_edit import CharterScreen

    before = text_of(app)

    def done(answer: tuple[str, bool] | None) -> None:
        if answer is None:
            return
        text, wants_save = answer
        if wants_save:
            # Kept until it is saved: what the kernel refuses is not lost.
            keep_draft(app, text, tell=False)
            save(app, text)
        elif text != before or app.charter_draft is not None:
            keep_draft(app, text)

    app.ask(CharterScreen(before), done)


def keep_draft(app: "Workbench", text: str, *, tell: bool = True) -> None:
    """Remember an unsaved text."""
    charter = app.model.charter
    unsaved = text != (charter.text if charter is not None else "") and text != TEMPLATE
    app.charter_draft = text if unsaved else None
    app.state.set(charter_unsaved=unsaved)
    if unsaved and tell:
        app.say("The charter is not saved yet: e goes on, ctrl+s there saves.", "warning")


def save(app: "Workbench", text: str) -> None:
    """Save and show."""
    charter = app.bridge.charter.save(text)
    app.charter_draft = None
    app.state.set(charter=charter, charter_unsaved=False)
    told = f"; {charter.problems[0]}" if charter.problems else ""
    app.say(f"Charter saved{told}", "warning" if told else "information")


def in_editor(app: "Workbench") -> None:
    """Edit in the outside editor and save."""
    from ck_tui.editor import edit_text

    before = text_of(app)
    text, problem = edit_text(app, before, ".md")
    if problem:
        app.say(problem, "error")
    elif text != before:
        save(app, text)


def cite(app: "Workbench") -> None:
    """Put ``path:line`` of the preview into the draft and open it there."""
    from ck_tui.handlers.carrying import citation
    from ck_tui.widgets.textview import TextView

    line = app.main.query_one("#preview", TextView).cursor + 1
    text = with_citation(text_of(app), citation(app.model, line))
    app.charter_draft = text
    edit(app)


def with_citation(text: str, place: str) -> str:
    """A charter's text with a new numbered constraint that cites a place."""
    used = [int(head) for row in text.splitlines() if (head := row.partition(".")[0]).isascii() and head.isdigit()]
    separator = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{separator}{max(used, default=0) + 1}. [contract] (`{place}`)\n"


def repair(app: "Workbench") -> None:
    """Re-anchor the drifted citations whose text stands in exactly one other place; never a guess."""
    charter, moved, left = app.bridge.charter.repair()
    app.state.set(charter=charter)
    rest = f"; {numbers.plural(left, 'citation')} nobody can move safely" if left else ""
    app.say(f"Moved {numbers.plural(moved, 'citation')}{rest}. u takes it back.", "warning" if left else "information")


def undo(app: "Workbench") -> None:
    """Drop the draft, or take back the last save."""
    if app.charter_draft is not None:
        app.charter_draft = None
        app.state.set(charter_unsaved=False)
        app.say("The unsaved text is dropped.")
    elif app.bridge.charter.undo():
        app.state.set(charter=app.bridge.charter.load())
        app.say("Took back the last change of the charter.")
    else:
        app.say("Nothing to undo in the charter.")


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "charter.edit": edit,
    "charter.editor": in_editor,
    "charter.cite": cite,
    "charter.repair": repair,
}
