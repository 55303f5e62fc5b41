"""The whole ``ck slice`` process as a ratio to ``python -c pass`` of the same environment, cold and warm.

``python tests/bench/speed.py --repo DIR --symptom FILE [--pairs 5] [--budget 20000]``

Alternating pairs in one run; a cold slice gets an empty CK_HOME, the warm one the home of the cold one before it.
Prints the medians and the median of the pairs' ratios. Run it on a machine that does nothing else.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def seconds(command: list[str], environment: dict[str, str] | None = None) -> tuple[float, bytes]:
    """Wall time of a process that must succeed, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, env={**os.environ, **(environment or {})})
    return time.perf_counter() - began, done.stdout


def check(answer: bytes, budget: int) -> str:
    """A line on what was answered; an empty or too large slice is no measurement."""
    document = json.loads(answer)
    used, items = document["budget"]["used"], document["items"]
    if not items or used > budget:
        raise SystemExit(f"not a slice to measure: {len(items)} items, {used} tokens of {budget}")
    return f"{len(items)} items, {used:,} of {budget:,} tokens; best: {items[0]['path']}::{''.join(items[0]['symbols'])}"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--symptom", required=True)
    parser.add_argument("--budget", type=int, default=20_000)
    parser.add_argument("--pairs", type=int, default=5)
    arguments = parser.parse_args()
    floor = [sys.executable, "-c", "pass"]
    ck = str(Path(sys.executable).with_name("ck"))
    command = [ck, "slice", "--repo", arguments.repo, "--symptom", arguments.symptom, "--budget", str(arguments.budget), "--json"]
    times: dict[str, list[tuple[float, float]]] = {"cold": [], "warm": []}
    answer = b""
    for _ in range(arguments.pairs):
        with tempfile.TemporaryDirectory() as home:
            for pairs in times.values():
                base, _ = seconds(floor)
                spent, answer = seconds(command, {"CK_HOME": home})
                pairs.append((base, spent))
    print(check(answer, arguments.budget))
    for kind, pairs in times.items():
        ratios = [spent / base for base, spent in pairs]
        print(
            f"{kind}: {statistics.median(ratios):.0f} × python -c pass (n = {len(pairs)} pairs, {min(ratios):.0f} to {max(ratios):.0f}; "
            f"{statistics.median(s for _, s in pairs) * 1000:.0f} ms over {statistics.median(b for b, _ in pairs) * 1000:.1f} ms)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
