"""How long the registered hook takes for each event, and the status line, beside the bare interpreter.

    python tests/bench/event_speed.py [CALLS]

Each call is one of a pair with ``python -I -S -c pass``. Printed are median and 95th percentile of the calls after a first one,
the bare interpreter's median meanwhile, and the median of the pairs' ratios. A new failure is one whose slice is made and waited for;
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
from typing import Any, NamedTuple
from uuid import uuid4

import kernel
from kernel.hooks import registered_command, statusline_command

DEMO = Path(kernel.__file__).parent / "demo"
SYMPTOM = (DEMO / "symptom.txt").read_text()
PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
BARE = (sys.executable, "-I", "-S", "-c", "pass")
OTHERS = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "python -I -S -c import libraries": (sys.executable, "-I", "-S", "-c", "import json,re,sqlite3,zlib"),
}


def bash(command: str, text: str) -> dict[str, Any]:
    response = {"stdout": text, "stderr": "", "interrupted": False}
    return {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": response}


def failing(text: str) -> dict[str, Any]:
    return {"tool_name": "Bash", "tool_input": {"command": "make"}, "error": f"Exit code 1\n{text}"}


EVENTS: Mapping[str, tuple[str, Callable[[int], dict[str, Any]], bytes | None]] = {
    "SessionStart": ("SessionStart", lambda n: {"source": "startup"}, b"works beside"),
    "UserPromptSubmit, a sentence": ("UserPromptSubmit", lambda n: {"prompt": f"please do step {n} of the plan, as agreed"}, None),
    "UserPromptSubmit, new failure": ("UserPromptSubmit", lambda n: {"prompt": SYMPTOM, "session_id": f"new {n}"}, b"Sufficiency"),
    "UserPromptSubmit, known failure": ("UserPromptSubmit", lambda n: {"prompt": f"again {n}\n{SYMPTOM}"}, None),
    "PostToolUse, two lines": ("PostToolUse", lambda n: bash("ls", "a\nb\n"), None),
    "PostToolUse, 400 passing tests": ("PostToolUse", lambda n: bash("pytest -v", PASSING), b"updatedToolOutput"),
    "PostToolUseFailure, a line": ("PostToolUseFailure", lambda n: failing("no"), None),
    "PostToolUseFailure, known failure": ("PostToolUseFailure", lambda n: failing(SYMPTOM), None),
    "SubagentStart": ("SubagentStart", lambda n: {"agent_id": f"a{n}", "agent_type": "Explore"}, None),
    "PreCompact": ("PreCompact", lambda n: {"trigger": "auto"}, None),
    "SessionEnd": ("SessionEnd", lambda n: {"reason": "other"}, None),
}  # fmt: skip


class Pairs(NamedTuple):
    """Milliseconds of the bare interpreter and of what was measured beside it."""

    bare: list[float]
    times: list[float]

    def add(self, command: tuple[str, ...], given: bytes, environ: Mapping[str, str], wanted: bytes | None, silent: bool) -> None:
        """Measure one pair; the answer must hold ``wanted``, or with ``silent`` be empty."""
        self.bare.append(took(BARE, b"", environ)[0])
        spent, answer = took(command, given, environ)
        assert (wanted in answer) if wanted else (not silent or not answer), answer
        self.times.append(spent)

    def report(self, name: str) -> None:
        """Print the figures without the first pair."""
        bare, times = self.bare[1:], self.times[1:]
        ratio = statistics.median(time / base for base, time in zip(bare, times, strict=True))
        p95 = sorted(times)[int(len(times) * 0.95) - 1]
        print(
            f"{name:34} n = {len(times)}  median {statistics.median(times):6.1f} ms  p95 {p95:6.1f} ms  "
            f"bare {statistics.median(bare):5.1f} ms  ratio {ratio:4.1f}"
        )


def took(command: tuple[str, ...], given: bytes, environ: Mapping[str, str]) -> tuple[float, bytes]:
    """Milliseconds of a process, and what it printed."""
    started = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True, env=environ)
    return (time.perf_counter() - started) * 1000, done.stdout


def main() -> None:
    """Print a line a case."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        root = f"{folder}/repository"
        shutil.copytree(DEMO / "repository", root)
        subprocess.run(["git", "init", "-q", root], check=True)
        environ = {
            "CK_HOME": f"{folder}/home", "HOME": folder, "PATH": os.environ["PATH"], "CK_AMBIENT_WAIT_MS": "5000",
            "CK_HOOK_DEADLINE_MS": "10000",
        }  # fmt: skip
        measure(root, environ, calls)


def measure(root: str, environ: Mapping[str, str], calls: int) -> None:
    """Measure everything in a repository."""
    hook, base = registered_command("claude"), {"session_id": "s", "cwd": root, "transcript_path": "/x"}
    for name, command in OTHERS.items():
        pairs = Pairs([], [])
        for _ in range(calls + 1):
            pairs.add(command, b"", environ, None, True)
        pairs.report(name)
    for name, (event, told, wanted) in EVENTS.items():
        pairs = Pairs([], [])
        if "known" in name:
            took(hook, json.dumps({**base, "hook_event_name": "UserPromptSubmit", "prompt": SYMPTOM}).encode(), environ)
        for n in range(calls + 1):
            given = {**base, "hook_event_name": event, "prompt_id": uuid4().hex, "tool_use_id": uuid4().hex, **told(n)}
            # The first of the known failures says that the task changed.
            pairs.add(hook, json.dumps(given).encode(), environ, wanted, "known" not in name)
        pairs.report(name)
    window = {"context_window_size": 200_000, "current_usage": {"input_tokens": 50_000}}
    given = json.dumps({**base, "workspace": {"current_dir": root}, "context_window": window}).encode()
    pairs = Pairs([], [])
    for _ in range(calls + 1):
        pairs.add(statusline_command(), given, environ, b"window 25 %", False)
    pairs.report("status line")


if __name__ == "__main__":
    main()
