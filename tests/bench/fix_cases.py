"""Real fixes as cases: a worktree before the fix with the fix's failing test, that test's output, what the fix changed."""

import ast
import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

# A function counts as shown when this share of its lines is.
ENOUGH = 0.8

Shown = Mapping[str, set[int]]
"""Path → the 1-based lines that an answer shows."""


class Case(NamedTuple):
    """``functions`` are (path, first line, last line) before the fix; those that the fix adds are none."""

    id: str
    project: str
    root: Path
    symptom: str
    files: tuple[str, ...]
    functions: tuple[tuple[str, int, int], ...]
    outside: bool


class Score(NamedTuple):
    """Shares of files and functions shown (None without functions), whether all are, and tokens of the answer."""

    files: float
    functions: float | None
    all: bool
    tokens: int


def read_cases(path: Path, trees: Path, mirrors: Path | None) -> list[Case]:
    """The cases of a JSON lines file whose worktree is there, or can be made from a git folder of ``mirrors``.

    A worktree is ``trees/<id>/<project>``; a git folder is ``mirrors/<owner>+<name>/repo``.
    """
    cases = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        project = row["repo"].rpartition("/")[2]
        root = trees.resolve() / row["id"] / project
        if not root.is_dir() and mirrors is not None:
            _check_out(row, mirrors / row["repo"].replace("/", "+") / "repo", root)
        if root.is_dir():
            functions = _functions(root, row)
            symptom = row["symptom"].replace("{root}", str(root))
            cases.append(Case(row["id"], project, root, symptom, tuple(row["gold_files"]), functions, not row["gold_in_traceback"]))
    return cases


def _functions(root: Path, row: Mapping[str, Any]) -> tuple[tuple[str, int, int], ...]:
    """What the fix changed: given as lines, or found in Python by name."""
    if "gold_ranges" in row:
        return tuple((path, first, last) for path, ranges in row["gold_ranges"].items() for first, last in ranges)
    return tuple(f for f in (_lines(root, name) for name in row["gold_functions"]) if f)


def _check_out(row: Mapping[str, object], repository: Path, root: Path) -> None:
    """The commit before the fix with the tests of the fix."""
    root.parent.mkdir(parents=True, exist_ok=True)
    _git(repository, "worktree", "add", "-q", "--detach", "--force", str(root), str(row["parent_commit"]))
    tests = row["test_files"]
    if isinstance(tests, list) and tests:
        _git(root, "checkout", "-q", str(row["fix_commit"]), "--", *tests)


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(("git", "-C", str(folder), *arguments), check=True, capture_output=True)


def _lines(root: Path, name: str) -> tuple[str, int, int] | None:
    """Where ``path::Qualified.name`` stands; None for what is not there before the fix."""
    path, _, dotted = name.partition("::")
    try:
        node: ast.AST = ast.parse((root / path).read_text(encoding="utf-8", errors="replace"))
    except (OSError, SyntaxError):
        return None
    for part in dotted.split("."):
        inner = (n for n in ast.walk(node) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and n.name == part)
        found = next(inner, None)
        if found is None:
            return None
        node = found
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return path, min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno or node.lineno


def score(case: Case, shown: Shown, tokens: int) -> Score:
    """How much of what the fix changed an answer shows."""
    files = [path in shown for path in case.files]
    hits = []
    for path, first, last in case.functions:
        seen = sum(line in shown.get(path, ()) for line in range(first, last + 1))
        hits.append(seen >= ENOUGH * (last - first + 1))
    return Score(sum(files) / len(files), sum(hits) / len(hits) if hits else None, all(hits) if hits else all(files), tokens)


def lines_of(pieces: Iterable[tuple[str, Sequence[tuple[int, int]]]]) -> dict[str, set[int]]:
    """(path, ranges) pairs as the lines that they show."""
    shown: dict[str, set[int]] = {}
    for path, ranges in pieces:
        shown.setdefault(path, set()).update(line for first, last in ranges for line in range(first, last + 1))
    return shown
