"""Readers of what git, listings, searches, pages and Read print, on real outputs where this machine has the tool."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.reading.encoded import encoded_parts, encoded_walls
from kernel.reading.git_text import read_commits, read_file_diffs
from kernel.reading.gutters import file_numbers, without_gutter
from kernel.reading.page_text import hidden_parts, is_page, link_lists
from kernel.reading.path_lists import read_matches, read_paths


def run(folder: Path, *argv: str) -> list[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        argv, cwd=folder, env=environment, capture_output=True, text=True, check=False
    ).stdout.split("\n")[:-1]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    run(tmp_path, "git", "init", "-q")
    run(tmp_path, "git", "config", "user.name", "Ann")
    run(tmp_path, "git", "config", "user.email", "a@b")
    for n in range(4):
        (tmp_path / f"f {n}.txt").write_text("one\n--- a/x\ntwo\n" * (n + 1))
        run(tmp_path, "git", "add", ".")
        run(
            tmp_path,
            "git",
            "commit",
            "-qm",
            f"step {n}\n\nwith a body\ncommit 0123456789abcdef is named here",
        )
    return tmp_path


def test_commits_as_git_prints_them(repository: Path) -> None:
    commits = read_commits(run(repository, "git", "log", "--stat"))
    assert [one.subject for one in commits] == [f"step {n}" for n in (3, 2, 1, 0)]
    assert all(one.author == "Ann <a@b>" and not one.merge and len(one.stat) == 2 for one in commits)
    assert read_commits(["committed", "", "x"]) == []


def test_files_and_hunks_as_git_prints_them(repository: Path) -> None:
    (repository / "f 1.txt").unlink()
    (repository / "f 3.txt").write_text("one\n++i\n-- x\n@@ -1 +1 @@\n")
    lines = run(repository, "git", "diff")
    diffs = read_file_diffs(lines)
    assert [(one.path, one.status) for one in diffs] == [("f 1.txt", "deleted"), ("f 3.txt", "")]
    assert diffs[0].end == diffs[1].start and diffs[1].end == len(lines)
    assert all(lines[start].startswith("@@ ") for one in diffs for start, _ in one.hunks)


def test_files_of_a_listing(tmp_path: Path) -> None:
    for folder in ("a", "b b", "c/d"):
        (tmp_path / folder).mkdir(parents=True)
        for n in range(12):
            (tmp_path / folder / f"file{n}.txt").write_text("x")
    found = read_paths(run(tmp_path, "find", "c", "-type", "f"))
    assert {(one.folder, one.name) for one in found} == {("c/d/", f"file{n}.txt") for n in range(12)}
    long = read_paths(run(tmp_path, "ls", "-lR", "a"))
    assert {(one.folder, one.name) for one in long if one.name} == {("a/", f"file{n}.txt") for n in range(12)}
    recursive = read_paths(run(tmp_path, "ls", "-R", "c"))
    assert ("c/d/", "file3.txt") in {(one.folder, one.name) for one in recursive}


def test_rows_of_a_drawn_tree_know_their_folder() -> None:
    tree = [".", "├── src", "│   ├── a.py", "│   └── deep", "│       └── b.py", "└── c.md"]
    assert ("./src/deep/", "b.py") in {(one.folder, one.name) for one in read_paths(tree)}


@pytest.mark.parametrize(
    "lines", [["a sentence with many words in it"] * 9, ["x = 1"] * 9, ["{", "}"] * 9, []]
)
def test_what_is_no_list_of_files(lines: list[str]) -> None:
    assert read_paths(lines) == []


def test_matches_with_context_as_grep_prints_them(tmp_path: Path) -> None:
    for name in ("a-1.py", "b.py"):
        (tmp_path / name).write_text("zero\nneedle: 1:2\nafter\n\n\n\nneedle 2\n")
    matches = read_matches(run(tmp_path, "grep", "-rn", "-A1", "needle", "."))
    hits = [(one.path.removeprefix("./"), one.number, one.text) for one in matches if one.hit]
    assert sorted(hits) == [
        ("a-1.py", 2, "needle: 1:2"),
        ("a-1.py", 7, "needle 2"),
        ("b.py", 2, "needle: 1:2"),
        ("b.py", 7, "needle 2"),
    ]


def test_matches_under_a_heading() -> None:
    lines = ["src/a.py", "3:import x", "9-context", "", "src/b.py", "12:import y"]
    assert [(one.path, one.number, one.hit) for one in read_matches(lines)] == [
        ("src/a.py", 3, True),
        ("src/a.py", 9, False),
        ("src/b.py", 12, True),
    ]


@given(
    st.lists(st.text(max_size=12).filter(lambda line: not set("\r\n") & set(line)), min_size=1, max_size=20),
    st.integers(1, 5000),
)
@settings(deadline=None)
def test_a_gutter_comes_off_and_tells_the_files_lines(lines: list[str], first: int) -> None:
    printed = [f"{number:6}\t{line}" for number, line in enumerate(lines, first)]
    assert without_gutter(printed) == lines
    assert file_numbers(printed) == list(range(first, first + len(lines)))


def test_text_without_a_gutter_is_left() -> None:
    assert without_gutter(["1 apple", "2\tpears", "x"]) == ["1 apple", "2\tpears", "x"]


def test_encoded_bytes_are_told_from_words_and_paths() -> None:
    wall = ["MIIC9jCCAd6gAwIBAgIRAJ7x2Qe3Zk0yT1pXo5b8dXQwDQYJKoZIhvcNAQEL"] * 9
    assert list(encoded_walls(["-----BEGIN-----", *wall, "-----END-----"])) == [(1, 10)]
    assert list(encoded_walls(["a_long_identifier_that_goes_on_and_on_without_any_end_at_all"] * 9)) == []
    blob = "iVBORw0KGgo9aA1B" * 40
    assert encoded_parts(f"<img src='data:image/png;base64,{blob}'>") == [(32, 32 + len(blob))]
    assert encoded_parts("word " * 200 + "/usr/lib/python3/dist-packages" * 20) == []


def test_hidden_parts_and_menus_of_pages() -> None:
    page = [
        "<html>",
        "<SCRIPT>",
        "x",
        "</script>",
        "<p>text</p>",
        "<style>a{}</style>",
        "<svg>",
        "<path/>",
        "</svg>",
    ]
    assert is_page("\n".join(page)) and list(hidden_parts(page)) == [(1, 4), (6, 9)]
    menu = [
        *(f"- [a {n}](http://x/{n})" for n in range(4)),
        "",
        *(f"[b {n}](/y/{n}) | [c](/z)" for n in range(4)),
    ]
    assert list(link_lists(["# head", *menu, "text [with](http://x) a link"])) == [(1, 10)]
    assert not is_page("plain text about <divs>") and list(link_lists(menu[:3])) == []
