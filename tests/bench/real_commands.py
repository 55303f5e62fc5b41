"""What real commands of this machine print, before and after: sizes, and whether what had to stay did.

    python tests/bench/real_commands.py --repo DIR --search DIR

``--repo`` is a git repository (log and diff of its last commits), ``--search`` a large source tree (grep). Commands that are
not installed are left out. Printed is one row an output: tokens before and after, and what had to stay: all of it, or what
was lost. A row that lost something makes the exit code 1.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

TESTS = 1500
FAILING = (17, 803, 1444)
OBJECTS = 200


class Output(NamedTuple):
    """What a tool printed, and the texts that must be shown of it; ``scope`` are arguments that tell one context."""

    name: str
    tool: str
    command: str
    text: str
    needed: Sequence[str]
    exit_code: int | None = None
    scope: Sequence[str] = ()
    path: str = ""


def ran(command: Sequence[str], cwd: Path) -> tuple[str, int]:
    """Both streams of a command, and its exit code."""
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode("utf-8", "replace"), done.returncode


def pip_list(folder: Path) -> Iterator[Output]:
    text, code = ran([sys.executable, "-m", "pip", "list"], folder)
    rows = [line.split()[0] for line in text.splitlines()[2:] if line.strip() and not line.startswith("[")]
    yield Output("pip list", "Bash", "pip list", text, rows, code)


def verbose_tests(folder: Path) -> Iterator[Output]:
    body = "\n".join(
        f"def test_case_{n}():\n    got = {n} * 2\n    assert got == {n * 2 + (n in FAILING)}\n"
        for n in range(TESTS)
    )
    (folder / "test_many.py").write_text(body)
    text, code = ran(
        [sys.executable, "-m", "pytest", "-v", "-n0", "-p", "no:cacheprovider", "test_many.py"], folder
    )
    if "unrecognized arguments" in text:
        text, code = ran(
            [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "test_many.py"], folder
        )
    needed = [f"assert {n * 2} == {n * 2 + 1}" for n in FAILING]
    needed += [f"FAILED test_many.py::test_case_{n}" for n in FAILING]
    yield Output(
        f"pytest -v, {TESTS} tests",
        "Bash",
        "pytest -v",
        text,
        [*needed, f"3 failed, {TESTS - 3} passed"],
        code,
    )


def npm_install(folder: Path) -> Iterator[Output]:
    if shutil.which("npm") is None:
        return
    (folder / "package.json").write_text(
        '{"name": "a", "version": "1.0.0", "dependencies": {"eslint": "8.57.0"}}'
    )
    command = ["npm", "install", "--verbose", "--no-audit", "--no-fund"]
    text, code = ran(command, folder)
    needed = [line for line in text.splitlines() if " warn deprecated " in line.lower()]
    needed += [line for line in text.splitlines() if line.startswith("added ")]
    yield Output("npm install --verbose", "Bash", " ".join(command), text, needed, code)


def git(repo: Path) -> Iterator[Output]:
    text, code = ran(["git", "log", "-200"], repo)
    commits = [line for line in text.splitlines() if line.startswith("commit ")]
    ends = [commits[0], commits[-1]]
    yield Output(
        "git log -200",
        "Bash",
        "git log -200",
        text,
        [*ends, *(one.split()[1][:9] for one in commits[:40])],
        code,
    )
    text, code = ran(["git", "diff", "HEAD~5", "HEAD"], repo)
    files = [line.rpartition(" b/")[2] for line in text.splitlines() if line.startswith("diff --git ")]
    yield Output("git diff HEAD~5 HEAD", "Bash", "git diff HEAD~5 HEAD", text, files, code)


def grep(tree: Path) -> Iterator[Output]:
    text, code = ran(["grep", "-rn", "--include=*.py", "get_queryset", "."], tree)
    files = sorted({line.partition(":")[0] for line in text.splitlines() if ":" in line})
    yield Output("grep -rn over a tree", "Bash", "grep -rn --include=*.py get_queryset .", text, files, code)


def reread(repo: Path) -> Iterator[Output]:
    """The same file twice in one context: the second time only what points to the first."""
    path = max(
        (repo / "kernel").rglob("*.py") if (repo / "kernel").is_dir() else repo.rglob("*.py"),
        key=lambda one: one.stat().st_size,
    )
    lines = path.read_text().splitlines()
    text = "".join(f"{at:>6}\t{line}\n" for at, line in enumerate(lines, 1))
    scope = ("--session", "s", "--agent", "main", "--epoch", "1", "--cwd", str(repo))
    call = ("Read", f"Read({path})", text)
    yield Output("read of a file", *call, [lines[0], lines[-1]], None, scope, str(path))
    yield Output("the same read again", *call, ["ck recall"], None, scope, str(path))


def objects(_: Path) -> Iterator[Output]:
    rows: list[dict[str, object]] = [
        {"id": n, "name": f"part-{n}", "shelf": "ABC"[n % 3], "count": 40 + n % 17, "state": "ok"}
        for n in range(OBJECTS)
    ]
    rows[61]["count"] = -4
    rows[148].update(state="recalled", note="lot 12")
    text = json.dumps({"rows": rows, "total": OBJECTS})
    yield Output(
        f"MCP, {OBJECTS} objects",
        "mcp__store__list",
        "",
        text,
        ['"count": -4', "recalled", "lot 12", f'"total": {OBJECTS}'],
    )


def projected(output: Output, home: Path) -> dict[str, object]:
    """What ``ck normalize`` makes of it: one process."""
    command = [
        sys.executable,
        "-c",
        "from kernel.cli.main import main; main()",
        "normalize",
        "--json",
        "--tool",
        output.tool,
        *output.scope,
    ]
    command += ["--command", output.command] if output.command else []
    command += ["--path", output.path] if output.path else []
    command += ["--exit-code", str(output.exit_code)] if output.exit_code is not None else []
    environ = {
        "CK_HOME": str(home),
        "HOME": str(home),
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = subprocess.run(command, input=output.text.encode(), capture_output=True, check=True, env=environ)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repo", type=Path, required=True)
    parser.add_argument("--search", type=Path, required=True)
    given = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "home").mkdir()
        makers: list[tuple[Callable[[Path], Iterator[Output]], Path]] = [
            (pip_list, folder), (verbose_tests, folder), (npm_install, folder), (git, given.repo), (grep, given.search),
            (reread, given.repo), (objects, folder),
        ]  # fmt: skip
        print(f"{'output':<28}{'before':>9}{'after':>9}{'':>8}  had to stay")
        for make, where in makers:
            for output in make(where):
                answer = projected(output, folder / "home")
                before, after = int(str(answer["tokens_before"])), int(str(answer["tokens_after"]))
                lost = [one for one in output.needed if one not in str(answer["text"])]
                failed = failed or bool(lost)
                said = (
                    f"{len(output.needed)} of {len(output.needed)}"
                    if not lost
                    else f"lost {len(lost)}: {lost[0][:60]}"
                )
                print(f"{output.name:<28}{before:>9,}{after:>9,}{after / max(1, before):>8.1%}  {said}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
