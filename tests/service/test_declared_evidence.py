"""What git's history and a coverage run say, read from real files made by the real tools."""

import sqlite3
import subprocess
from pathlib import Path

import pytest

from kernel.service.coverage_files import executed_lines
from kernel.service.history import changed_together
from kernel.service.repository import find_repository


def git(root: Path, *arguments: str) -> None:
    """Run git with a fixed author."""
    who = ["-c", "user.name=a", "-c", "user.email=a@example.net"]
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path, *names: str, text: str) -> None:
    """Change some files and commit them."""
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(root, "add", "-A")
    git(root, "commit", "-qm", text)


def test_files_that_changed_with_a_seed_are_found(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    commit(tmp_path, "a.py", "b.py", text="1")
    commit(tmp_path, "a.py", "b.py", "ünï code.py", text="2")
    commit(tmp_path, "a.py", "ünï code.py", text="3")
    commit(tmp_path, "c.py", "b.py", text="4")
    commit(tmp_path, "a.py", *[f"many/{n}.py" for n in range(40)], text="5")
    found = changed_together(find_repository(str(tmp_path)), ("a.py",))
    assert found == {"b.py": pytest.approx(2 / 3), "ünï code.py": pytest.approx(2 / 3)}


def test_without_git_or_commits_nothing_is_said(tmp_path: Path) -> None:
    assert changed_together(find_repository(str(tmp_path)), ("a.py",)) == {}
    git(tmp_path, "init", "-q")
    assert changed_together(find_repository(str(tmp_path)), ("a.py",)) == {}


XML = """<?xml version="1.0" ?>
<coverage><packages><package><classes>
<class filename="shop/cart.py"><lines><line number="3" hits="1"/><line number="4" hits="0"/><line number="9" hits="2"/></lines></class>
<class filename="../outside.py"><lines><line number="1" hits="1"/></lines></class>
</classes></package></packages></coverage>"""
LCOV = "TN:\nSF:shop/cart.py\nDA:3,1\nDA:4,0\nDA:9,5,abc\nend_of_record\n"


def resolve(printed: str) -> str | None:
    """Only this file is in the repository."""
    return "shop/cart.py" if printed.endswith("shop/cart.py") else None


@pytest.mark.parametrize(("name", "text"), [("coverage.xml", XML), ("lcov.info", LCOV)])
def test_executed_lines_of_text_formats(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert executed_lines(str(tmp_path), resolve) == (name, {"shop/cart.py": frozenset({3, 9})})


def test_executed_lines_of_the_data_file(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / ".coverage") as data:
        data.execute("CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT)")
        data.execute("CREATE TABLE line_bits (file_id INTEGER, context_id INTEGER, numbits BLOB)")
        data.execute("INSERT INTO file VALUES (1, '/somewhere/shop/cart.py')")
        # Bits 3 and 9 of a little-endian bit set.
        data.execute("INSERT INTO line_bits VALUES (1, 1, ?)", (bytes([0b00001000, 0b00000010]),))
    assert executed_lines(str(tmp_path), resolve) == (".coverage", {"shop/cart.py": frozenset({3, 9})})


@pytest.mark.parametrize("name", ["coverage.xml", "lcov.info", ".coverage"])
@pytest.mark.parametrize("junk", [b"", b"\0\xff<<<", b"<a>" * 10_000, b"SF:x\nDA:no\nend_of_record\n"])
def test_a_broken_coverage_file_is_no_evidence(tmp_path: Path, name: str, junk: bytes) -> None:
    (tmp_path / name).write_bytes(junk)
    assert executed_lines(str(tmp_path), resolve)[1] == {}
