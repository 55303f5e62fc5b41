"""The clipboard: the platform's own tool where there is one, otherwise the terminal (OSC 52)."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from textual.app import App

OSC_LIMIT = 100_000
"""Bytes that terminals reliably take in one OSC 52 sequence."""

WAIT = 2.0
"""Seconds after which a clipboard tool that does not answer is given up."""


class Copied(NamedTuple):
    """Whether a text is on a clipboard, by what, and a sentence about it."""

    done: bool
    how: str
    said: str


def native_tool(environ: Mapping[str, str], platform: str = sys.platform) -> tuple[str, ...] | None:
    """The command that takes a text on standard input; None where there is none, or where it would be another machine's."""
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return None
    if platform == "darwin":
        candidates: tuple[tuple[str, ...], ...] = (("pbcopy",),)
    elif environ.get("WAYLAND_DISPLAY"):
        candidates = (("wl-copy",),)
    elif environ.get("DISPLAY"):
        candidates = (("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input"))
    else:
        candidates = ()
    if "WSL_DISTRO_NAME" in environ:
        candidates = (*candidates, ("clip.exe",))
    return next((command for command in candidates if shutil.which(command[0], path=environ.get("PATH"))), None)


def copy(app: App[int], text: str) -> Copied:
    """Put a text on the clipboard."""
    tool = native_tool(os.environ)
    if tool is not None:
        try:
            # The tools stay alive to serve the text: their output must not be waited for.
            subprocess.run(
                tool, input=text.encode("utf-8", "replace"), timeout=WAIT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except (OSError, subprocess.SubprocessError):
            pass
        else:
            return Copied(True, tool[0], f"copied with {tool[0]}")
    size = len(text.encode("utf-8", "replace"))
    if size > OSC_LIMIT:
        return Copied(False, "", f"{size:,} bytes are too many for the terminal's clipboard; s writes a file")
    app.copy_to_clipboard(text.encode("utf-8", "replace").decode("utf-8"))
    return Copied(True, "terminal", "copied through the terminal (OSC 52)")
