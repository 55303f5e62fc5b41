"""Test runs: failures stay whole, long captured output inside of them loses its middle; totals stay."""

from collections.abc import Iterator, Sequence

from kernel.projection.recogniser import EXACT, MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.projection.repeated import Repeats
from kernel.reading.blocks import FAILURE, SUMMARY, TRACE, Block, lines_of
from kernel.reading.patterns import lazy
from kernel.reading.vocabulary import alarming_lines, shapes_of

LONGEST_QUIET = 24
"""Lines in a row inside a failure that say nothing alarming before their middle goes."""

_SHOWN_ENDS = 8
_MOST_ALIKE = 3
"""Failures with one message, raised at one place on different ways, that are shown whole."""
_PLACE = lazy(r"\S[^\n:]{0,300}:\d{1,9}: ?\S?")
_NUMBERED = lazy(r"\S*\d\S*")
_MOST_OF_FORM = 5
"""Failures raised at one place whose messages differ in numbers alone, that are shown whole."""

_MOST_TOLD_OF_FORM = 12
"""The same of which the assertions are shown."""

_MOST_WHOLE = 40
"""Failures that are shown whole; of later ones the id, the assertion and the project's frames stay."""


def propose(seen: Seen) -> Iterator[Proposal]:
    """Keep failures and totals, fold the middle of long captured output."""
    repeats = Repeats("failures like the one at line", "the same failure again; the first is shown whole")
    alike = Repeats(
        "failures raised as the one at line",
        "the same assertion at the same place; the first three are shown",
    )
    numbered = Repeats(
        "failures that differ in numbers from the one at line", "of many the first twelve are shown"
    )
    kinds: dict[str, int] = {}
    titles: set[str] = set()
    shown = 0
    listed = "\n".join(block.title for block in seen.blocks if block.kind == SUMMARY)
    for block in seen.blocks:
        if block.kind == SUMMARY:
            yield Keep(block.start, block.end, SURE if shown > 200 else MUST, "how it ended")
        elif block.kind == FAILURE:
            said, raised, form = _said(seen, block)
            same, kind = block._replace(key=said), block._replace(key=raised)
            if repeats.knows(same):
                fold = repeats.fold(same)
            elif raised and alike.knows(kind) and kinds[raised] >= _MOST_ALIKE:
                fold = alike.fold(kind)
            elif kinds.get(form, 0) >= _MOST_TOLD_OF_FORM:
                fold = numbered.fold(block._replace(key=form))
            else:
                shown += 1
                kinds[raised] = kinds.get(raised, 0) + 1
                kinds[form] = kinds.get(form, 0) + (form != raised)
                numbered.knows(block._replace(key=form))
                titles.add(block.title)
                yield from _failure(seen, block, shown <= _MOST_WHOLE and kinds[form] <= _MOST_OF_FORM)
                continue
            yield from fold
            if block.title not in titles and block.title.rpartition(".")[2] not in listed:
                yield Keep(block.start, block.start + 1, MUST, "which test failed")


def _said(seen: Seen, block: Block) -> tuple[str, str, str]:
    """What a failure says, whichever test it is: its message with all places, with the raising one alone, and that without numbers."""
    inside = range(block.start + 1, block.end)
    vital = [seen.bodies[i] for start, end in block.vital[1:] for i in range(start, end)]
    # Without an assertion the first line below the test's name is the message.
    vital = vital or [body for i in inside if (body := seen.bodies[i].strip())][:1]
    traces = [other for other in seen.blocks if other.kind == TRACE and other.start in inside]
    places = [str(printed.frame[:2]) for trace in traces for printed in trace.frames]
    printed_places = [seen.bodies[i] for i in inside if _PLACE.match(seen.bodies[i]) is not None]
    if not vital or not (places or printed_places):
        return block.key, "", ""
    raising = [
        str(trace.frames[0 if trace.raises_first else -1].frame[:2]) for trace in traces if trace.frames
    ]
    message, raised = "\n".join([block.tool, *vital]), "\n".join(raising or printed_places[-1:])
    whole = "\n".join([message, *places, *printed_places])
    return whole, f"{message}\n{raised}", f"{_NUMBERED.sub('#', message)}\n{raised}"


def _failure(seen: Seen, block: Block, whole: bool) -> Iterator[Proposal]:
    for start, end in lines_of(block):
        yield Keep(start, end, SURE, "a failed test")
    for start, end in block.vital:
        yield Keep(start, end, MUST, "which test failed, and what it expected")
    quiet = _quiet_runs(seen, block)
    for start, end in quiet:
        if end - start > LONGEST_QUIET:
            yield Fold(
                start + _SHOWN_ENDS,
                end - _SHOWN_ENDS,
                "lines of a failed test's output",
                "the middle of what it printed, without a sign of trouble",
                EXACT,
            )
    if not whole:
        yield Fold(
            block.start, block.end, "lines of further failures", "their ids and assertions are shown", EXACT
        )


def _quiet_runs(seen: Seen, block: Block) -> list[tuple[int, int]]:
    """Runs of lines inside a failure that no trace covers and that do not sound alarming or stand alone."""
    lines = seen.bodies[block.start : block.end]
    shapes = shapes_of(lines)
    loud = alarming_lines(lines, shapes)
    _mark_rare(loud, shapes)
    for inner in seen.blocks:
        if inner.kind == TRACE and inner.start < block.end and block.start < inner.end:
            for index in range(max(inner.start, block.start), min(inner.end, block.end)):
                loud[index - block.start] = 1
    for start, end in block.vital:
        for index in range(start, end):
            loud[index - block.start] = 1
    runs: list[tuple[int, int]] = []
    first = 0
    for index in range(len(loud) + 1):
        if index < len(loud) and not loud[index]:
            continue
        runs.append((block.start + first, block.start + index))
        first = index + 1
    return runs


def _mark_rare(loud: bytearray, shapes: Sequence[str]) -> None:
    """Mark lines of a shape of their own where most others share theirs."""
    counts: dict[str, int] = {}
    for shape in shapes:
        counts[shape] = counts.get(shape, 0) + 1
    common = sum(count for count in counts.values() if count >= 5)
    if common * 3 < len(shapes) * 2:
        return
    for index, shape in enumerate(shapes):
        if counts[shape] <= 2 and shape.strip():
            loud[index] = 1
