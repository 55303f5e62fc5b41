"""Makes lines of a pasted text: cut to a size that can be read at once, without escapes, wraps and prefixes."""

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy
from kernel.reading.terminal import safe_text, screen_text

HEAD = TAIL = 200_000
"""Characters looked at from the start and the end of a text that is longer than both together."""
LONGEST_LINE = 4_000
"""Characters looked at of one line."""

_CI_TIME = lazy(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)[ \t]")
_QUOTED = lazy(r"> ?")
_SERVICE = lazy(r"[A-Za-z][\w.\-]{0,60}[ \t]*\|[ \t]?")
_LINE_BROKEN = lazy(r'File "[^"]+",(?: l?i?n?e? ?\d*)?$')
_ENDS_OF_BROKEN = ", line0123456789"
_PATH_BROKEN = lazy(r'^\s*File "[^"]+$')
_REST_OF_LINE = lazy(r"[ line]*\d*(?:, in \S+|, in|,)?$")
_NAME_BROKEN = lazy(r'File "[^"]+", line \d+, in? ?\w*$')
_REST_OF_NAME = lazy(r"[\w<>.]+$")
_NARROWEST = 60
_ESCAPED_QUOTE = lazy(r'\\+"')
_ESCAPED_TRACE = lazy(r"\\n[ |]*File \\+\"")


class Pasted(NamedTuple):
    """The text as it can be shown, the lines as readers want them (not numbered alike), and what was left out."""

    text: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]


def unpack(text: str) -> Pasted:
    """Prepare a pasted text. Total and linear: what is too much is left out and said."""
    kept, notes = _clip(text)
    shown = safe_text(screen_text(kept.replace("\r\n", "\n")).replace("\r", "\n"))
    lines = shown.split("\n")
    lines = [part for line in lines for part in _unescape(line)]
    if any(len(line) > LONGEST_LINE for line in lines):
        notes.append(f"Of longer lines only the first {LONGEST_LINE:,} characters were looked at.")
        lines = [line[:LONGEST_LINE] for line in lines]
    return Pasted(shown, tuple(_unwrap(_without_prefixes(lines))), tuple(notes))


def _clip(text: str) -> tuple[str, list[str]]:
    if len(text) <= HEAD + TAIL:
        return text, []
    left_out = len(text) - HEAD - TAIL
    note = (
        f"Only the first and the last {HEAD:,} characters were looked at; {left_out:,} between them were not."
    )
    return text[:HEAD] + "\n\n" + text[-TAIL:], [note]


def _unescape(line: str) -> list[str]:
    """A traceback inside a JSON string becomes lines again."""
    if "\\n" not in line or _ESCAPED_TRACE.search(line) is None:
        return [line]
    return (
        _ESCAPED_QUOTE.sub('"', line.replace("\\\\n", "\\n"))
        .replace("\\n", "\n")
        .replace("\\\\", "\\")
        .split("\n")
    )


def _without_prefixes(lines: list[str]) -> list[str]:
    """Drop what a mail, a build server or a container runner put before every line."""
    for mark, prefix in ((">", _QUOTED), ("T", _CI_TIME), ("|", _SERVICE)):
        filled = sum(1 for line in lines if line.strip())
        if filled < 2 or sum(1 for line in lines if mark in line) <= 0.6 * filled:
            continue
        cuts = [match.end() if (match := prefix.match(line)) else 0 for line in lines]
        if sum(1 for cut in cuts if cut) > 0.6 * filled:
            lines = [line[cut:] for line, cut in zip(lines, cuts, strict=True)]
    return lines


def _unwrap(lines: list[str]) -> list[str]:
    """Join frame lines that a terminal broke at its width: one line into two."""
    joined: list[str] = []
    at = 0
    while at < len(lines):
        after = lines[at + 1] if at + 1 < len(lines) else ""
        below = lines[at + 2] if at + 2 < len(lines) else ""
        is_wrapped = (
            len(lines[at]) >= _NARROWEST and 'File "' in lines[at] and _is_rest(lines[at], after, below)
        )
        joined.append(lines[at] + after if is_wrapped else lines[at])
        at += 2 if is_wrapped else 1
    return joined


def _is_rest(line: str, after: str, below: str) -> bool:
    """Whether ``after`` can only be the rest of the frame line before it."""
    if line[-1:] in _ENDS_OF_BROKEN and _LINE_BROKEN.search(line):
        return bool(after) and _REST_OF_LINE.match(after) is not None
    if line.count('"') == 1 and _PATH_BROKEN.match(line):
        return '", line ' in after
    return (
        below.startswith("    ")
        and not after.startswith(" ")
        and _REST_OF_NAME.match(after) is not None
        and _NAME_BROKEN.search(line) is not None
    )
