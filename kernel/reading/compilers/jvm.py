"""javac, kotlinc and scalac, bare and behind Maven's and Gradle's prefixes; the ends of both build tools."""

from collections.abc import Sequence

from kernel.reading.blocks import DIAGNOSTIC, Block
from kernel.reading.compilers.forms import DiagnosticForm, read_diagnostics, summary_line
from kernel.reading.patterns import lazy

_BELOW = lazy(
    r"(?:\[ERROR\])?\s+(?:symbol|location|required|found|reason|where)\b.*:|\s*\^|\s{2,}\S|\[error\]\s+\S"
)
JAVAC = DiagnosticForm(
    "javac",
    ": ",
    lazy(
        r"(?:\[(?:error|warn)\] )?(?P<path>(?:[A-Za-z]:)?[^\s:\[][^:\n]{0,400}\.(?:java|scala|groovy)):(?P<line>\d{1,9}):(?:\d{1,9}:)? (?P<severity>error|warning)?:? ?(?:\[(?P<code>[a-z][\w\-]{1,40})\] )?(?P<message>.*)"
    ),
    below=_BELOW,
    summary=lazy(r"\d+ (?:errors?|warnings?)$|Note: "),
)
MAVEN = DiagnosticForm(
    "javac",
    ":[",
    lazy(
        r"\[(?P<severity>ERROR|WARNING)\] (?P<path>\S[^\n\[]{0,400}):\[(?P<line>\d{1,9}),\d{1,9}\] (?:\[(?P<code>[a-z][\w\-]{1,40})\] )?(?P<message>.*)"
    ),
    below=_BELOW,
)
KOTLIN = DiagnosticForm(
    "kotlinc",
    ": ",
    lazy(
        r"(?P<severity>[ew]): (?:file://)?(?P<path>(?:[A-Za-z]:)?[^\s:][^:\n]{0,400}):(?: \()?(?P<line>\d{1,9})(?:, \d{1,9}\)|:\d{1,9}):? (?P<message>.*)"
    ),
)
SCALA3 = DiagnosticForm(
    "scalac",
    "-- ",
    lazy(
        r"(?:\[(?:error|warn|info)\] )?-- (?:\[(?P<code>E\d+)\] )?(?P<message>(?:[\w ]{1,60} )?(?P<severity>Error|Warning)): "
        r"(?P<path>[^\s:][^:\n]{0,400}):(?P<line>\d{1,9}):\d{1,9} ?-*$"
    ),
    below=lazy(r"(?:\[(?:error|warn|info)\] ?)?\s*\d{0,7} *\|"),
    summary=lazy(r"(?:\[(?:error|warn)\] )?(?:\w+|\d+) (?:errors?|warnings?) found$"),
)
_SUMMARY = lazy(
    r"\[(?:INFO|ERROR)\] (?:BUILD (?:SUCCESS|FAILURE)|Reactor Summary|\S.{0,80}\.{2,} (?:SUCCESS|FAILURE|SKIPPED)|Total time|Failed to execute goal|COMPILATION ERROR|"
    r"After correcting the problems|  mvn <args>|\d+ errors?)"
    r"|FAILURE: Build (?:failed|completed)|BUILD (?:FAILED|SUCCESSFUL)|Execution failed for task|> Task \S+ FAILED|Compilation failed"
)
_WENT_WRONG = "* What went wrong:"
_ADVICE = ("* Try:", "* Get more help", "* Exception is:")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message of a compiler for the virtual machine, what Gradle says went wrong, and how the build ended."""
    blocks = read_diagnostics(MAVEN, lines)
    taken = {index for block in blocks for index in range(block.start, block.end)}
    for form in (JAVAC, KOTLIN, SCALA3):
        blocks += [
            block
            for block in read_diagnostics(form, lines)
            if taken.isdisjoint(range(block.start, block.end))
        ]
    for at, line in enumerate(lines):
        if _SUMMARY.match(line) is not None:
            blocks.append(summary_line("build", lines, at))
        elif line.startswith(_WENT_WRONG):
            blocks.append(_went_wrong(lines, at))
    return blocks


def _went_wrong(lines: Sequence[str], start: int) -> Block:
    end = start + 1
    while end < len(lines) and end - start < 60 and not lines[end].startswith(_ADVICE):
        if not lines[end].strip() and (end + 1 >= len(lines) or not lines[end + 1].startswith((" ", ">"))):
            break
        end += 1
    title = lines[start + 1].strip() if start + 1 < end else ""
    return Block(start, end, DIAGNOSTIC, "gradle", title, (), True, "", ((start, end),))
