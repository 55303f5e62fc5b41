"""What the trap costs a command, beside the same line without it, under each shell that is installed.

    python tests/bench/trap_speed.py [PAIRS]

Each pair runs the plain line and then the one with the trap; printed are the medians in milliseconds and the median of the
pairs' differences with its quartiles. Every answer is checked.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from hook_speed import output

from kernel.hooks import ck_command, trap_command
from kernel.shell.trap import callable_text, trap_text

FOLDER = "claude-0/-x/3724ede2-d0ae-47e5-8c85-85bd2f70aede/tasks"
CASES = (
    ("succeeds, prints nothing", "true", False),
    ("succeeds, prints 60 kB", "cat small", False),
    ("fails, prints nothing", "false", False),
    ("fails, prints 2 kB", "head -c 2000 small; exit 1", False),
    ("fails, prints 60 kB, wants it raw", "cat small; exit 1 # ck:raw", False),
    ("fails, prints 60 kB", "cat small; exit 1", True),
    ("fails, prints 1 MB", "cat large; exit 1", True),
)


def milliseconds(shell: str, line: str, folder: Path) -> tuple[float, str]:
    """Wall time of a shell that runs a line into a file, and what is in the file then."""
    path = folder / FOLDER / "b1.output"
    path.write_bytes(b"")
    environ = {"CK_HOME": str(folder / "ck"), "HOME": str(folder), "PATH": os.environ["PATH"], "CLAUDE_CODE_SESSION_ID": "s"}
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    actions = [(os.POSIX_SPAWN_DUP2, descriptor, 1), (os.POSIX_SPAWN_DUP2, descriptor, 2)]
    started = time.perf_counter()
    os.waitpid(os.posix_spawn(shell, [shell, "-c", line], environ, file_actions=actions), 0)
    took = time.perf_counter() - started
    os.close(descriptor)
    return took * 1000, path.read_text()


def main(pairs: int) -> None:
    """Print a table for each shell."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FOLDER).mkdir(parents=True)
        (folder / "small").write_text(output(600))
        (folder / "large").write_text(output(10_000))
        os.environ["CK_HOME"] = str(folder / "ck")
        os.chdir(folder)
        text = callable_text(ck_command()) + trap_text(trap_command(), 800)
        for shell in filter(None, map(shutil.which, ("bash", "zsh"))):
            print(f"{Path(shell).name}, {pairs} pairs: plain → with the trap, difference (quartiles), ms")
            for what, command, shortened in CASES:
                ending = f"eval '{command}' < /dev/null && pwd -P >| cwd"
                milliseconds(shell, f"{text}: && {ending}", folder)
                plain, trapped = [], []
                for _ in range(pairs):
                    plain.append(milliseconds(shell, f": && {ending}", folder))
                    trapped.append(milliseconds(shell, f"{text}: && {ending}", folder))
                    assert trapped[-1][1].startswith("[ck: ") if shortened else trapped[-1][1] == plain[-1][1]
                low, middle, high = statistics.quantiles([t[0] - p[0] for p, t in zip(plain, trapped, strict=True)], n=4)
                before, after = (statistics.median(row[0] for row in rows) for rows in (plain, trapped))
                print(f"  {what:36}{before:7.1f} → {after:6.1f}   {middle:+7.1f} ({low:+.1f} … {high:+.1f})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
