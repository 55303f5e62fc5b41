"""doctest reports: the example that failed, what was expected and what came."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.model.symptom import Frame, TestId
from kernel.reading.findings import REPORTED, Findings
from kernel.reading.patterns import lazy
from kernel.reading.traces.library import is_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_PLACE = lazy(r'File "([^"]{1,1000})", line (\d{1,9}), in (\S+)$')
_QUOTED = lazy(r"\d{3} {1,4}(.*)$")
_END = lazy(r"(\S+\.\w{1,8}):(\d{1,9}): (DocTestFailure|UnexpectedException)$")
_PARTS = ("Expected:", "Expected nothing", "Got:", "Got nothing", "Exception raised:", "Differences ")
_LONGEST = 30


def read_doctest(lines: Sequence[str], found: Findings) -> None:
    """Add the failing examples of doctest, run alone or by pytest."""
    for at, line in enumerate(lines):
        if line == "Failed example:":
            _read_failure(lines, at, found)
        elif (end := _END.match(line)) is not None:
            _read_pytest_end(lines, at, end, found)


def _read_failure(lines: Sequence[str], at: int, found: Findings) -> None:
    found.add_kind("doctest failure")
    example, after = _indented(lines, at + 1)
    found.code.extend((at, line) for line in example)
    found.add_error(REPORTED, at, "", _outcome(lines, after))
    place = _PLACE.match(lines[at - 1]) if at else None
    if place is not None:
        frame = Frame(
            place[1], int(place[2]), place[3].rpartition(".")[2], "\n".join(example), is_library(place[1])
        )
        found.frames.append((at - 1, frame))
        found.tests.append((at, TestId(place[1], "")))
        found.names.append((at, place[3].removeprefix("__main__.")))
        found.used.add(at - 1)


def _read_pytest_end(lines: Sequence[str], at: int, end: re.Match[str], found: Findings) -> None:
    found.add_kind("doctest failure")
    start = at
    while start and at - start < _LONGEST and not lines[start - 1].startswith("_"):
        start -= 1
    quoted = [match[1] for line in lines[start:at] if (match := _QUOTED.match(line))]
    found.code.extend((at, line) for line in quoted)
    first = next((n for n in range(start, at) if lines[n].startswith(_PARTS)), at)
    found.add_error(REPORTED, at, "", _outcome(lines[:at], first))


def _outcome(lines: Sequence[str], at: int) -> str:
    """Expected and got, as printed, up to the next blank line that nothing indented follows."""
    said: list[str] = []
    while at < len(lines) and len(said) < _LONGEST:
        if not lines[at].startswith((*_PARTS, "    ")):
            break
        said.append(lines[at].strip())
        at += 1
    return "\n".join(said)


def _indented(lines: Sequence[str], at: int) -> tuple[list[str], int]:
    taken: list[str] = []
    while at < len(lines) and lines[at].startswith("    ") and len(taken) < _LONGEST:
        taken.append(lines[at][4:])
        at += 1
    return taken, at
