"""Names to choose from: all of a small repository, of a large one only what is known or asked for."""

from pathlib import Path

import pytest

from kernel.service import symbols as service
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.slicing import SliceRequest, rank

CART = "class Cart:\n    def checkout(self):\n        return 1\n\n\ndef total():\n    return Cart().checkout()\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "cart.py").write_text(CART)
    (folder / "broken.py").write_text("def half(:\n    pass\n")
    (folder / "notes.txt").write_text("def nothing(): pass\n")
    return folder


def opened(tmp_path: Path) -> Kernel:
    return open_kernel(str(tmp_path / "repo"), {"HOME": str(tmp_path), "CK_HOME": str(tmp_path / "ck")})


def test_a_small_repository_is_known_whole(repo: Path, tmp_path: Path) -> None:
    with opened(tmp_path) as kernel:
        found = service.symbols(kernel)
    assert [tuple(s) for s in found if s.path == "shop/cart.py"] == [
        ("shop/cart.py", "Cart", "class", 1),
        ("shop/cart.py", "Cart.checkout", "function", 2),
        ("shop/cart.py", "total", "function", 6),
    ]
    assert {s.path for s in found} <= {"shop/cart.py", "broken.py"}


def test_every_symbol_is_a_seed(repo: Path, tmp_path: Path) -> None:
    with opened(tmp_path) as kernel:
        for symbol in service.symbols(kernel):
            ranking = rank(kernel, SliceRequest(seeds=(f"{symbol.path}::{symbol.name}",)))
            assert ranking.seeds and not any("defines no" in note for note in ranking.notes), symbol


def test_of_a_large_repository_only_what_is_known_or_asked_for(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SMALL", 1)
    (repo / "apart.py").write_text("def lonely_island():\n    return 1\n")
    with opened(tmp_path) as kernel:
        assert service.symbols(kernel) == ()
        assert service.defining(kernel, "total") == ()
        counters: dict[str, int] = {}
        rank(kernel, SliceRequest(seeds=("shop/cart.py::total",)), counters=counters)
        known = service.symbols(kernel)
        assert {s.name for s in known} >= {"Cart", "Cart.checkout", "total"}
        assert "lonely_island" not in {s.name for s in known}
        assert [s.name for s in service.defining(kernel, "Lonely_Island")] == ["lonely_island"]
        # What was asked for once is known from then on.
        assert "lonely_island" in {s.name for s in service.symbols(kernel)}


@pytest.mark.parametrize("name", ["", "x", "no_such_name", "::", "\udcff\x00"])
def test_names_that_nothing_has_find_nothing(repo: Path, tmp_path: Path, name: str) -> None:
    with opened(tmp_path) as kernel:
        service.symbols(kernel)
        assert service.defining(kernel, name) == ()


def test_a_changed_file_is_read_again(repo: Path, tmp_path: Path) -> None:
    with opened(tmp_path) as kernel:
        service.symbols(kernel)
        (repo / "shop" / "cart.py").write_text("\n\n\ndef renamed():\n    return 1\n")
        assert [(s.name, s.line) for s in service.symbols(kernel) if s.path == "shop/cart.py"] == [("renamed", 4)]
