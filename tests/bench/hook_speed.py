"""How long the registered hook takes to replace a Bash output, as a ratio to an empty interpreter with the same libraries.

    python tests/bench/hook_speed.py [PAIRS]

Each pair runs the baseline and then the hook; printed are medians of pairs. Every answer is checked: it is shorter, and what
the store holds equals the original.
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


def measure(lines: int, pairs: int) -> tuple[float, float, float]:
    """Median baseline and hook in seconds, and the median of the pairs' ratios."""
    text = output(lines)
    with tempfile.TemporaryDirectory() as folder:
        environ = {"CK_HOME": f"{folder}/home", "HOME": folder, "CK_HOOK_DEADLINE_MS": "60000"}
        payload = {
            "hook_event_name": "PostToolUse", "session_id": "s", "cwd": folder, "tool_name": "Bash",
            "tool_input": {"command": "pytest -v"}, "tool_response": {"stdout": text, "stderr": "", "interrupted": False},
        }  # fmt: skip
        given, command = json.dumps(payload).encode(), registered_command("claude")
        seconds(command, given, environ)  # makes the store
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


if __name__ == "__main__":
    main()
