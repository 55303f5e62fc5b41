"""What happens at the end of a failing command: its output is parked, and shortened in place before the agent reads it."""

from __future__ import annotations

import os

from kernel.harness.claude.bash_line import collects, command_in
from kernel.harness.claude.event import version_in
from kernel.model.canary import TRAP
from kernel.model.event import Projection, ToolOutput
from kernel.model.scope import Host, Scope
from kernel.projection.command import is_ours
from kernel.projection.heading import headed
from kernel.service import canary
from kernel.service.kernel import open_kernel
from kernel.service.observe import observe
from kernel.shell.output_file import open_stdout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 64_000_000
"""Bytes; a longer output stays as it is: nothing could be made of it in time."""

_SHOWN = 10_000
"""Characters that the harness shows of a failing command's output; of a longer one, the ends of its first 30,000."""

_OTHERS_WORDS = 100
"""Characters left for the harness's own line about the exit code and for our heading."""


def shorten_output(code: int, folder: str, line: str, session: str, set_deadline: Callable[[float], None]) -> None:
    """Shorten what the command that ends now has printed into this process's standard output, if something is gained.

    Nobody knows yet which agent ran it, so that nothing is claimed about what the agent has seen. Where the original cannot be
    parked, where nothing is gained, and where the command asked for all of it, the file stays as it is.

    Args:
        code: The command's exit code.
        folder: Where the command began.
        line: What the harness gave the shell to run.
        session: The harness's session.
        set_deadline: Called with the seconds that are left; 0 where the file is being changed, which must not be broken off.

    Raises:
        OSError: The file could not be changed and is as it was.
    """
    command = command_in(line)
    if is_ours(command):
        return
    file = open_stdout(collects)
    if file is None:
        return
    try:
        data = file.read(LONGEST)
        shorter = _shortened(data, code, folder, command, session, set_deadline) if data else None
        if data and shorter is not None:
            set_deadline(0)
            file.replace(data, shorter)
    finally:
        file.close()


def _shortened(
    data: bytes, code: int, folder: str, command: str, session: str, set_deadline: Callable[[float], None]
) -> bytes | None:
    with open_kernel(folder or ".", strict=False) as kernel:
        if kernel.settings.exempt_agents:
            return None  # it may be one of these that runs the command
        set_deadline(kernel.settings.hook_deadline_ms / 1000)
        # The event that follows is stored with whatever stays as it is.
        kernel.settings = kernel.settings._replace(store_events=False)
        text = data.decode("utf-8", "surrogateescape")
        found = canary.standing(kernel, session, version_in(os.environ), TRAP)
        if not found.replaces:
            return None
        scope = Scope(kernel.repository.key, session, "", 0, folder)
        host = Host(_SHOWN, _SHOWN, _SHOWN - _OTHERS_WORDS, ends=True)
        shown = observe(kernel, ToolOutput(text, "Bash", command, "", code), scope, host=host)
        if shown.plan.tokens_after >= shown.plan.tokens_before:
            return None
        shorter = _marked(shown)
        encoded = shorter.encode("utf-8", "surrogateescape")
        if len(encoded) >= len(data):
            return None
        if shown.handle is not None and session:
            canary.expect_unclaimed(kernel, session, found, shown.handle, shorter, text)
    return encoded


def _marked(shown: Projection) -> str:
    """Under a heading where something is folded; what is only cleaned has lost nothing."""
    return shown.text if shown.handle is None else headed(shown.text, shown.plan, shown.handle)
