"""Languages load from whatever is installed, and are None with a reason where nothing usable is."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from kernel.grammars.loading import LANGUAGES, Grammar, grammar_report, language, parser

ROOT = Path(__file__).parents[2]
REPORT = """
import json, sys
sys.path[:0] = sys.argv[1:3]
from kernel.grammars.loading import grammar_report, language, parser
found = [*grammar_report(("python", "rust")), parser("python") is None, language("rust") is None]
print(json.dumps([found, sorted(m for m in sys.modules if m.startswith("tree_sitter"))]))
"""
TEXTS = {
    "python": b"def f(): pass\n",
    "javascript": b"function f() { return 1 }\n",
    "typescript": b"let x: number = 1;\n",
    "tsx": b"let x = <a>b</a>;\n",
    "rust": b"fn main() {}\n",
    "go": b"package main\nfunc main() {}\n",
    "java": b"class A { void f() {} }\n",
    "c": b"int main(void) { return 0; }\n",
    "cpp": b"class A { public: int f(); };\n",
    "c_sharp": b"class A { void F() {} }\n",
    "ruby": b"def f\n  1\nend\n",
    "php": b"<?php function f() { return 1; }\n",
    "json": b'{"a": [1, null]}\n',
    "toml": b"[a]\nb = 1\n",
    "yaml": b"a:\n  - b\n",
    "bash": b"f() { echo x; }\n",
}


def report_with(*packages: Path) -> tuple[list[Grammar], list[bool], list[str]]:
    """What a Python without site-packages reports that finds only what is in the given folder."""
    site = packages[0] if packages else ROOT
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", REPORT, str(ROOT), str(site)], capture_output=True, text=True, check=True
    )
    (python, rust, *missing), modules = json.loads(done.stdout)
    return [Grammar(*python), Grammar(*rust)], missing, modules


def link_package(site: Path, *names: str) -> None:
    for name in names:
        spec = find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            pytest.skip(f"{name} is not installed")
        (site / name).symlink_to(spec.submodule_search_locations[0], target_is_directory=True)


@pytest.mark.parametrize("entry", grammar_report(), ids=lambda entry: entry.name)
def test_every_language_loads_and_parses_or_says_why_not(entry: Grammar) -> None:
    found = parser(entry.name)
    if found is None:
        assert language(entry.name) is None
        assert entry.reason and not entry.source and entry.abi is None
        return
    assert entry.source and not entry.reason
    assert entry.abi is not None and entry.abi >= 13
    root = found.parse(TEXTS.get(entry.name, b"x = 1\n")).root_node
    assert root.end_byte > 0
    assert entry.name not in TEXTS or not root.has_error


def test_the_packages_that_the_project_asks_for_give_python_and_most_others() -> None:
    loaded = [entry.name for entry in grammar_report() if entry.source]
    assert "python" in loaded
    assert len(loaded) > len(LANGUAGES) / 2


def test_other_spellings_mean_the_same_language() -> None:
    assert language("csharp") is language("c_sharp")
    assert language("python") is language("python")


def test_each_text_gets_its_own_parser() -> None:
    assert parser("python") is not parser("python")


@pytest.mark.parametrize("name", ["", "cobol", "no_such_language", "../python", "a b", "os\0", "\ud800", "python;", "é", "x" * 10_000])
def test_what_is_no_language_is_none_with_a_reason(name: str) -> None:
    assert language(name) is None
    assert parser(name) is None
    (entry,) = grammar_report([name])
    assert entry.reason


def test_without_any_package_every_language_is_none_with_a_reason() -> None:
    found, missing, modules = report_with()
    assert missing == [True, True]
    assert all(entry.reason and not entry.source for entry in found)
    assert modules == []


def test_a_languages_own_wheel_is_used_where_the_collection_is_missing(tmp_path: Path) -> None:
    link_package(tmp_path, "tree_sitter", "tree_sitter_python")
    (python, rust), missing, _ = report_with(tmp_path)
    assert (python.source, missing) == ("its own wheel", [False, True])
    assert "not installed" in rust.reason


def test_a_damaged_collection_is_passed_over(tmp_path: Path) -> None:
    link_package(tmp_path, "tree_sitter", "tree_sitter_python")
    broken = tmp_path / "tree_sitter_languages"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise SystemExit('imported')")
    (broken / "languages.so").write_text("no library")
    (python, rust), _, _ = report_with(tmp_path)
    assert python.source == "its own wheel"
    assert "languages.so" in rust.reason


def test_a_language_pack_that_downloads_is_refused(tmp_path: Path) -> None:
    link_package(tmp_path, "tree_sitter")
    pack = tmp_path / "tree_sitter_language_pack"
    pack.mkdir()
    (pack / "__init__.py").write_text("def get_binding(name):\n    raise SystemExit('asked')\n")
    about = tmp_path / "tree_sitter_language_pack-1.2.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tree-sitter-language-pack\nVersion: 1.2.0\n")
    (python, _), missing, _ = report_with(tmp_path)
    assert missing == [True, True]
    assert "1.2.0 would download" in python.reason


def test_the_collections_own_functions_are_never_called(tmp_path: Path) -> None:
    link_package(tmp_path, "tree_sitter", "tree_sitter_languages")
    (python, rust), _, modules = report_with(tmp_path)
    assert python.source == rust.source == "tree-sitter-languages"
    assert "tree_sitter_languages" not in modules
    uses = re.compile(r"(?:import|from) tree_sitter_languages|\bget_(?:language|parser)\(")
    sources = [path.read_text("utf-8") for room in ("kernel", "ck_tui") for path in (ROOT / room).rglob("*.py")]
    assert len(sources) > 50
    assert not [match[0] for source in sources for match in uses.finditer(source)]
