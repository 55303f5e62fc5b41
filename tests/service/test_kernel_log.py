"""The log keeps what it is given, privately and within its size, and never fails."""

from pathlib import Path

from kernel.service.log import log, log_error, log_path, read_log
from kernel.settings import Settings


def test_entries_come_back_in_order_with_any_text(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    log(home, Settings(), "warning", "here", "odd \udce9\x1b[2J\n\0")
    try:
        raise ValueError("bad\nthing")
    except ValueError as error:
        log_error(home, Settings(), "there", error)
    first, second = read_log(home)
    assert (first.level, first.where, first.message) == ("warning", "here", "odd \udce9\x1b[2J\n\0")
    assert second.message == "ValueError: bad\nthing" and "test_kernel_log" in second.trace
    assert read_log(home, 1) == (second,)
    assert Path(log_path(home)).stat().st_mode & 0o777 == 0o600


def test_the_level_decides(tmp_path: Path) -> None:
    home = str(tmp_path)
    log(home, Settings(log_level="error"), "warning", "a", "quiet")
    log(home, Settings(log_level="debug"), "debug", "a", "loud")
    assert [entry.message for entry in read_log(home)] == ["loud"]


def test_the_size_is_bounded_by_two_files(tmp_path: Path) -> None:
    home, settings = str(tmp_path), Settings(log_max_bytes=5_000)
    for number in range(400):
        log(home, settings, "error", "a", f"message {number}")
    assert {path.name for path in tmp_path.iterdir()} <= {"ck.log", "ck.log.1"}
    assert all(path.stat().st_size < 6_000 for path in tmp_path.iterdir())
    assert [entry.message for entry in read_log(home, 3)] == [
        f"message {number}" for number in (397, 398, 399)
    ]


def test_a_huge_message_stays_one_readable_line(tmp_path: Path) -> None:
    log(str(tmp_path), Settings(), "error", "a", "\U0001f600" * 100_000, "t" * 100_000)
    (entry,) = read_log(str(tmp_path))
    assert entry.message.startswith("\U0001f600" * 100)
    assert (tmp_path / "ck.log").stat().st_size < 20_000


def test_broken_lines_are_left_out_and_an_unwritable_home_is_ignored(tmp_path: Path) -> None:
    log(str(tmp_path), Settings(), "error", "a", "good")
    with (tmp_path / "ck.log").open("ab") as file:
        file.write(b'{"at": 1}\nnonsense \xff\n[1, 2]\n{"at": "x", "level"')
    assert [entry.message for entry in read_log(str(tmp_path))] == ["good"]
    log(str(tmp_path / "ck.log" / "below"), Settings(), "error", "a", "nowhere")
    assert read_log(str(tmp_path / "nothing")) == ()
