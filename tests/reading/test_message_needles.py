"""Pieces of a message that can be found in the source that formats it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.reading.literals import message_needles


@pytest.mark.parametrize(
    ("message", "source"),
    [
        ("negative subtotal not allowed", 'raise ValueError("negative subtotal not allowed")'),
        ("Invalid header value b'bar\\n'", "raise ValueError('Invalid header value %r' % (value,))"),
        ("The node[0] has 1 child nodes, not 8", "f'The node{xpath} has {len(node)} child nodes, not {n!r}'"),
        (
            "not enough values to unpack (expected 3, got 0)",
            '"not enough values to unpack (expected {}, got {})"',
        ),
        ("cannot open /srv/a.txt: permission missing", 'f"cannot open {path}: permission missing"'),
        ("job 17 timed out after 3.5s", '"job {} timed out after {}s".format(n, seconds)'),
        ("duplicate key <Key object at 0x7f31> in table", 'f"duplicate key {key} in table"'),
        ("Unexpected node type 'literal'!", "f'Unexpected node type {name!r}!'"),
        ("can't combine 'a' with 'b'", '''f"can't combine {one!r} with {other!r}"'''),
    ],
)
def test_the_longest_needle_stands_in_the_source(message: str, source: str) -> None:
    needles = message_needles(message)
    assert needles
    assert needles[0] in source


def test_longest_first_without_repetition() -> None:
    needles = message_needles("alpha beta gamma: 'x' delta\nalpha beta gamma: 'y' delta")
    assert list(needles) == sorted(set(needles), key=lambda piece: (-len(piece), piece))


@pytest.mark.parametrize("message", ["", "17", "'x'", "{}", "0x1f", "/a/b/c", "()"])
def test_values_alone_have_no_needle(message: str) -> None:
    assert message_needles(message) == ()


@given(st.text(st.characters(), max_size=300))
def test_every_needle_stands_in_the_message(message: str) -> None:
    needles = message_needles(message)
    assert all(needle in message and len(needle) >= 4 for needle in needles)
    assert len(needles) <= 12
