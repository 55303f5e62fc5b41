"""CMake's configuration messages: wrapped paragraphs and a call stack below the place."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import DIAGNOSTIC, Block, PrintedFrame
from kernel.reading.compilers.forms import summary_lines, template
from kernel.reading.patterns import lazy

_HEAD = lazy(
    r"CMake (?P<severity>Error|Warning|Deprecation Warning)(?: \(dev\))?(?: (?:at|in) (?P<path>[^\n:]{1,400}?):(?P<line>\d{1,9})(?: \((?P<func>[^)\n]{1,100})\))?)?:?"
)
_CALL = lazy(r"\s+(?P<path>[^\s:][^\n:]{0,400}):(?P<line>\d{1,9}) \((?P<func>[^)\n]{1,100})\)$")
_SUMMARY = lazy(
    r"-- (?:Configuring (?:incomplete|done)|Generating done|Build files have been)|CMake Generate step failed|See also \"|Errors? occurred during"
)
_STACK = "Call Stack (most recent call first):"


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message with its call stack."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        match = _HEAD.match(lines[at]) if lines[at].startswith("CMake ") else None
        if match is None:
            at += 1
            continue
        blocks.append(_read(lines, at))
        at = blocks[-1].end
    return blocks + summary_lines("cmake", _SUMMARY.match, lines)


def _read(lines: Sequence[str], start: int) -> Block:
    head = _HEAD.match(lines[start])
    assert head is not None
    end = start + 1
    while (
        end < len(lines)
        and end - start < 300
        and (not lines[end].strip() or lines[end].startswith(("  ", _STACK, "This warning is for")))
    ):
        end += 1
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    frames = [PrintedFrame(start, start + 1, _frame(head.groupdict()))] if head["path"] else []
    frames += [
        PrintedFrame(index, index + 1, _frame(call.groupdict()))
        for index in range(start + 1, end)
        if (call := _CALL.match(lines[index])) is not None
    ]
    message = " ".join(line.strip() for line in lines[start + 1 : end] if line.strip())[:300]
    failing = head["severity"] == "Error"
    vital = ((start, end),) if failing else ((start, min(end, start + 3)),)
    key = f"cmake {head['severity']} {template(message)}"
    return Block(start, end, DIAGNOSTIC, "cmake", message, tuple(frames), failing, key, vital)


def _frame(groups: dict[str, str | None]) -> Frame:
    number = groups["line"]
    path = groups["path"] or ""
    library = path.startswith(("/usr/share/cmake", "/usr/local/share/cmake"))
    return Frame(path, int(number) if number else None, groups["func"] or "", "", library)
