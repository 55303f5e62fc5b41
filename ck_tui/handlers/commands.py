"""Help and palette: the action table, searchable and executable."""

from typing import TYPE_CHECKING

from ck_tui.actions import ACTIONS, BY_ID, Action, reason_against
from ck_tui.dispatch import ordered, scope_chain
from ck_tui.handlers.registry import has_handler
from ck_tui.keymap import shown_key
from ck_tui.screens.commands import Command, CommandsScreen

if TYPE_CHECKING:
    from ck_tui.app import Workbench

FILES = 5_000
"""Files in the palette, so that it opens at once; in a larger repository the picker of seeds and the filter of the tree find the rest."""

PLACES = {
    "app": "everywhere",
    "list": "in lists",
    "text": "in lists",
    "task": "task state",
    "symptom": "symptom",
    "output": "parked output",
    "charter_edit": "charter editor",
    "screen": "dialogs",
    "message": "messages",
    "pick": "seed picker",
    "compare": "two budgets",
    "about": "about",
    "live": "live side",
    "note": "note",
}


def open_commands(app: "Workbench", *, everything: bool) -> None:
    """Show the actions of this place (help), or all actions, themes and files (palette); the chosen one is done."""
    chain = scope_chain(app.focused or app.screen)
    order = {scope: place for place, scope in enumerate(dict.fromkeys(ordered(chain)))}
    # What only a view or screen does can be done only where that is.
    actions = [a for a in ACTIONS if a.scope in order or (everything and has_handler(a.id))]
    actions.sort(key=lambda action: order.get(action.scope, 99))
    commands = [_command(app, action) for action in actions]
    if everything:
        commands += [Command(f"theme:{p.name}", "theme", f"Theme: {p.title}", "", "") for p in app.palettes.values()]
        paths = app.model.paths or ()
        commands += [Command(f"file:{path}", "file", path, "", "") for path in paths[:FILES]]

    def chosen(command_id: str | None) -> None:
        if command_id is not None:
            app.call_after_refresh(run_command, app, command_id)

    title = "Palette" if everything else "Keys here"
    app.ask(CommandsScreen(title, tuple(commands)), chosen)


def _command(app: "Workbench", action: Action) -> Command:
    keys = " ".join(shown_key(key) for key in app.keymap_table.keys[action.id])
    return Command(action.id, PLACES.get(action.scope, action.scope), action.help, keys, reason_against(action, app.model))


def run_command(app: "Workbench", command_id: str) -> None:
    """Do what was chosen."""
    kind, _, rest = command_id.partition(":")
    if kind == "theme":
        app.theme = rest
    elif kind == "file":
        from ck_tui.handlers.loading import show_place

        show_place(app, rest, 1, enter=True)
    else:
        place = BY_ID[command_id].scope
        if place in ("task", "charter", "parked", "repository", "live") and app.main.current != place:
            app.main.go_to(place)
        app.run_action_id(command_id)
