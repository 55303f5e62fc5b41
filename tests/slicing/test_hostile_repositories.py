"""Repositories as they really are: odd files, odd names, broken or hostile git; slicing answers and starts nothing."""

import os
import socket
import stat
from pathlib import Path

import pytest

from kernel.grammars.tree_facts import grammar_facts
from kernel.service.slicing import read_lines, tree
from slicing.sample_repository import Sample, shown

GOOD = {"app/price.py": "def parse_price(text):\n    return float(text)\n"}
SYMPTOM = "parse_price is wrong"
ODD_NAMES = [
    "new\nline.py",
    "[bold red]x[/].py",
    "\x1b[2J\x1b]0;owned\x07.py",
    "caf\udce9.py",
    "-rf.py",
    "--help.py",
    " space .py",
    "quote'\"$(touch x);`y`.py",
    "naïve-日本.py",
    "{0}.py",
    "%s.py",
]


@pytest.fixture(params=["git", "walk"])
def repo(request: pytest.FixtureRequest, sample: Sample) -> Sample:
    """A good file; committed, or without git."""
    sample.write(GOOD)
    if request.param == "git":
        sample.commit()
    return sample


def test_what_is_no_regular_file_is_left_out(repo: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text("def parse_price_secret(): ...\n")
    app = repo.root / "app"
    os.mkfifo(app / "pipe.py")
    (app / "folder.py").mkdir()
    (app / "folder.py" / "inner.py").write_text("def parse_price_inner(): ...\n")
    (app / "out.py").symlink_to(outside)
    (app / "loop").symlink_to(app)
    (app / "self.py").symlink_to("self.py")
    (app / "dangling.py").symlink_to("nowhere.py")
    (repo.root / "away").symlink_to(tmp_path)
    # The path of a socket has a short limit.
    monkeypatch.chdir(app)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.py")
        ranking = repo.rank("parse_price parse_price_inner parse_price_secret")
    assert sorted(c.symbol for c in ranking.candidates) == ["parse_price", "parse_price_inner"]
    with repo.kernel() as kernel:
        assert tree(kernel) == ("app/folder.py/inner.py", "app/price.py")


def test_binary_huge_and_broken_files(repo: Sample) -> None:
    big = "# parse_price\n" + "x = 'parse_price'\n" * 180_000
    assert len(big) > 3_000_000
    repo.write(
        {
            "app/binary.py": b"def parse_price(): pass\n\0\xff\xfe" * 50,
            "app/latin.py": "def parse_price_é(): pass\n".encode("latin-1"),
            "app/broken.py": "def parse_price_broken(:\n    pass\n",
            "app/bom.py": b"\xef\xbb\xbfdef parse_price_bom():\r\n    pass\r\n",
            "app/deep.py": "parse_price = " + "(" * 5_000 + ")" * 5_000,
            "app/long.py": "parse_price = '" + "x" * 1_000_000 + "'",
            "app/empty.py": "",
            "app/surrogate.py": "parse_price = '\\ud800'\n",
            "app/big.py": big,
        }
    )
    ranking = repo.rank("parse_price parse_price_broken parse_price_bom")
    assert "app/price.py::parse_price" in shown(ranking)
    assert "app/broken.py::parse_price_broken" in shown(ranking)
    assert "app/bom.py::parse_price_bom" in shown(ranking)
    assert not any(c.path in ("app/big.py", "app/empty.py") for c in ranking.candidates)
    assert any("app/big.py" in note and "2 MB" in note for note in ranking.notes)
    assert repo.ck("slice", "--format", "prompt", stdin=SYMPTOM).code == 0


@pytest.mark.parametrize("files", [{}, {"README.md": "hello"}, {"tests/test_a.py": "def test_a():\n    assert parse_price('1')\n"}])
def test_empty_and_nearly_empty_repositories(sample: Sample, files: dict[str, str]) -> None:
    sample.write(files)
    assert sample.rank("ValueError: gone").candidates == ()
    run = sample.ck("slice", "--json", stdin="ValueError: gone")
    assert run.code == 1 and run.err.count("\n") == 1 and run.document()["items"] == []
    sample.commit()
    assert sample.rank("ValueError: gone").candidates == ()


def test_a_repository_of_tests_only_still_shows_the_failing_one(sample: Sample) -> None:
    sample.write({"tests/test_a.py": "def helper():\n    return 2\n\n\ndef test_a():\n    assert helper() == 1\n"})
    found = shown(sample.rank("FAILED tests/test_a.py::test_a - assert 2 == 1"))
    assert found[:2] == ["tests/test_a.py::test_a", "tests/test_a.py::helper"]


def test_odd_names_are_ordinary_names(repo: Sample) -> None:
    for number, name in enumerate(ODD_NAMES):
        repo.write({f"odd/{name}": f"def parse_price_{number}(text):\n    return parse_price(text)\n"})
    ranking = repo.rank(SYMPTOM)
    assert {c.path for c in ranking.candidates} == {"app/price.py", *(f"odd/{n}" for n in ODD_NAMES)}
    again = repo.rank(SYMPTOM)
    assert again == ranking
    for form in ("text", "prompt"):
        run = repo.ck("slice", "--format", form, stdin=SYMPTOM)
        assert run.code == 0 and "\x1b" not in run.out and "\x07" not in run.out
    document = repo.ck("slice", "--json", stdin=SYMPTOM).document()
    assert {i["path"] for i in document["items"]} == {c.path for c in ranking.candidates}
    listed = repo.ck("tasks", "--json").document()["tasks"]
    assert [t["id"] for t in listed] == [ranking.task]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_seeds_and_pins(repo: Sample, name: str) -> None:
    repo.write({f"odd/{name}": "def other(text):\n    return text\n"})
    place = os.fsencode(f"odd/{name}::other")
    run = repo.ck("slice", b"--seed=" + place, b"--pin=" + place, "--json")
    assert run.code == 0, run.err
    (item,) = (i for i in run.document()["items"] if i["path"] == f"odd/{name}")
    assert item["pinned"] and item["symbols"] == ["other"]


def test_a_preview_never_leaves_the_repository(repo: Sample, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (repo.root / "link.py").symlink_to(tmp_path / "secret.txt")
    os.mkfifo(repo.root / "pipe.py")
    with repo.kernel() as kernel:
        for path in ("../secret.txt", str(tmp_path / "secret.txt"), "app/../../secret.txt", "link.py", "pipe.py", "", "a\0b", "app"):
            assert read_lines(kernel, path) == (), path
        assert read_lines(kernel, "app/price.py")[0] == "def parse_price(text):"


# -- git ---------------------------------------------------------------------------------------------------------


def trap(sample: Sample, tmp_path: Path) -> tuple[str, Path]:
    """A program that leaves a trace when something starts it."""
    trace = tmp_path / "trace"
    program = sample.root / "trap.sh"
    program.write_text(f"#!/bin/sh\necho ran >> '{trace}'\ncat\n")
    program.chmod(0o755)
    return str(program), trace


def test_a_hostile_git_configuration_starts_nothing(sample: Sample, tmp_path: Path) -> None:
    sample.write({**GOOD, ".gitattributes": "*.py diff=evil filter=evil\n"})
    sample.commit()
    program, trace = trap(sample, tmp_path)
    for key in (
        "core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command", "core.pager", "pager.diff",
        "core.sshCommand", "core.editor", "gpg.program",
    ):  # fmt: skip
        sample.git("config", key, program)
    sample.git("config", "core.hooksPath", str(sample.root))
    for hook in ("post-index-change", "fsmonitor-watchman"):
        (sample.root / hook).symlink_to("trap.sh")
    sample.write({"app/price.py": GOOD["app/price.py"] + "\n\ndef more():\n    return 1\n"})
    trace.unlink(missing_ok=True)
    assert sample.ck("slice", "--from-diff", "--json").code == 0
    assert sample.ck("slice", "--json", stdin=SYMPTOM).code == 0
    assert not trace.exists()


def test_a_hostile_clean_filter_starts_nothing(sample: Sample, tmp_path: Path) -> None:
    sample.write(GOOD)
    sample.commit()
    program, trace = trap(sample, tmp_path)
    sample.write({".gitattributes": "*.py filter=evil\n"})
    for kind in ("clean", "smudge", "process"):
        sample.git("config", f"filter.evil.{kind}", program)
    sample.write({"app/price.py": GOOD["app/price.py"] + "\n\ndef more():\n    return 1\n"})
    run = sample.ck("slice", "--from-diff", "--json")
    assert run.code in (0, 2)
    assert not trace.exists()


@pytest.mark.parametrize("damage", ["no objects", "garbage index", "empty config", "head only"])
def test_a_broken_git_folder_falls_back_to_the_walk_and_says_so(sample: Sample, damage: str) -> None:
    sample.write(GOOD)
    sample.commit()
    git = sample.root / ".git"
    if damage == "no objects":
        (git / "objects").rename(git / "lost")
    elif damage == "garbage index":
        (git / "index").write_bytes(b"garbage" * 100)
    elif damage == "empty config":
        (git / "config").write_text("[core\n")
    else:
        (git / "refs").rename(git / "lost")
    ranking = sample.rank(SYMPTOM)
    assert shown(ranking) == ["app/price.py::parse_price"]
    assert any("git" in note for note in ranking.notes)


def test_without_a_git_program_the_walk_answers_and_says_so(sample: Sample, tmp_path: Path) -> None:
    sample.write(GOOD)
    sample.commit()
    (tmp_path / "bin").mkdir()
    run = sample.ck("slice", "--json", stdin=SYMPTOM, PATH=str(tmp_path / "bin"))
    assert run.code == 0 and any("git" in note for note in run.document()["notes"])
    refused = sample.ck("slice", "--from-diff", PATH=str(tmp_path / "bin"))
    assert refused.code == 2 and refused.err.count("\n") == 1


def test_what_git_ignores_is_not_looked_at(sample: Sample) -> None:
    sample.write({**GOOD, ".gitignore": "made/\n", "made/price.py": "def parse_price_made(): ...\n", "new.py": "def parse_price_new(): ...\n"})
    sample.git("init", "-q", ".")
    found = sample.rank("parse_price parse_price_new parse_price_made").candidates
    assert sorted(c.symbol for c in found) == ["parse_price", "parse_price_new"]


def test_environments_and_caches_are_not_walked(sample: Sample) -> None:
    for folder in (".venv/lib", "node_modules/x", "__pycache__", "build.egg-info", ".tox/py"):
        sample.write({f"{folder}/price.py": "def parse_price(): ...\n"})
    sample.write(GOOD)
    assert shown(sample.rank(SYMPTOM)) == ["app/price.py::parse_price"]


def test_the_kernels_files_stay_private(repo: Sample) -> None:
    repo.rank(SYMPTOM)
    for path in (repo.home, *repo.home.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


# -- changes -----------------------------------------------------------------------------------------------------


def test_changes_and_untracked_files_are_seeds(sample: Sample) -> None:
    sample.write({**GOOD, "app/other.py": "def other():\n    return 1\n"})
    sample.commit()
    sample.write({"app/other.py": "def other():\n    return 2\n", "app/new.py": "def brand_new():\n    return 3\n"})
    for cwd in (sample.root, sample.root / "app"):
        document = sample.ck("slice", "--from-diff", "--json", cwd=cwd).document()
        assert {s["path"] for s in document["seeds"]} == {"app/other.py", "app/new.py"}
        assert {f"{i['path']}::{i['symbols'][0]}" for i in document["items"]} >= {"app/other.py::other", "app/new.py::brand_new"}


def test_an_untracked_file_of_any_name_is_a_seed(sample: Sample) -> None:
    sample.write(GOOD)
    sample.commit()
    names = [f"odd/{n}" for n in ODD_NAMES if "\n" not in n]
    sample.write({name: f"def fresh_{k}():\n    return 3\n" for k, name in enumerate(names)})
    document = sample.ck("slice", "--from-diff", "--json").document()
    assert {s["path"] for s in document["seeds"]} == set(names)


@pytest.mark.parametrize(
    "ref", ["--output={here}/made", "-O{here}/made", "--no-index", "nothing", "", "HEAD~999", "a b", "HEAD:app/price.py", "\x1b[2J", "@{u}"]
)
def test_a_ref_that_is_none_is_refused_in_one_line(sample: Sample, tmp_path: Path, ref: str) -> None:
    sample.write(GOOD)
    sample.commit()
    sample.write({"app/price.py": "def parse_price(text):\n    return text\n"})
    run = sample.ck("slice", f"--from-diff={ref.format(here=tmp_path, u='{u}')}", "--json")
    if ref == "":
        assert run.code == 0
        return
    assert run.code == 2 and "\x1b" not in run.err and not (tmp_path / "made").exists()
    if not ref.startswith("-"):
        assert run.err.startswith("ck: ") and run.err.count("\n") == 1 and "error" in run.document()


def test_nothing_changed_and_no_git_are_said(sample: Sample) -> None:
    sample.write(GOOD)
    assert "git" in sample.ck("slice", "--from-diff").err
    sample.commit()
    run = sample.ck("slice", "--from-diff")
    assert run.code == 2 and "nothing changed" in run.err


@pytest.mark.parametrize(
    ("name", "opens", "closes"),
    [("a.ex", "defmodule A do\n", "end\n"), ("a.java", "class A {\n", "}\n"), ("a.rb", "module A\n", "end\n"), ("a.rs", "mod a {\n", "}\n"), ("a.js", "class A { f() {\n", "}}\n")],
)
def test_names_of_very_deep_nesting_stay_short(name: str, opens: str, closes: str) -> None:
    facts = grammar_facts(name, opens * 4_000 + closes * 4_000)
    assert facts is None or (facts.definitions and max(len(d.name) for d in facts.definitions) < 1_000)


@pytest.mark.parametrize("content", [b"export function n() {\0 return 1 }\n", "export function n() { return 1 }\n".encode("utf-16")])
def test_a_frame_in_a_file_that_cannot_be_read_is_never_enough(sample: Sample, content: bytes) -> None:
    sample.write(
        {
            "src/f.ts": 'import { g } from "./g"\nexport function f(t) {\n  return g(t)\n}\n',
            "src/g.ts": "export function g(t) {\n  return t\n}\n",
            "src/odd.ts": content,
        }
    )
    text = "TypeError: x\n    at n (src/odd.ts:1:9)\n    at f (src/f.ts:3:3)\n"
    verdict = sample.ck("slice", "--json", stdin=text).document()["sufficiency"]
    assert verdict["verdict"] == "insufficient" and "src/odd.ts" in verdict["reason"]
    assert sample.ck("slice", "--json", stdin=text.replace("    at n (src/odd.ts:1:9)\n", "")).document()["sufficiency"]["verdict"] == "sufficient"
