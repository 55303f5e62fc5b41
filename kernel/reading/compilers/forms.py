"""Messages of compilers and linters by their form: the line that carries place and message, and what belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernel.model.named import NamedTuple
from kernel.model.symptom import Frame
from kernel.reading.blocks import DIAGNOSTIC, NOTE, SUMMARY, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import is_caret
from kernel.reading.traces.library import is_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_NEVER = lazy(r"(?!)")
_QUOTED = lazy(r"[`'‘\"][^`'’\"\n]{0,300}[`'’\"]|\d+")
_FAILING = ("error", "fatal", "fail", "runtime error", "e")
_MOST_BELOW = 60


class DiagnosticForm(NamedTuple):
    """How a tool prints messages.

    Attributes:
        tool: Name of the reader.
        sign: A text that every message line holds.
        head: Matches the message line; named groups ``path``, ``line``, ``severity``, ``message`` and ``code`` (any may be missing;
            where a tool has several forms, more groups whose names begin with ``message``).
        above: Matches lines right above that belong to the message (``In function …``).
        below: Matches lines below that belong to it (source, carets, hints).
        place: Matches a line right below the head that gives ``path`` and ``line`` where the head has none.
        summary: Matches lines that total or end the run.
        default: Severity where the head names none.
    """

    tool: str
    sign: str
    head: re.Pattern[str]
    above: re.Pattern[str] = _NEVER
    below: re.Pattern[str] = _NEVER
    place: re.Pattern[str] = _NEVER
    summary: re.Pattern[str] = _NEVER
    default: str = "error"


def read_diagnostics(form: DiagnosticForm, lines: Sequence[str]) -> list[Block]:
    """Every message and every summary line of a form, in order, not overlapping."""
    blocks: list[Block] = []
    at = free = 0
    while at < len(lines):
        line = lines[at]
        match = form.head.match(line) if form.sign in line else None
        if match is not None:
            blocks.append(_read(form, lines, at, free, match))
        elif form.summary.match(line) is not None:
            blocks.append(summary_line(form.tool, lines, at))
        else:
            at += 1
            continue
        at = free = blocks[-1].end
    return blocks


def summary_line(tool: str, lines: Sequence[str], at: int) -> Block:
    """One line that totals or ends a run."""
    return Block(at, at + 1, SUMMARY, tool, lines[at].strip(), vital=((at, at + 1),))


def summary_lines(tool: str, matches: Callable[[str], object], lines: Sequence[str]) -> list[Block]:
    """Every line that totals or ends a run."""
    return [summary_line(tool, lines, at) for at, line in enumerate(lines) if matches(line)]


_SYSTEM = (
    "/usr/include/",
    "/usr/lib/",
    "/usr/local/include/",
    "/opt/",
    "C:\\Program Files",
    "/Library/Developer",
    "/Applications/",
)


def is_foreign(path: str) -> bool:
    """Whether a file belongs to a library or to the compiler."""
    return path.startswith(_SYSTEM) or is_library(path)


def template(message: str) -> str:
    """A message without what differs from place to place: quoted names and numbers."""
    return _QUOTED.sub("_", message)


def _read(form: DiagnosticForm, lines: Sequence[str], at: int, free: int, match: re.Match[str]) -> Block:
    start = at
    while start > free and at - start < 12 and form.above.match(lines[start - 1]) is not None:
        start -= 1
    end = at + 1
    groups = match.groupdict()
    while end < len(lines) and end - at <= _MOST_BELOW and _belongs(form, lines, end):
        if not groups.get("path") and (placed := form.place.match(lines[end])) is not None:
            groups |= placed.groupdict()
        end += 1
    severity = (groups.get("severity") or form.default).lower()
    said = next((text for name, text in groups.items() if name.startswith("message") and text), "")
    message, code = said.strip(), groups.get("code") or ""
    path, number = groups.get("path") or "", groups.get("line")
    source = next((line.strip() for line in lines[at + 1 : end] if line.strip(" |^~-")), "")
    frame = Frame(path, int(number) if number else None, "", source, is_foreign(path))
    frames = (PrintedFrame(start, end, frame),) if path else ()
    is_note = severity in ("note", "help", "info", "remark")
    failing = not is_note and severity.startswith(_FAILING) and not severity.startswith("failed to")
    # Errors of one code may say different things; of warnings the code is enough.
    kind_of = f"{code} {template(message)}" if failing else code or template(message)
    key = f"{form.tool} {severity} {kind_of}"
    title = f"{code}: {message}" if code else message
    kind = NOTE if is_note else DIAGNOSTIC
    vital: tuple[tuple[int, int], ...] = ((at, at + 1),)
    if failing:
        own = [index for index in range(start, at) if not is_foreign(lines[index].split(":")[0].strip())]
        vital = (*((index, index + 1) for index in own), (at, end))
    return Block(start, end, kind, form.tool, title, frames, failing, key, vital)


def _belongs(form: DiagnosticForm, lines: Sequence[str], at: int) -> bool:
    if form.sign in lines[at] and form.head.match(lines[at]) is not None:
        return False
    if form.summary.match(lines[at]) is not None:
        return False
    if at + 1 < len(lines) and is_caret(lines[at + 1]):
        return True
    return (
        is_caret(lines[at])
        or form.below.match(lines[at]) is not None
        or form.place.match(lines[at]) is not None
    )
