"""How long the registered hook takes to replace a Bash output, as a ratio to an empty interpreter with the same libraries.

    python tests/bench/hook_speed.py [PAIRS]

Each pair runs the baseline and then the hook; printed are medians of pairs. Every answer is checked: it is shorter, and what
the store holds equals the original. Below stands what importing costs: the dearest modules of a hook on the smallest output.
"""

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence

from kernel.hooks import registered_command
from kernel.service.kernel import open_kernel
from kernel.service.recall import parked, parked_output

BASELINE = (sys.executable, "-I", "-S", "-c", "import json,re,sqlite3,zlib")
SIZES = {100: 1.6, 10_000: 10.0, 60_000: 35.0}
"""Lines of a verbose test run → the ratio that is aimed at."""


DEAREST = 15
"""Modules that the table of imports names."""


def output(lines: int) -> str:
    """A verbose test run with one failure in it; about 100 bytes a line."""
    passing = [
        f"tests/unit/package_{n % 40}/test_module_{n % 400}.py::TestGroup{n % 90}::test_case_{n} PASSED   [{n * 100 // lines:3d}%]"
        for n in range(lines)
    ]
    passing[lines // 2] = passing[lines // 2].replace("PASSED", "FAILED")
    return "\n".join(passing) + "\n"


def seconds(command: Sequence[str], given: bytes, environ: Mapping[str, str]) -> tuple[float, bytes]:
    """Wall time of a process that reads ``given``, and what it printed."""
    started = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True, env=environ)
    return time.perf_counter() - started, done.stdout


def payload_of(text: str, folder: str) -> bytes:
    """The harness's JSON about a Bash call."""
    response = {"stdout": text, "stderr": "", "interrupted": False}
    told = {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": folder, "tool_name": "Bash"}
    return json.dumps({**told, "tool_input": {"command": "pytest -v"}, "tool_response": response}).encode()


def imports(runs: int = 5) -> dict[str, float]:
    """Milliseconds that each module of a warm hook took by itself, median of some runs; measuring adds a little to each."""
    python, *rest = registered_command("claude")
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        environ = {"CK_HOME": f"{folder}/home", "HOME": folder}
        given = payload_of(output(min(SIZES)), folder)
        for run in range(runs + 1):
            command = [python, "-X", "importtime", *rest]
            told = subprocess.run(command, input=given, capture_output=True, check=True, env=environ).stderr.decode()
            rows = [line.removeprefix("import time:").split("|") for line in told.splitlines()[1:]]
            for own, _, name in rows if run else ():
                found.setdefault(name.strip(), []).append(int(own) / 1000)
    return {name: statistics.median(times) for name, times in found.items()}


def measure(lines: int, pairs: int) -> tuple[float, float, float]:
    """Median baseline and hook in seconds, and the median of the pairs' ratios."""
    text = output(lines)
    with tempfile.TemporaryDirectory() as folder:
        environ = {"CK_HOME": f"{folder}/home", "HOME": folder, "CK_HOOK_DEADLINE_MS": "60000"}
        given, command = payload_of(text, folder), registered_command("claude")
        seconds(command, given, environ)  # makes the store and the file of modules
        times = []
        for _ in range(pairs):
            base = seconds(BASELINE, b"", environ)[0]
            took, answer = seconds(command, given, environ)
            times.append((base, took))
            shown = json.loads(answer)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
            assert len(shown) < len(text), "not shrunk"
        with open_kernel(folder, environ) as kernel:
            assert parked_output(kernel, parked(kernel)[0].handle).original == text, "not recalled"
    return (
        statistics.median(base for base, _ in times),
        statistics.median(took for _, took in times),
        statistics.median(took / base for base, took in times),
    )


def main() -> None:
    """Print a line a size."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    for lines, aim in SIZES.items():
        base, took, ratio = measure(lines, pairs)
        print(
            f"{lines:>6,} lines  n = {pairs}  baseline {base * 1000:6.1f} ms  hook {took * 1000:7.1f} ms  "
            f"ratio {ratio:5.1f} (aim {aim})"
        )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"largest process {peak:,.0f} MB")
    costs = imports()
    ours = sum(cost for name, cost in costs.items() if name.startswith("kernel"))
    print(f"{len(costs)} modules take {sum(costs.values()):.1f} ms, the kernel's own {ours:.1f} ms of it; the dearest:")
    for name, cost in sorted(costs.items(), key=lambda one: -one[1])[:DEAREST]:
        print(f"{cost:6.2f} ms  {name}")


if __name__ == "__main__":
    main()
