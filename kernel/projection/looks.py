"""What must be there for a recogniser to find anything, seen without loading it and the readers behind it.

A gate says what an output is about; a look here says that there is nothing in it: with a closed look the recogniser would
propose nothing. So a plan does not depend on looks, only the time that it takes.
"""

from collections.abc import Callable, Mapping

from kernel.projection.gates_red import NPM
from kernel.projection.recogniser import Seen
from kernel.reading.blocks import DIAGNOSTIC, FAILURE, NOTE, PASSED, SUMMARY, TRACE
from kernel.reading.vocabulary import shapes_of

_FEWEST_IN_LOG = 5
"""Lines of one shape from which on a log is folded."""

_LONGEST_LINE = 1000
_WALL_LINE, _WALL_LINES = 40, 8
"""Characters and lines of the smallest wall of encoded bytes."""

_RULES = ("--", "==", "──", "━━", "-=", "=-", "─-", "-─")
_RIGHTS = "rwxsStT-"
_DIFFERENT = 0.6
_LISTED = 0.55
"""Less than the share of entries that makes a list of paths, or of drawn rows that makes a tree."""


def _has(*kinds: str) -> Callable[[Seen], bool]:
    return lambda seen: any(block.kind in kinds for block in seen.blocks)


def _has_messages(seen: Seen) -> bool:
    return _has(NOTE, DIAGNOSTIC)(seen) or any(sign in seen.text for sign in NPM)


def _has_free_lines(seen: Seen) -> bool:
    """Whether readers left lines that could be a log's."""
    taken = at = 0
    for block in seen.blocks:
        taken += max(0, block.end - max(block.start, at))
        at = max(at, block.end)
    return len(seen.lines) - taken >= _FEWEST_IN_LOG


def _may_hold_table(seen: Seen) -> bool:
    """A delimiter, a number alone on its line, a rule, or a line of columns that starts as a header does."""
    text = seen.text
    if any(sign in text for sign in (",", "\t", ";", "|", *_RULES)):
        return True
    if min(map(len, seen.lines), default=0) < _WALL_LINE and any(line[-1:].isdigit() and len(line) < _WALL_LINE for line in seen.lines):
        return True
    firsts = {line.lstrip()[:1] for line in seen.lines if "  " in line} if "  " in text else ()
    return any(first.isupper() or first.upper() == first for first in firsts)


def _may_hold_paths(seen: Seen) -> bool:
    lines = seen.lines[:: max(1, len(seen.lines) // 300)]
    return sum(map(_may_be_entry, lines)) >= _LISTED * sum(1 for line in lines if line.strip())


def _may_be_entry(line: str) -> bool:
    bare = line.strip()
    if not bare:
        return False
    return bare.count(" ") <= 1 or line[0] in "│├└|`" or not line[1:10].strip(_RIGHTS) or line[-1] == ":"


def _has_wide_lines(seen: Seen) -> bool:
    """A line to be clipped, or enough lines without a space for a wall."""
    if max(map(len, seen.lines)) > _LONGEST_LINE:
        return True
    unbroken = sum(1 for line in seen.lines if len(line) >= _WALL_LINE and " " not in line.strip())
    return unbroken >= _WALL_LINES


def _has_different_lines(seen: Seen) -> bool:
    spoken = [line for line in shapes_of(seen.lines) if line.strip()]
    return len(set(spoken)) >= _DIFFERENT * len(spoken)


LOOKS: Mapping[str, Callable[[Seen], bool]] = {
    "trace": _has(TRACE),
    "failures": _has(FAILURE, SUMMARY),
    "passing": _has(PASSED, NOTE),
    "cascade": _has_messages,
    "table": _may_hold_table,
    "log": _has_free_lines,
    "paths": _may_hold_paths,
    "long-line": _has_wide_lines,
    "text": _has_different_lines,
}
"""Recogniser's name → its look; others have none."""
