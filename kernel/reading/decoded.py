"""What a text says once its codes are read: JSON's and other programs' escapes, percent codes, entities, colours; and the way back."""

from __future__ import annotations

from _bisect import bisect_right

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy
from kernel.reading.terminal import ESCAPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

LEVELS = 4
"""Codes inside of codes that are read: JSON in JSON in a percent code in a colour."""

# Any number of backslashes, for JSON stands inside of JSON.
_BACKSLASHES = r"\\(?<!\\\\)\\*+"
"""All of a run of them, looked at from its first one only."""

_LETTERS = (
    _BACKSLASHES + r"(?:u(?P<u>[0-9A-Fa-f]{4})|x(?P<x>[0-9A-Fa-f]{2})|(?P<esc>0?33|e)(?=\[))|%(?P<p>[0-9A-Fa-f]{2})"
    r"|&(?P<e>#[xX]?[0-9A-Fa-f]{1,6}|quot|apos|amp|lt|gt);|\^(?P<caret>\[)(?=\[)"
)
_CODED = lazy(rf"{_LETTERS}|{_BACKSLASHES}(?P<c>[nrt\"'/])|{ESCAPE}")
_HIDING = lazy(rf"{_LETTERS}|{_BACKSLASHES}(?P<c>/)")
_COLOUR = lazy(ESCAPE)
_MAY_HIDE = lazy(r"\\(?:(?:u22|x)2[2a-fA-F]|e\[|2?22\[|/)|%2[2a-fA-F]|&(?:#|[a-z]{2,4};)|\^\[\[|[\x1b\x9b]")
_SIGNS = ("\\", "%", "&", "\x1b", "\x9b", "^[")
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", "quot": '"', "apos": "'", "amp": "&", "lt": "<", "gt": ">"}


class View(NamedTuple):
    """A decoded text, and where its parts come from: each part's start here, its start and its end there, and whether it is a code."""

    text: str
    starts: list[int]
    parts: list[tuple[int, int, bool]]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where the (not empty) range of this text comes from."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        begin, _, coded = self.parts[first]
        if not coded:
            begin += start - self.starts[first]
        final, stop, coded = self.parts[last]
        return begin, stop if coded else final + end - self.starts[last]


def views(text: str) -> Iterator[tuple[str, list[View]]]:
    """The text decoded once, twice, … while there are codes, each with the views that lead back to it, the last one first."""
    way: list[View] = []
    if not any(sign in text for sign in _SIGNS):
        return
    while len(way) < LEVELS and (view := _decoded(text)) is not None:
        text = view.text
        way.insert(0, view)
        yield text, way


def may_hide(shape: str) -> bool:
    """Whether codes of a text may hide letters; asked of its shape (each digit made a 2)."""
    return _MAY_HIDE.search(shape) is not None


def reveal(text: str) -> str:
    """The text, line by line (same number of lines), with all that hides letters read or gone; for a first look."""
    for _ in range(LEVELS):
        before, text = text, _HIDING.sub(_letter, text)
        if "\x1b" in text or "\x9b" in text:
            text = _COLOUR.sub("", text)
        if text == before:
            return text
    return text


def _decoded(text: str) -> View | None:
    pieces: list[str] = []
    starts: list[int] = []
    parts: list[tuple[int, int, bool]] = []
    here = there = 0
    for match in _CODED.finditer(text):
        begin, end = match.span()
        code = _character(match)
        for piece, origin in ((text[there:begin], (there, begin, False)), (code, (begin, end, True))):
            if piece:
                pieces.append(piece)
                starts.append(here)
                parts.append(origin)
                here += len(piece)
        there = end
    if not there:
        return None
    if there < len(text):
        pieces.append(text[there:])
        starts.append(here)
        parts.append((there, len(text), False))
    return View("".join(pieces), starts, parts)


def _letter(match: re.Match[str]) -> str:
    """As ``_character``, but no line may begin or end by it."""
    code = _character(match)
    return " " if code == "\n" else code


def _character(match: re.Match[str]) -> str:
    """What a code stands for; nothing for a colour."""
    kind = match.lastgroup
    if kind is None:
        return ""
    value = match[kind]
    if kind in ("esc", "caret"):
        return "\x1b"
    if kind in ("u", "x", "p"):
        return chr(int(value, 16))
    if value[0] != "#":
        return _PLAIN.get(value, value)
    number = int(value[2:] or "0", 16) if value[1] in "xX" else int(value[1:]) if value[1:].isdigit() else 0
    return chr(number) if 0 < number < 0x110000 else ""
