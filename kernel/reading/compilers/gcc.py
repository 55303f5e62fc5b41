"""gcc, clang and what prints like them: swiftc, mypy, shellcheck, and the linkers."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.compilers.forms import DiagnosticForm, read_diagnostics
from kernel.reading.patterns import lazy

FORM = DiagnosticForm(
    "gcc",
    ": ",
    lazy(
        r"\s{0,12}(?P<path>(?:[A-Za-z]:[\\/])?[^\s:\"'(){}\[\],][^:\n\"']{0,400}?(?<!\.java)(?<!\.scala)):(?P<line>\d{1,9})(?::\d{1,9})?: "
        r"(?P<severity>fatal error|runtime error|error|warning|note|remark|Error|Warning): ?(?P<message>.*?)(?: \[(?P<code>-W[^\]\n]{1,80}|[a-z][a-z\-]{2,40})\])?$"
    ),
    lazy(
        r"\s{0,12}In file included from |\s{2,}from \S|\S.{0,400}: (?:In|At) .{0,300}:$|\S.{0,400}:\s+(?:In instantiation|In substitution|required (?:from|by)|recursively required|\[ skipping)"
    ),
    lazy(r"\s{0,12}\d{0,7} *\| ?|\s{2,}(?:\S.*)?[\^~]|\s+[|+\-]|\s{4,}\S|\s{0,12}compilation terminated"),
    summary=lazy(
        r"\s{0,12}(?:\d+ (?:errors?|warnings?)(?: and \d+ errors?)? generated|compilation terminated|Found \d+ errors?|Success: no issues|collect2: error|clang: error|ld: |.{0,120}ld returned \d)"
    ),
)
LINKER = DiagnosticForm(
    "ld",
    "",
    lazy(
        r"(?:\S{1,120}ld(?:\.\w+)?: )?(?:(?P<path>[^\s:][^:\n]{0,300}?):(?:(?P<line>\d{1,9}): |\([^)\n]{0,60}\): |\S{0,80}: )?)?"
        r"(?P<severity>)(?P<message>undefined reference to .*|multiple definition of .*|cannot find -l\S+.*|undefined symbol: .*)$"
        r"|(?P<undefined>Undefined symbols for architecture .*)"
    ),
    above=lazy(r".{0,200}: in function [`'].*'?:$|ld: \S"),
    below=lazy(r">>> |\s{2,}(?:\"|_\S|.*\bin \S+\.o\b)"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message of a compiler in gcc's style and of a linker."""
    blocks = read_diagnostics(FORM, lines)
    if any(
        "undefined " in line
        or "ndefined symbol" in line
        or "cannot find -l" in line
        or "multiple def" in line
        for line in lines
    ):
        blocks += read_diagnostics(LINKER, lines)
    return blocks
