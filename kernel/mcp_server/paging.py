"""Long answers in pages, so that a client cuts none off."""

from typing import NamedTuple
from zlib import crc32

from kernel.model.errors import BadInput
from kernel.tokens import estimate, estimate_lines

MOST_TOKENS = 8_000
"""Estimated tokens of a page. Clients warn from 10,000 of their own tokens on and cut at 25,000."""

_CHARACTERS_A_TOKEN = 8
"""A page holds at most so many characters a token: rules and blanks cost few tokens and much room."""


class Page(NamedTuple):
    """A part of an answer: its text, where it starts and ends in the whole (characters), the next page's cursor or none."""

    text: str
    start: int
    end: int
    cursor: str


def page(text: str, cursor: str = "", tokens: int = MOST_TOKENS) -> Page:
    """The first page of a text, or the one that a cursor stands for; it ends at the end of a line where it can.

    Raises:
        BadInput: The cursor is none of this text: the answer has changed, or it is of another call.
    """
    start = _start(text, cursor) if cursor else 0
    end = start + _fitting(text[start : start + tokens * _CHARACTERS_A_TOKEN], len(text) - start, tokens)
    more = f"{end}.{_sum(text)}" if end < len(text) else ""
    return Page(text[start:end], start, end, more)


def with_end(shown: Page, whole: int) -> str:
    """A page's text with a last line that says how to get the next one, if there is one."""
    if not shown.cursor:
        return shown.text
    end = "" if shown.text.endswith("\n") else "\n"
    return f'{shown.text}{end}[{shown.end} of {whole} characters so far; next: the same call with cursor "{shown.cursor}"]'


def _start(text: str, cursor: str) -> int:
    offset, _, sum_ = cursor.partition(".")
    if not (offset.isascii() and offset.isdigit() and len(offset) < 16):
        raise BadInput(f"{cursor[:40]!a} is no cursor")
    if sum_ != _sum(text) or not 0 < int(offset) < len(text):
        raise BadInput("what this cursor continues has changed: call again without it")
    return int(offset)


def _fitting(window: str, left: int, tokens: int) -> int:
    """How many characters of the window fit; ``left`` is how many there are to show in all."""
    lines = [line + "\n" for line in window.split("\n")]
    lines[-1] = lines[-1][:-1]
    if len(window) < left and len(lines) > 1:
        lines.pop()  # cut off by the window
    used = end = 0
    for line, cost in zip(lines, estimate_lines(lines), strict=True):
        used += cost
        if used > tokens:
            break
        end += len(line)
    # Lines that are cheap one by one may be dearer together.
    while end and estimate(window[:end]) > tokens:
        end = window.rfind("\n", 0, end - 1) + 1
    return end or _start_of_line(lines[0], tokens)


def _start_of_line(line: str, tokens: int) -> int:
    """How many characters of a line that is too long fit."""
    end = len(line)
    while end > 1 and estimate(line[:end]) > tokens:
        end = end * 3 // 4
    return end


def _sum(text: str) -> str:
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"
