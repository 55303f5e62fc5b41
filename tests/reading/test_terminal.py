"""What a screen would show: line ends, overdrawn states, escapes, and hostile input."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.reading.terminal import safe_text, screen_line, screen_text

PIECES = st.lists(
    st.sampled_from(
        [
            "\x1b",
            "[",
            "0m",
            "\x1b[31m",
            "\x1b[2K",
            "\x1b]8;;u",
            "\x07",
            "\x1b\\",
            "\r",
            "\n",
            "\r\n",
            "\x08",
            "a",
            "b ",
            "50%",
            "51%",
            "error",
            "\x9b",
            "\udc80",
            "\x00",
            "é",
        ]
    ),
    max_size=30,
).map("".join)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain\nlines\n", "plain\nlines\n"),
        ("one\r\ntwo\r\n", "one\ntwo\n"),
        ("one\r\r\ntwo\r\r\n", "one\ntwo\n"),
        (" 10% |#   |\r 55% |##  |\r100% |####|\n", "100% |####|\n"),
        (
            "  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\r"
            "  9 57.2M    9 5440k    0     0  29.8M      0  0:00:01 --:--:--  0:00:01 29.8M\r"
            "100 57.2M  100 57.2M    0     0  30.3M      0  0:00:01  0:00:01 --:--:-- 30.3M\n",
            "100 57.2M  100 57.2M    0     0  30.3M      0  0:00:01  0:00:01 --:--:-- 30.3M\n",
        ),
        ("loading\x1b[2K\rdone", "done"),
        ("half way 50%\r              \rdone", "done"),
        ("50%\r", "50%"),
        ("\x1b[1;31mred\x1b[0m and \x1b(Bplain", "red and plain"),
        ("\x1b]8;;https://a.example/x\x07link\x1b]8;;\x07 end", "link end"),
        ("\x1b]0;window title\x1b\\text", "text"),
        ("\x9b31mred\x9b0m", "red"),
        ("|\x08/\x08-\x08\\", "\\"),
        ("abc\x08\x08\x08", "abc"),
        ("b\x08bo\x08ol\x08ld\x08d", "bold"),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_shows_what_a_screen_would(raw: str, shown: str) -> None:
    assert screen_text(raw) == shown


def test_text_whose_line_ends_are_bare_returns_is_not_destroyed() -> None:
    old_mac = "first line\rsecond thing\rthird"
    assert screen_text(old_mac) == old_mac


def test_an_alarming_state_is_not_overdrawn_by_another_message() -> None:
    shown = screen_line("fetch failed: 3/7 tries\rcleaning up")
    assert "fetch failed" in shown and "cleaning up" in shown


def test_an_unterminated_title_does_not_swallow_the_line() -> None:
    assert "important" in screen_text("\x1b]0;important text")


@given(PIECES)
def test_idempotent_and_keeps_the_number_of_lines(text: str) -> None:
    shown = screen_text(text)
    assert screen_text(shown) == shown
    assert shown.count("\n") == text.count("\n")
    assert "\x1b" not in shown and "\x08" not in shown


@given(PIECES | st.text())
def test_safe_text_holds_no_control_and_can_be_encoded(text: str) -> None:
    safe = safe_text(text)
    safe.encode("utf-8")
    assert not any((c < " " and c not in "\t\n") or "\x7f" <= c <= "\x9f" for c in safe)


@pytest.mark.parametrize(
    "unit", ["\x1b[", "\x1b]0;", "\x1b[1;", "a\x08", "50%\r", "\r", "\x1b(", "\x1bP", "9"]
)
def test_a_long_hostile_line_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        line = unit * (size // len(unit))
        started = time.process_time()
        screen_line(line)
        return time.process_time() - started

    seconds(10_000)
    small, large = seconds(100_000), seconds(800_000)
    assert large < 0.25 + small * 24, (
        "eight times the input must not cost more than three times as much per character"
    )
