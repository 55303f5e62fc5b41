"""PHP: numbered frames ``#0 path(line): call``, innermost first; PHPUnit's places, a path and a line alone."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, read_traces


def _is_library(path: str, function: str) -> bool:
    return not path or "/vendor/" in path or "\\vendor\\" in path or path.startswith(("phar://", "vendor/"))


FORM = TraceForm(
    "php",
    "#",
    lazy(
        r"\s*#\d{1,4} (?:(?P<path>[^\n(]{1,400}?)\((?P<line>\d{1,9})\): (?P<func>[^\n(]{0,300})|\[internal function\]: (?P<inner>.*))"
    ),
    _is_library,
    lazy(
        r"\s*(?:PHP )?(?:Fatal error|Uncaught|Parse error|Warning)\b|.{0,120}?\b[\w\\]*(?:Error|Exception)\b.{0,20}:|In \S+ line \d+:"
    ),
    lazy(r"\s*(?:Next |Caused by: |Previous: |Stack trace:|thrown in )"),
    lazy(r"\s*#\d{1,4} \{main\}"),
    lazy(r"\s*thrown in .* on line \d+"),
)

PLACES = TraceForm(
    "php",
    ".php:",
    lazy(r"(?P<path>(?:[A-Za-z]:)?[\\/][^\s:]{1,400}\.php):(?P<line>\d{1,9})$"),
    _is_library,
    lazy(r"(?!)"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every PHP trace in ``lines``."""
    return [block for form in (FORM, PLACES) for block in read_traces(form, lines)]


_RAISED = lazy(r".{0,2000}? in (?P<path>(?:[A-Za-z]:)?[\\/][^\n:]{1,400}?)(?::(?P<line>\d{1,9})|(?:\(\d+\) : eval\(\)'d code)? on line (?P<number>\d{1,9}))$")


def raised_at(lines: Sequence[str], block: Block) -> Frame | None:
    """Where the exception of a trace was made, which its message tells and no numbered frame."""
    for line in lines[block.start : block.end]:
        found = _RAISED.match(line)
        if found is not None:
            path = found["path"]
            return Frame(path, int(found["line"] or found["number"]), library=_is_library(path, ""))
    return None


def without_place(message: str) -> str:
    """A message without the place that stands behind it."""
    found = _RAISED.match(message)
    return message[: found.start("path") - len(" in ")] if found is not None else message
