"""What was computed before is not computed again, and no state of the cache changes an answer."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slicing.sample_repository import CK, Sample, shown

SYMPTOM = "parse_price and read_price are wrong\nValueError: cannot read the price of the supplier"


def module(number: int) -> str:
    return f"def price_{number}(text):\n    return parse_price(text) + {number}\n\n\ndef other_{number}():\n    raise ValueError('x{number}')\n"


@pytest.fixture
def shop(sample: Sample) -> Sample:
    sample.write({f"app/m{n}.py": module(n) for n in range(30)})
    sample.write(
        {"app/price.py": "def parse_price(text):\n    raise ValueError('cannot read the price of the supplier')\n\n\ndef read_price(text):\n    return parse_price(text)\n"}
    )
    return sample


def counted(sample: Sample, symptom: str = SYMPTOM) -> dict[str, int]:
    counters: dict[str, int] = {}
    sample.rank(symptom, counters=counters)
    return counters


def test_the_second_run_parses_and_reads_nothing(shop: Sample) -> None:
    first, second = counted(shop), counted(shop)
    assert first["parsed"] == 31 and first["cached"] == 0
    assert second["parsed"] == 0 and second["cached"] == 31


def test_no_file_is_parsed_twice_in_one_run(shop: Sample) -> None:
    shop.write({"tests/test_price.py": "from app.price import read_price\n\n\ndef test_it():\n    assert read_price('') == 1\n"})
    assert counted(shop, f"FAILED tests/test_price.py::test_it - {SYMPTOM}")["parsed"] == 32


def test_one_changed_file_is_one_parse_and_changes_the_answer(shop: Sample) -> None:
    shop.rank(SYMPTOM)
    shop.write({"app/m7.py": module(7) + "\n\ndef read_price_better(text):\n    return read_price(text)\n"})
    counters: dict[str, int] = {}
    ranking = shop.rank(SYMPTOM, counters=counters)
    assert counters["parsed"] == 1
    assert "app/m7.py::read_price_better" in shown(ranking)
    assert counted(shop)["parsed"] == 0


def test_a_touched_file_is_read_and_not_parsed(shop: Sample) -> None:
    shop.rank(SYMPTOM)
    os.utime(shop.root / "app/m7.py", (1, 1))
    assert counted(shop)["parsed"] == 0


def test_new_and_deleted_files_are_seen(shop: Sample) -> None:
    shop.rank(SYMPTOM)
    (shop.root / "app/m3.py").unlink()
    shop.write({"app/new.py": "def read_price_again(text):\n    return read_price(text)\n"})
    found = shown(shop.rank(SYMPTOM))
    assert "app/new.py::read_price_again" in found and not any(f.startswith("app/m3.py") for f in found)


def test_a_file_of_the_same_content_elsewhere_is_not_parsed(shop: Sample) -> None:
    shop.rank(SYMPTOM)
    shop.write({"app/copy.py": module(7)})
    assert counted(shop)["parsed"] == 0


def test_many_changes_at_once(shop: Sample) -> None:
    shop.rank(SYMPTOM)
    shop.write({f"app/n{n}.py": f"def read_price_{n}(text):\n    return read_price(text)\n" for n in range(300)})
    fresh = Sample(shop.root, shop.home.with_name("other-home"))
    assert shop.rank(SYMPTOM) == fresh.rank(SYMPTOM)


@pytest.mark.parametrize("damage", ["deleted", "garbage", "empty", "truncated", "a folder", "values", "read only"])
def test_no_state_of_the_cache_changes_the_answer(shop: Sample, damage: str) -> None:
    expected = shop.rank(SYMPTOM)
    cache = shop.home / "cache.db"
    assert cache.exists()
    for name in ("cache.db-wal", "cache.db-shm"):
        (shop.home / name).unlink(missing_ok=True)
    if damage == "deleted":
        cache.unlink()
    elif damage == "garbage":
        cache.write_bytes(os.urandom(50_000))
    elif damage == "empty":
        cache.write_bytes(b"")
    elif damage == "truncated":
        cache.write_bytes(cache.read_bytes()[: cache.stat().st_size // 2])
    elif damage == "a folder":
        cache.unlink()
        cache.mkdir()
    elif damage == "values":
        import sqlite3

        connection = sqlite3.connect(cache)
        connection.execute("UPDATE facts SET value = substr(value, 1, length(value) / 2) || x'00ff'")
        connection.commit()
        connection.close()
    else:
        cache.chmod(0o400)
    assert shop.rank(SYMPTOM) == expected
    assert shop.rank(SYMPTOM) == expected


def test_two_repositories_in_one_home_stay_apart(shop: Sample, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    second = Sample(tmp_path / "second", shop.home)
    second.write({"app/price.py": "def parse_price_elsewhere(text):\n    return parse_price(text)\n"})
    shop.rank(SYMPTOM)
    assert shown(second.rank(SYMPTOM))[0] == "app/price.py::parse_price_elsewhere"
    assert shown(shop.rank(SYMPTOM))[0].startswith("app/price.py::")


def started(sample: Sample) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*CK, "slice", "--json", "--symptom", str(sample.root / "symptom.txt")],
        cwd=sample.root, env=sample.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_two_processes_at_once_give_one_answer(shop: Sample) -> None:
    shop.write({"symptom.txt": SYMPTOM})
    outputs = [p.communicate(timeout=60) for p in [started(shop), started(shop), started(shop)]]
    assert {err for _, err in outputs} == {b""}
    assert len({out for out, _ in outputs}) == 1
    assert counted(shop)["parsed"] == 0


def test_a_killed_writer_leaves_a_cache_that_works(shop: Sample) -> None:
    expected = shop.rank(SYMPTOM)
    holder = subprocess.Popen(
        [
            sys.executable, "-c",
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('BEGIN IMMEDIATE');"
            "c.execute('DELETE FROM facts'); print('held', flush=True); sys.stdin.read()",
            str(shop.home / "cache.db"),
        ],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert holder.stdout and holder.stdout.readline() == b"held\n"
    shop.write({"app/m7.py": module(8)})
    during = shop.rank(SYMPTOM)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert shop.rank(SYMPTOM) == during != expected
    shop.write({"app/m7.py": module(7)})
    assert shop.rank(SYMPTOM) == expected


def test_the_cap_of_parsed_files_is_said(shop: Sample) -> None:
    ranking = shop.rank(SYMPTOM, CK_SLICE_MAX_PARSED="50")
    assert not any("slice_max_parsed" in n for n in ranking.notes)
    shop.write({f"app/p{n}.py": module(n + 100) for n in range(60)})
    capped = shop.rank(SYMPTOM, CK_HOME=str(shop.home.with_name("fresh")), CK_SLICE_MAX_PARSED="50")
    assert any("50" in n and "slice_max_parsed" in n for n in capped.notes)
    assert capped.candidates and capped.parsed <= 50
