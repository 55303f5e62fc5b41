"""What an agent did later with text that was not shown: words and lines that stood only in removed lines.

Pure, and a matter of evidence, not of proof: who uses a name that was removed may know it from elsewhere. So only what is told
apart from ordinary words counts: names with a digit, an underscore, a dot, a slash or a capital inside, places, whole lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kernel.model.named import NamedTuple

EDIT, READ_AGAIN, RECALLED, IN_A_CALL, SAID = "edited", "read again", "recalled", "used in a call", "said"
ACTED: tuple[str, ...] = (EDIT, READ_AGAIN, RECALLED, IN_A_CALL)
"""Ways of use in which the agent did something with the text; the other one is that it only spoke of it."""

MOST_WATCHED = 400_000
"""Names and lines of removed text that are watched for in one context."""

SHORTEST_NAME, SHORTEST_LINE = 6, 12
"""Characters; shorter ones tell nothing."""

_NAME = re.compile(r"[\w$@](?:[\w$@./\\:+-]*[\w$@])?")
_PLACE = re.compile(r"(.+?)(?::\d+){1,2}")
_TELLING = re.compile(r"[^\W\d_].*[0-9_./:]|[0-9_./:].*[^\W\d_]|[a-z][A-Z]|\d{6}")
_TICKS = re.compile(r"`([^`\n]{4,})`")
_LONGEST_NAME, _DEEPEST = 300, 12


class Need(NamedTuple):
    """A use of removed text.

    Attributes:
        output: Which output it was removed from, as ``removed`` was told.
        line: 1-based line of that output.
        what: The text that was used.
        how: One of the ways above.
    """

    output: int
    line: int
    what: str
    how: str


class Watch:
    """One context window: what it was shown, what was removed from it, and which of that is used.

    Attributes:
        unwatched: Lines of removed text for which there was no room.
    """

    __slots__ = ("_removed", "_shown", "unwatched")

    def __init__(self) -> None:
        self._shown: set[int] = set()
        self._removed: dict[int, tuple[int, int]] = {}
        self.unwatched = 0

    def shown(self, text: str) -> None:
        """Note text that the window holds: whatever stands in it is not missed."""
        for line in text.split("\n"):
            self._shown.update(map(hash, _names_shown(line)))
            self._shown.add(hash(line.strip()))

    def removed(self, output: int, lines: Iterable[tuple[int, str]]) -> None:
        """Note lines (number and text) of an output that the window does not hold."""
        for number, line in lines:
            if len(self._removed) >= MOST_WATCHED:
                self.unwatched += 1
                continue
            for name in _names_of(line):
                self._removed.setdefault(hash(name), (output, number))
            if len(line.strip()) >= SHORTEST_LINE:
                self._removed.setdefault(hash(line.strip()), (output, number))

    def used(self, text: str, how: str) -> tuple[Need, ...]:
        """What of the removed text stands in what the agent says or asks for; the same is told once.

        From then on the window holds it.
        """
        found: dict[tuple[int, int], Need] = {}
        for what in _candidates(text):
            key = hash(what)
            place = self._removed.get(key)
            if place is not None and key not in self._shown:
                # Of all that points at a line, the longest says most.
                known = found.get(place)
                if known is None or len(what) > len(known.what):
                    found[place] = Need(*place, what, how)
        self.shown(text)
        return tuple(found.values())


def _candidates(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        stripped = line.strip()
        if len(stripped) >= SHORTEST_LINE:
            yield stripped
        yield from (quoted.strip() for quoted in _TICKS.findall(line))
        yield from _names_shown(line)


def _names_of(line: str) -> Iterator[str]:
    """The telling names in a line; a place also without its line number."""
    for name in _NAME.findall(line):
        if SHORTEST_NAME <= len(name) <= _LONGEST_NAME and _TELLING.search(name):
            yield name
            place = _PLACE.fullmatch(name)
            if place is not None and len(place[1]) >= SHORTEST_NAME and _TELLING.search(place[1]):
                yield place[1]


def _names_shown(line: str) -> Iterator[str]:
    """The telling names in a line, each path also by its ends: ``/r/app/a.py`` shows ``app/a.py``, too."""
    for name in _names_of(line):
        yield name
        yield from _suffixes(name.split("/"))


def _suffixes(parts: Sequence[str]) -> Iterator[str]:
    for at in range(1, min(len(parts), _DEEPEST)):
        yield "/".join(parts[at:])
