"""What of an output belongs to a name: the failure that is called so, whole."""

import re
from collections.abc import Sequence

from kernel.reading.block_readers import read_blocks
from kernel.reading.blocks import FAILURE, TRACE, Block, lines_of
from kernel.reading.margins import unmargined
from kernel.reading.terminal import screen_text
from kernel.reading.vocabulary import shapes_of


def blocks_of(lines: Sequence[str], name: str) -> tuple[tuple[int, int], ...]:
    """Ranges of lines (0-based, half-open) of the failures and traces of a name.

    Those with the name in their title (a failed test's id) come first; where there are none, those with a frame in a
    function of this name. Empty where no reader knows it.
    """
    cleaned = screen_text("\n".join(lines)).split("\n")[: len(lines)]
    shapes = "\n".join(dict.fromkeys(shapes_of(cleaned)))
    blocks = [block for block in read_blocks(unmargined(cleaned), shapes) if block.kind in (FAILURE, TRACE)]
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    titled = [block for block in blocks if word.search(block.title)]
    chosen = titled or [block for block in blocks if _runs_through(block, name)]
    return tuple(part for block in chosen for part in lines_of(block))


def _runs_through(block: Block, name: str) -> bool:
    """Whether a frame is in a function of this name, qualified or not."""
    return any(
        name == frame.frame.function or frame.frame.function.endswith(f".{name}") for frame in block.frames
    )
