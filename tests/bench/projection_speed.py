"""Time of planning large outputs, as a ratio to one pass of the token estimate over the same text.

Run: ``python tests/bench/projection_speed.py [--size MB] [--runs N] [NAME …]``. Prints, for each kind of output, microseconds
per KB (median of the runs) and the ratio to ``kernel.tokens.estimate``, which every plan has to pay once anyhow. Where twice
the text takes much more than twice the time, the last column tells: it is the growth from half the size, 2.0 for linear.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

from kernel.model.event import ToolOutput
from kernel.projection.engine import plan
from kernel.tokens import estimate

WORDS = [f"w{random.Random(n).getrandbits(24):06x}" for n in range(3000)]


def _log(rng: random.Random, n: int) -> str:
    return f"2026-01-{n % 28 + 1:02} {n % 24:02}:{n % 60:02}:00,123 INFO app.{rng.choice(('db', 'web'))} request {rng.randint(1, 9999)} took {rng.randint(5, 50)}ms\n"


def _record(rng: random.Random, n: int) -> dict[str, object]:
    return {"id": n, "name": f"n{n}", "value": rng.random(), "state": rng.choice(("ok", "ok", "bad"))}


def _words(rng: random.Random, n: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(10)) + "\n"


LINES: dict[str, tuple[str, Callable[[random.Random, int], str]]] = {
    "log": ("./serve", _log),
    "words": ("./say", _words),
    "ndjson": ("./jobs", lambda rng, n: json.dumps(_record(rng, n)) + "\n"),
    "csv": ("cat a.csv", lambda rng, n: f"{n},{rng.random():.4f},{rng.choice('xyz')},name{n}\n"),
    "paths": ("find .", lambda rng, n: f"src/{n // 400}/mod{n // 40}/file{n}.py\n"),
    "matches": ("grep -rn import .", lambda rng, n: f"src/{n // 300}/f{n // 50}.py:{n % 50}:    import {rng.choice(WORDS)}\n"),
    "tests": ("pytest -v", lambda rng, n: f"tests/test_{n // 50}.py::test_case_{n} PASSED [ {n % 100:2}%]\n"),
    "warnings": ("make", lambda rng, n: f"src/f{n}.c:{n}:9: warning: unused variable 'x{n}' [-Wunused-variable]\n"),
    "traces": ("./serve", lambda rng, n: f'Traceback (most recent call last):\n  File "a{n}.py", line {n}, in f\n    g()\nValueError: bad {n}\n'),
    "commits": ("git log", lambda rng, n: f"commit {rng.getrandbits(160):040x}\nAuthor: A <a@b>\nDate:   Mon Nov 30 21:13:44 2026 +0000\n\n    {rng.choice(WORDS)} {rng.choice(WORDS)}\n\n"),
    "hunks": ("git diff", lambda rng, n: ("" if n else "diff --git a/x b/x\n--- a/x\n+++ b/x\n") + f"@@ -{n},3 +{n},3 @@\n a\n-b{n}\n+c{n}\n d\n"),
    "yaml": ("./render", lambda rng, n: f"- name: n{n}\n  spec:\n    port: {n}\n    kind: X\n"),
    "short lines": ("x", lambda rng, n: "x\n"),
    "brackets": ("x", lambda rng, n: "{\n"),
    "base64": ("x", lambda rng, n: "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3\n"),
    "html": ("curl x", lambda rng, n: f"<script>\nvar x;\n</script>\n<a href='{n}'>y</a>\n"),
}  # fmt: skip


def text_of(name: str, size: int) -> tuple[str, str]:
    """(command, text of about ``size`` characters) of one kind."""
    rng = random.Random(7)
    if name == "json line":
        one = len(json.dumps(_record(rng, 10_000))) + 2
        return "x", json.dumps([_record(rng, n) for n in range(size // one)]) + "\n"
    if name == "json pretty":
        one = len(json.dumps([_record(rng, 10_000)], indent=1))
        return "x", json.dumps([_record(rng, n) for n in range(size // one)], indent=1) + "\n"
    if name == "one letter":
        return "x", "a" * size
    command, line = LINES[name]
    parts: list[str] = []
    written = n = 0
    while written < size:
        parts.append(line(rng, n))
        written += len(parts[-1])
        n += 1
    return command, "".join(parts)


def seconds(output: ToolOutput, runs: int) -> float:
    """Median time of the processor that a plan takes."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        plan(output)
        times.append(time.process_time() - begun)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--size", type=float, default=4.0, help="megabytes")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    names = arguments.names or [*LINES, "json line", "json pretty", "one letter"]
    print(
        f"{'kind':<14}{'µs/KB':>8}{'ratio':>8}{'growth':>8}   ({arguments.size:g} MB, median of {arguments.runs})"
    )
    for name in names:
        size = int(arguments.size * 1e6)
        command, text = text_of(name, size)
        begun = time.process_time()
        estimate(text)
        baseline = time.process_time() - begun
        whole = seconds(ToolOutput(text, "Bash", command, exit_code=0), arguments.runs)
        half = seconds(ToolOutput(text_of(name, size // 2)[1], "Bash", command, exit_code=0), arguments.runs)
        per_kb = whole * 1e6 / (len(text) / 1024)
        print(f"{name:<14}{per_kb:>8.0f}{whole / baseline:>8.1f}{whole / half:>8.1f}", flush=True)


if __name__ == "__main__":
    main()
