"""How long the MCP server takes to answer a hook, beside the registered command and an empty interpreter.

    python tests/bench/mcp_hook_speed.py [CALLS]

Per size of the payload: each round answers one event by the server, one by the command, and starts the empty interpreter, one
after the other. Printed are medians and 95th percentiles in milliseconds, as seen from outside of each process. Every answer
is checked: the server's and the command's are the same but for the handle. Below: how long the server takes from its start to
its first answer, and what its list of tools costs a session in tokens.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "mcp_server"))
from mcp_client import Client, environment, serving

from kernel.hooks import registered_command
from kernel.mcp_server.hook_events import hook_input
from kernel.tokens import estimate

BARE = (sys.executable, "-I", "-S", "-c", "pass")
SIZES = {"small": 4, "20 kB": 380}
"""Lines of a verbose test run in a payload."""


def event(lines: int, number: int, cwd: Path, session: str) -> dict[str, Any]:
    """A PostToolUse event of a Bash call; no two are the same call."""
    text = "".join(f"tests/test_module_{n % 9}.py::test_case_{n}_{number} PASSED [ 10%]\n" for n in range(lines))
    response = {"stdout": text, "stderr": "", "interrupted": False, "isImage": False}
    base = {"session_id": session, "cwd": str(cwd), "hook_event_name": "PostToolUse", "tool_use_id": f"toolu_{number}"}
    return {**base, "tool_name": "Bash", "tool_input": {"command": "pytest -v"}, "tool_response": response}


def timed(work: Callable[[], str]) -> tuple[float, str]:
    """Milliseconds that some work took, and what it gave."""
    started = time.perf_counter()
    found = work()
    return (time.perf_counter() - started) * 1000, found


def row(name: str, times: list[float]) -> str:
    """Median and 95th percentile as text."""
    return f"  {name:<18} median {statistics.median(times):6.1f}   p95 {statistics.quantiles(times, n=20)[-1]:6.1f}   n = {len(times)}"


def measure(name: str, lines: int, calls: int, client: Client, home: Path, cwd: Path) -> None:
    """Print the rows of one size."""
    times: dict[str, list[float]] = {"mcp server": [], "registered command": [], "bare interpreter": []}
    for number in range(calls + 1):
        one, other = (event(lines, number, cwd, f"{name}-{way}") for way in ("server", "command"))
        given = {key: json.dumps(value) if isinstance(value, dict) else value for key, value in one.items()}
        arguments = {**dict.fromkeys(hook_input(), ""), **given}
        data, env = json.dumps(other).encode(), environment(home)

        def by_command(data: bytes = data, env: dict[str, str] = env) -> str:
            return subprocess.run(registered_command("claude"), input=data, capture_output=True, check=True, env=env).stdout.decode()

        def bare() -> str:
            return subprocess.run(BARE, input=b"", capture_output=True, check=True).stdout.decode()

        served, told = timed(lambda arguments=arguments: client.text("hook", **arguments))
        ran, said = timed(by_command)
        assert _plain(told) == _plain(said), (told, said)
        if number:  # the first call of each loads what it needs
            for key, value in zip(times, (served, ran, timed(bare)[0]), strict=True):
                times[key].append(value)
    size = len(json.dumps(event(lines, 0, cwd, "")))
    print(f"{name} ({size:,} bytes)", *(row(key, value) for key, value in times.items()), sep="\n")


def _plain(told: str) -> Any:
    return json.loads(re.sub(r"ck recall \d+", "ck recall", told)) if told else None


def main() -> None:
    """Measure and print."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        home, cwd = Path(folder), Path(folder) / "repo"
        cwd.mkdir()
        with serving(cwd, home) as client:
            client.initialize()
            for name, lines in SIZES.items():
                measure(name, lines, calls, client, home, cwd)
        starts = []
        for _ in range(11):
            started = time.perf_counter()
            with serving(cwd, home) as client:
                client.initialize()
                starts.append((time.perf_counter() - started) * 1000)
                tools = client.request("tools/list")["result"]["tools"]
        print(row("start to answer", starts))
        print(f"  list of tools: {estimate(json.dumps(tools))} tokens, {len(tools)} tools (estimate)")


if __name__ == "__main__":
    main()
