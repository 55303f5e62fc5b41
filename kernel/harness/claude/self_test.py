"""Runs the very command that is registered, as the harness would, on samples and in a throw-away home."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

PATIENCE = 30.0
"""Seconds that one answer may take: the first one compiles, on a machine that is busy."""
PASSING = "".join(f"tests/test_sample.py::test_{n} PASSED [{n // 4:3}%]\n" for n in range(400))


class SelfTest(NamedTuple):
    """What came of it: why it failed (empty: it did not), and the milliseconds of the second and warm projection."""

    problem: str
    milliseconds: float = 0.0


def self_test(command: Sequence[str], events: Sequence[str]) -> SelfTest:
    """Whether the command shortens a long passing test run and takes each event, always with exit code 0."""
    try:
        with tempfile.TemporaryDirectory(prefix="ck-self-test-") as folder:
            for event in events:
                problem = _takes(command, event, folder)
                if problem:
                    return SelfTest(f"on {event} {problem}")
            problem = _shortens(command, folder)
            started = time.monotonic()
            return SelfTest(problem or _shortens(command, folder), (time.monotonic() - started) * 1000)
    except OSError as error:
        return SelfTest(f"it cannot be started: {error.strerror or error}")
    except subprocess.TimeoutExpired:
        return SelfTest(f"it took more than {PATIENCE:.0f} s")


def sample(event: str, cwd: str) -> dict[str, Any]:
    """An event as the harness tells it."""
    told: dict[str, Any] = {"session_id": "ck-self-test", "transcript_path": "", "cwd": cwd, "hook_event_name": event}
    if event in ("PreToolUse", "PostToolUse", "PostToolUseFailure"):
        told |= {"tool_name": "Bash", "tool_input": {"command": "pytest -v"}, "tool_use_id": f"ck-self-test-{time.monotonic_ns()}"}
    if event == "PostToolUse":
        told["tool_response"] = {"stdout": PASSING, "stderr": "", "interrupted": False, "isImage": False}
    more = {
        "PostToolUseFailure": {"error": "Exit code 1\nfailed"},
        "SessionStart": {"source": "startup"},
        "SessionEnd": {"reason": "other"},
        "UserPromptSubmit": {"prompt": "hello"},
        "PreCompact": {"trigger": "auto", "custom_instructions": ""},
    }
    return told | more.get(event, {})


def _takes(command: Sequence[str], event: str, folder: str) -> str:
    """Why the answer to a sample event is none; empty where it is one."""
    done = _run(command, event, folder)
    if done.returncode != 0:
        return f"it ended with exit code {done.returncode}: {_last_line(done.stderr)}"
    try:
        fine = not done.stdout.strip() or isinstance(json.loads(done.stdout), dict)
    except ValueError:
        fine = False
    return "" if fine else "it answered with something else than a JSON object"


def _shortens(command: Sequence[str], folder: str) -> str:
    done = _run(command, "PostToolUse", folder)
    try:
        text = json.loads(done.stdout)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
    except (ValueError, KeyError, TypeError):
        told = _last_line(done.stderr)
        return "it did not shorten a long test run" + (f": {told}" if told else "")
    if len(text) >= len(PASSING) or "ck recall" not in text:
        return "what it made of a long test run cannot be recalled"
    return ""


def _run(command: Sequence[str], event: str, folder: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    home = os.path.join(folder, "home")  # noqa: PTH118
    return subprocess.run(
        list(command), input=json.dumps(sample(event, folder)).encode(), capture_output=True, check=False, cwd=folder,
        env={**kept, "HOME": folder, "CK_HOME": home, "CK_CONFIG": os.path.join(home, "config.toml")}, timeout=PATIENCE,  # noqa: PTH118
    )  # fmt: skip


def _last_line(data: bytes) -> str:
    lines = data.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else ""
