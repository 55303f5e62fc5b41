"""JavaScript and TypeScript: V8's ``at f (file:line:column)``, SpiderMonkey's ``f@file:line:column``, vitest's ``❯``."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, read_traces
from kernel.reading.traces.library import is_library

_HEAD = lazy(
    r".{0,200}?(?:Error|Exception|Rejection|Warning)\b"
    r"|\s*(?:Uncaught|Unhandled|Trace: )|\s*console\.\w+$"
)
_INSIDE = lazy(
    r"\s+(?:\[[\w ]{1,30}\]: |[\w$'\"]{1,60}: |\.{3} |[\]})]+,?(?: \{)?$|<ref|\[?[\]{]$)|\}$|\s*Caused by: "
)


def _is_library(path: str, function: str) -> bool:
    return (
        is_library(path) or not path or path.startswith(("internal/", "webpack:///webpack/", "<anonymous>"))
    )


V8 = TraceForm(
    "javascript",
    "at ",
    lazy(
        r"\s*at (?:async )?(?:(?P<func>[^()\n]{1,300}) \()?(?:eval at .{1,200}\), )?"
        r"(?![^\n():]{0,300}\.(?:rs|c|cc|cpp|h|swift|exs?|rb|php|py|go):)(?P<path>(?:file://|webpack://+|https?://|node:)?(?:[A-Za-z]:[\\/])?[^\s():][^():\n]{0,400}(?::\d{1,5}/[^():\n]{1,300})?)"
        r":(?P<line>\d{1,9})(?::\d{1,9})?\)?(?: \{)?$"
    ),
    _is_library,
    _HEAD,
    _INSIDE,
    lazy(
        r"\s*at (?:\S.{0,200} )?\(?(?:<anonymous>|native|index \d+|[\w.]+\.(?:java|kt|scala):)|\s*at (?:async )?[\w.$<>]+$"
    ),
    lazy(r"Node\.js v\d|\s*(?:code|errno|syscall|path|address|port|digest): |\}$"),
)
GECKO = TraceForm(
    "javascript",
    "@",
    lazy(
        r"\s*(?P<func>[\w$.<>/*\[\]]{0,200})@(?P<path>(?:https?|file|resource|webpack)://[^\s]{1,400}?):(?P<line>\d{1,9}):\d{1,9}$"
    ),
    _is_library,
    _HEAD,
)
ARROW = TraceForm(
    "javascript",
    "❯",
    lazy(r"\s*❯ (?:(?P<func>\S{1,200}) )?(?P<path>[^\s:][^:\n]{0,400}?):(?P<line>\d{1,9}):\d{1,9}$"),
    _is_library,
    _HEAD,
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every JavaScript trace in ``lines``."""
    return [block for form in (V8, GECKO, ARROW) for block in read_traces(form, lines)]
