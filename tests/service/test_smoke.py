"""The smoke run: each link that is broken is the one that is named."""

import subprocess
from pathlib import Path

import pytest

from kernel.model.check import FAILURE, OK, WARNING
from kernel.model.errors import NotFound
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.service.smoke import AT, LINES, check, generate


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return open_kernel(str(tmp_path), {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)})


def states(kernel: Kernel) -> dict[str, str]:
    return {each.name: each.state for each in check(kernel, lambda transcript, word: None)}


def printed(kernel: Kernel) -> str:
    return subprocess.run([generate(kernel)], capture_output=True, text=True, check=True).stdout


def observed(kernel: Kernel, text: str, session: str = "s") -> None:
    scope = Scope(kernel.repository.key, session, "main", 1, kernel.repository.root)
    observe(kernel, ToolOutput(text, "Bash", "/x/smoke/suite", "", 0), scope)


def test_a_run_that_was_projected_is_followed_to_its_needle(kernel: Kernel) -> None:
    text = printed(kernel)
    assert len(text.splitlines()) == LINES and "needle-" in text.splitlines()[AT - 1]
    observed(kernel, text)
    assert states(kernel) == {"hook called": OK, "projected": OK, "recallable": OK, "shown": WARNING}


def test_a_run_that_no_hook_saw_fails(kernel: Kernel) -> None:
    observed(kernel, printed(kernel))
    text = printed(kernel)
    assert states(kernel) == {"hook called": FAILURE}
    observed(kernel, text, session="")
    assert states(kernel) == {"hook called": FAILURE}


def test_a_run_that_was_not_folded_or_was_changed_fails(kernel: Kernel) -> None:
    lines = printed(kernel).splitlines(keepends=True)
    observed(kernel, "".join(lines[AT - 2 : AT + 2]))
    assert states(kernel) == {"hook called": OK, "projected": FAILURE, "recallable": FAILURE, "shown": WARNING}


def test_without_a_run_it_says_what_to_do(kernel: Kernel) -> None:
    with pytest.raises(NotFound, match="ck smoke generate"):
        states(kernel)
    generate(kernel)
    (Path(kernel.home) / "smoke" / "run.json").write_text('{"id": "a", "needle": "1", "at": 5}')
    with pytest.raises(NotFound, match="two hours"):
        states(kernel)
