"""``ck symbol`` and ``ck toc`` as processes: original text, honest notes, clear errors, no file outside."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CART = (
    "import os\n\nLIMIT = 3\n\n\n# How many.\ndef count(x):\n    return min(x, LIMIT)\n\n\ndef other():\n    return os.getcwd()\n"
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "app").mkdir(parents=True)
    (root / "app/cart.py").write_text(CART)
    (root / "app/broken.py").write_text("def f(:\n    pass\n")
    (root / "app/cart.go").write_text("package app\n\ntype Cart struct{ n int }\n\nfunc (c *Cart) Total() int {\n\treturn c.n\n}\n\nfunc helper() int {\n\treturn 1\n}\n")
    (root / "notes.md").write_text("# Notes\n")
    return root


def ck(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {"CK_HOME": str(root.parent / "home"), "HOME": str(root.parent), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-c", "from kernel.cli.main import main; main()", *arguments]
    return subprocess.run(command, cwd=root, env={**environment, "PYTHONPATH": str(Path(__file__).parents[2])}, capture_output=True, text=True)


def test_the_text_is_the_original_with_its_places(repository: Path) -> None:
    run = ck(repository, "symbol", "app/cart.py", "count")
    assert run.returncode == 0
    assert run.stdout == "### app/cart.py\n@@ 3-3\nLIMIT = 3\n@@ 6-8\n# How many.\ndef count(x):\n    return min(x, LIMIT)\n"


def test_the_document_tells_what_stays_and_what_goes(repository: Path) -> None:
    found = json.loads(ck(repository, "symbol", "app/cart.py", "count", "--json").stdout)
    assert found["schema"] == 1 and found["ranges"] == [[3, 3], [6, 8]]
    assert [part["name"] for part in found["kept"]] == ["LIMIT", "count"] and all(part["why"] for part in found["kept"])
    assert [part["name"] for part in found["dropped"]] == ["os", "other"] and all(part["tokens"] > 0 for part in found["dropped"])


def test_a_method_stands_in_another_language_too(repository: Path) -> None:
    run = ck(repository, "symbol", "app/cart.go", "Cart.Total")
    assert run.returncode == 0 and "type Cart struct" in run.stdout and "helper" not in run.stdout


def test_an_unknown_name_tells_near_ones(repository: Path) -> None:
    run = ck(repository, "symbol", "app/cart.py", "cuont")
    assert run.returncode == 1 and "near names: count" in run.stderr and run.stderr.count("\n") == 1


def test_a_file_that_does_not_parse_comes_whole_and_says_so(repository: Path) -> None:
    run = ck(repository, "symbol", "app/broken.py", "f")
    assert run.returncode == 0 and "def f(:" in run.stdout and "cannot be parsed" in run.stdout


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside.py", "app", "missing.py"])
def test_no_file_outside_of_the_repository_is_shown(repository: Path, path: str) -> None:
    (repository.parent / "outside.py").write_text("secret = 1\n")
    for command in (("symbol", path, "secret"), ("toc", path)):
        run = ck(repository, *command)
        assert run.returncode == 1 and "root:" not in run.stdout and "secret = 1" not in run.stdout and "Traceback" not in run.stderr


def test_an_outline_lists_heads_with_their_lines(repository: Path) -> None:
    run = ck(repository, "toc", "app/cart.go")
    assert [line.split(maxsplit=1) for line in run.stdout.splitlines()] == [
        ["3-3", "type Cart struct{ n int }"],
        ["5-7", "func (c *Cart) Total() int {"],
        ["9-11", "func helper() int {"],
    ]
    assert ck(repository, "toc", "notes.md").returncode == 1


def test_an_outline_stays_one_of_a_minified_file(repository: Path) -> None:
    (repository / "app/min.js").write_text("var a=function(b,c){return b.price(c)};" * 2_000)
    run = ck(repository, "toc", "app/min.js")
    assert run.returncode == 0 and "var a=function" in run.stdout and max(map(len, run.stdout.split("\n"))) < 300
