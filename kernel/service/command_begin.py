"""What happens before a command runs in a session's shell: it may be given a quieter form. Opt-in."""

from __future__ import annotations

import os

from kernel.projection.quiet_commands import quieter
from kernel.service.log import log
from kernel.service.pause import paused
from kernel.service.repository import find_repository
from kernel.settings import home_folder, load_settings


def quieter_form(folder: str, command: str) -> str | None:
    """The form of a command that runs in its place; None: it runs as it is, also while the kernel is switched off.

    Args:
        folder: Where the command is about to run.
        command: What the agent wrote.

    Raises:
        BadInput: There is no such folder.
    """
    changed = quieter(command)
    if changed is None or os.environ.get("CK_DISABLE") == "1":
        return None
    home = home_folder(os.environ)
    if paused(home).holds(find_repository(folder).key):
        return None
    log(home, load_settings(os.environ, strict=False).settings, "info", "command", f"{command!a} ran as {changed!a}")
    return changed
