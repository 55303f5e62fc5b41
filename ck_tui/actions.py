"""The one table of actions: keys, footer, palette, help and user keymaps all come from it."""

from collections.abc import Callable
from typing import NamedTuple

from ck_tui.state import Model

Need = Callable[[Model], str]
"""Why an action cannot be done now, as a sentence for people; empty if it can."""


class Action(NamedTuple):
    """Something a person can do.

    Attributes:
        id: ``area.verb``; what a user's keymap names.
        scope: Where its keys work: ``app`` everywhere, otherwise the pane, view or screen of that name.
        keys: Default keys: a character as typed, or a name like ``space``, ``enter``, ``ctrl+d``.
        label: One or two words for the footer.
        help: One sentence for help and palette.
        foot: Place in the footer, smaller is further left; 0 is not shown there.
        needs: Says why not, where that depends on the state.
    """

    id: str
    scope: str
    keys: tuple[str, ...]
    label: str
    help: str
    foot: int = 0
    needs: Need | None = None


def needs_slice(model: Model) -> str:
    """There is a slice."""
    return "" if model.slice is not None else "there is no slice yet: press p and paste a traceback"


def needs_item(model: Model) -> str:
    """An item of the slice is under the cursor."""
    if model.slice is None:
        return needs_slice(model)
    return "" if model.entry is not None else "no item is selected"


def needs_excluded(model: Model) -> str:
    """An excluded item is under the cursor."""
    if reason := needs_item(model):
        return reason
    assert model.entry is not None
    return "" if model.entry.excluded is not None else "this item is in the slice already; f faults in an excluded one"


def needs_shown(model: Model) -> str:
    """An item of the slice itself (not an excluded one) is under the cursor."""
    if reason := needs_item(model):
        return reason
    assert model.entry is not None
    return "" if model.entry.item is not None else "this item is excluded already; f faults it in"


def needs_preview(model: Model) -> str:
    """A file is shown in the preview."""
    return "" if model.preview is not None else "no file is shown"


def needs_parked(model: Model) -> str:
    """A parked output is under the cursor."""
    return "" if model.parked_row is not None or model.hit is not None else "nothing is parked yet; `ck normalize` parks what it folds"


def needs_drift(model: Model) -> str:
    """Some citation has moved to one known line."""
    constraints = model.charter.constraints if model.charter is not None else ()
    known = any(c.state == "drifted" and c.found is not None for constraint in constraints for c in constraint.citations)
    return "" if known else "no citation has drifted to one known line"


def needs_moment(model: Model) -> str:
    """Something that happened, or that was sent, is under the cursor."""
    return "" if model.moment is not None or model.delivery is not None else "nothing happened here yet"


def needs_waiting(model: Model) -> str:
    """Something that waits for an agent is under the cursor of the queue."""
    if model.delivery is None:
        return "nothing was sent yet: m writes a note"
    return "" if model.delivery.sent is None else "it was sent already"


def needs_rank(model: Model) -> str:
    """A ranking is on its way."""
    return "" if model.progress is not None else "nothing is running"


ACTIONS: tuple[Action, ...] = (
    Action("app.paste", "app", ("p",), "paste", "Paste or write a symptom: a traceback, a failing test, a sentence.", 10),
    Action("app.back", "app", ("escape",), "back", "One step back: close, clear the filter, leave the preview, cancel. Never quits."),
    Action("app.tasks", "app", ("t",), "tasks", "List the tasks of this worktree and switch to one; what differs is said.", 70),
    Action("slice.pick", "app", ("a",), "seeds", "Pick files and symbols by a fuzzy search and slice for them too.", 62),
    Action("slice.diff", "app", ("D",), "diff", "Slice for what changed since a git ref."),
    Action("slice.compare", "app", ("b",), "compare", "Compare this budget with a larger one: what it would add.", 63, needs_slice),
    Action("slice.export", "app", ("w",), "export", "Write the slice as JSON to a file that you name.", 0, needs_slice),
    Action("app.send", "app", ("s",), "send", "Hand the slice to an agent: copy it as a prompt or write it to a file.", 60, needs_slice),
    Action("app.copy", "app", ("y",), "copy", "Copy the prompt, the item, its citation or its path.", 65),
    Action("app.undo", "app", ("u",), "undo", "Take back the last pin or drop; in the charter its last change, on the live side the queue's.", 68),
    Action("app.find", "app", ("/",), "filter", "Filter the list by words, ! inverts; in a text: search.", 80),
    Action("app.zoom", "app", ("z",), "zoom", "Show only this pane; again to show all.", 85),
    Action("app.help", "app", ("?",), "help", "Search all keys of this place and run them.", 95),
    Action("app.palette", "app", ("ctrl+p",), "palette", "Search every action, theme and file, and run or open it.", 96),
    Action("app.quit", "app", ("q", "ctrl+q"), "quit", "Leave the workbench; asks only when the charter is unsaved."),
    Action("app.theme", "app", ("T",), "theme", "Choose a theme."),
    Action("app.shot", "app", ("ctrl+s",), "picture", "Save a picture of the screen as SVG in the pictures folder of CK_HOME."),
    Action("app.cancel", "app", ("ctrl+x",), "cancel", "Cancel the ranking that runs.", 0, needs_rank),
    Action("focus.repository", "app", ("1",), "repository", "Go to the repository."),
    Action("focus.task", "app", ("2",), "task", "Go to the task state."),
    Action("focus.charter", "app", ("3",), "charter", "Go to the charter."),
    Action("focus.parked", "app", ("4",), "parked", "Go to the parked outputs."),
    Action("focus.ledger", "app", ("5",), "ledger", "Go to the ledger."),
    Action("focus.live", "app", ("6", "v"), "live", "Go to the live side: sessions, what happens in them, what is sent to the agent.", 61),
    Action("focus.next", "app", ("tab",), "next", "Go to the next pane or view."),
    Action("focus.previous", "app", ("shift+tab",), "previous", "Go to the previous pane or view."),
    Action("task.pin", "task", ("space",), "pin", "Pin the item: always in the slice, cut first; again to unpin.", 20, needs_item),
    Action("task.drop", "task", ("d",), "drop", "Drop the item: never in the slice; again to allow it.", 25, needs_item),
    Action("task.fault", "task", ("f",), "fault in", "Fault in the excluded item: show it although it was left out.", 30, needs_excluded),
    Action("task.less", "task", ("[", "-"), "budget", "A smaller budget (one notch).", 40, needs_slice),
    Action("task.more", "task", ("]", "+"), "budget", "A larger budget (one notch).", 41, needs_slice),
    Action("task.about", "task", ("i",), "about", "What the verdict rests on: blind spots, expected faults, unmet pins, notes.", 58, needs_slice),
    Action("task.reasons", "task", ("e",), "why", "Why the item is here: the way to it, all evidence, where it leads, what its file defines.", 88, needs_item),
    Action("task.auto", "task", ("=",), "auto", "Let the kernel choose the budget.", 0, needs_slice),
    Action("task.next_excluded", "task", ("x",), "excluded", "Go to the first excluded item, or back to the first item.", 87, needs_slice),
    Action("repository.pin", "repository", ("space",), "pin", "Pin the file in the slice; again to unpin.", 20, needs_slice),
    Action("repository.hits", "repository", ("x",), "only slice", "Show only the files of the slice; again to show all.", 25, needs_slice),
    Action("view.editor", "app", ("o",), "open", "Open the file at this line in $VISUAL or $EDITOR.", 88, needs_preview),
    Action("charter.edit", "charter", ("e",), "edit", "Edit the charter here.", 20),
    Action("charter.editor", "charter", ("E",), "$EDITOR", "Edit the charter in $VISUAL or $EDITOR.", 25),
    Action("charter.cite", "app", ("c",), "cite", "Put a citation of this line into the charter.", 89, needs_preview),
    Action("charter.repair", "charter", ("r",), "repair", "Point drifted citations to where their text stands now.", 30, needs_drift),
    Action("parked.open", "parked", ("enter",), "open", "Show what was folded and why, before and after.", 20, needs_parked),
    Action("parked.recall", "parked", ("r",), "recall", "Copy the command that recalls this output.", 25, needs_parked),
    Action("parked.search", "parked", ("ctrl+f",), "search", "Search inside all parked outputs, here in the list.", 30),
    Action("ledger.pause", "ledger", ("P",), "pause", "Switch the kernel off in this repository, or on again: outputs are left as they are.", 20),
    Action("live.open", "live", ("enter",), "open", "Open what is under the cursor: an output before and after, a text that was told.", 20, needs_moment),
    Action("queue.note", "live", ("m",), "note", "Write a note: the agent reads it at its next event.", 25),
    Action("live.follow", "live", ("f",), "follow", "Follow the session that was active last, at the end of its timeline.", 30),
    Action("queue.withdraw", "live", ("d", "delete"), "withdraw", "Take back what waits in the queue.", 35, needs_waiting),
    Action("queue.earlier", "live", ("[", "-"), "order", "Let what waits be given earlier.", 40, needs_waiting),
    Action("queue.later", "live", ("]", "+"), "order", "Let what waits be given later.", 41, needs_waiting),
    Action("live.canary", "live", ("i",), "canary", "How full the window is, and whether what replaces outputs arrives.", 58),
    Action("queue.item", "task", ("S",), "to agent", "Queue the lines of the item for the agent's next event.", 89, needs_item),
    Action("list.down", "list", ("j", "down"), "down", "One line down."),
    Action("list.up", "list", ("k", "up"), "up", "One line up."),
    Action("list.left", "list", ("h", "left"), "left", "Close a folder; scroll a text to the left."),
    Action("list.right", "list", ("l", "right"), "right", "Open a folder; scroll a text to the right."),
    Action("list.half_down", "list", ("ctrl+d",), "half down", "Half a page down."),
    Action("list.half_up", "list", ("ctrl+u",), "half up", "Half a page up."),
    Action("list.page_down", "list", ("pagedown", "ctrl+f"), "page down", "One page down."),
    Action("list.page_up", "list", ("pageup", "ctrl+b"), "page up", "One page up."),
    Action("list.top", "list", ("g", "home"), "first", "To the first line."),
    Action("list.bottom", "list", ("G", "end"), "last", "To the last line."),
    Action("list.open", "list", ("enter",), "open", "Open what is under the cursor."),
    Action("list.next_match", "list", ("n",), "next match", "To the next match."),
    Action("list.previous_match", "list", ("N",), "last match", "To the previous match."),
    Action("symptom.run", "symptom", ("ctrl+s", "ctrl+r"), "slice it", "Slice the repository for this symptom.", 10),
    Action("symptom.editor", "symptom", ("ctrl+o",), "$EDITOR", "Edit the symptom in $VISUAL or $EDITOR.", 20),
    Action("symptom.clear", "symptom", ("ctrl+l",), "clear", "Empty the symptom.", 30),
    Action("output.fold", "output", ("enter", "space"), "open fold", "Open or close the fold under the cursor.", 10),
    Action("output.all", "output", ("a",), "all folds", "Open or close all folds.", 20),
    Action("output.side", "output", ("m",), "original", "Show or hide the original beside it.", 30),
    Action("output.next", "output", ("]",), "next fold", "Go to the next fold.", 40),
    Action("output.previous", "output", ("[",), "last fold", "Go to the previous fold.", 41),
    Action("output.mark", "output", ("v",), "mark", "Mark lines from here on; again to unmark.", 45),
    Action("output.keep", "output", ("!",), "must keep", "Should have been kept: save the output and the marked lines (or the fold) as a test case.", 47),
    Action("output.keep_in", "output", ("ctrl+o",), "case folder", "Name the folder for test cases, then save one there."),
    Action("output.copy", "output", ("y",), "copy", "Recall the marked lines, the line or the fold to the clipboard.", 50),
    Action("output.recall", "output", ("r",), "recall", "Copy the command that recalls exactly these lines.", 60),
    Action("output.find", "output", ("/",), "search", "Search in the output.", 70),
    Action("charter_edit.save", "charter_edit", ("ctrl+s",), "save", "Save the charter.", 10),
    Action("charter_edit.editor", "charter_edit", ("ctrl+o",), "$EDITOR", "Edit in $VISUAL or $EDITOR.", 20),
    Action("pick.mark", "pick", ("tab",), "mark", "Mark or unmark the line; all marked lines become seeds.", 10),
    Action("pick.run", "pick", ("enter",), "slice", "Slice with the marked lines as seeds, with the line under the cursor where none is marked.", 20),
    Action("compare.less", "compare", ("[", "-"), "budget", "Compare with a smaller budget.", 10),
    Action("compare.more", "compare", ("]", "+"), "budget", "Compare with a larger budget.", 11),
    Action("compare.open", "compare", ("enter",), "open", "Open the item under the cursor.", 15),
    Action("compare.take", "compare", ("=",), "take it", "Go on with the second budget.", 20),
    Action("about.fault", "about", ("f",), "fault in", "Fault in the expected fault under the cursor.", 10),
    Action("note.send", "note", ("ctrl+s", "ctrl+r"), "queue it", "Queue the note for the agent.", 10),
    Action("message.copy", "message", ("y",), "copy", "Copy the message.", 10),
    Action("screen.close", "screen", ("escape",), "back", "Close this screen.", 90),
)

BY_ID = {action.id: action for action in ACTIONS}
SCOPE_WITHIN = {
    "text": "list",
    **dict.fromkeys(("symptom", "output", "charter_edit", "message", "pick", "compare", "about", "note"), "screen"),
}
"""A scope whose keys all work in another one too."""


def in_scopes(scopes: tuple[str, ...]) -> tuple[Action, ...]:
    """The actions of some scopes, in the order of the table."""
    return tuple(action for action in ACTIONS if action.scope in scopes)


def reason_against(action: Action, model: Model) -> str:
    """Why an action cannot be done now; empty if it can."""
    return action.needs(model) if action.needs is not None else ""
