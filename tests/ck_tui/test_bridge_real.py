"""The bridge over the real kernel: a real repository, store and child process."""

import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from ck_tui.bridge import Bridge, BridgeError, open_bridge
from ck_tui.bridge.nouns import Request

CART = """class Cart:
    def checkout(self, payload):
        token = payload["card_token"]
        return charge(token)


def charge(token):
    return token


def unrelated():
    return [number for number in range(100)]
"""
TRACE = """Traceback (most recent call last):
  File "shop/cart.py", line 3, in checkout
    token = payload["card_token"]
KeyError: 'card_token'
"""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "cart.py").write_text(CART)
    (folder / "picture.png").write_bytes(b"\x89PNG\0\0")
    subprocess.run(["git", "init", "-q", str(folder)], check=True, timeout=30)
    return folder


@pytest_asyncio.fixture
async def bridge(repo: Path) -> AsyncIterator[Bridge]:
    bridge = open_bridge(str(repo))
    yield bridge
    await bridge.close()


async def test_rank_cut_steer_and_undo(bridge: Bridge, repo: Path) -> None:
    ranking = await bridge.worker.rank(Request(TRACE), lambda *_: None)
    slice_ = bridge.task.cut(ranking, None)
    first = slice_.items[0]
    assert (first.path, first.symbols) == ("shop/cart.py", ("Cart.checkout",))
    assert bridge.task.tasks()[0].id == ranking.task
    assert bridge.task.steer(ranking.task, "drop", first.path, first.symbols[0], first.digest)
    dropped = bridge.task.cut(ranking, None)
    assert ("Cart.checkout", "dropped by hand") in [(e.symbol, e.reason) for e in dropped.excluded]
    again = open_bridge(str(repo))
    assert [steer.verb for steer in again.task.steers(ranking.task)] == ["drop"]
    await again.close()
    undone = bridge.task.undo(ranking.task)
    assert undone is not None and undone.symbol == "Cart.checkout"
    assert bridge.task.cut(ranking, None).items == slice_.items
    assert "card_token" in bridge.task.prompt(slice_)


async def test_another_process_changes_the_number(bridge: Bridge, repo: Path) -> None:
    before = bridge.session.version()
    other = open_bridge(str(repo))
    other.charter.save("Q: what?\n1. [contract] one (shop/cart.py:3)\n")
    await other.close()
    assert bridge.session.version() != before
    charter = bridge.charter.load()
    assert charter is not None and charter.constraints[0].citations[0].state == "ok"


async def test_what_cannot_be_read_is_explained(bridge: Bridge) -> None:
    assert bridge.repository.paths() == ("picture.png", "shop/cart.py")
    assert bridge.repository.lines("shop/cart.py")[0] == "class Cart:"
    for path in ("picture.png", "missing.py", "../outside"):
        with pytest.raises(BridgeError, match="gone, not a text"):
            bridge.repository.lines(path)
    with pytest.raises(BridgeError):
        bridge.parked.get(99)
    with pytest.raises(BridgeError):
        bridge.charter.save("")


def test_a_folder_that_is_not_there() -> None:
    with pytest.raises(BridgeError):
        open_bridge("/no/such/folder")
