"""How the server is started: by ``ck mcp``, or by the command that an installation registers."""

from __future__ import annotations

import os
import signal
import sys

_STUB = """import os, sys
sys.path[:0] = {paths!r}
sys.path.append({packages!r})
os.environ.setdefault('CK_HOME', {home!r})
os.environ.setdefault('CK_CONFIG', {config!r})
from kernel.mcp_server.entry import main
main()"""


def registered_command() -> tuple[str, ...]:
    """The arguments that an installation registers: this interpreter by its absolute path, isolated, and a stub.

    As with hooks, the stub holds where the kernel, its data and its configuration are; ``CK_HOME`` and ``CK_CONFIG`` of the
    client's environment win.
    """
    from sysconfig import get_path

    from kernel.settings import config_file, home_folder

    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    stub = _STUB.format(
        paths=[root],
        packages=get_path("platlib"),
        home=home_folder(os.environ),
        config=config_file(os.environ),
    )
    return (sys.executable, "-I", "-S", "-c", f"exec({stub!r})")


def main() -> None:
    """Serve the client on standard input and output until it closes the input, goes away, or ends us by a signal."""
    from kernel.mcp_server.places import default_roots
    from kernel.mcp_server.server import Server

    # Whatever prints by mistake, here or in a library, must not get between the messages.
    outward = os.dup(1)
    os.dup2(2, 1)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        Server(0, outward, default_roots(os.environ, _folder()), os.environ, _log_error).run()
    except (KeyboardInterrupt, BrokenPipeError, ConnectionResetError):
        return


def _folder() -> str:
    """The folder that we were started in; the root where it is gone, which says nothing."""
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        return "/"


def _log_error(error: BaseException) -> None:
    from kernel.service.log import log_error
    from kernel.settings import Settings, home_folder

    log_error(home_folder(os.environ), Settings(), "mcp", error)
