"""A command that somebody asks to run shortened: its output is projected in parts, and parked, while it runs."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence

from kernel.model.errors import KernelError
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.fallback import open_fallback
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.service.pause import paused
from kernel.shell.watch import become, run_watched


def run_command(command: Sequence[str], environ: Mapping[str, str], session: str = "", to_terminal: bool = False) -> int:
    """Run a command; its exit code is returned, its output printed as it is worth showing.

    Where nothing can be parked, the kernel is off, or a person watches, the command takes our place and nothing comes between.

    Args:
        command: The program and its words; no shell reads them.
        environ: This process's environment.
        session: Whose session it belongs to, if somebody knows.
        to_terminal: The output goes to a terminal.

    Raises:
        OSError: It cannot be started.
    """
    kernel = None if to_terminal or environ.get("CK_DISABLE") == "1" else _opened(environ)
    if kernel is None:
        become(command)
    cwd, line = os.getcwd(), shlex.join(command)  # noqa: PTH109
    scope = Scope(kernel.repository.key, session, "", 0, cwd)

    def show(part: bytes, code: int | None) -> bytes:
        text = part.decode("utf-8", "surrogateescape")
        shown = observe(kernel, ToolOutput(text, "Bash", line, "", code), scope)
        return shown.text.encode("utf-8", "surrogateescape")

    with kernel:
        return run_watched(command, show)


def _opened(environ: Mapping[str, str]) -> Kernel | None:
    """The kernel with an archive that keeps what it is given; None where there is none."""
    kernel = None
    try:
        kernel = open_kernel(".", environ, strict=False)
        if paused(kernel.home).holds(kernel.repository.key):
            return None
        return kernel if not kernel.store.in_memory else open_fallback(".", environ)
    except (KernelError, OSError) as error:
        if kernel is not None:
            kernel.log_error("exec", error)
        return None
