"""What can be done everywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ck_tui.bridge.nouns import Request
from ck_tui.handlers import loading
from ck_tui.handlers.carrying import copy_menu, send_menu
from ck_tui.handlers.delivering import OPPOSITE, steered
from ck_tui.handlers.live import enter as enter_live
from ck_tui.handlers.slice import tasks
from ck_tui.state import Entry
from ck_tui.widgets.rows import Rows
from ck_tui.widgets.textview import TextView

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def paste(app: "Workbench") -> None:
    """Open the symptom screen with the present symptom."""
    open_symptom(app, app.model.request.symptom)


def open_symptom(app: "Workbench", text: str) -> None:
    """Open the symptom screen with a text; confirming it starts the ranking."""
    from ck_tui.screens.symptom import SymptomScreen

    def done(symptom: str | None) -> None:
        if symptom is not None:
            loading.rank(app, Request(symptom))

    app.ask(SymptomScreen(text), done)


def back(app: "Workbench") -> None:
    """One step back; never out of the workbench."""
    from ck_tui.widgets.findbar import FindBar

    main, focused = app.main, app.focused
    bars = [bar for bar in main.query(FindBar) if focused is not None and bar.target is focused]
    if app.model.progress is not None:
        cancel(app)
    elif bars:
        bars[0].clear()
    elif main.has_class("-zoom"):
        main.remove_class("-zoom")
    elif isinstance(focused, TextView) and main.query_one("#items").display:
        main.set_focus(main.query_one("#items"))
    elif main.current != "task":
        main.go_to("task")


def cancel(app: "Workbench") -> None:
    """Stop the ranking."""
    app.bridge.worker.cancel()


def undo(app: "Workbench") -> None:
    """Take back the last step of the pane: a charter change there, on the live side a change of the queue, otherwise a pin or drop."""
    if app.main.current == "live":
        from ck_tui.handlers.delivering import undo as undo_queue

        undo_queue(app)
        return
    if app.main.current == "charter":
        from ck_tui.handlers.charter import undo as undo_charter

        undo_charter(app)
        return
    slice_ = app.model.slice
    undone = app.bridge.task.undo(slice_.task) if slice_ is not None else None
    if undone is None:
        app.say("Nothing to undo.")
        return
    loading.recut(app)
    steered(app, OPPOSITE[undone.verb], Entry(undone.path, undone.symbol, None, None))
    app.say(f"Took back: {undone.verb} {undone.symbol or undone.path} ({undone.remaining} more)")


def find(app: "Workbench") -> None:
    """Filter the list or search the text that has the focus."""
    from ck_tui.widgets.findbar import find_in

    focused = app.focused
    if isinstance(focused, Rows | TextView):
        find_in(focused)


def zoom(app: "Workbench") -> None:
    """Only this pane, or all."""
    focused = app.focused
    app.main.toggle_class("-zoom")
    if focused is not None:
        app.main.call_after_refresh(focused.focus)


def help_here(app: "Workbench") -> None:
    """Keys of this place."""
    from ck_tui.handlers.commands import open_commands

    open_commands(app, everything=False)


def palette(app: "Workbench") -> None:
    """Every action, theme and file."""
    from ck_tui.handlers.commands import open_commands

    open_commands(app, everything=True)


def leave(app: "Workbench") -> None:
    """Quit; ask only when the charter is unsaved."""
    if not app.model.charter_unsaved:
        app.exit(0)
        return
    from ck_tui.screens.choice import Choice, ChoiceScreen

    def chosen(answer: str | None) -> None:
        if answer == "save":
            app.bridge.charter.save(app.charter_draft or "")
        if answer is not None:
            app.exit(0)

    options = (Choice("save", "Save the charter and quit"), Choice("drop", "Quit without saving it"))
    app.ask(ChoiceScreen("The charter is not saved", options), chosen)


def theme(app: "Workbench") -> None:
    """Choose a theme."""
    from ck_tui.screens.choice import Choice, ChoiceScreen

    options = tuple(Choice(p.name, p.title, "dark" if p.dark else "light") for p in app.palettes.values())

    def chosen(name: str | None) -> None:
        if name is not None:
            app.theme = name
            app.say(f"Keep it with: ck config set theme {name}")

    app.ask(ChoiceScreen("Theme", options, app.theme), chosen)


def picture(app: "Workbench") -> None:
    """Save the screen as SVG in the kernel's own folder: it may show what is private."""
    folder = app.bridge.session.pictures_folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = next(file for number in range(1, 10_000) if not (file := folder / f"ck-{number}.svg").exists())
        file.touch(0o600, exist_ok=False)
        file.write_text(app.export_screenshot(title="ck"), "utf-8")
    except OSError as error:
        app.show_error("saving the picture", error)
        return
    app.say(f"Saved {file}")


def editor(app: "Workbench") -> None:
    """Open the file of the preview at the cursor's line."""
    from ck_tui.editor import edit_file

    preview = app.model.preview
    assert preview is not None
    view = app.main.query_one("#preview", TextView)
    if problem := edit_file(app, str(Path(app.model.root, preview.path)), view.cursor + 1):
        app.say(problem, "error")
        return
    app.state.set(preview=None)
    loading.show(app, preview.path, preview.ranges, view.cursor + 1)


def _focus(name: str) -> "Callable[[Workbench], None]":
    return lambda app: app.main.go_to(name)


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {
    "app.paste": paste,
    "app.back": back,
    "app.tasks": tasks,
    "app.send": send_menu,
    "app.copy": copy_menu,
    "app.undo": undo,
    "app.find": find,
    "app.zoom": zoom,
    "app.help": help_here,
    "app.palette": palette,
    "app.quit": leave,
    "app.theme": theme,
    "app.shot": picture,
    "app.cancel": cancel,
    "focus.next": lambda app: app.main.step(1),
    "focus.previous": lambda app: app.main.step(-1),
    "view.editor": editor,
    **{f"focus.{name}": _focus(name) for name in ("repository", "task", "charter", "parked", "ledger")},
    "focus.live": enter_live,
}
