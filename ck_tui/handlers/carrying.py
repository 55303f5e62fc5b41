"""Carrying things out of the workbench: clipboard and files."""

import os
import tempfile
from typing import TYPE_CHECKING

from ck_tui import numbers
from ck_tui.clipboard import copy
from ck_tui.panes.charter import where
from ck_tui.state import Model
from ck_tui.widgets.textview import TextView

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def put(app: "Workbench", text: str, what: str) -> None:
    """Copy a text and say how, or why not."""
    outcome = copy(app, text)
    app.say(f"{what}: {outcome.said}", "information" if outcome.done else "error")


def citation(model: Model, line: int) -> str:
    """``path:line`` of the preview."""
    return f"{model.preview.path}:{line}" if model.preview is not None else ""


def item_text(model: Model) -> str:
    """The lines of the item under the cursor with its place above them."""
    entry, preview = model.entry, model.preview
    if entry is None or preview is None or preview.path != entry.path:
        return ""
    blocks = []
    for first, last in preview.ranges or ((1, len(preview.lines)),):
        blocks.append("\n".join([f"{entry.path}:{first}-{last}", *preview.lines[first - 1 : last]]))
    return "\n\n".join(blocks) + "\n"


def copy_menu(app: "Workbench") -> None:
    """What to copy: whatever is there."""
    from ck_tui.screens.choice import Choice, ChoiceScreen

    model = app.model
    line = app.main.query_one("#preview", TextView).cursor + 1 if model.preview is not None else 1
    slice_ = model.slice
    texts: dict[str, str] = {}
    options = []
    if slice_ is not None:
        options.append(Choice("prompt", "Slice as a prompt", f"about {numbers.tokens(slice_.budget.used)} tokens", "p"))
    if text := item_text(model):
        texts["item"] = text
        options.append(Choice("item", "Item", numbers.plural(text.count("\n"), "line"), "i"))
    if model.preview is not None:
        texts["path"] = model.preview.path
        options.append(Choice("path", "Path", texts["path"], "f"))
        texts["citation"] = citation(model, line)
        texts["line"] = model.preview.lines[line - 1] if line <= len(model.preview.lines) else ""
        options += [Choice("citation", "Citation", texts["citation"], "c"), Choice("line", "Line", str(line), "l")]
    if model.citation is not None and app.main.current == "charter":
        texts["cited"] = where(model.citation)
        options.insert(0, Choice("cited", "Citation of the charter", texts["cited"], "x"))
    if model.parked_row is not None and app.main.current == "parked":
        texts["recall"] = f"ck recall {model.parked_row.handle}"
        options.insert(0, Choice("recall", "Recall command", texts["recall"], "r"))
    if not options:
        app.say("Nothing to copy yet.")
        return

    def chosen(name: str | None) -> None:
        if name is not None:
            put(app, app.bridge.task.prompt(slice_) if name == "prompt" and slice_ else texts[name], name.capitalize())

    app.ask(ChoiceScreen("Copy", tuple(options)), chosen)


def send_menu(app: "Workbench") -> None:
    """Hand the slice over: clipboard, file, or the queue of the agent that works here."""
    from ck_tui.screens.choice import Choice, ChoiceScreen

    slice_ = app.model.slice
    assert slice_ is not None
    tokens = f"about {numbers.tokens(slice_.budget.used)} tokens"
    options = (
        Choice("clipboard", "Copy as a prompt", tokens, "c"),
        Choice("file", "Write to a private file", "and copy its path", "f"),
        Choice("export", "Export as JSON", "to a file that you name", "j"),
        Choice("item", "Queue the item for the agent", "its lines, at its next event", "a"),
        Choice("note", "Queue a note for the agent", "at its next event", "n"),
    )
    actions = {"export": "slice.export", "item": "queue.item", "note": "queue.note"}

    def chosen(name: str | None) -> None:
        if name is None:
            return
        if name in actions:
            app.run_action_id(actions[name])
            return
        text = app.bridge.task.prompt(slice_)
        if name == "clipboard":
            put(app, text, "Prompt")
            return
        path = write_private(text)
        outcome = copy(app, path)
        app.say(f"Wrote {path}" + (f"; its path is on the clipboard ({outcome.how})" if outcome.done else ""))

    app.ask(ChoiceScreen("Send the slice", options), chosen)


def write_private(text: str) -> str:
    """Write a text to a new file that only this user can read; its path."""
    descriptor, path = tempfile.mkstemp(prefix="ck-slice-", suffix=".md")
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    return path
