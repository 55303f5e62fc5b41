"""Ruby: ``path:line:in `method'``, behind ``from``, ``#`` (RSpec) or alone; the raising frame carries the message."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, read_traces

_GEM = lazy(
    r"(?:.*[\\/])?(?:gems|rubygems|ruby[\\/]\d[\w.]*|bundler)[\\/]|<internal:|\(eval|bin[\\/](?:rails|rspec|bundle)$"
)


def _is_library(path: str, function: str) -> bool:
    return _GEM.match(path) is not None


FORM = TraceForm(
    "ruby",
    ":in ",
    lazy(
        r"\s*(?:#\s+|from |\d{1,4}: from |\[\d+\] )?(?:\d+: )?(?P<path>(?:[A-Za-z]:)?[^\s:#][^:\n]{0,400}|<internal:[^>\n]{1,100}>):(?P<line>\d{1,9}):"
        r"in [`'](?P<func>[^'\n]{1,300})'"
    ),
    _is_library,
    lazy(
        r"\s*(?:#\s+)?(?:[A-Z]\w*::)*[A-Z]\w*(?:Error|Exception|Failure|Invalid|NotFound|NotUnique)\b|\s*Failure/Error: "
    ),
    lazy(
        r"\s*# -+(?: Caused by: -+)?$|\s*# --- Caused by|\s*#\s+(?:[A-Z]\w*(?:::\w+)*:|\S.*)$|\s*(?:Caused by|cause):"
    ),
    lazy(r"\s*\.{3} \d+ levels\.{3}"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every Ruby trace in ``lines``."""
    return read_traces(FORM, lines)
