"""What the rooms may load, that commands need no Textual, that layers hold, and what the wheel puts on a machine."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from kernel.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]

# Standard-library modules that a hook may load, with the reason. Their private accelerators (`_json`) and submodules
# (`json.decoder`) come with them; nothing else does.
ALLOWED = {
    # What any of the others loads, and typing for NamedTuple.
    "__future__ abc codecs collections collections_abc contextlib copyreg encodings enum functools genericpath importlib io "
    "itertools keyword operator os posix posixpath re reprlib stat sys time types typing warnings": "the language itself",
    "bisect heapq math string struct": "small and in C",
    "datetime sqlite3": "the store (sqlite3 loads datetime)",
    "hashlib": "content hashes; who parks pays for OpenSSL",
    "json": "events and plans",
    "signal": "the deadline of a hook",
    "unicodedata": "width of what a screen shows",
    "zlib": "originals are stored compressed",
}
NEVER = ("textual", "rich", "click", "tree_sitter", "platformdirs", "pygments", "pathspec")
HOOK_ROOMS = ("model", "settings", "tokens", "store", "reading", "projection")

LOAD = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
for name in sys.argv[2:]:
    importlib.import_module(name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""
OBSERVE = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.kernel import open_kernel
from kernel.service.observe import observe
with open_kernel(".", strict=False) as kernel:
    text = "".join(f"tests/test_a.py::test_{n} PASSED [ {n}%]\\n" for n in range(500))
    shown = observe(kernel, ToolOutput(text, "Bash", "pytest -v", "", 0), Scope())
assert shown.handle, shown
print(json.dumps(sorted(set(sys.modules) - before)))
"""
HOOK = """
import json, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
from kernel.hooks import main
main("claude")
print()
print(json.dumps(sorted(set(sys.modules) - before)))
"""
WITHOUT = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("textual", "ck_tui"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
from kernel.cli.main import main
main()
"""


def loaded_by(*modules: str, flags: tuple[str, ...] = ("-I", "-S")) -> set[str]:
    """Modules that a fresh interpreter has after importing some, beyond those that it starts with."""
    run = subprocess.run(
        [sys.executable, *flags, "-c", LOAD, str(ROOT), *modules], capture_output=True, text=True, check=True
    )
    return set(json.loads(run.stdout))


def modules_of(room: str) -> list[str]:
    """Every module of a room."""
    base = ROOT / "kernel" / room
    if not base.is_dir():
        return [f"kernel.{room}"]
    names = (p.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for p in base.rglob("*.py"))
    return sorted(name.removesuffix(".__init__") for name in names)


def top(module: str) -> str:
    """The public top-level module that a module belongs to: ``_json`` and ``json.decoder`` are ``json``."""
    name = module.partition(".")[0]
    return {"_sre": "re", "_stat": "stat", "_blake2": "hashlib", "_sha1": "hashlib", "_sha2": "hashlib", "_md5": "hashlib", "_sha256": "hashlib"}.get(
        name, name.removeprefix("_")
    )


def not_allowed(loaded: set[str]) -> set[str]:
    allowed = {top(name) for names in ALLOWED for name in names.split()}
    return {name for name in loaded if top(name) not in allowed | {"kernel"}}


@pytest.mark.parametrize("room", HOOK_ROOMS)
def test_a_room_that_hooks_load_stays_with_the_allowed_modules(room: str) -> None:
    loaded = loaded_by(*modules_of(room))
    assert any(name.startswith(f"kernel.{room}") for name in loaded)
    assert not_allowed(loaded) == set()


def test_observing_and_parking_an_output_stays_with_the_allowed_modules(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", OBSERVE, str(ROOT)],
        cwd=tmp_path, env={"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    loaded = set(json.loads(run.stdout))
    assert not_allowed(loaded) == set()
    assert not any(name.startswith(("kernel.slicing", "kernel.grammars", "kernel.charter")) for name in loaded)


def test_a_hook_stays_with_the_allowed_modules(tmp_path: Path) -> None:
    text = "".join(f"tests/test_a.py::test_{n} PASSED [ {n}%]\n" for n in range(500))
    response = {"stdout": text, "stderr": "", "interrupted": False}
    payload = {"hook_event_name": "PostToolUse", "cwd": str(tmp_path), "tool_name": "Bash", "tool_response": response}
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", HOOK, str(ROOT)], input=json.dumps(payload),
        env={"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    answer, loaded = run.stdout.splitlines()
    assert "updatedToolOutput" in answer
    assert not_allowed(set(json.loads(loaded))) == set()


def test_the_allow_list_refuses_what_is_dear() -> None:
    plain = {"pathlib", "dataclasses", "logging", "tomllib", "asyncio", "inspect", *NEVER}
    dear = {*plain, "importlib.metadata"}
    assert not_allowed(plain) == plain
    loaded = loaded_by(*(name for room in HOOK_ROOMS for name in modules_of(room)), "kernel.service.observe")
    assert not dear & loaded


def test_the_entry_point_loads_neither_textual_nor_rich() -> None:
    loaded = loaded_by("kernel.cli.main", flags=("-I",))
    assert "click" in loaded
    assert not {n.partition(".")[0] for n in loaded} & {"textual", "rich", "tree_sitter", "platformdirs", "ck_tui"}


def test_every_commands_help_works_without_textual(tmp_path: Path) -> None:
    environ = {**os.environ, "HOME": str(tmp_path), "CK_HOME": str(tmp_path / "ck")}
    for name in ((), *((name,) for name in COMMANDS)):
        run = subprocess.run(
            [sys.executable, "-c", WITHOUT, *name, "--help"], capture_output=True, text=True, cwd=tmp_path, env=environ
        )
        assert run.returncode == 0 and run.stdout.startswith("Usage: ck"), (name, run.stderr)
        assert run.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_a_command_works_without_textual(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def parse_price(text):\n    return float(text)\n")
    environ = {**os.environ, "HOME": str(tmp_path), "CK_HOME": str(tmp_path / "ck")}
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT, "slice", "--symptom", "-"],
        input="parse_price is wrong", capture_output=True, text=True, cwd=tmp_path, env=environ,
    )  # fmt: skip
    assert run.returncode == 0 and "a.py::parse_price" in run.stdout, run.stderr


def test_the_layers_hold() -> None:
    pytest.importorskip("importlinter", reason="import-linter is not installed")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    run = subprocess.run([sys.executable, "-c", code, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "0 broken" in run.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Names in the wheel that a clean copy of the sources gives."""
    build = pytest.importorskip("hatchling.build", reason="hatchling is not installed")
    base = tmp_path_factory.mktemp("wheel")
    copy = base / "source"
    copy.mkdir()
    for name in ("kernel", "ck_tui", "themes", "tests", "screenshots"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy / name)
    code = f"import sys; from {build.__name__} import build_wheel; print(build_wheel(sys.argv[1]))"
    run = subprocess.run([sys.executable, "-c", code, str(base)], cwd=copy, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    with zipfile.ZipFile(base / run.stdout.split()[-1]) as archive:
        return tuple(archive.namelist())


def test_the_wheel_puts_nothing_else_beside_the_two_packages(wheel: tuple[str, ...]) -> None:
    tops = {PurePosixPath(name).parts[0] for name in wheel}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"kernel", "ck_tui"}
    assert sum(t.endswith(".dist-info") for t in tops) == 1
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)


def test_the_wheel_holds_every_file_of_the_packages(wheel: tuple[str, ...]) -> None:
    """Code, style sheets, queries and the sample: what git knows of the packages, and the themes."""
    wanted = set()
    for name in ("kernel", "ck_tui"):
        files = (p for p in (ROOT / name).rglob("*") if p.is_file() and "__pycache__" not in p.parts)
        wanted |= {p.relative_to(ROOT).as_posix() for p in files if p.suffix in (".py", ".tcss", ".scm", ".typed")}
    demo = (p for p in (ROOT / "kernel/demo").rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    wanted |= {p.relative_to(ROOT).as_posix() for p in demo}
    wanted |= {f"ck_tui/_themes/{p.name}" for p in (ROOT / "themes").glob("*.toml")}
    assert {"ck_tui/workbench.tcss", "kernel/demo/symptom.txt"} <= wanted and "ck_tui/_themes/ck-dark.toml" in wanted
    assert wanted - set(wheel) == set()


def test_the_wheel_holds_no_tests_caches_or_pictures(wheel: tuple[str, ...]) -> None:
    for name in wheel:
        parts = PurePosixPath(name).parts
        assert not {"__pycache__", "screenshots", ".hypothesis"} & set(parts), name
        assert "tests" not in parts or name.startswith(("kernel/demo/repository/", "kernel/reading/tests/")), name
