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
        r"(?:\S{0,120}ld(?:\.\w+)?: (?:error: )?)?(?:(?P<path>[^\s:][^:\n]{0,300}?):(?:(?P<line>\d{1,9}): |\([^)\n]{0,60}\): |\S{0,80}: )?)?"
        r"(?P<severity>)(?P<message>undefined reference to .*|multiple definition of .*|cannot find -l\S+.*|undefined symbol: .*|unresolved external symbol .*)$"
        r"|(?P<message_object>\S.{0,300}? : (?:fatal )?error LNK\d{1,5}: unresolved external symbol .*)|(?P<message_listed> {2}\".{1,1000}\", referenced from:)$"
        r"|(?P<undefined>Undefined symbols for architecture .*)"
    ),
    above=lazy(r".{0,200}: in function [`'].*'?:$|ld: \S"),
    below=lazy(r">>> |\s{2,}(?:_\S|.*\bin \S+\.o\b|\(maybe you meant)"),
)

_SYMBOL = lazy(
    r"(?:(?P<what>undefined reference to|multiple definition of|undefined symbol:|unresolved external symbol|cannot find) |^(?=\"))[`'\"]?"
    r"(?P<symbol>\S.*?)['\"]?(?:; .*|, referenced from:| \(\S+\) referenced in .*| referenced in .*)?$"
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message of a compiler in gcc's style and of a linker."""
    blocks = read_diagnostics(FORM, lines)
    if any(
        "undefined " in line
        or "ndefined symbol" in line
        or "cannot find -l" in line
        or "unresolved external" in line
        or "multiple def" in line
        for line in lines
    ):
        blocks += map(_about_symbol, read_diagnostics(LINKER, lines))
    return blocks


def _about_symbol(block: Block) -> Block:
    """A linker's message with the symbol quoted in its title; those of one kind share a key, whichever symbol they are about."""
    match = _SYMBOL.search(block.title)
    if match is None:
        return block
    what = (match["what"] or "undefined symbol").rstrip(":")
    return block._replace(title=f"{what} `{match['symbol']}'", key=f"{block.tool} error {what}")
