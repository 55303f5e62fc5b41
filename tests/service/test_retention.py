"""Old outputs go when somebody has time: in the worker and in ``ck park``, never in a hook."""

import io
import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernel.cli.main import cli
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.projection.algebra import identity
from kernel.service import worker
from kernel.service.kernel import open_kernel
from kernel.service.observe import observe
from kernel.store.parked import ParkedOutputs

DAY = 86_400


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with an output of today, one of 40 days ago, and an old one of another repository."""
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "shop.py").write_text("def price():\n    return 1\n")
    monkeypatch.setenv("CK_HOME", str(tmp_path / "home"))
    with open_kernel(str(folder)) as kernel:
        for key, age, text in (
            (kernel.repository.key, 0, "new\n"), (kernel.repository.key, 40, "old\n"), ("/other", 40, "theirs\n"),
        ):  # fmt: skip
            ParkedOutputs(kernel.store).add(
                ToolOutput(text, "Bash"), Scope(key), identity(text), time.time() - age * DAY
            )
    return folder


def originals(repository: Path) -> list[str]:
    with open_kernel(str(repository)) as kernel:
        outputs = ParkedOutputs(kernel.store)
        found = [outputs.get(row.handle, None) for row in outputs.list(None)]
        return sorted(output.original for output in found if output is not None)


def test_a_hook_deletes_nothing(repository: Path) -> None:
    with open_kernel(str(repository), strict=False) as kernel:
        observe(kernel, ToolOutput("newer\n", "Bash"), Scope(kernel.repository.key))
    assert originals(repository) == ["new\n", "newer\n", "old\n", "theirs\n"]


def test_listing_applies_the_limit_of_age(repository: Path) -> None:
    assert CliRunner().invoke(cli, ["--repo", str(repository), "park"]).exit_code == 0
    assert originals(repository) == ["new\n"]


def test_listing_applies_the_limit_of_size(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CK_PARK_MAX_BYTES_TOTAL", "0")
    assert CliRunner().invoke(cli, ["--repo", str(repository), "park"]).exit_code == 0
    assert originals(repository) == []


def test_the_worker_does_it_after_its_first_answer(repository: Path) -> None:
    request = {"id": 1, "do": "rank", "cwd": str(repository), "symptom": "price is wrong"}
    answer = io.StringIO()
    assert worker.main(io.StringIO("not json\n" + json.dumps(request) + "\n"), answer) == 0
    assert "result" in json.loads(answer.getvalue().splitlines()[-1])
    assert originals(repository) == ["new\n"]
