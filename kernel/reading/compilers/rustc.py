"""rustc, cargo and clippy."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.compilers.forms import DiagnosticForm, read_diagnostics
from kernel.reading.patterns import lazy

FORM = DiagnosticForm(
    "rustc",
    ": ",
    lazy(
        r"(?P<severity>error|warning)(?:\[(?P<code>[\w:]{1,40})\])?: (?!could not compile|aborting|build failed|`\S+` \((?:lib|bin|test)|\d+ warnings? emitted|test failed|unused manifest)(?P<message>.*)"
    ),
    below=lazy(r"\s*\d{0,7} *\||\s{2,}= |\s*\.\.\.$|\s*::: |(?:note|help): |\s+--> |\s+[~+\-]|\s{4,}\S"),
    place=lazy(r"\s*--> (?P<path>[^\s:][^:\n]{0,300}|[A-Za-z]:[^:\n]{1,300}):(?P<line>\d{1,9}):\d{1,9}"),
    summary=lazy(
        r"error: could not compile|error: aborting|error: build failed|error: test failed|warning: .{0,200}(?:emitted|generated \d+ warnings?)|Some errors have detailed|For more information about"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message of the Rust compiler."""
    return read_diagnostics(FORM, lines)
