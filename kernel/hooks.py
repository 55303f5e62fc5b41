# ruff: noqa: PTH100, PTH112, PTH118, PTH120, PTH123  (every tool call starts this: pathlib would cost it 6 ms, and what is not needed is not imported)
"""The entry of hooks: a harness's JSON on standard input, an answer or nothing on standard output, exit code 0.

Whatever fails (broken JSON, a locked store, a passed deadline), nothing is answered, so that the agent keeps the original.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from collections.abc import Callable
    from typing import Any

    from kernel.bundle import Bundle

HARNESSES = ("claude",)
EVENTS = {
    "claude": (
        "SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop", "PreCompact",
        "SessionEnd",
    ),
}  # fmt: skip
"""What each harness's handlers answer; an installation registers one handler for each."""
DEADLINE = 2.0
"""Seconds from the start of the process's own work, reading included, after which it ends without an answer."""

_STUB = """import gc, os, sys
gc.disable()
try:
    sys.path[:0] = {paths!r}
    sys.path.append({packages!r})
    os.environ.setdefault('CK_HOME', {home!r})
    os.environ.setdefault('CK_CONFIG', {config!r})
    from kernel import hooks
    hooks.{call}
except Exception:
    pass
os._exit(0)"""

_CK = """import os, sys
sys.path.insert(0, {path!r})
os.environ.setdefault('CK_HOME', {home!r})
os.environ.setdefault('CK_CONFIG', {config!r})
from kernel.cli.main import main
main()"""


def registered_command(harness: str) -> tuple[str, ...]:
    """The arguments that an installation registers: this interpreter by its absolute path, isolated, and a stub.

    The stub holds where the kernel, its data and its configuration are, so that nothing is looked for at run time; ``CK_HOME``
    and ``CK_CONFIG`` of the agent's environment win. It is one line, and does nothing where the kernel is gone. It collects no
    cycles and ends the process at once: to take the interpreter apart would be a tenth of everything.

    Raises:
        BadInput: There is no such harness.
    """
    from kernel.model.errors import BadInput

    if harness not in HARNESSES:
        raise BadInput(f"no hook for {harness!a}; there is one for {', '.join(HARNESSES)}")
    return _command(f"main({harness!r})", _packages())


def trap_command(packages: str = "") -> tuple[str, ...]:
    """The arguments that a shell's trap runs at the end of a failing command (see ``kernel.shell.trap``)."""
    return _command("command_ended(*sys.argv[1:])", packages)


def begin_command() -> tuple[str, ...]:
    """The arguments that a shell runs before a command that may have a quieter form (see ``kernel.shell.begin``)."""
    return _command("command_begins(*sys.argv[1:])", "")


def statusline_command() -> tuple[str, ...]:
    """The arguments that a harness's status line runs."""
    return _command("statusline()", "")


def ck_command() -> tuple[str, ...]:
    """The arguments that run ``ck`` of this very installation on its store, wherever it is called."""
    from kernel.settings import config_file, home_folder

    code = _CK.format(path=_root(), home=home_folder(os.environ), config=config_file(os.environ))
    return (sys.executable, "-P", "-c", code)


def _root() -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _command(call: str, packages: str) -> tuple[str, ...]:
    from kernel.settings import config_file, home_folder

    home, config = home_folder(os.environ), config_file(os.environ)
    stub = _STUB.format(paths=[_root()], packages=packages, home=home, config=config, call=call)
    return (sys.executable, "-I", "-S", "-c", f"exec({stub!r})")


def handled_events(harness: str) -> tuple[str, ...]:
    """The harness's names of the events that an installation registers the command for, in their order of life."""
    return EVENTS[harness]


def _packages() -> str:
    """The folder of installed packages: last on the path, for the grammars that an outline of a large source needs."""
    from sysconfig import get_path

    return get_path("platlib")


def main(harness: str) -> None:
    """Answer one event. Never raises; ends the process with exit code 0 where the deadline passes."""
    try:
        _set_deadline(DEADLINE)
        bundle = _use_bundle()
        data = sys.stdin.buffer.read()
        told = None
        if data.strip():
            from kernel.model.plain_json import json_text, read_json

            told = answer(harness, read_json(data.decode("utf-8", "surrogateescape")), _set_deadline)
        _set_deadline(0)
        if told is not None:
            sys.stdout.buffer.write(json_text(told).encode())
            sys.stdout.buffer.flush()
        if bundle is not None:
            bundle.keep()
    except Exception as error:  # noqa: BLE001  an agent's tool call must survive any defect of ours
        _log_error(error)


def command_ended(code: str, folder: str, line: str) -> None:
    """Shorten what a failing command printed (see ``kernel.service.command_end``). Never raises."""
    try:
        _set_deadline(DEADLINE)
        bundle = _use_bundle()
        from kernel.service.command_end import shorten_output

        shorten_output(int(code), folder, line, os.environ.get("CLAUDE_CODE_SESSION_ID", ""), _set_deadline)
        _set_deadline(0)
        if bundle is not None:
            bundle.keep()
    except Exception as error:  # noqa: BLE001  an agent's command must survive any defect of ours
        _log_error(error)


def command_begins(folder: str, command: str) -> None:
    """Print the quieter form of a command that is about to run (see ``kernel.service.command_begin``). Never raises."""
    try:
        _set_deadline(DEADLINE)
        bundle = _use_bundle()
        from kernel.service.command_begin import quieter_form

        changed = quieter_form(folder, command)
        _set_deadline(0)
        if changed is not None:
            sys.stdout.buffer.write(changed.encode())
            sys.stdout.buffer.flush()
        if bundle is not None:
            bundle.keep()
    except Exception as error:  # noqa: BLE001  an agent's command must survive any defect of ours
        _log_error(error)


def statusline() -> None:
    """Print the status line for the harness's JSON on standard input. Never raises."""
    try:
        _set_deadline(DEADLINE)
        bundle = _use_bundle()
        from kernel.harness.claude.status import read_status
        from kernel.service.kernel import open_kernel
        from kernel.service.statusline import status_line

        status = read_status(sys.stdin.buffer.read())
        if os.environ.get("CK_DISABLE") == "1":
            line = "ck off"
        else:
            with open_kernel(status.cwd or ".", strict=False) as kernel:
                line = status_line(kernel, status)
        _set_deadline(0)
        sys.stdout.buffer.write(f"{line}\n".encode())
        sys.stdout.buffer.flush()
        if bundle is not None:
            bundle.keep()
    except Exception as error:  # noqa: BLE001  a harness's screen is no place for a traceback
        _log_error(error)


def answer(harness: str, payload: object, set_deadline: Callable[[float], None]) -> dict[str, Any] | None:
    """What the harness is told about one event; None: nothing.

    Args:
        harness: One of ``HARNESSES``.
        payload: The event's JSON.
        set_deadline: Called with the seconds that are left once the settings are known.
    """
    if harness != "claude" or not isinstance(payload, dict) or os.environ.get("CK_DISABLE") == "1":
        return None
    if payload.get("hook_event_name") == "SessionStart" and "CLAUDE_ENV_FILE" in os.environ:
        _set_trap(os.environ["CLAUDE_ENV_FILE"])
    return _claude(payload, set_deadline)


def _set_trap(path: str) -> None:
    """Write the text that the session's shells run before each command. The file outlives a resume, so it is written anew."""
    from kernel.service.exemptions import floor_of
    from kernel.settings import load_settings
    from kernel.shell.trap import callable_text, trap_text

    settings = load_settings(os.environ, strict=False).settings
    text = callable_text(ck_command()) if _can_run_commands() else ""
    floor = floor_of(settings, "Bash", "")
    if floor is not None:
        text += trap_text(trap_command(), floor)
    if settings.quieter_commands:
        from kernel.projection.quiet_commands import NAMES
        from kernel.shell.begin import quieter_text

        text += quieter_text(begin_command(), NAMES)
    try:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    except OSError as error:  # the rest of the answer does not need it
        _log_error(error)


def _can_run_commands() -> bool:
    """Whether the interpreter has what commands need besides the kernel; a plugin's may have been found by its name alone."""
    return any(os.path.isdir(os.path.join(folder, "click")) for folder in sys.path)


def _use_bundle() -> Bundle | None:
    """Import the kernel's modules from one file; only where the hook is a process of its own, whose folder is told."""
    if "CK_HOME" not in os.environ or "kernel.service" in sys.modules:
        return None
    from kernel.bundle import Bundle

    bundle = Bundle(os.environ["CK_HOME"], os.path.dirname(os.path.abspath(__file__)))
    sys.meta_path.insert(0, bundle)
    bundle.give_patterns()
    return bundle


def _claude(payload: dict[str, Any], set_deadline: Callable[[float], None]) -> dict[str, Any] | None:
    from kernel.harness.claude.event import read_event
    from kernel.service.kernel import open_kernel
    from kernel.service.pause import paused
    from kernel.service.sessions import arrive

    event = read_event(payload, os.environ)
    if event is None or event.name not in EVENTS["claude"]:
        return None
    folder = _existing(event.cwd)
    with open_kernel(folder, strict=False) as kernel:
        if folder not in (event.cwd, ".") and not kernel.repository.git:
            return None  # of a folder that is gone, nobody knows the repository
        set_deadline(kernel.settings.hook_deadline_ms / 1000)
        arrival = arrive(kernel, event)
        off = paused(kernel.home).holds(kernel.repository.key)
        # Also while the kernel is off, what a context window still holds must be known.
        if not arrival.new or (off and event.name in _TOLD):
            return None
        told = _handler(event.name)(kernel, event, payload, arrival.waiting and not off)
    return None if off else told


def _existing(folder: str) -> str:
    """The folder, or what is left above it: an agent may remove the folder that it is in."""
    while folder and not os.path.isdir(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return folder or "."


_TOLD = ("UserPromptSubmit", "PostToolUse", "PostToolUseFailure")


def _handler(name: str) -> Callable[..., dict[str, Any] | None]:
    """What answers an event; only its own module is loaded."""
    if name == "PostToolUse":
        from kernel.service.events.tool_use import answer
    elif name == "PostToolUseFailure":
        from kernel.service.events.failure import answer
    elif name == "UserPromptSubmit":
        from kernel.service.events.prompt import answer
    else:
        from kernel.service.events.life import answer
    return answer


def _set_deadline(seconds: float) -> None:
    """End the process, without an answer, after so many seconds; 0: never."""
    # The module over it makes enumerations of every signal, which takes longer than this file.
    import _signal  # type: ignore[import-not-found]

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _end)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def _end(number: int, frame: object) -> None:
    try:
        _log_error(TimeoutError("the hook's deadline passed; the agent keeps the original"))
    finally:
        os._exit(0)


def _log_error(error: BaseException) -> None:
    try:
        from kernel.service.log import log_error
        from kernel.settings import Settings, home_folder

        log_error(home_folder(os.environ), Settings(), "hook", error)
    except Exception:  # noqa: BLE001  nobody could be told
        return
