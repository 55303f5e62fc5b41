"""Every event that an installation answers, by each transport, beside the bare interpreter: what does an agent wait for?

    python tests/bench/event_latency.py [CALLS]

Each round answers an event by the registered command and by the running MCP server, and starts ``python -I -S -c pass``, one after
the other, as seen from outside. Then the shells: a command with the trap beside the same line without it. Median and 95th percentile
of the rounds after a first one, in milliseconds. Every answer is checked: both transports tell the same but for the handle.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from event_speed import BARE, DEMO, PASSING, bash, failing
from mcp_hook_speed import _plain, environment, hook_input, serving, timed
from trap_speed import FOLDER, milliseconds

from kernel.hooks import ck_command, registered_command, trap_command
from kernel.model.plain_json import json_text
from kernel.shell.trap import callable_text, trap_text

EVENTS: Mapping[str, tuple[str, Callable[[int], dict[str, Any]]]] = {
    "SessionStart": ("SessionStart", lambda n: {"source": "startup"}),
    "UserPromptSubmit": ("UserPromptSubmit", lambda n: {"prompt": f"please do step {n} of the plan, as agreed"}),
    "PostToolUse, two lines": ("PostToolUse", lambda n: bash("ls", "a\nb\n")),
    "PostToolUse, 400 lines": ("PostToolUse", lambda n: bash("pytest -v", PASSING.replace("test_a", f"test_{n}"))),
    "PostToolUseFailure, a line": ("PostToolUseFailure", lambda n: failing("no")),
    "PostToolUseFailure, 400 lines": ("PostToolUseFailure", lambda n: failing(PASSING.replace("test_a", f"test_{n}"))),
    "SubagentStart": ("SubagentStart", lambda n: {"agent_id": f"a{n}", "agent_type": "Explore"}),
    "SubagentStop": ("SubagentStop", lambda n: {"agent_id": f"a{n}", "agent_type": "Explore"}),
    "PreCompact": ("PreCompact", lambda n: {"trigger": "auto"}),
    "SessionEnd": ("SessionEnd", lambda n: {"reason": "other"}),
}  # fmt: skip
SHELL = (
    ("fails, prints a line", "head -c 60 small; exit 1", False),
    ("fails, prints 400 lines", "cat small; exit 1", True),
)


def cell(times: list[float]) -> str:
    """Median and 95th percentile as text."""
    return f"{statistics.median(times):.1f} / {statistics.quantiles(times, n=20)[-1]:.1f}"


def main(calls: int) -> None:
    """Print a table."""
    print(f"n = {calls}, median / p95 in ms\n")
    print("| event | registered command | MCP server | bare interpreter |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        root = home / "repository"
        shutil.copytree(DEMO / "repository", root)
        subprocess.run(["git", "init", "-q", str(root)], check=True)
        # A server for each event: the client of the tests ends one that is a minute old.
        for name in EVENTS:
            with serving(root, home) as client:
                client.initialize()
                print(f"| {name} | {' | '.join(map(cell, _event(name, calls, client, home, root)))} |", flush=True)
        os.environ["CK_HOME"] = str(home / "ck")
        _shells(home, calls)


def _event(name: str, calls: int, client: Any, home: Path, root: Path) -> tuple[list[float], ...]:
    event, told = EVENTS[name]
    times: tuple[list[float], ...] = ([], [], [])
    for number in range(calls + 1):
        base = {"cwd": str(root), "hook_event_name": event, "transcript_path": "/x", "prompt_id": f"{name} {number}", **told(number)}
        one, other = ({**base, "session_id": way, "tool_use_id": f"{way} {name} {number}"} for way in ("command", "server"))
        given = {key: json_text(value) if isinstance(value, dict) else value for key, value in other.items()}
        arguments = {**dict.fromkeys(hook_input(), ""), **given}
        command, said = timed(lambda one=one: _process(registered_command("claude"), json_text(one).encode(), home))
        served, answer = timed(lambda arguments=arguments: client.text("hook", **arguments))
        assert event == "SessionStart" or _plain(said) == _plain(answer), (said, answer)
        for kept, took in zip(times, (command, served, timed(lambda: _process(BARE, b"", home))[0]), strict=True):
            kept.append(took)
    return tuple(kept[1:] for kept in times)


def _process(command: tuple[str, ...], given: bytes, home: Path) -> str:
    done = subprocess.run(command, input=given, capture_output=True, check=True, env=environment(home))
    return done.stdout.decode()


def _shells(folder: Path, calls: int) -> None:
    (folder / FOLDER).mkdir(parents=True)
    (folder / "small").write_text(PASSING)
    os.chdir(folder)
    text = callable_text(ck_command()) + trap_text(trap_command(), 800)
    print("\n| a command | shell | with the trap | without |\n|---|---|---|---|")
    for shell in filter(None, map(shutil.which, ("bash", "zsh"))):
        for what, command, shortened in SHELL:
            ending = f"eval '{command}' < /dev/null && pwd -P >| cwd"
            plain, trapped = [], []
            for _ in range(calls + 1):
                plain.append(milliseconds(shell, f": && {ending}", folder))
                trapped.append(milliseconds(shell, f"{text}: && {ending}", folder))
                assert trapped[-1][1].startswith("[ck: ") if shortened else trapped[-1][1] == plain[-1][1]
            on, off = ([took for took, _ in rows[1:]] for rows in (trapped, plain))
            print(f"| {what} | {Path(shell).name} | {cell(on)} | {cell(off)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
