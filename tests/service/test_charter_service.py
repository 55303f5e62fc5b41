"""A charter in a repository: anchors, drift, repair, undo; never a file outside."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernel.model.charter import Charter
from kernel.model.errors import BadInput, NotFound
from kernel.service import charter
from kernel.service.kernel import Kernel, open_kernel

TEXT = "Q: mend it\n\n1. [contract] pays once (shop/cart.py:2)\n2. [invariant] both (shop/cart.py:2, shop/cart.py:1-2)\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repo" / "shop"
    folder.mkdir(parents=True)
    (folder / "cart.py").write_text("def pay():\n    charge(once)\n")
    return folder.parent


@pytest.fixture
def kernel(root: Path, tmp_path: Path) -> Iterator[Kernel]:
    with open_kernel(str(root), {"CK_HOME": str(tmp_path / "home")}) as opened:
        yield opened


def states(found: Charter | None) -> list[str]:
    assert found is not None
    return [citation.state for one in found.constraints for citation in one.citations]


def test_a_saved_charter_is_checked_against_its_lines(kernel: Kernel, root: Path) -> None:
    assert states(charter.save(kernel, TEXT)) == ["ok"] * 3
    file = root / "shop" / "cart.py"
    file.write_text("# new\n" + file.read_text())
    assert states(charter.check(kernel)) == ["drifted"] * 3


def test_a_repair_moves_what_is_certain_in_the_text_too(kernel: Kernel, root: Path) -> None:
    charter.save(kernel, TEXT)
    file = root / "shop" / "cart.py"
    file.write_text("# new\n" + file.read_text())
    done = charter.repair(kernel)
    assert states(done.charter) == ["ok"] * 3
    assert "(shop/cart.py:3)" in done.charter.text and "shop/cart.py:2-3" in done.charter.text
    assert (len(done.moved), done.left) == (3, ())
    assert charter.repair(kernel).moved == ()
    assert charter.undo(kernel)
    assert states(charter.check(kernel)) == ["drifted"] * 3


def test_an_ambiguous_line_is_left_alone(kernel: Kernel, root: Path) -> None:
    charter.save(kernel, TEXT)
    (root / "shop" / "cart.py").write_text("#\n#\n    charge(once)\n    charge(once)\n")
    done = charter.repair(kernel)
    assert done.moved == ()
    assert [one.state for one in done.left] == ["ambiguous", "ambiguous", "drifted"]
    assert done.charter.text == TEXT


def test_saving_again_does_not_bless_a_drifted_line(kernel: Kernel, root: Path) -> None:
    charter.save(kernel, TEXT)
    (root / "shop" / "cart.py").write_text("def pay():\n    charge(twice)\n")
    edited = TEXT.replace("pays once", "pays exactly once")
    assert states(charter.save(kernel, edited))[0] == "drifted"
    assert states(charter.save(kernel, edited, anew=True))[0] == "ok"


def test_undo_goes_back_through_saves_and_clear(kernel: Kernel) -> None:
    charter.save(kernel, TEXT)
    charter.save(kernel, TEXT.replace("mend", "break"))
    assert charter.clear(kernel)
    assert charter.load(kernel) is None
    questions = []
    while charter.undo(kernel):
        found = charter.load(kernel)
        questions.append(found.question if found else None)
    assert questions == ["break it", "mend it", None]
    assert not charter.clear(kernel)
    with pytest.raises(NotFound):
        charter.repair(kernel)


def test_a_charter_belongs_to_its_repository(kernel: Kernel, tmp_path: Path) -> None:
    charter.save(kernel, TEXT)
    (tmp_path / "other").mkdir()
    with open_kernel(str(tmp_path / "other"), {"CK_HOME": str(tmp_path / "home")}) as other:
        assert charter.check(other) is None


@pytest.mark.parametrize(
    "place",
    [
        "../outside.py",
        "shop/../../outside.py",
        "/etc/passwd",
        "~/x.py",
        "link.py",
        "folder/outside.py",
        "pipe.py",
        ".git/config",
        "shop/",
    ],
)
def test_a_citation_never_leaves_the_repository(kernel: Kernel, root: Path, place: str) -> None:
    (root.parent / "outside.py").write_text("secret\n")
    (root / "link.py").symlink_to(root.parent / "outside.py")
    (root / "folder").symlink_to(root.parent)
    os.mkfifo(root / "pipe.py")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("secret\n")
    saved = charter.save(kernel, f"Q: x\n1. [contract] y (`{place}:1`)\n")
    assert states(saved) == ["missing"]
    assert all(not citation.anchor for one in saved.constraints for citation in one.citations)


@pytest.mark.parametrize("text", ["", " \n\n", "x" * 60_000])
def test_an_empty_or_endless_charter_is_refused(kernel: Kernel, text: str) -> None:
    with pytest.raises(BadInput):
        charter.save(kernel, text)


@pytest.mark.parametrize("content", [b"\xff\xfe broken\n    charge\n", b"\x00\n\x00\n", b"a\r\nb\r\n"])
def test_any_file_can_be_cited(kernel: Kernel, root: Path, content: bytes) -> None:
    (root / "shop" / "cart.py").write_bytes(content)
    assert "missing" not in states(charter.save(kernel, "Q: x\r\n1. y (shop/cart.py:2)\r\n"))
