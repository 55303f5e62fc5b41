"""A miss becomes a test case: the output, and the lines that should have been kept."""

import json
from pathlib import Path

import pytest

from kernel.model.errors import BadInput, NotFound
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.cases import save_case
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe

TEXT = "\n".join([f"tests/test_{n}.py::test PASSED  [{n} %]" for n in range(1, 300)] + ["", "1 skipped: no database", "299 passed in 3.00s", ""])


def opened(tmp_path: Path) -> Kernel:
    (tmp_path / "repo").mkdir(exist_ok=True)
    return open_kernel(str(tmp_path / "repo"), {"HOME": str(tmp_path), "CK_HOME": str(tmp_path / "ck")})


def parked(kernel: Kernel, text: str = TEXT, command: str = "pytest -v") -> int:
    scope = Scope(kernel.repository.key, "s", "main", 1, kernel.repository.root)
    handle = observe(kernel, ToolOutput(text, "Bash", command, exit_code=1), scope).handle
    assert handle is not None
    return handle


def test_a_case_holds_the_output_and_what_must_be_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as kernel:
        path = Path(save_case(kernel, parked(kernel), (301, 300, 5), str(tmp_path / "cases")))
    case = json.loads(path.read_text())
    assert case["must_keep"] == ["tests/test_5.py::test PASSED  [5 %]", "1 skipped: no database"]
    assert (case["tool"], case["command"], case["exit_code"]) == ("Bash", "pytest -v", 1)
    text = path.with_name(case["file"])
    assert text.read_text() == TEXT and all(line in text.read_text() for line in case["must_keep"])
    assert path.name.startswith("pytest-v-")
    assert [f.stat().st_mode & 0o777 for f in (path, text, path.parent)] == [0o600, 0o600, 0o700]


def test_the_home_of_nobody_is_a_plain_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with opened(tmp_path) as kernel:
        path = Path(save_case(kernel, parked(kernel), (1,), "~nobody-of-this-name/cases"))
    assert path.is_file() and (tmp_path / path).parent == tmp_path / "~nobody-of-this-name" / "cases"


def test_marking_more_of_the_same_output_adds_to_its_case(tmp_path: Path) -> None:
    folder = str(tmp_path / "cases")
    with opened(tmp_path) as kernel:
        handle = parked(kernel)
        first = save_case(kernel, handle, (1,), folder)
        assert save_case(kernel, handle, (2, 1), folder) == first
    assert [line[:15] for line in json.loads(Path(first).read_text())["must_keep"]] == ["tests/test_1.py", "tests/test_2.py"]
    assert len(list(Path(folder).iterdir())) == 2


@pytest.mark.parametrize("lines", [(), (300,), (0, -3, 9_999)])
def test_without_any_text_there_is_no_case(tmp_path: Path, lines: tuple[int, ...]) -> None:
    with opened(tmp_path) as kernel:
        with pytest.raises(BadInput, match="nothing to keep"):
            save_case(kernel, parked(kernel), lines, str(tmp_path / "cases"))
    assert not (tmp_path / "cases").exists()


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with opened(tmp_path) as kernel:
        with pytest.raises(NotFound):
            save_case(kernel, 99, (1,), str(tmp_path))
        with pytest.raises(BadInput, match="cannot write"):
            save_case(kernel, parked(kernel), (1,), str(tmp_path / "file" / "x"))


def test_hostile_outputs_and_commands(tmp_path: Path) -> None:
    with opened(tmp_path) as kernel:
        handle = parked(kernel, "\x1b[31mred\x1b[0m \udcff\x00\n" * 3 + TEXT, "../../etc/passwd; \udcff 日本語")
        path = Path(save_case(kernel, handle, (1,), str(tmp_path / "cases")))
    assert path.parent == tmp_path / "cases" and ".." not in path.name
    case = json.loads(path.read_text("utf-8"))
    assert case["must_keep"][0] in path.with_name(case["file"]).read_text("utf-8")
