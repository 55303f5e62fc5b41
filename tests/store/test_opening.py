"""The store always opens: private, migrated, repaired by setting aside, or in memory with a word about it."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernel.model.errors import StoreBusy, StoreFailed, StoreTooNew
from kernel.model.event import ToolOutput
from kernel.model.plan import Plan
from kernel.model.scope import Scope
from kernel.store import schema
from kernel.store.connection import Store
from kernel.store.parked import ParkedOutputs
from kernel.store.steers import Steers


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "home"


def pin(store: Store, path: str = "a.py") -> None:
    Steers(store).apply("/w", "t", "pin", path, "", "", 1.0)


def pins(store: Store) -> list[str]:
    return [steer.path for steer in Steers(store).list("/w", "t")]


def park(store: Store, text: str = "x\n") -> int:
    return ParkedOutputs(store).add(ToolOutput(text), Scope("/r"), Plan(1, (), 1, 1), at=1.0)


def filled(home: Path) -> int:
    """A store with a pin and enough outputs for many pages; the newest handle."""
    store = Store(str(home))
    pin(store)
    handles = [park(store, os.urandom(3000).hex()) for _ in range(30)]
    store.close()
    return handles[-1]


def modes(home: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in home.iterdir()}


def test_files_are_private_even_under_a_loose_umask(home: Path) -> None:
    before = os.umask(0)
    try:
        store = Store(str(home))
        pin(store)
    finally:
        os.umask(before)
    assert home.stat().st_mode & 0o777 == 0o700
    assert modes(home) == {"kernel.db": 0o600, "kernel.db-wal": 0o600, "kernel.db-shm": 0o600}


def test_an_open_file_mode_is_closed_on_the_next_start(home: Path) -> None:
    filled(home)
    (home / "kernel.db").chmod(0o644)
    Store(str(home)).close()
    assert modes(home)["kernel.db"] == 0o600


def test_a_commit_is_seen_by_another_process(home: Path) -> None:
    store = Store(str(home))
    version = store.data_version()
    code = (
        "import sys; from kernel.store.connection import Store; from kernel.store.steers import Steers\n"
        "Steers(Store(sys.argv[1])).apply('/w', 't', 'pin', 'b.py', '', '', 1.0)"
    )
    subprocess.run([sys.executable, "-c", code, str(home)], check=True)
    assert pins(store) == ["b.py"]
    assert store.data_version() != version


def test_four_processes_may_make_the_store_at_once(home: Path) -> None:
    code = (
        "import sys; from kernel.store.connection import Store; from kernel.store.steers import Steers\n"
        "sys.stdin.read(1); store = Store(sys.argv[1], 10000)\n"
        "Steers(store).apply('/w', 't', 'pin', sys.argv[2], '', '', 1.0); print(store.notices)"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(home), f"{number}.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"x")
        process.stdin.flush()
    assert [process.communicate()[0] for process in processes] == [b"[]\n"] * 4
    assert sorted(pins(Store(str(home)))) == ["0.py", "1.py", "2.py", "3.py"]


def test_a_newer_schema_is_refused_and_left_alone(home: Path) -> None:
    filled(home)
    with contextlib.closing(sqlite3.connect(home / "kernel.db")) as connection:
        connection.execute(f"PRAGMA user_version={schema.NEWEST + 1}")
        connection.commit()
    before = (home / "kernel.db").read_bytes()
    with pytest.raises(StoreTooNew, match="update ck"):
        Store(str(home))
    assert (home / "kernel.db").read_bytes() == before
    assert not list(home.glob("*.damaged-*"))


def test_an_older_schema_is_migrated_and_keeps_its_rows(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(home)
    steps = (*schema.MIGRATIONS, ("ALTER TABLE tasks ADD COLUMN extra TEXT",))
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    monkeypatch.setattr(schema, "NEWEST", len(steps))
    store = Store(str(home))
    assert pins(store) == ["a.py"]
    assert store.read(lambda db: db.execute("SELECT extra FROM tasks").fetchall()) == []
    assert store.read(lambda db: db.execute("PRAGMA user_version").fetchone()) == (len(steps),)


def test_a_migration_that_fails_changes_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(home)
    steps = (*schema.MIGRATIONS, ("CREATE TABLE half (x)", "CREATE TABLE tasks (x)"))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", steps)
        patch.setattr(schema, "NEWEST", len(steps))
        with pytest.raises(StoreFailed):
            Store(str(home))
    store = Store(str(home))
    assert pins(store) == ["a.py"]
    tables = store.read(
        lambda db: db.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall()
    )
    assert tables == []


def garbage(path: Path) -> None:
    path.write_bytes(b"\x00\xffnot a database" * 500)


def zeroed_header(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(bytes(100))


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def truncated_in_the_header(path: Path) -> None:
    os.truncate(path, 50)


def zeroed_schema_page(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(100)
        file.write(bytes(3900))


DAMAGES = [garbage, zeroed_header, truncated, truncated_in_the_header, zeroed_schema_page]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_store_is_set_aside_and_a_fresh_one_made(home: Path, damage) -> None:
    newest = filled(home)
    damage(home / "kernel.db")
    bad = (home / "kernel.db").read_bytes()
    store = Store(str(home))
    (aside,) = home.glob("kernel.db.damaged-*")
    assert aside.read_bytes() == bad
    assert len(store.notices) == 1 and str(aside) in store.notices[0]
    pin(store, "new.py")
    # A handle that an agent remembers from before must not lead to another output now.
    assert park(store) > newest
    assert not store.in_memory
    store.close()
    again = Store(str(home))
    assert pins(again) == ["new.py"] and again.notices == []
    assert modes(home)[aside.name] == 0o600


def test_damage_that_shows_only_in_use_is_set_aside_too(home: Path) -> None:
    filled(home)
    with contextlib.closing(sqlite3.connect(home / "kernel.db")) as connection:
        page_size = connection.execute("PRAGMA page_size").fetchone()[0]
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'steers'").fetchone()[0]
    with (home / "kernel.db").open("r+b") as file:
        file.seek((root - 1) * page_size)
        file.write(b"\xaa" * page_size)
    store = Store(str(home))
    assert store.notices == []
    assert pins(store) == []
    assert len(store.notices) == 1 and len(list(home.glob("kernel.db.damaged-*"))) == 1
    pin(store, "new.py")
    assert pins(store) == ["new.py"]


def test_two_processes_that_find_the_damage_set_it_aside_once(home: Path) -> None:
    filled(home)
    zeroed_header(home / "kernel.db")
    code = (
        "import sys; from kernel.store.connection import Store; from kernel.store.steers import Steers\n"
        "sys.stdin.read(1); store = Store(sys.argv[1], 10000)\n"
        "Steers(store).apply('/w', 't', 'pin', sys.argv[2], '', '', 1.0)"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(home), f"{number}.py"], stdin=subprocess.PIPE)
        for number in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"x")
        process.stdin.flush()
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0] * 4
    assert len(list(home.glob("kernel.db.damaged-*"))) == 1
    assert sorted(pins(Store(str(home)))) == ["0.py", "1.py", "2.py", "3.py"]


@pytest.mark.parametrize("place", ["a-file/home", "/proc/ck-home"])
def test_an_unwritable_home_works_in_memory_and_says_so(tmp_path: Path, place: str) -> None:
    (tmp_path / "a-file").write_text("x")
    home = str(tmp_path / place)
    if place.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("no /proc here")
    store = Store(home)
    assert store.in_memory
    assert "in memory" in store.notices[0] and home in store.notices[0]
    pin(store)
    assert pins(store) == ["a.py"]
    store.close()
    assert pins(store) == ["a.py"], "memory must live as long as the process"


@contextlib.contextmanager
def tiny_disk(folder: Path, size: str) -> Iterator[None]:
    folder.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root on Linux")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip(f"no mount permitted: {mounted.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_fills_up_moves_the_store_to_memory_with_its_rows(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk", "1m"):
        store = Store(str(tmp_path / "disk" / "home"))
        pin(store)
        first = park(store, "first\n")
        handles = [park(store, os.urandom(40_000).hex()) for _ in range(30)]
        assert store.in_memory and "in memory" in store.notices[0]
        assert len(set(handles)) == 30
        assert pins(store) == ["a.py"]
        found = ParkedOutputs(store).get(first, "/r")
        assert found is not None and found.original == "first\n"


def test_a_disk_that_is_full_from_the_start_works_in_memory(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk", "16k"):
        with contextlib.suppress(OSError):
            (tmp_path / "disk" / "filler").write_bytes(bytes(1_000_000))
        store = Store(str(tmp_path / "disk"))
        pin(store)
        assert store.in_memory and pins(store) == ["a.py"]


def test_a_read_only_file_system_shows_the_rows_that_are_there(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk", "8m"):
        filled(tmp_path / "disk")
        remount = ["mount", "-o", "remount,ro", str(tmp_path / "disk")]
        if subprocess.run(remount, capture_output=True).returncode:
            pytest.skip("no remount permitted")
        store = Store(str(tmp_path / "disk"))
        pin(store, "b.py")
        assert store.in_memory and store.notices
        assert pins(store) == ["a.py", "b.py"]


def test_a_lock_that_others_hold_ends_in_a_clear_error_soon(home: Path) -> None:
    store = Store(str(home), timeout_ms=50)
    with contextlib.closing(sqlite3.connect(home / "kernel.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert pins(store) == []
        with pytest.raises(StoreBusy):
            pin(store)
        other.execute("ROLLBACK")
    pin(store)
    assert pins(store) == ["a.py"]


def test_a_store_that_is_deleted_under_us_is_made_again(home: Path) -> None:
    store = Store(str(home))
    pin(store)
    for path in home.iterdir():
        path.unlink()
    pin(store, "b.py")
    assert pins(Store(str(home))) == ["b.py"]


def test_work_that_raises_leaves_nothing_behind(home: Path) -> None:
    store = Store(str(home))

    def work(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO meta VALUES ('a', 'b')")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.write(work)
    assert store.read(lambda db: db.execute("SELECT count(*) FROM meta").fetchone()) == (0,)


def test_event_number_only_grows(home: Path) -> None:
    store = Store(str(home))
    assert store.event_number() == 0
    newest = [park(store) for _ in range(3)][-1]
    ParkedOutputs(store).purge()
    assert store.event_number() == newest
    assert park(store) == newest + 1


def test_a_hook_room_loads_no_heavy_modules() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import kernel.settings, kernel.store.connection, kernel.store.parked, kernel.store.steers\n"
        "import kernel.store.ledger, kernel.store.charters, kernel.store.tasks, kernel.service.kernel\n"
        "print(sorted((set(sys.modules) - before) & {'pathlib', 'platformdirs', 'logging', 'dataclasses', 'tomllib',"
        "'threading', 'importlib.metadata', 'urllib.parse', 'traceback', 'hashlib', 'inspect', 'subprocess'}))"
    )
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_store_that_vanishes_while_open_is_made_anew_and_said(home: Path) -> None:
    store = Store(str(home))
    pin(store)
    shutil.rmtree(home)
    pin(store, "b.py")
    assert pins(store) == ["b.py"]
    assert len(store.notices) == 1 and "was removed" in store.notices[0]
    assert pins(Store(str(home))) == ["b.py"]


def test_a_store_that_is_replaced_while_open_is_followed_and_said(home: Path, tmp_path: Path) -> None:
    other = Store(str(tmp_path / "other"))
    pin(other, "theirs.py")
    other.close()
    store = Store(str(home))
    pin(store)
    home.rename(tmp_path / "before")
    (tmp_path / "other").rename(home)
    assert pins(store) == ["theirs.py"]
    assert len(store.notices) == 1 and "was replaced" in store.notices[0]
