"""Tools that print ``path(line,column): error CODE: message``: tsc, msbuild, MSVC; and tsc's pretty form."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.compilers.forms import DiagnosticForm, read_diagnostics
from kernel.reading.patterns import lazy

_SUMMARY = lazy(
    r"\s*(?:Found \d+ errors?|Build (?:FAILED|succeeded)|\d+ (?:Warning|Error)\(s\)|Errors  Files|\d+  \S+:\d+$|error MSB\d+)"
)
FORM = DiagnosticForm(
    "tsc",
    "): ",
    lazy(
        r"\s*(?:\d+>)?(?P<path>(?:[A-Za-z]:)?[^\s()][^()\n]{0,400})\((?P<line>\d{1,9})(?:,\d{1,9}){0,3}\)\s?: "
        r"(?P<severity>fatal error|error|warning|message) ?(?P<code>[A-Z]{1,6}\d{1,6})?: (?P<message>.*?)(?: \[[^\]\n]{1,300}proj\])?$"
    ),
    below=lazy(r"\s{2,}\S"),
    summary=_SUMMARY,
)
PRETTY = DiagnosticForm(
    "tsc",
    " - ",
    lazy(
        r"(?P<path>[^\s:][^:\n]{0,400}):(?P<line>\d{1,9}):\d{1,9} - (?P<severity>error|warning|message) (?P<code>TS\d{1,6}): (?P<message>.*)"
    ),
    below=lazy(r"\d*[ ~]*$|\s{2,}\S|\d{1,7} "),
    summary=_SUMMARY,
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message with its place in parentheses, or in tsc's pretty form."""
    pretty = any(" - error TS" in line for line in lines)
    return read_diagnostics(PRETTY if pretty else FORM, lines)
