"""Any text is read, the same way each time, in time that grows with its length only, and nothing is invented."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.reading.symptoms import read_symptom

FRAGMENTS = [
    "Traceback (most recent call last):\n",
    '  File "/srv/a.py", line 3, in f\n',
    '  File "b.py", line 1\n',
    "    x = 1\n",
    "    ~~^~~\n",
    "ValueError: bad\n",
    "  | ",
    "E   ",
    "> ",
    "E       assert 1 == 2\n",
    "a.py:3: AssertionError\n",
    "t/test_x.py:9: in g\n",
    "=== FAILURES ===\n",
    "____ TestA.test_b[1] ____\n",
    "_ _ _ _ _ _ _\n",
    "FAILED t/test_x.py::TestA::test_b[1] - boom\n",
    "--- Captured stdout call ---\n",
    "FAIL: test_b (m.A.test_b)\n",
    "Failed example:\n    f()\nExpected:\n    1\nGot:\n    2\n",
    "--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,3 @@ def f\n",
    "╭── Traceback (most recent call last) ──╮\n│ q.py:3 in f │\n╰──╯\n",
    "KeyError      Traceback (most recent call last)\nCell In[1], line 2\n----> 2 x\n\n",
    'Fatal Python error: dead\n  File "c.py", line 4 in h\n',
    "\\n  File \\\"j.py\\\", line 2, in k\\n",
    "\x1b[31m", "\r", "\x00", "\ud800", "\u2028", "\n", "web | ", "`", "'", "::", ".py:",
]  # fmt: skip

texts = st.lists(
    st.one_of(st.sampled_from(FRAGMENTS), st.text(st.characters(), max_size=12)), max_size=30
).map("".join)


@given(texts)
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_no_path_is_invented(text: str) -> None:
    symptom = read_symptom(text)
    assert symptom == read_symptom(text)
    shown = symptom.text.replace("\n", "")
    assert all(frame.path in shown for frame in symptom.frames)
    assert all(place.path in shown for place in symptom.places)
    assert all(test.path in shown for test in symptom.tests)
    assert len(symptom.title) <= 100
    assert "\n" not in symptom.title
    assert not any(character in symptom.text for character in "\x1b\x00\r\ud800")


@given(st.binary(max_size=400))
@settings(deadline=None)
def test_broken_bytes_are_read(data: bytes) -> None:
    read_symptom(data.decode("utf-8", errors="surrogateescape"))
    read_symptom(data.decode("utf-8", errors="replace"))


@pytest.mark.parametrize(
    "unit",
    [
        *FRAGMENTS,
        "x", "_ ", "= ", "-", "a.", "a:", "/", "`a", "(", "[", "'", '"', "File \"", "FAILED[ ", "AError", "\x1b[", "a\r",
        "ValueError Traceback", "a/b.py:1 ", "Cell In[7], line 4\n", "E   x\n", "a = 1\n",
    ],
)  # fmt: skip
def test_time_grows_with_length_only(unit: str) -> None:
    started = time.process_time()
    read_symptom(unit * (400_000 // len(unit)))
    assert time.process_time() - started < 4


def test_of_a_huge_text_both_ends_are_read_and_it_is_said() -> None:
    first = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nKeyError: 1\n'
    last = 'Traceback (most recent call last):\n  File "b.py", line 2, in g\n    y\nValueError: two\n'
    started = time.process_time()
    symptom = read_symptom(first + "noise of a log\n" * 400_000 + last)
    assert time.process_time() - started < 4
    assert [frame.path for frame in symptom.frames] == ["a.py", "b.py"]
    assert symptom.errors[-1] == ("ValueError", "two")
    assert any("Only the first" in note for note in symptom.notes)
    assert len(symptom.text) < 500_000


def test_a_line_without_end_is_cut_and_it_is_said() -> None:
    symptom = read_symptom("x" * 300_000 + "\nKeyError: 'a'\n")
    assert symptom.errors == (("KeyError", "'a'"),)
    assert any("longer lines" in note for note in symptom.notes)


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "\x00", "\ufeff"])
def test_nothing_is_nothing(text: str) -> None:
    symptom = read_symptom(text)
    assert (symptom.frames, symptom.tests, symptom.places, symptom.names) == ((), (), (), ())
