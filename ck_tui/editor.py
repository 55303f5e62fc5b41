"""An outside editor: the workbench steps aside while it runs."""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ck_tui.app import Workbench

_COLON = {"code", "codium", "cursor", "zed", "subl", "hx", "helix"}
_WAITS = {"code": "--wait", "codium": "--wait", "cursor": "--wait", "subl": "--wait", "zed": "--wait"}


def command_for(editor: str, path: str, line: int) -> list[str]:
    """The command that opens a file at a line; editors differ in how they are told."""
    parts = shlex.split(editor)
    name = Path(parts[0]).name
    if name in _COLON:
        go_to = ["--goto"] if name in ("code", "codium", "cursor") else []
        return [*parts, *([_WAITS[name]] if name in _WAITS else []), *go_to, f"{path}:{line}"]
    return [*parts, f"+{line}", path]


def chosen_editor(setting: str, environ: Mapping[str, str]) -> str:
    """The setting, else ``$VISUAL``, else ``$EDITOR``; empty where there is none."""
    return setting or environ.get("VISUAL", "") or environ.get("EDITOR", "")


def edit_file(app: "Workbench", path: str, line: int) -> str:
    """Open a file and wait until the editor ends; what went wrong, or nothing."""
    editor = chosen_editor(app.bridge.session.editor, os.environ)
    if not editor:
        return "No editor: set $EDITOR (or: ck config set editor …)"
    try:
        command = command_for(editor, path, line)
        with app.suspend():
            code = subprocess.run(command, check=False).returncode
        # The terminal is blank now; only what changed would be drawn otherwise.
        app.call_after_refresh(app.screen.refresh)
    except (OSError, ValueError) as error:
        return f"{editor}: {error}"
    return f"{editor} ended with exit code {code}" if code else ""


def edit_text(app: "Workbench", text: str, suffix: str) -> tuple[str, str]:
    """Edit a text in the outside editor; the new text (the old one where something went wrong) and the problem."""
    with tempfile.TemporaryDirectory(prefix="ck-") as folder:
        file = Path(folder, f"text{suffix}")
        file.write_text(text, "utf-8", errors="replace")
        if problem := edit_file(app, str(file), 1):
            return text, problem
        return file.read_text("utf-8", errors="replace"), ""
