"""Native code: sanitizer reports, gdb and lldb backtraces, valgrind, Swift's runtime."""

from collections.abc import Sequence

from kernel.reading.blocks import NOTE, TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, printed_frame, read_traces, same_text


def _is_library(path: str, function: str) -> bool:
    return not path or path.startswith(
        ("/usr/", "/lib", "../../../", "../sysdeps", "../csu", "./nptl", "./csu", "/build/", "/buildd/")
    )


_HEAD = lazy(
    r".*(?:==\d+==|Thread \d|Program received|terminate called|Fatal error:|Assertion|Segmentation|signal SIG|SUMMARY|\* thread #)"
)
FRAME = lazy(
    r"(?:\*?\s*(?:frame )?#\d{1,4}:? +(?:0x[0-9a-f]+ (?:in )?|\[[^\]\n]{1,40}\] )?(?P<func>\S.{0,400}?)(?: at | |\n)\(?(?:from )?"
    r"(?P<path>(?:[A-Za-z]:[\\/])?[^\s():]{1,400}?)(?::(?P<line>\d{1,9})(?::\d{1,9})?|\+0x[0-9a-f]+)?\)?(?: \([^()\s]{1,200}\+0x[0-9a-f]+\))?(?: \(BuildId: .*)?$)"
)
GDB = TraceForm(
    "native", "#", FRAME, _is_library, _HEAD, dull=lazy(r"\s*#\d{1,4} +(?:0x[0-9a-f]+|<).*|No locals\.$")
)
VALGRIND = TraceForm(
    "native",
    "0x",
    lazy(
        r"==\d+==\s+(?:at|by) 0x[0-9A-Fa-f]+: (?P<func>\S.{0,300}?) \((?:(?P<path>[^():\n]{1,300}):(?P<line>\d{1,9})|in [^)\n]{1,300})\)$"
    ),
    _is_library,
    lazy(r"==\d+== \S"),
)
SWIFT = TraceForm(
    "swift",
    " in ",
    lazy(
        r"\s*\d{1,4} (?:\[[^\]\n]{1,40}\] )?(?:0x[0-9a-f]+ )?(?P<func>\S.{0,300}) in \S{1,100}(?: at (?P<path>[^\n:]{1,300}\.swift):(?P<line>\d{1,9})(?::\d{1,9})?)?$"
    ),
    _is_library,
    lazy(r".*(?:Fatal error|Crash|crashed)"),
)
_REPORT = lazy(r".*==\d{1,9}==\s?ERROR: \w+Sanitizer|.*WARNING: (?:Thread|Memory)Sanitizer|==\d{1,9}==ERROR:")
_SHADOW = lazy(
    r"\s*(?:=>)?\s*0x[0-9a-f]{6,16}:(?:[\s\[\]]*[0-9a-f]{2}){4,}|Shadow bytes? |\s{2}[A-Z][\w ']{2,40}:\s+[0-9a-f]{2}\b|={20,}$|==\d+==(?:ABORTING|HINT)"
)
_LONGEST = 600


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Sanitizer reports with their shadow memory as a note; every other native trace."""
    blocks: list[Block] = []
    taken: list[tuple[int, int]] = []
    at = 0
    while at < len(lines):
        if "Sanitizer" in lines[at] and _REPORT.match(lines[at]) is not None:
            report = _report(lines, at)
            blocks += report
            taken.append((at, report[-1].end))
            at = report[-1].end
        else:
            at += 1
    for form in (VALGRIND, GDB, SWIFT):
        for block in read_traces(form, lines):
            if not any(start < block.end and block.start < end for start, end in taken):
                blocks.append(block)
    return blocks


def _report(lines: Sequence[str], start: int) -> list[Block]:
    """A report and, if it has one, the picture of the memory below it."""
    frames: list[PrintedFrame] = []
    end = last = start
    while last < len(lines) and last - start < _LONGEST:
        line = lines[last]
        if _SHADOW.match(line) is not None and last > start:
            break
        if (match := FRAME.match(line.lstrip())) is not None and "#" in line[:40]:
            frames.append(printed_frame(GDB, match, last, last + 1))
        last += 1
        if line.strip():
            end = last
        if "SUMMARY: " in line:
            break
    inside = {frame.start for frame in frames}
    vital = tuple((at, at + 1) for at in range(start, end) if at not in inside and lines[at].strip())
    key = "sanitizer\n" + same_text(lines[start:end])
    blocks = [Block(start, end, TRACE, "native", lines[start].strip(), tuple(frames), True, key, vital)]
    shadow = end
    while shadow < len(lines) and (not lines[shadow].strip() or _SHADOW.match(lines[shadow]) is not None):
        shadow += 1
    if shadow - end > 3:
        blocks.append(Block(end, shadow, NOTE, "native", "shadow memory", key="shadow memory"))
    return blocks
