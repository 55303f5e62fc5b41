"""What comes from the keyboard told apart from what is pasted, before anything looks for keys in it.

A terminal brackets a paste by two markers. All between them is text, whatever it looks like: the colours of a test
run are escape sequences too, and would otherwise be taken for keys.
"""

import re
from typing import NamedTuple

START, END = "\x1b[200~", "\x1b[201~"

LONGEST = 8_000_000
"""Characters of a paste that are kept; the rest of it is thrown away, and said."""

SILENCE = 3.0
"""Seconds without a character after which a paste without an end is taken as complete, and said."""

ESCAPE_WAIT = 0.05
"""Seconds after which a lone escape (or escape and bracket) is a key and not the beginning of a marker."""

MARKER_WAIT = 1.0
"""Seconds to wait for the rest of a marker whose first half cannot be a key."""

_SEQUENCE = re.compile(
    # Possessive, and no class holds a beginner: each character is looked at once, whatever is pasted.
    "(?:\x1b\\[|\x9b)[0-?]*+[ -/]*+[@-~]"  # control sequences: colours, motions
    "|(?:\x1b[\\]P^_X]|[\x9d\x90\x9e\x9f\x98])[^\x07\x1b\x9c\x9d\x90\x9e\x9f\x98\n\r]*+(?:\x07|\x1b\\\\|\x9c)"  # strings with an end: titles, links
    "|\x1b[ -/]*+[0-~]"  # two or three characters
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Typed(NamedTuple):
    """Keys, mouse reports and answers of the terminal, as they came."""

    text: str


class Pasted(NamedTuple):
    """A paste without its markers, made harmless; ``problem`` says what went wrong with it, empty for nothing."""

    text: str
    problem: str = ""


def harmless(text: str) -> str:
    """Plain lines: escape sequences and control characters taken out, every line end a newline."""
    without = _SEQUENCE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", without)


class PasteFilter:
    """Splits a stream of characters, in pieces of any size, into what is typed and what is pasted.

    Args:
        longest: Characters of a paste that are kept.
    """

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._held = ""
        self._inside = False
        self._kept: list[str] = []
        self._size = 0
        self._since = 0.0

    def feed(self, text: str, now: float) -> list[Typed | Pasted]:
        """What is complete with these characters. ``now`` is a monotonic time in seconds."""
        found: list[Typed | Pasted] = []
        self._since = now
        text, self._held = self._held + text, ""
        while text:
            marker = END if self._inside else START
            before, complete, text = text.partition(marker)
            if not complete:
                before, self._held = _split_end(before, marker)
            if self._inside:
                self._keep(before)
            elif before:
                found.append(Typed(before))
            if complete and self._inside:
                found.append(self._finish(""))
            elif complete:
                self._inside = True
        return found

    def rest(self, now: float) -> list[Typed | Pasted]:
        """What has waited in vain for its other half; to be asked several times a second."""
        waited = now - self._since
        if self._inside:
            if waited < SILENCE:
                return []
            self._keep(self._held)
            self._held = ""
            return [self._finish("its end never came; it is taken as far as it came")]
        if not self._held or waited < (ESCAPE_WAIT if len(self._held) < 3 else MARKER_WAIT):
            return []
        typed, self._held = Typed(self._held), ""
        return [typed]

    def _keep(self, text: str) -> None:
        room = self._longest - self._size
        if text and room > 0:
            self._kept.append(text[:room])
        self._size += len(text)

    def _finish(self, problem: str) -> Pasted:
        cut = f"only its first {self._longest:,} of {self._size:,} characters are kept" if self._size > self._longest else ""
        pasted = Pasted(harmless("".join(self._kept)), "; ".join(filter(None, (problem, cut))))
        self._inside, self._size = False, 0
        self._kept.clear()
        return pasted


def _split_end(text: str, marker: str) -> tuple[str, str]:
    """A text without, and the longest end of it that a marker could begin with."""
    for length in range(min(len(marker) - 1, len(text)), 0, -1):
        if marker.startswith(text[-length:]):
            return text[:-length], text[-length:]
    return text, ""
