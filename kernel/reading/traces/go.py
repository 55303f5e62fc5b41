"""Go: panics and fatal errors with their goroutines, and reports of the race detector."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import same_text

_GOROUTINE = lazy(
    r"goroutine (?P<number>\d{1,9})(?: gp=\S+ m=\S+(?: mp=\S+)?)? \[(?P<state>[^\]\n]{1,100})\]:$"
)
_PLACE = lazy(r"\s+(?P<path>[^\s:][^:\n]{0,400}\.(?:go|s)):(?P<line>\d{1,9})(?: \+0x[0-9a-f]+)?(?: fp=.*)?$")
_PANIC = lazy(r"\s*(?:panic: |fatal error: |runtime: |\[signal |\tpanic: |SIG[A-Z]+: )")
_CALL = lazy(
    r"\s*(?:created by )?(?P<func>[\w./\-*()\[\]{}$%~·]{1,300}?(?<!\.))(?:\([^()\n]{0,400}\)|\(.{0,400}\))?(?: in goroutine \d+)?$"
)
_LIBRARY = lazy(
    r".*(?:/go/src/(?:runtime|internal|net|os|sync|testing|io|fmt|reflect|encoding|syscall|time|context|database|crypto|bufio|log|sort|strings|text|html|archive|compress|container|errors|expvar|flag|go|hash|image|index|iter|maps|math|mime|path|plugin|regexp|slices|strconv|unicode|unique|unsafe|vendor)/|/pkg/mod/|/vendor/|/usr/(?:local/)?(?:lib/)?go)"
)
_RACE = lazy(r".*WARNING: DATA RACE$")
_RULE = "=================="


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Panic heads, goroutines (those that stand at the same place under one key) and race reports."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("goroutine ") and _GOROUTINE.match(line) is not None:
            blocks.append(
                _goroutine(lines, at, first=not any(b.title.startswith("goroutine") for b in blocks))
            )
        elif line.endswith("WARNING: DATA RACE") and _RACE.match(line) is not None:
            blocks.append(_race(lines, at))
        elif _PANIC.match(line) is not None and line.lstrip().startswith(("panic: ", "fatal error: ")):
            blocks.append(_head(lines, at))
        else:
            at += 1
            continue
        at = blocks[-1].end
    return blocks


def _head(lines: Sequence[str], start: int) -> Block:
    end = start + 1
    while (
        end < len(lines)
        and end - start < 20
        and lines[end].strip()
        and not lines[end].startswith("goroutine ")
    ):
        if _PANIC.match(lines[end]) is None and not lines[end].startswith(("\t", " ")):
            break
        end += 1
    return Block(start, end, TRACE, "go", lines[start].strip(), (), True, "", ((start, end),))


def _goroutine(lines: Sequence[str], start: int, first: bool) -> Block:
    match = _GOROUTINE.match(lines[start])
    assert match is not None
    end = start + 1
    while (
        end < len(lines) and lines[end].strip() and not lines[end].startswith(("goroutine ", "exit status"))
    ):
        end += 1
    frames = _frames(lines, start + 1, end)
    state = match["state"].partition(",")[0]
    failing = first or state in ("running",)
    vital = (
        (start, start + 1),
        *((f.start, f.end) for f in frames[-1:] if lines[f.start].lstrip().startswith("created by")),
    )
    key = f"goroutine {state}\n" + same_text([frame.frame.function for frame in frames])
    title = f"goroutine {match['number']} [{match['state']}]"
    return Block(start, end, TRACE, "go", title, tuple(frames), failing, "" if failing else key, vital)


def _frames(lines: Sequence[str], start: int, end: int) -> list[PrintedFrame]:
    frames: list[PrintedFrame] = []
    for index in range(start + 1, end):
        place = _PLACE.match(lines[index])
        call = _CALL.match(lines[index - 1]) if place is not None else None
        if place is not None and call is not None:
            library = _LIBRARY.match(place["path"]) is not None
            frame = Frame(place["path"], int(place["line"]), call["func"].rpartition("/")[2], "", library)
            frames.append(PrintedFrame(index - 1, index + 1, frame))
    return frames


def _race(lines: Sequence[str], start: int) -> Block:
    end = start + 1
    while end < len(lines) and not lines[end].startswith(_RULE) and end - start < 400:
        end += 1
    end = min(end + 1, len(lines))
    frames = _frames(lines, start, end)
    inside = {index for frame in frames for index in range(frame.start, frame.end)}
    vital = tuple(
        (index, index + 1) for index in range(start, end) if index not in inside and lines[index].strip()
    )
    key = "race\n" + same_text(lines[start:end])
    return Block(start, end, TRACE, "go", "DATA RACE", tuple(frames), True, key, vital)
