"""What a screen would show of a text that was written for a terminal.

Lines are split at line feeds only, and every function keeps their number. Nothing here decides what
matters; an overdrawn state is dropped only where it reads as progress, everything else stays.
"""

from kernel.reading.patterns import lazy
from kernel.reading.vocabulary import is_alarming

# Possessive quantifiers and disjoint classes: each escape is scanned once, whatever follows it.
ESCAPE = (
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"  # CSI: colours, cursor, erase
    r"|\x1b\][^\x07\x1b\x9c\n]*+(?:\x07|\x1b\\|\x9c)"  # OSC: titles, hyperlinks
    r"|\x1b[PX^_][^\x1b\x9c\n]*+(?:\x1b\\|\x9c)"  # DCS, SOS, PM, APC
    r"|\x1b[ -/]++[0-~]"  # charset switches
    r"|\x1b[0-Z\\-~]"  # two-character escapes
    r"|[\x1b\x9b]"  # cut off or malformed: only the introducer goes
)
"""A pattern of one escape that a terminal obeys and does not show."""

_ESCAPE = lazy(ESCAPE)
_ERASES_BEFORE = lazy(r"(?:\x1b\[|\x9b)[12]K")
_ERASES_AFTER = lazy(r"(?:\x1b\[|\x9b)[02]?K")
_INVISIBLE = lazy(r"[\x00\x07\x0e\x0f\x7f]")
_SPECIAL = lazy(r"[\x00\x07\x08\x0d\x0e\x0f\x1b\x7f\x9b]")
_CONTROL = lazy(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATE = lazy(r"[\ud800-\udfff]")
_BACKSPACES = lazy(r"(\x08++)")
_PROGRESS = lazy(
    r"\d{1,3}(?:\.\d{1,3})?\s?%|\d\s?/\s?\d|\d\s?[kKMG]i?B\b|[#=>.\-█━▏▎▍▌▋▊▉─]{4}|[⠁-⣿◐◓◑◒]"
    r"|(?:--:--:--|\d{1,3}:\d\d:\d\d)\s{1,3}(?:--:--:--|\d{1,3}:\d\d:\d\d)\s"  # curl
)
_DIGITS = lazy(r"\d+")


def screen_text(text: str) -> str:
    """The text as a screen shows it, line by line (same number of lines). Idempotent, linear time."""
    if _SPECIAL.search(text) is None:
        return text
    return "\n".join(map(screen_line, text.split("\n")))


def screen_line(line: str) -> str:
    """One line without line feed as a screen shows it.

    Escapes and invisible controls go, backspaces move the cursor, carriage returns at the end belong to
    the line end, and of states drawn over one another the last one stays.
    """
    if _SPECIAL.search(line) is None:
        return line
    if "\r" not in line:
        return _plain(line)
    return _last_state(line.split("\r"))


def safe_text(text: str) -> str:
    """Stored text made safe to print on a terminal: no escapes, no C0/C1 controls but tab and line feed.

    Lone surrogates, which no terminal encoding can carry, become U+FFFD.
    """
    shown = screen_text(text)
    # The usual text needs no pattern.
    if shown.replace("\n", "").replace("\t", "").isprintable():
        return shown
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", shown))


def _plain(segment: str) -> str:
    bare = _INVISIBLE.sub("", _ESCAPE.sub("", segment))
    return _draw_backspaces(bare) if "\x08" in bare else bare


def _draw_backspaces(text: str) -> str:
    """Move a cursor as a terminal does: a backspace goes left, what follows overwrites."""
    shown: list[str] = []
    at = 0
    for part in _BACKSPACES.split(text):
        if part.startswith("\x08"):
            at = max(0, at - len(part))
        else:
            shown[at : at + len(part)] = part
            at += len(part)
    return "".join(shown)


def _last_state(segments: list[str]) -> str:
    """Join what stays of segments between carriage returns, decided from the last one backwards."""
    kept: list[str] = []
    erased = False
    for segment in reversed(segments):
        shown = _plain(segment)
        erased = erased or _ERASES_BEFORE.search(segment) is not None
        if shown.strip() and not (kept and _is_overdrawn(shown, kept[-1], erased)):
            kept.append(shown)
        erased = _ERASES_AFTER.search(segment) is not None
    return "\r".join(reversed(kept))


def _is_overdrawn(shown: str, later: str, erased: bool) -> bool:
    """Whether ``shown`` is an earlier state of ``later``; a text with bare returns as line ends is not."""
    if _DIGITS.sub("0", shown) == _DIGITS.sub("0", later):
        return True
    if is_alarming(shown):
        return False
    return erased or _PROGRESS.search(shown) is not None or later.startswith(shown)
