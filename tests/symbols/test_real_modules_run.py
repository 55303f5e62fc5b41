"""Slices of modules of installed packages: they load, and their functions do what they do in the whole module."""

import ast
import importlib
import importlib.util
import inspect
import itertools
import os
import re
import statistics
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from kernel.symbols.python import python_slice

MODULES = (
    "click.formatting click.parser click._textwrap click.shell_completion packaging.version packaging.utils packaging.tags packaging.specifiers "
    "packaging.markers packaging.requirements markdown_it.common.utils markdown_it.common.normalize_url markdown_it.helpers.parse_link_label "
    "markdown_it.ruler markdown_it.token markdown_it.tree markdown_it.utils rich.cells rich._ratio rich.color rich.measure rich.markup rich.style rich.text"
).split()
VALUES: tuple[Any, ...] = ("", "1.0", "a b-c", "x <b>&amp;", 0, 3, None, ["1.0", "2"], [], (1, 2), {"a": 1}, True, b"x")


def installed(name: str) -> tuple[str, str]:
    """The text of a module, and the name of its package."""
    found = importlib.util.find_spec(name)
    if found is None or not found.origin:
        pytest.skip(f"{name} is not installed")
    return Path(found.origin).read_text("utf-8"), name.rpartition(".")[0]


def loaded(text: str, name: str, package: str) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__package__, module.__spec__ = package, importlib.util.spec_from_loader(name, None)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(compile(text, "sample.py", "exec"), module.__dict__)
    finally:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
    return module


def sliced(text: str, name: str) -> str:
    found = python_slice(text, (name,))
    assert found is not None
    lines = text.split("\n")
    return "\n".join(line for a, b in found.ranges for line in lines[a - 1 : b]) + "\n"


def outcome(module: types.ModuleType, name: str, arguments: tuple[Any, ...]) -> str:
    try:
        result = getattr(module, name)(*arguments)
        if inspect.isgenerator(result) or isinstance(result, map | filter):
            result = list(itertools.islice(result, 50))
        return re.sub(r" (?:at 0x[0-9a-f]+|@ \d+)", "", f"{type(result).__name__} {result!r}")
    except Exception as error:
        return re.sub(r" (?:at 0x[0-9a-f]+|@ \d+)", "", f"{type(error).__name__}: {error}")


def calls(function: Any) -> list[tuple[Any, ...]]:
    """Arguments for a function or class: every value for the first, the same few for others."""
    try:
        positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        needed = [q for q in inspect.signature(function).parameters.values() if q.kind in positional and q.default is q.empty]
    except (TypeError, ValueError):
        return [()]
    return [(value, *VALUES[k : k + len(needed) - 1])[: len(needed)] for k, value in enumerate(VALUES)] if needed else [()]


@pytest.mark.parametrize("name", MODULES)
def test_what_a_real_module_defines_does_the_same_in_its_slice(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, package = installed(name)
    importlib.import_module(package)
    compared = 0
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            piece = sliced(text, node.name)
            whole, part = loaded(text, name, package), loaded(piece, name, package)
            for arguments in calls(getattr(whole, node.name)):
                assert outcome(part, node.name, arguments) == outcome(whole, node.name, arguments), f"{node.name}{arguments}"
                compared += 1
    assert compared


def test_slices_of_real_modules_are_smaller() -> None:
    shares = []
    for name in MODULES:
        text, _ = installed(name)
        names = [n.name for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
        shares += [len(sliced(text, each)) / len(text) for each in names]
    assert len(shares) > 60 and statistics.median(shares) < 0.5


def test_slices_do_not_depend_on_the_hash_seed() -> None:
    text, _ = installed("click.shell_completion")
    script = (
        "import sys; from kernel.symbols.python import python_slice; import ast\n"
        "t = sys.stdin.read()\n"
        "print([python_slice(t, (n.name,)) for n in ast.parse(t).body if isinstance(n, (ast.FunctionDef, ast.ClassDef))])"
    )
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])}
    seen = {
        subprocess.run([sys.executable, "-c", script], input=text, env={**environment, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in "01234"
    }
    assert len(seen) == 1 and "ranges" in seen.pop()
