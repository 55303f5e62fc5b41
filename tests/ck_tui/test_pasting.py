"""A paste is text, whatever is in it and however it arrives."""

import random
from typing import Any

import pytest
from textual import events

from ck_tui.messages import PasteCut
from ck_tui.pasting import END, SILENCE, START, Pasted, PasteFilter, Typed, harmless
from ck_tui.textual_shims import InputParser

COLOURED = "\x1b[31mE   KeyError: 'x'\x1b[0m\r\n\x1b]8;;file://a\x07link\x1b]8;;\x1b\\\x00\x07 \x1b[?1049h\x1b[A]q[q\x1bOP\x9b1m\x1b[200~end"
PLAIN = "E   KeyError: 'x'\nlink ]q[qPend"


def feed(parser: Any, text: str, sizes: random.Random | int) -> list[Any]:
    """Feed a text in pieces; the events."""
    found: list[Any] = []
    while text:
        size = sizes if isinstance(sizes, int) else sizes.randint(1, 9)
        found += [*parser.feed(text[:size]), *parser.tick()]
        text = text[size:]
    return found


@pytest.mark.parametrize("sizes", [1, 2, 3, 5, 7, 4096, "some", "others"])
def test_the_real_parser_gives_one_paste_and_the_keys_around_it(sizes: Any) -> None:
    chunks = random.Random(sizes) if isinstance(sizes, str) else sizes
    found = feed(InputParser(), f"a\x1b[A{START}{COLOURED}{END}\x1b[Bz", chunks)
    keys = [event.key for event in found if isinstance(event, events.Key)]
    assert [event.text for event in found if isinstance(event, events.Paste)] == [PLAIN]
    assert keys == ["a", "up", "down", "z"]


def test_an_escape_alone_is_still_a_key() -> None:
    stream = PasteFilter()
    assert stream.feed("\x1b", 1.0) == [] and stream.rest(1.01) == []
    assert stream.rest(1.1) == [Typed("\x1b")]
    assert stream.feed("\x1b", 2.0) == [] and stream.feed("[A", 2.01) == [Typed("\x1b[A")]


def test_a_paste_without_an_end_is_given_up_and_said() -> None:
    stream = PasteFilter()
    assert stream.feed(START + "half", 1.0) == [] and stream.rest(1.0 + SILENCE - 0.1) == []
    (pasted,) = stream.rest(1.0 + SILENCE)
    assert isinstance(pasted, Pasted) and pasted.text == "half" and "end never came" in pasted.problem
    assert stream.feed("q", 9.0) == [Typed("q")]


def test_a_paste_is_bounded_and_says_so() -> None:
    stream = PasteFilter(longest=10)
    for _ in range(100):
        assert stream.feed("x" if _ else START + "x", 1.0) == []
    (pasted,) = stream.feed(END, 1.0)
    assert pasted == Pasted("x" * 10, "only its first 10 of 100 characters are kept")


def test_a_sequence_that_the_parser_cannot_digest_takes_nothing_with_it() -> None:
    found = feed(InputParser(), "a\x1b[99999999999ub", 4096)
    keys = [event.key for event in found if isinstance(event, events.Key)]
    assert (keys[0], keys[-1]) == ("a", "b")
    assert not any(isinstance(event, PasteCut) for event in found)


@pytest.mark.parametrize("evil", ["\x9d" * 300_000, "\x1b[" * 300_000, "\x1b[" + "1" * 300_000, "\x1b]" * 300_000, "\x1b" * 300_000])
def test_hostile_pastes_leave_no_control_characters(evil: str) -> None:
    assert not any(ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0 for character in harmless(evil))
