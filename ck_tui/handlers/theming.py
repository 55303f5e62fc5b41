"""The person's own theme files, followed while they are edited."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ck_tui.textual_shims import reapply_theme
from ck_tui.themes import load_palettes, textual_theme

if TYPE_CHECKING:
    from ck_tui.app import Workbench

Stamp = tuple[tuple[str, int, int], ...]


def stamp(folder: Path | None) -> Stamp:
    """Names, times and sizes of the theme files: what changes when one is saved."""
    if folder is None:
        return ()
    try:
        with os.scandir(folder) as entries:
            files = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".toml")]
    except OSError:
        return ()
    return tuple(sorted((name, info.st_mtime_ns, info.st_size) for name, info in files))


def follow_themes(app: "Workbench") -> None:
    """Read the theme files again where one changed; a broken one is said, and the colours stay."""
    folder = app.bridge.session.themes_folder
    now = stamp(folder)
    if now == app.themes_stamp:
        return
    app.themes_stamp = now
    palettes, problems = load_palettes(folder)
    for problem in problems:
        app.say(problem, "warning")
    # A theme that is gone, or broken for a moment, stays as it was.
    changed = {name: palette for name, palette in palettes.items() if app.palettes.get(name) != palette}
    app.palettes.update(changed)
    for palette in changed.values():
        app.register_theme(textual_theme(palette))
    if app.theme in changed:
        reapply_theme(app)
