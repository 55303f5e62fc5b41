"""Lists of files with their states: conflicts and headings stay, every other file is named by its folder."""

import random
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan

WORDS = ("cart", "rate", "order", "ledger", "invoice", "country", "refund", "coupon", "stock", "basket")


def shown(text: str, command: str, exit_code: int | None = 0) -> str:
    made = plan(ToolOutput(text, "Bash", command, exit_code=exit_code))
    assert algebra.unfold(made, text) == text
    return algebra.render(made, text, 412)


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.quotePath=false", *arguments],
        capture_output=True,
        text=True,
        check=False,
    ).stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A merge that stopped at conflicts, with many changed and new files beside them."""
    root = tmp_path_factory.mktemp("states")
    names = [f"src/{one}/{two}_{three}.py" for one in WORDS[:4] for two in WORDS[:5] for three in WORDS[5:]]
    git(root, "init", "-q", "-b", "main")
    for name in (*names, "both.py", "gone.py", "theirs.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("one\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    git(root, "checkout", "-qb", "other")
    for name in ("both.py", "gone.py"):
        (root / name).write_text("other\n")
    git(root, "rm", "-q", "theirs.py")
    git(root, "commit", "-qam", "other")
    git(root, "checkout", "-q", "main")
    (root / "both.py").write_text("main\n")
    (root / "theirs.py").write_text("main\n")
    git(root, "rm", "-q", "gone.py")
    git(root, "commit", "-qam", "main")
    git(root, "merge", "other")
    for name in names[:60]:
        (root / name).write_text("two\n")
    for name in names[60:63]:
        (root / name).unlink()
    for one in WORDS:
        (root / "new").mkdir(exist_ok=True)
        for two in WORDS[:6]:
            (root / "new" / f"{one} {two}.txt").write_text("")
    (root / ".env").write_text("")
    return root


@pytest.mark.parametrize("command", ["git status", "git status -uall", "git add -N . ; git status"])
def test_conflicts_and_rare_states_stay_and_every_file_is_named(repository: Path, command: str) -> None:
    text = git(repository, "status", *(["-uall"] if "-uall" in command else []))
    got = shown(text, command)
    for line in text.splitlines():
        if not line.startswith("\tmodified:") and "new/" not in line:
            assert line in got.splitlines() or not line
    for line in text.splitlines():
        path = line.rpartition(" ")[2] if line.startswith("\tmodified:") else ""
        assert path.rpartition("/")[2].removesuffix(".py") in got
    assert "both modified:   both.py" in got and "deleted by us:   gone.py" in got and "deleted by them: theirs.py" in got
    assert len(got) < 0.8 * len(text)


def test_the_short_form_beyond_what_is_asked_for_line_by_line(repository: Path) -> None:
    text = git(repository, "status", "--short", "-uall") + "".join(f"?? data/part_{n}.bin\n" for n in range(4000))
    got = shown(text, "git status --short")
    assert all(line in got.splitlines() for line in ("UU both.py", "DU gone.py", "UD theirs.py", "?? .env"))
    assert "data/ part_" in got and len(got) < 0.2 * len(text)


@pytest.mark.parametrize("form", ["create mode 100644 {}", "delete mode 100644 {}", "rm '{}'", "add '{}'", "Would remove {}", "M\t{}"])
def test_what_a_commit_or_a_clean_did_is_named_by_folder(form: str) -> None:
    rng = random.Random(7)
    paths = [f"src/{rng.choice(WORDS)}/{rng.choice(WORDS)}_{rng.choice(WORDS)}.py" for _ in range(150)]
    space = " " if "mode" in form else ""
    text = "".join(f"{space}{form.format(path)}\n" for path in paths)
    got = shown(f"[main 1a2b3c4] add\n 150 files changed, 150 insertions(+)\n{text}", "git commit -m add")
    assert "150 files changed" in got
    assert all(path.rpartition("/")[2].removesuffix(".py") in got for path in paths)
    assert len(got) < 0.6 * len(text)


def test_a_few_files_of_a_state_are_all_shown(repository: Path) -> None:
    text = "On branch main\nChanges not staged for commit:\n" + "".join(f"\tmodified:   {word}.py\n" for word in WORDS)
    assert shown(text + "\nno changes added to commit\n", "git status") == text + "\nno changes added to commit\n"


def test_of_a_pull_the_largest_change_and_the_totals_are_shown() -> None:
    rng = random.Random(11)
    rows = [f" src/{rng.choice(WORDS)}/{rng.choice(WORDS)}_{n}.py | {rng.randint(2, 30)} +++--\n" for n in range(120)]
    rows[70] = " src/vendor/huge.js | 91231 +++++++++-----\n"
    rows[80] = " assets/logo.png | Bin 0 -> 8123 bytes\n"
    text = "Updating abc1234..def5678\nFast-forward\n" + "".join(rows) + " 120 files changed, 92000 insertions(+), 812 deletions(-)\n"
    got = shown(text, "git pull")
    assert all(line in got for line in (rows[70], rows[80], " 120 files changed, 92000 insertions(+)"))
    assert all(row.partition(" |")[0].rpartition("/")[2].removesuffix(".py") in got for row in rows)
    assert len(got) < 0.7 * len(text)


def test_of_a_merge_the_conflicts_are_shown() -> None:
    merged = [f"Auto-merging src/{one}/{two}.py\n" for one in WORDS for two in WORDS]
    conflict = "CONFLICT (content): Merge conflict in src/cart/rate.py\n"
    text = "".join(merged[:60]) + conflict + "".join(merged[60:]) + "Automatic merge failed; fix conflicts and then commit the result.\n"
    got = shown(text, "git merge other", 1)
    assert conflict in got and "Automatic merge failed" in got
    assert len(got) < 0.6 * len(text)


def test_an_annotated_source_shows_every_commit_and_the_ends_of_its_lines() -> None:
    rng = random.Random(5)
    commits = [f"{rng.getrandbits(32):08x}" for _ in range(12)]
    rows = []
    for commit in commits:
        for _ in range(rng.choice((1, 2, 30, 40))):
            rows.append(f"{commit} (Ann Example 2026-11-{10 + len(commit)} 10:00:00 +0000 {len(rows) + 1:3})     value = compute({len(rows)})")
    text = "\n".join(rows) + "\n"
    got = shown(text, "git blame shop/cart.py")
    assert all(commit in got for commit in commits)
    assert rows[0] in got and rows[-1] in got
    assert all(line in got for line, after in pairwise(rows) if line[:8] != after[:8])
    assert len(got) < 0.6 * len(text)
