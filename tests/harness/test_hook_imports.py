"""What a hook may load: each further module of the standard library costs every tool call some milliseconds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kernel

BASE = "json, re, _sqlite3, zlib"
"""What no hook can do without; everything that these load is free."""

ALLOWED = {
    "__future__", "_bisect", "_heapq", "_sha2", "_sha256", "_signal", "_stat", "bisect", "collections.abc", "genericpath", "heapq", "itertools", "math", "os", "os.path", "posixpath", "stat", "time",
}  # fmt: skip
PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
RECORDS = json.dumps([{"id": n, "state": "done", "took": n % 7} for n in range(900)], indent=1)
LOG = "".join(f"2026-01-02 03:04:{n % 60:02} INFO app.web request {n} took {n % 40}ms\n" for n in range(900))
TRACE = 'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    g()\nValueError: bad\n'


def bash(text: str, command: str) -> dict[str, Any]:
    response = {"stdout": text, "stderr": "", "interrupted": False}
    return {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": response}


START = f"sys.path[:0] = [{str(Path(kernel.__file__).parents[1])!r}]\nfrom kernel import hooks\nhooks.{{}}"
EVENTS: dict[str, dict[str, Any]] = {
    "small": bash("done\n", "make"),
    "tests": bash(PASSING, "pytest -v"),
    "log": bash(LOG, "cd x && ./serve 2>&1 | tee log"),
    "traces": bash(LOG + TRACE * 30, "./serve"),
    "json": {"tool_name": "mcp__ci__jobs", "tool_input": {}, "tool_response": RECORDS},
    "table": bash("NAME  READY  AGE\n" + "".join(f"web-{n}  1/1  {n}d\n" for n in range(400)), "./list"),
    "glob": {"tool_name": "Glob", "tool_input": {"pattern": "**"}, "tool_response": {"filenames": [f"/r/src/m{n}/f{n}.py" for n in range(900)]}},
}  # fmt: skip


def modules(code: str, given: bytes, environment: dict[str, str]) -> set[str]:
    """What an isolated interpreter has loaded after some code."""
    code = f"import sys\n{code}\nsys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], input=given, capture_output=True, check=True, env=environment
    )
    return set(done.stderr.decode().split())


LIFE: dict[str, dict[str, Any]] = {
    "UserPromptSubmit": {"prompt": "please go on with the next step of the plan, as it was agreed"},
    "PreCompact": {"trigger": "auto"},
    "SubagentStart": {"agent_id": "a7", "agent_type": "general-purpose"},
    "SessionEnd": {"reason": "other"},
}
FOR_READERS = {"importlib", "importlib._bootstrap", "importlib._bootstrap_external", "warnings"}
"""What understanding a prompt may load beyond that: its readers are loaded by name."""


@pytest.mark.parametrize("kind", EVENTS)
def test_a_hook_loads_the_base_the_kernel_and_the_allowed_modules(kind: str, tmp_path: Path) -> None:
    environment = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    event = {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": str(tmp_path), **EVENTS[kind]}
    given = json.dumps(event).encode()
    loaded = modules(START.format("main('claude')"), given, environment)
    assert "kernel.service.observe" in loaded
    theirs = {name for name in loaded if not name.startswith("kernel") and name != "__main__"}
    assert theirs - modules(f"import {BASE}", b"", environment) <= ALLOWED


def test_the_end_of_a_failing_command_loads_no_more(tmp_path: Path) -> None:
    environment = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"], "CLAUDE_CODE_SESSION_ID": "s"}
    output = tmp_path / "claude-0" / "-x" / "3724ede2-d0ae-47e5-8c85-85bd2f70aede" / "tasks" / "b.output"
    output.parent.mkdir(parents=True)
    output.write_text(PASSING + TRACE)
    call = f"command_ended('1', {str(tmp_path)!r}, 'x && eval \\'pytest -v\\' < /dev/null && pwd -P >| /x')"
    code = f"""import sys
sys.path[:0] = [{str(Path(kernel.__file__).parents[1])!r}]
from kernel.hooks import command_ended
{call}
sys.stderr.write(' '.join(sys.modules))"""
    with output.open("ab") as file:
        done = subprocess.run([sys.executable, "-I", "-S", "-c", code], stdout=file, stderr=subprocess.PIPE, check=True, env=environment)
    assert output.read_text().startswith("[ck: ")
    loaded = {name for name in done.stderr.decode().split() if not name.startswith("kernel") and name != "__main__"}
    assert loaded - modules(f"import {BASE}", b"", environment) <= ALLOWED


def test_a_command_that_is_given_a_quieter_form_waits_for_little(tmp_path: Path) -> None:
    environment = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    loaded = modules(START.format(f"command_begins({str(tmp_path)!r}, 'npm ci')"), b"", environment)
    theirs = {name for name in loaded if not name.startswith("kernel") and name != "__main__"}
    assert theirs - modules(f"import {BASE}", b"", environment) <= ALLOWED
    assert not any(name.startswith(("kernel.store", "kernel.projection.recognisers")) for name in loaded)


@pytest.mark.parametrize("name", LIFE)
def test_events_without_output_load_no_more(name: str, tmp_path: Path) -> None:
    environment = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    event = {"hook_event_name": name, "session_id": "s", "cwd": str(tmp_path), **LIFE[name]}
    loaded = modules(START.format("main('claude')"), json.dumps(event).encode(), environment)
    theirs = {one for one in loaded if not one.startswith("kernel") and one != "__main__"}
    assert theirs - modules(f"import {BASE}", b"", environment) <= ALLOWED | FOR_READERS
    assert not any(one.startswith(("kernel.projection", "kernel.grammars", "kernel.slicing")) for one in loaded)


def test_the_status_line_loads_not_even_the_base(tmp_path: Path) -> None:
    environment = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    given = json.dumps({"session_id": "s", "cwd": str(tmp_path), "context_window": {"context_window_size": 9}}).encode()
    loaded = modules(START.format("statusline()"), given, environment)
    assert "kernel.service.statusline" in loaded
    assert not loaded & {"json", "re", "enum", "typing", "pathlib", "datetime"}
