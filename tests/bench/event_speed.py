"""How long the registered hook takes for each event, and the status line, beside the bare interpreter.

    python tests/bench/event_speed.py [CALLS]

Printed are median and 95th percentile of the calls after a first one. A new failure is one whose slice is made and waited for;
a known one was told before. Each answer is checked to be what its event should give.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import kernel
from kernel.hooks import registered_command, statusline_command

DEMO = Path(kernel.__file__).parent / "demo"
SYMPTOM = (DEMO / "symptom.txt").read_text()
PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
BARE = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "python -I -S -c pass": (sys.executable, "-I", "-S", "-c", "pass"),
    "  with json, re, sqlite3, zlib": (sys.executable, "-I", "-S", "-c", "import json,re,sqlite3,zlib"),
}


def bash(command: str, text: str) -> dict[str, Any]:
    response = {"stdout": text, "stderr": "", "interrupted": False}
    return {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": response}


def failing(text: str) -> dict[str, Any]:
    return {"tool_name": "Bash", "tool_input": {"command": "make"}, "error": f"Exit code 1\n{text}"}


EVENTS: Mapping[str, tuple[str, Callable[[int], dict[str, Any]], bytes | None]] = {
    "SessionStart": ("SessionStart", lambda n: {"source": "startup"}, b"works beside"),
    "UserPromptSubmit, a sentence": ("UserPromptSubmit", lambda n: {"prompt": f"please do step {n} of the plan, as agreed"}, None),
    "UserPromptSubmit, new failure": ("UserPromptSubmit", lambda n: {"prompt": SYMPTOM.replace("card_token", f"token_{n}")}, b"Sufficiency"),
    "UserPromptSubmit, known failure": ("UserPromptSubmit", lambda n: {"prompt": f"again {n}\n{SYMPTOM}"}, None),
    "PostToolUse, two lines": ("PostToolUse", lambda n: bash("ls", "a\nb\n"), None),
    "PostToolUse, 400 passing tests": ("PostToolUse", lambda n: bash("pytest -v", PASSING), b"updatedToolOutput"),
    "PostToolUseFailure, a line": ("PostToolUseFailure", lambda n: failing("no"), None),
    "PostToolUseFailure, known failure": ("PostToolUseFailure", lambda n: failing(SYMPTOM), None),
    "SubagentStart": ("SubagentStart", lambda n: {"agent_id": f"a{n}", "agent_type": "Explore"}, None),
    "PreCompact": ("PreCompact", lambda n: {"trigger": "auto"}, None),
    "SessionEnd": ("SessionEnd", lambda n: {"reason": "other"}, None),
}  # fmt: skip


def took(command: tuple[str, ...], given: bytes, environ: Mapping[str, str], wanted: bytes | None, silent: bool) -> float:
    """Milliseconds of a process whose answer is checked."""
    started = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True, env=environ)
    spent = (time.perf_counter() - started) * 1000
    assert (wanted in done.stdout) if wanted else (not silent or not done.stdout), done.stdout
    return spent


def main() -> None:
    """Print a line a case."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        root = f"{folder}/repository"
        shutil.copytree(DEMO / "repository", root)
        subprocess.run(["git", "init", "-q", root], check=True)
        environ = {"CK_HOME": f"{folder}/home", "HOME": folder, "PATH": os.environ["PATH"], "CK_AMBIENT_WAIT_MS": "1900", "CK_HOOK_DEADLINE_MS": "10000"}
        for name, command in BARE.items():
            report(name, [took(command, b"", environ, None, True) for _ in range(calls + 1)])
        hook = registered_command("claude")
        base = {"session_id": "s", "cwd": root, "transcript_path": "/x"}
        took(hook, json.dumps({**base, "hook_event_name": "SessionStart", "source": "startup"}).encode(), environ, None, False)
        took(hook, json.dumps({**base, "hook_event_name": "UserPromptSubmit", "prompt": SYMPTOM}).encode(), environ, b"Sufficiency", False)
        for name, (event, told, wanted) in EVENTS.items():
            times = []
            for n in range(calls + 1):
                given = {**base, "hook_event_name": event, "prompt_id": uuid4().hex, "tool_use_id": uuid4().hex, **told(n)}
                # Known failures speak where the task changes, which is no slower.
                times.append(took(hook, json.dumps(given).encode(), environ, wanted, "known" not in name))
            report(name, times)
            if event == "SessionStart":
                took(hook, json.dumps({**base, "hook_event_name": "UserPromptSubmit", "prompt": SYMPTOM}).encode(), environ, b"Sufficiency", False)
        window = {"context_window_size": 200_000, "current_usage": {"input_tokens": 50_000}}
        given = json.dumps({**base, "workspace": {"current_dir": root}, "context_window": window}).encode()
        report("status line", [took(statusline_command(), given, environ, b"window 25 %", False) for _ in range(calls + 1)])


def report(name: str, times: list[float]) -> None:
    """Print a case's figures without the first call."""
    ordered = sorted(times[1:])
    print(f"{name:36} n = {len(ordered)}  median {statistics.median(ordered):6.1f} ms  p95 {ordered[int(len(ordered) * 0.95) - 1]:6.1f} ms")


if __name__ == "__main__":
    main()
