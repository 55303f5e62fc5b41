"""The cache remembers within its limit and never complains."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from kernel.store.cache import Cache


def values(count: int, size: int = 100) -> dict[str, bytes]:
    return {f"key-{number:04}": bytes([number % 251]) * size for number in range(count)}


def test_what_was_put_is_there_for_the_next_process(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 1_000_000)
    cache.put_many(values(2000))
    cache.close()
    again = Cache(str(tmp_path), 1_000_000)
    assert again.get_many([*values(2000), "missing"]) == values(2000)
    assert (tmp_path / "cache.db").stat().st_mode & 0o777 == 0o600


def test_the_longest_unused_go_when_the_limit_is_passed(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 10_000)
    cache.put_many({"old": b"x" * 5_000})
    cache.put_many({"new": b"x" * 4_000})
    cache.put_many({"newest": b"x" * 4_000})
    assert set(cache.get_many(["old", "new", "newest"])) == {"new", "newest"}
    assert cache.size().bytes <= 10_000


def test_clear_forgets_everything(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 10_000_000)
    cache.put_many(values(500, 1000))
    cache.clear()
    assert cache.size() == (0, 0)
    assert (tmp_path / "cache.db").stat().st_size < 100_000


@pytest.mark.parametrize("content", [b"junk" * 2000, b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_replaced_without_a_word(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cache.db").write_bytes(content)
    cache = Cache(str(tmp_path), 10_000)
    cache.put_many({"a": b"1"})
    assert cache.get_many(["a"]) == {"a": b"1"}
    assert [path.name for path in tmp_path.glob("*damaged*")] == []
    assert Cache(str(tmp_path), 10_000).get_many(["a"]) == {"a": b"1"}


def test_damage_in_use_empties_the_cache_and_it_goes_on(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 10_000_000)
    cache.put_many(values(1000))
    cache.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "cache.db")) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'facts'").fetchone()[0]
        page = connection.execute("PRAGMA page_size").fetchone()[0]
    with (tmp_path / "cache.db").open("r+b") as file:
        file.seek((root - 1) * page)
        file.write(b"\xaa" * page)
    cache = Cache(str(tmp_path), 10_000_000)
    assert cache.get_many(["key-0001"]) == {}
    cache.put_many({"a": b"1"})
    assert cache.get_many(["a"]) == {"a": b"1"}


def test_a_file_of_another_version_is_replaced(tmp_path: Path) -> None:
    Cache(str(tmp_path), 10_000).put_many({"a": b"1"})
    with contextlib.closing(sqlite3.connect(tmp_path / "cache.db")) as connection:
        connection.execute("PRAGMA user_version=99")
        connection.commit()
    cache = Cache(str(tmp_path), 10_000)
    assert cache.get_many(["a"]) == {}
    cache.put_many({"a": b"2"})
    assert cache.get_many(["a"]) == {"a": b"2"}


def test_an_unwritable_home_and_a_held_lock_only_cost_the_caching(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    cache = Cache(str(tmp_path / "file" / "home"), 10_000)
    cache.put_many({"a": b"1"})
    assert cache.get_many(["a"]) == {"a": b"1"}
    locked = Cache(str(tmp_path), 10_000, timeout_ms=20)
    with contextlib.closing(sqlite3.connect(tmp_path / "cache.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        locked.put_many({"a": b"1"})
        assert locked.get_many(["a"]) == {}
        other.execute("ROLLBACK")
    locked.put_many({"a": b"1"})
    assert locked.get_many(["a"]) == {"a": b"1"}
