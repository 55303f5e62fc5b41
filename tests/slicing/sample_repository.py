"""Small real repositories for the tests of slicing: files, git, the kernel on them, the command as a process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from kernel.grammars.python_facts import python_facts
from kernel.model.slice import Ranking, Slice
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.slicing import SliceRequest, cut, rank
from kernel.slicing.languages.python import PythonNames, Target

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")


class Run(NamedTuple):
    """What a process answered."""

    code: int
    out: str
    err: str

    def document(self) -> dict[str, Any]:
        """The JSON document on stdout."""
        document = json.loads(self.out)
        assert document["schema"] == 1
        return dict(document)


class Sample(NamedTuple):
    """A repository and the home of a kernel for it."""

    root: Path
    home: Path

    def write(self, files: dict[str, str | bytes]) -> None:
        """Write files below the root."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))

    def git(self, *arguments: str) -> str:
        """Run git in the root."""
        done = subprocess.run(("git", *arguments), cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout

    def commit(self) -> None:
        """Make the root a git repository if it is none, and commit everything."""
        self.git("init", "-q", ".")
        self.git("add", "-A")
        self.git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "state")

    def environment(self) -> dict[str, str]:
        """Variables of this process with the sample's home."""
        return {**os.environ, "CK_HOME": str(self.home)}

    def kernel(self, **variables: str) -> Kernel:
        """The kernel opened on the root."""
        return open_kernel(str(self.root), {**self.environment(), **variables})

    def rank(self, symptom: str, *seeds: str, counters: dict[str, int] | None = None, **variables: str) -> Ranking:
        """Rank for a symptom and hand-picked seeds."""
        with self.kernel(**variables) as kernel:
            return rank(kernel, SliceRequest(symptom, seeds), counters=counters)

    def slice(self, symptom: str, *seeds: str, budget: int | None = 20_000) -> Slice:
        """Slice for a symptom and hand-picked seeds."""
        with self.kernel() as kernel:
            return cut(kernel, rank(kernel, SliceRequest(symptom, seeds)), budget)

    def ck(self, *arguments: str | bytes, stdin: str | bytes = b"", cwd: Path | None = None, **variables: str) -> Run:
        """Run the command as a process; it never prints a Python traceback."""
        run = subprocess.run(
            [*CK, *arguments],
            input=stdin.encode("utf-8", "surrogateescape") if isinstance(stdin, str) else stdin,
            cwd=cwd or self.root,
            env={**self.environment(), **variables},
            capture_output=True,
            timeout=120,
        )
        assert b"Traceback (most recent call last)" not in run.stderr, run.stderr.decode()
        return Run(run.returncode, run.stdout.decode(), run.stderr.decode())


def traceback(*frames: tuple[str, int, str], error: str) -> str:
    """A plain traceback through (path, line, function) frames."""
    lines = ["Traceback (most recent call last):"]
    for path, line, function in frames:
        lines += [f'  File "{path}", line {line}, in {function}', "    something()"]
    return "\n".join([*lines, error]) + "\n"


def names_of(files: dict[str, str]) -> PythonNames:
    """Names over real facts of source texts."""
    facts = {path: python_facts(text) for path, text in files.items()}
    assert all(facts.values()), "a sample text is no Python"
    return PythonNames(facts, facts.get)


def meaning(names: PythonNames, path: str, symbol: str, dotted: str) -> str | None:
    """``path::name`` of what a dotted name means inside a definition; None where it is not known."""
    found = names.resolve(path, names.definitions(path)[symbol], dotted)
    return label(found) if found else None


def label(target: Target) -> str:
    """``path::name``, or the path of a module."""
    return f"{target.path}::{target.name}" if target.name else target.path


def shown(piece: Slice | Ranking) -> list[str]:
    """``path::symbol`` of the items of a slice, or of the candidates of a ranking, best first."""
    if isinstance(piece, Slice):
        return [f"{i.path}::{i.symbols[0]}" if i.symbols else i.path for i in piece.items]
    return [f"{c.path}::{c.symbol}" if c.symbol else c.path for c in piece.candidates]
