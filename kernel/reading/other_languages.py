"""Traces, test reports and compiler messages of every language but Python, for the reader of symptoms."""

from collections.abc import Sequence

from kernel.model.symptom import Frame, TestId
from kernel.reading.block_readers import READERS, Reader, read_blocks
from kernel.reading.blocks import DIAGNOSTIC, FAILURE, PASSED, TRACE, Block, lines_of
from kernel.reading.findings import PRINTED, REPORTED, Findings
from kernel.reading.margins import unmargined
from kernel.reading.patterns import lazy
from kernel.reading.tests.go_test import logged, package_of
from kernel.reading.traces.php import raised_at, without_place
from kernel.reading.vocabulary import shapes_of

_LEFT_OUT = ("pytest_report", "unittest_report", "builders")
"""Readers whose texts others of this room read already, or whose lines name no place."""

OTHERS: tuple[Reader, ...] = tuple(r for r in READERS if not r.module.endswith(_LEFT_OUT))
_TYPED = lazy(
    r"(?:.{0,40}Exception in thread \"[^\"\n]{0,200}\" |.{0,30}Uncaught |Unhandled exception\. |.{0,30}Caused by: |\s*\[cause\]: |.{0,40}\*\* \()?"
    r"(?P<type>[A-Za-z_][\w.$\\:]{0,200}?(?:Error|Exception|Failure|Invalid|NotFound|Throwable|Panic))(?: \[\w{1,60}\])?\)?:? (?P<message>.*)"
)
_CALLED = lazy(r".*\): undefined |.{0,400}: (?P<message>[^:\n].*) \((?P<type>[A-Z]\w*(?:::\w+)*)\)$")
_FILED = lazy(r"(?:\|[^|\n]{1,80}\| )?(?P<path>[^\s|][^>\n]{0,300}\.[cm]?[jt]sx?)(?: > (?P<titles>.+))?$")
_WARNS = lazy(r"[.FES]{0,200}DEPRECATED: |\(node:\d{1,9}\) (?:\[\w{1,20}\] )?\w{0,40}Warning: |\S[^:\n]{0,300}:\d{1,9}: warning: ")
_MOST_DIAGNOSTICS = 60
_MOST_SAID = 20


def read_other_languages(lines: Sequence[str], found: Findings) -> None:
    """Add frames, errors and failing tests of what other languages print; a raising frame comes last in its trace."""
    text = "\n".join(dict.fromkeys(shapes_of(lines)))
    diagnostics = 0
    blocks = read_blocks(unmargined(lines), text, OTHERS)
    _hush(blocks, lines, found)
    for block in blocks:
        inside = range(block.start, block.end)
        if block.kind == TRACE and block.failing:
            _add_trace(block, lines, found)
        elif block.kind == FAILURE:
            _add_failure(block, lines, found)
            continue
        elif block.kind == DIAGNOSTIC and diagnostics < _MOST_DIAGNOSTICS and _is_other_error(block):
            diagnostics += 1
            found.add_kind(f"{block.tool} error")
            found.frames += [(block.start, printed.frame) for printed in reversed(block.frames)]
            found.add_error(PRINTED, block.start, "", block.title)
        else:
            continue
        if not block.parts:
            found.used.update(inside)


def _hush(blocks: Sequence[Block], lines: Sequence[str], found: Findings) -> None:
    """Where something failed, what passed, what only warns and the words of a library's frames tell nothing of it."""
    failing = [block for block in blocks if block.failing]
    if not failing:
        return
    elsewhere = {at for block in failing for f in block.frames if f.frame.library for at in range(f.start, f.end)}
    found.quiet.update(dict.fromkeys(lines[at] for at in sorted(elsewhere)))
    loud = {at for block in failing for at in range(block.start, block.end)} - elsewhere
    said = {lines[at] for at in loud}
    quiet = [block for block in blocks if block.kind in (PASSED, DIAGNOSTIC) and not block.failing]
    told = {at for block in quiet for start, end in lines_of(block) for at in range(start, end)}
    told |= {at for at, line in enumerate(lines) if ("warning: " in line or "Warning: " in line or "DEPRECATED: " in line) and _WARNS.match(line)}
    inside = sorted(told - loud)
    found.used.update(inside)
    found.quiet.update(dict.fromkeys(lines[at] for at in inside if lines[at] not in said and lines[at].strip()))


def _add_failure(block: Block, lines: Sequence[str], found: Findings) -> None:
    found.add_kind(f"{block.tool} failure")
    folder = package_of(lines, block) if block.tool == "go test" else ""
    if block.tool == "go test":
        for at, frame, message in logged(lines, block):
            found.frames.append((at, frame))
            found.add_error(REPORTED, at, "", message)
    for printed in block.frames:
        found.frames.append((printed.start, printed.frame))
        found.add_error(REPORTED, block.start, "", "\n".join(_said_below(block, lines, printed.end)))
    found.tests.append((block.start, _test_id(block, folder)))


def _test_id(block: Block, folder: str) -> TestId:
    """A test by its titles, from the outermost one; vitest prints the file before them."""
    filed = _FILED.match(block.title) if block.tool == "vitest" else None
    if filed is not None:
        return TestId(filed["path"], filed["titles"] or "")
    return TestId("", block.title.replace(" › ", " > "), folder)


def _said_below(block: Block, lines: Sequence[str], start: int) -> list[str]:
    """The vital lines of a failure behind the one that names its place."""
    vital = [at for first, end in block.vital for at in range(first, end) if at >= start]
    return [lines[at] for at in vital[:_MOST_SAID]]


def _add_trace(block: Block, lines: Sequence[str], found: Findings) -> None:
    found.add_kind(f"{block.tool} trace")
    order = reversed(block.frames) if block.raises_first else iter(block.frames)
    found.frames += [(block.start + n, _with_package(printed.frame)) for n, printed in enumerate(order)]
    raised = raised_at(lines, block) if block.tool == "php" else None
    if raised is not None:
        found.frames.append((block.start + len(block.frames), raised))
    said = [lines[index] for start, end in block.vital for index in range(start, end)]
    said += [lines[printed.start] for printed in block.frames[:1]]
    for line in said:
        match = _TYPED.match(line) or _CALLED.match(line)
        if match is not None and match["type"]:
            message = without_place(match["message"]) if raised else match["message"]
            found.add_error(REPORTED, block.start, match["type"], message)
            return
    if any(letter.isalpha() for letter in block.title) and not block.title.startswith(("goroutine ", "(")):
        found.add_error(PRINTED, block.start, "", block.title)


def _is_other_error(block: Block) -> bool:
    """Whether a message is an error that no other reader of symptoms knows: Python's checkers give places."""
    return block.failing and not any(f.frame.path.endswith((".py", ".pyi")) for f in block.frames)


def _with_package(frame: Frame) -> Frame:
    """A Java frame prints the file's name alone; its folders are the package before the class."""
    if not frame.path.endswith(".java") or "/" in frame.path:
        return frame
    names = frame.function.rpartition("/")[2].split(".")
    package = names[: next((n for n, name in enumerate(names) if name[:1].isupper()), 0)]
    return frame._replace(path="/".join([*package, frame.path]))
