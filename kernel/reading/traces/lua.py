"""Lua: ``path:line: in function 'name'`` below ``stack traceback:``, innermost first."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, read_traces

_INSTALLED = lazy(r"(?:.*[\\/])?(?:share[\\/]lua|luarocks|lua_modules|lualib|site-packages)[\\/]|=|\[string ")


def _is_library(path: str, function: str) -> bool:
    return _INSTALLED.match(path) is not None


FORM = TraceForm(
    "lua",
    ".lua:",
    lazy(
        r"\s+(?:\.\.\.[^/\n]{0,200}/)?(?P<path>[^\s:\[<.][^:\n]{0,400}?\.lua|\.{0,2}[\\/][^:\n]{1,400}?\.lua):(?P<line>\d{1,9}): in "
        r"(?:(?:function|method|local|upvalue|field|global|metamethod|hook) ?)?(?:[<'](?P<func>[^'>\n]{1,300})['>]|main chunk|\?|)"
    ),
    _is_library,
    lazy(r".{0,200}\.lua:\d{1,9}: \S|\S{0,40}lua\S{0,20}: \S"),
    lazy(r"\s*stack traceback:"),
    lazy(r"\s*\[C\]: in |\s*\.\.\.|\s*\(\.\.\.tail calls\.\.\.\)"),
    lazy(r"\s*\[C\]: in "),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every Lua trace in ``lines``."""
    return read_traces(FORM, lines)
