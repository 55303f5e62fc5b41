"""A handle is never given twice, whatever becomes of the store's file."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.model.plan import Plan
from kernel.model.scope import Scope
from kernel.store.connection import Store
from kernel.store.handles import BLOCK, FILE_NAME
from kernel.store.parked import ParkedOutputs

FALLBACK = 1_000_000_000
"""Handles from here on tell that another store holds them."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def park(store: Store, text: str = "x\n") -> int:
    return ParkedOutputs(store).add(ToolOutput(text), Scope("/r"), Plan(1, (), 1, 1), at=1.0)


def filled(home: Path, count: int = 12) -> list[int]:
    store = Store(str(home))
    handles = [park(store, f"old {n}\n") for n in range(count)]
    store.close()
    return handles


def deleted(path: Path) -> None:
    for file in path.parent.glob("kernel.db*"):
        file.unlink()


def deleted_alone(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def damaged(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)


LOSSES = [deleted, deleted_alone, emptied, damaged]


def test_a_new_home_begins_at_one_and_promises_privately(home: Path) -> None:
    assert filled(home, 3) == [1, 2, 3]
    assert (home / FILE_NAME).read_bytes() == b"%d\n" % BLOCK
    assert (home / FILE_NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("lose", LOSSES)
def test_a_lost_store_is_followed_by_one_whose_handles_are_new(home: Path, lose: Callable[[Path], None]) -> None:
    given = set(filled(home))
    for _ in range(3):
        lose(home / "kernel.db")
        new = filled(home)
        assert given.isdisjoint(new) and new == sorted(new)
        store = Store(str(home))
        assert all(ParkedOutputs(store).get(handle, None) is None for handle in given)
        assert all(ParkedOutputs(store).get(handle, None) is not None for handle in new)
        store.close()
        given |= set(new)
    assert max(given) < FALLBACK


@pytest.mark.parametrize("lose", LOSSES)
def test_a_store_that_is_lost_while_it_is_open_gives_no_handle_twice(home: Path, lose: Callable[[Path], None]) -> None:
    store = Store(str(home), 2000)
    given = [park(store, f"a {n}\n") for n in range(5)]
    lose(home / "kernel.db")
    given += [park(store, f"b {n}\n") for n in range(5)]
    other = Store(str(home), 2000)
    given += [park(other, f"c {n}\n") for n in range(5)]
    assert len(set(given)) == len(given)


def test_many_outputs_in_several_blocks(home: Path) -> None:
    store = Store(str(home))
    ParkedOutputs(store).start_from(BLOCK - 1)
    assert [park(store) for _ in range(3)] == [BLOCK - 1, BLOCK, BLOCK + 1]
    store.close()
    deleted(home / "kernel.db")
    assert filled(home, 1) == [2 * BLOCK]


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"12", b"-4\n", b"0\n", b"1e9\n", b"9" * 5000, "²\n".encode()])
def test_an_unreadable_promise_means_to_begin_far_above(home: Path, content: bytes) -> None:
    given = filled(home)
    deleted(home / "kernel.db")
    (home / FILE_NAME).write_bytes(content)
    new = filled(home)
    assert min(new) > max(given) + BLOCK and max(new) < FALLBACK
    assert int((home / FILE_NAME).read_bytes()) > max(new)


def test_a_promise_that_is_a_folder_or_gone_beside_a_damaged_store_is_unreadable_too(home: Path) -> None:
    filled(home)
    (home / FILE_NAME).unlink()
    damaged(home / "kernel.db")
    assert min(filled(home)) > BLOCK
    deleted(home / "kernel.db")
    (home / FILE_NAME).unlink()
    (home / FILE_NAME).mkdir()
    assert min(filled(home)) > BLOCK


def test_a_sound_store_mends_its_promise(home: Path) -> None:
    filled(home)
    (home / FILE_NAME).unlink()
    assert filled(home, 1) == [13]
    deleted(home / "kernel.db")
    assert filled(home, 1) == [BLOCK]


def test_a_second_archive_begins_where_it_must_even_after_a_loss(home: Path) -> None:
    store = Store(str(home))
    ParkedOutputs(store).start_from(FALLBACK)
    first = park(store)
    store.close()
    deleted(home / "kernel.db")
    (home / FILE_NAME).write_bytes(b"broken")
    store = Store(str(home))
    ParkedOutputs(store).start_from(FALLBACK)
    assert first == FALLBACK and park(store) > FALLBACK
    ParkedOutputs(store).start_from(FALLBACK)
    assert park(store) < 2 * FALLBACK


def test_processes_that_park_while_the_store_is_deleted_share_no_handle(home: Path) -> None:
    code = (
        "import sys; from kernel.store.connection import Store; from kernel.store.parked import ParkedOutputs\n"
        "from kernel.model.event import ToolOutput; from kernel.model.plan import Plan; from kernel.model.scope import Scope\n"
        "sys.stdin.read(1); store = Store(sys.argv[1], 20000)\n"
        "for n in range(60):\n"
        "    print(ParkedOutputs(store).add(ToolOutput(f'{sys.argv[2]} {n}'), Scope('/r'), Plan(1, (), 1, 1), 1.0), flush=True)"
    )
    filled(home, 1)
    racing = [
        subprocess.Popen([sys.executable, "-c", code, str(home), str(n)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for n in range(4)
    ]
    for process in racing:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"x")
        process.stdin.flush()
        process.stdout.readline()
    deleted(home / "kernel.db")
    told = [process.communicate()[0] for process in racing]
    assert [process.returncode for process in racing] == [0] * 4
    given = [int(line) for out in told for line in out.split()]
    assert len(set(given)) == len(given)
