"""Stack traces: what was raised and frames of the project stay; runs of library frames go but for the raising end."""

from collections.abc import Iterator, Sequence

from kernel.projection.recogniser import EXACT, MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.projection.recognisers.test_runs import is_printed
from kernel.projection.repeated import Repeats
from kernel.reading.blocks import TRACE, Block, PrintedFrame, lines_of
from kernel.reading.patterns import lazy

LONGEST_ALL_LIBRARY = 6
"""Frames nearest to the raising end that stay of a trace without any frame of the project."""

_MOST_ALL_LIBRARY, _FRAMES_OF_LATER = 6, 1
"""So many traces without any frame of the project are shown like that; of later ones fewer frames stay."""

_SHORTEST_RUN = 2
_MOST_ALIKE = 3
_NUMBERED = lazy(r"\S*\d\S*")
_MOST_OWN = 40
_WHY = "frames of libraries and of the language; those of the project and the raising one are shown"


def propose(seen: Seen) -> Iterator[Proposal]:
    """Keep traces, fold library frames inside of them and traces that were already shown."""
    again = Repeats("traces like the one at line", "the same trace again; the first is shown whole")
    alike = Repeats(
        "traces that differ in numbers from the one at line", "the first three of their kind are shown"
    )
    kinds: dict[str, int] = {}
    foreign = 0
    printed = [block for block in seen.blocks if is_printed(block)]
    inside = {index for block in printed for index in range(block.start, block.end)}
    for block in seen.blocks:
        if block.kind != TRACE or block.start in inside:
            continue
        kind = block._replace(key=_without_numbers(block, seen.bodies))
        if block.key and again.knows(block):
            yield from again.fold(block)
        elif block.key and alike.knows(kind) and kinds[kind.key] >= _MOST_ALIKE:
            yield from alike.fold(kind)
        else:
            kinds[kind.key] = kinds.get(kind.key, 0) + 1
            foreign += all(printed.frame.library for printed in block.frames)
            yield from _one(block, LONGEST_ALL_LIBRARY if foreign <= _MOST_ALL_LIBRARY else _FRAMES_OF_LATER)


def _without_numbers(block: Block, bodies: Sequence[str]) -> str:
    """What a trace says without words that hold a digit, and where it was raised."""
    said = [bodies[index] for start, end in block.vital for index in range(start, end)]
    places = [(printed.frame.path, printed.frame.line, printed.frame.function) for printed in block.frames]
    return f"{block.tool} {_NUMBERED.sub('#', chr(10).join(said))} {places}"


def _one(block: Block, longest: int) -> Iterator[Proposal]:
    for start, end in lines_of(block):
        yield Keep(start, end, SURE, "a stack trace")
    for start, end in block.vital:
        yield Keep(start, end, MUST if block.failing else SURE, "what was raised")
    shown = shown_frames(block.frames, block.raises_first, longest)
    run: list[PrintedFrame] = []
    for frame, is_shown in zip(block.frames, shown, strict=True):
        if is_shown:
            if block.failing:
                yield from _lines(
                    block, frame, Keep(0, 0, MUST, "a frame of the project, or the raising one")
                )
            yield from _run(block, run)
            run = []
        else:
            run.append(frame)
    yield from _run(block, run)


def shown_frames(
    frames: Sequence[PrintedFrame], raises_first: bool, longest: int = LONGEST_ALL_LIBRARY
) -> list[bool]:
    """Which frames of a trace are shown: the project's (of a recursion some, of very many both ends) and the raising one."""
    own = _told_apart(frames, [number for number, frame in enumerate(frames) if not frame.frame.library])
    shown = [False] * len(frames)
    kept = own if len(own) <= _MOST_OWN else own[: _MOST_OWN // 2] + own[-_MOST_OWN // 2 :]
    for number in kept:
        shown[number] = True
    if frames:
        near = 1 if own else longest
        raising = range(near) if raises_first else range(len(frames) - near, len(frames))
        for number in raising:
            if 0 <= number < len(frames):
                shown[number] = True
    return shown


def _told_apart(frames: Sequence[PrintedFrame], numbers: Sequence[int]) -> list[int]:
    """Of frames at one place, as a recursion prints them, the first two and the last one."""
    at: dict[tuple[str, int | str], list[int]] = {}
    for number in numbers:
        frame = frames[number].frame
        at.setdefault((frame.path, frame.function if frame.line is None else frame.line), []).append(number)
    return sorted({number for same in at.values() for number in (*same[:2], same[-1])})


def _run(block: Block, run: Sequence[PrintedFrame]) -> Iterator[Proposal]:
    if len(run) < _SHORTEST_RUN:
        return
    own = any(not frame.frame.library for frame in run)
    kind = "stack frames" if own else "library frames"
    for frame in run:
        yield from _lines(block, frame, Fold(0, 0, kind, _WHY, EXACT))


def _lines(block: Block, frame: PrintedFrame, proposal: Keep | Fold) -> Iterator[Proposal]:
    """A proposal for the lines of a frame, without those of other writers between them."""
    for start, end in lines_of(block):
        first, last = max(start, frame.start), min(end, frame.end)
        if first < last:
            yield proposal._replace(start=first, end=last)
