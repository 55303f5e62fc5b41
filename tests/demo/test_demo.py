"""The bundled sample: true (its test fails as the symptom says), the same everywhere, and shown without a terminal."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.demo.loader import Demo, prepare
from kernel.projection.algebra import render, unfold
from kernel.service import charter
from kernel.service.kernel import open_kernel
from kernel.service.ledger import ledger
from kernel.service.recall import parked, parked_output


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "nobody"),
        "CK_HOME": str(tmp_path / "users-own"),
    }


@pytest.fixture
def demo(tmp_path: Path, environ: dict[str, str]) -> Demo:
    return prepare(str(tmp_path), environ)


def neutral(report: str) -> list[str]:
    """A test report without what differs from run to run."""
    return re.sub(r" in \d+\.\d+s|0x[0-9a-f]+", "", report).splitlines()


def test_the_samples_test_fails_as_the_symptom_says(demo: Demo) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:asyncio",
            "-p",
            "no:xdist",
            "-p",
            "no:hypothesispytest",
        ],
        cwd=demo.repo,
        env={**demo.environ, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert neutral(run.stdout) == neutral(demo.symptom)


def test_the_users_own_store_is_not_touched(demo: Demo, tmp_path: Path) -> None:
    assert demo.environ["CK_HOME"] != str(tmp_path / "users-own")
    assert not (tmp_path / "users-own").exists()


def test_every_folded_output_can_be_taken_back(demo: Demo) -> None:
    with open_kernel(demo.repo, demo.environ) as kernel:
        rows = parked(kernel)
        assert len(rows) >= 10
        assert sum(row.folds > 0 for row in rows) >= 6
        for row in rows:
            output = parked_output(kernel, row.handle)
            assert unfold(output.plan, output.original) == output.original
            assert len(render(output.plan, output.original, row.handle)) <= len(output.original)
        failing = next(row for row in rows if row.command == "pytest -v")
        shown = parked_output(kernel, failing.handle)
        assert "KeyError: 'card_token'" in render(shown.plan, shown.original, failing.handle)


def test_one_citation_has_drifted_and_an_agent_came_back_for_lines(demo: Demo) -> None:
    with open_kernel(demo.repo, demo.environ) as kernel:
        found = charter.check(kernel)
        assert found is not None and found.problems == ()
        assert charter.states(found) == {"ok": 3, "drifted": 1}
        totals = ledger(kernel)
        assert totals.faults >= 2 and totals.net > totals.before / 2


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_its_history_is_the_same_everywhere(tmp_path: Path, environ: dict[str, str]) -> None:
    heads = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made = prepare(str(tmp_path / name), environ)
        git = subprocess.run(["git", "-C", made.repo, "rev-parse", "HEAD"], capture_output=True, check=True)
        heads.add(git.stdout)
    assert len(heads) == 1


def test_without_git_it_is_a_plain_folder(
    tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    made = prepare(str(tmp_path), {**environ, "PATH": str(tmp_path)})
    assert not (Path(made.repo) / ".git").exists()
    with open_kernel(made.repo, made.environ) as kernel:
        assert parked(kernel)


@pytest.mark.parametrize("arguments", [("demo",), ("demo", "--text")])
def test_without_a_terminal_the_walk_is_printed(
    environ: dict[str, str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    code = "import sys; from kernel.cli.main import cli; cli(sys.argv[1:], standalone_mode=False); assert 'textual' not in sys.modules"
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**environ, "TMPDIR": str(tmp_path), "TERM": "dumb"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    for expected in (
        "KeyError: 'card_token'",
        "shop/models/cart.py:81",
        "shop/models/cart.py::Cart.checkout",
        "blind spot  shop/payments/gateway.py:32",
        "over budget",
        "ck pin 'shop/",
        "ck recall ",
        "drifted, now at line 13",
        "net saved",
    ):
        assert expected in run.stdout
    assert not list(tmp_path.glob("ck-demo-*")), "the sample's folder is gone"
