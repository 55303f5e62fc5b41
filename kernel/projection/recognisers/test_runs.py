"""What passed in a test run: the lists of passed tests, and what they printed, each kind of message once."""

from collections.abc import Iterator

from kernel.projection.recogniser import EXACT, SURE, Fold, Keep, Proposal, Seen
from kernel.projection.signal import outliers
from kernel.reading.blocks import NOTE, PASSED, Block

_PASSED_WHY = "tests that passed; the first, the last and every slow one are shown"
_PRINTED_WHY = "printed by tests that passed; the first of each kind is shown"
_MOST_KINDS = 12


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold runs of passed tests but for their ends, and repeated console output of passing suites."""
    passed = [block for block in seen.blocks if block.kind == PASSED]
    lines = sum(block.end - block.start for block in passed)
    if lines > 3:
        for block in passed:
            ends = 1 if block in (passed[0], passed[-1]) else 0
            first, last = block.start + (block is passed[0]) * ends, block.end - (block is passed[-1]) * ends
            yield Fold(first, last, "passing tests", _PASSED_WHY, SURE)
        told = [index for block in passed for index in range(block.start, block.end)]
        bodies, shapes = ([side[index] for index in told] for side in (seen.bodies, seen.shapes))
        for odd in sorted(outliers(bodies, shapes)):
            yield Keep(told[odd], told[odd] + 1, SURE, "far slower or faster than the others")
    yield from _printed([block for block in seen.blocks if is_printed(block)], seen)


def is_printed(block: Block) -> bool:
    """Whether a block is what passing tests wrote to the console."""
    return block.kind == NOTE and block.key.endswith(" console")


def _printed(blocks: list[Block], seen: Seen) -> Iterator[Proposal]:
    shown: set[str] = set()
    for block in blocks:
        shape = "\n".join(seen.shapes[block.start : block.end]).replace("2", "")
        if shape in shown or len(shown) >= _MOST_KINDS:
            yield Fold(block.start, block.end, "lines printed by passing tests", _PRINTED_WHY, EXACT)
        else:
            shown.add(shape)
            yield Keep(block.start, block.end, SURE, "printed by a passing test")
