"""A pattern made from its kept form is the pattern that ``re`` compiles."""

import re
from collections.abc import Iterator

import pytest

from kernel.model import compiled as room
from kernel.model.compiled import compiled, form_of


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(room, "KEPT", {})
    monkeypatch.setattr(room, "MADE", {})
    yield


SOURCES = [
    "",
    "plain",
    r"(?i:a|b)+?(?P<name>\d{1,3})(x)?(?P=name)",
    r"[^\x00-\x7fß-ɏ]+|\b\w+\b",
    r"(?m:^é$)|(?s:.)|(?<!a)b(?!c)|(?>x*)y++",
    "(" * 50 + "a" + ")" * 50,
]


@pytest.mark.parametrize("source", SOURCES)
def test_a_kept_form_gives_the_same_pattern(source: str) -> None:
    form = form_of(source)
    assert form is not None
    room.KEPT[source] = form
    made, own = compiled(source), re.compile(source)
    assert made == own
    assert (made.pattern, made.flags, made.groups, made.groupindex) == (own.pattern, own.flags, own.groups, own.groupindex)
    assert not room.MADE
    text = "plain a12x é b axxy ß\nbAB7" + "a" * 60
    assert [(m.span(), m.groups(), m.lastgroup) for m in made.finditer(text)] == [
        (m.span(), m.groups(), m.lastgroup) for m in own.finditer(text)
    ]
    assert made.sub(r"<\g<0>>", text) == own.sub(r"<\g<0>>", text)


def test_what_is_not_kept_is_compiled_and_noted() -> None:
    assert compiled("a+").fullmatch("aaa") is not None
    assert list(room.MADE) == ["a+"]


def test_a_broken_source_is_an_error_and_not_noted() -> None:
    with pytest.raises(re.error):
        compiled("(")
    assert not room.MADE
