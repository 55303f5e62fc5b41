"""PHP: numbered frames ``#0 path(line): call``, innermost first; PHPUnit's places, a path and a line alone."""

from collections.abc import Sequence

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
