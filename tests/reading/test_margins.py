"""What stands before lines comes off, and lines of several writers are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.reading.margins import LONGEST, unmargined
from kernel.reading.vocabulary import alarming_lines, is_alarming, shapes_of


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("2026-07-30T20:34:00.8454821Z [gw5] PASSED tests/a.py::test_b", "[gw5] PASSED tests/a.py::test_b"),
        ("[2026-07-30 20:34:00,845] ERROR x", "ERROR x"),
        ("#9 7.312       ERROR: No matching distribution", "      ERROR: No matching distribution"),
        ("00000043\t22:39:53\t[19892]     #0 0x4030f8 in reap ring.c:75\t", "    #0 0x4030f8 in reap ring.c:75"),
        ("web-1    |   at f (/a.js:1:2)", "  at f (/a.js:1:2)"),
        ("[rank0]: Traceback (most recent call last):", "Traceback (most recent call last):"),
        ("Nov  3 10:00:00 host svc[4711]: panic: boom", "panic: boom"),
        ("build\tRun tests\t2026-07-30T20:34:00Z FAIL a", "FAIL a"),
        ("npm ERR! gyp ERR! stack     at f (/a.js:1:2)", "    at f (/a.js:1:2)"),
        ("INTERNALERROR>   File \"a.py\", line 3, in f", "  File \"a.py\", line 3, in f"),
    ],
)  # fmt: skip
def test_the_margin_comes_off(line: str, body: str) -> None:
    assert unmargined([line]).bodies == [body]


@pytest.mark.parametrize(
    "line",
    [
        "[INFO] BUILD FAILURE", "[ERROR] /srv/f/P.java:[33,36] cannot find symbol", "[ 61%] Building CXX object a.o", "[12/40] Linking x",
        "   73 | px[k] = 1;", "#0  0x0000 in main () at a.c:3", "#0 /srv/a.php(3): f()", "    at f (/a.js:1:2)", "error: x | y", "a plain line",
    ],
)  # fmt: skip
def test_what_looks_like_a_margin_and_is_content_stays(line: str) -> None:
    assert unmargined([line]).bodies == [line]


def test_lines_of_writers_are_told_apart_and_keep_their_places() -> None:
    lines = ["[rank0]: a", "plain", "[rank1]: b", "[rank0]: c", "[rank1]: d"]
    assert unmargined(lines).writers == ([0, 3], [1], [2, 4])


def test_one_writer_is_no_crowd() -> None:
    assert unmargined(["web-1 | a", "web-1 | b", "plain"]).writers == ()


@given(
    st.lists(st.text() | st.sampled_from(["web-1 | x", "[rank0]: y", "[rank1]: z", "2026-01-01T00:00:00Z q"]))
)
def test_every_line_has_a_body_and_exactly_one_writer(lines: list[str]) -> None:
    found = unmargined(lines)
    assert len(found.bodies) == len(lines)
    assert all(
        (len(body) <= LONGEST and "\n" not in body) or "\n" in line
        for body, line in zip(found.bodies, lines, strict=True)
    )
    if found.writers:
        assert sorted(index for at in found.writers for index in at) == list(range(len(lines)))


WORDS = st.sampled_from(
    ["exit code 0", "exit code 3", "HTTP/1.1 200", "HTTP/1.1 500", "status: 404", "GET 200", "error", "E1234", "TS2304", "signal 9", "fine", "17", "7"]
)  # fmt: skip


@given(
    st.lists(
        st.lists(WORDS, max_size=4).map(" ".join) | st.text(alphabet=st.characters(exclude_characters="\n"))
    )
)
def test_looking_at_shapes_finds_the_same_alarms_as_looking_at_lines(lines: list[str]) -> None:
    assert [bool(found) for found in alarming_lines(lines, shapes_of(lines))] == [
        is_alarming(line) for line in lines
    ]
