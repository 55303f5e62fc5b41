"""Texts of one piece again and again, as one line and as many: which reader or recogniser takes more than its share of time on them.

``python tests/bench/pumped_lines.py`` prints, per function, the slowest piece in µs per KB and how the time grows when the text is four
times as long (1 is linear). Exits 1 where one grows faster than it should.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from kernel.model.event import ToolOutput
from kernel.projection.engine import plan, see
from kernel.projection.gates_green import GREEN_SIDE
from kernel.projection.gates_red import RED_SIDE
from kernel.projection.registry import propose_of
from kernel.reading.block_readers import BOXES, PYTHON, READERS
from kernel.reading.margins import unmargined
from kernel.reading.secrets import mask
from kernel.reading.symptoms import read_symptom
from kernel.reading.terminal import screen_text
from kernel.reading.vocabulary import shapes_of
from kernel.tokens import estimate

UNITS = (
    " ", "\t", "0", "1.", ".", "/", "\\", "(", "[", "{", "<", '"', "'", "`", '\\"', ":", "::", "-", "=", "_", "*", "#", "a", "a.", "a/", "a:1:", "a b ",
    "at ", 'File "', "#1 0x", "\r", "\x1b[", "\x1b]8;;", "x\x08", "\u2500", "\u2502 ", "key=", "--a ", "1%", "1/2 ", "error: ", ",", "\\n", "[{", '{"a":',
    "é", "$(", "password=", "https://a/", "<a>", "| ", "1,", "ab12", "A_", "A", "- ", "at a (b:1:", "=== ", "e-1", "aB", "&&", ".py:1", "a@b.",
)  # fmt: skip
HEADS = ("", "error: ", "  at ", 'File "', "#1 0x", "E   ", "src/a.c:1:2: ", "2026-05-01 10:00:00 ", "FAILED ", "+", "[rank0]: ", "| ", "{", "<p>", "Caused by: ")  # fmt: skip
TAILS = ("", "!", "\x00", "é")
SMALL, LARGE = 8_000, 32_000
"""Characters of the two texts that are compared."""

WORST_GROWTH = 2.5
"""Times per character, of the large text over the small one; quadratic would be 4."""

SLOW = 0.02
"""Seconds below which the large text is not looked at: clocks are noisy."""


class Timed(NamedTuple):
    """What a function took on the large text: seconds, growth per character, and the piece."""

    seconds: float
    growth: float
    piece: str


def functions() -> Iterator[tuple[str, Callable[[str], object]]]:
    """Everything that reads a whole text, by name."""
    for reader in (PYTHON, *BOXES, *READERS):
        __import__(reader.module)
        read = sys.modules[reader.module].read_blocks
        yield reader.module.removeprefix("kernel.reading."), lambda text, read=read: read(text.split("\n"))
    for entry in (*RED_SIDE, *GREEN_SIDE):
        propose = propose_of(entry)
        yield f"recogniser {entry.name}", lambda text, propose=propose: list(propose(_seen(text)))
    yield "screen_text", screen_text
    yield "mask", mask
    yield "read_symptom", read_symptom
    yield "estimate", estimate
    yield "shapes_of", lambda text: shapes_of(text.split("\n"))
    yield "unmargined", lambda text: unmargined(text.split("\n"))
    yield "plan", lambda text: plan(ToolOutput(text, "Bash", "make", "", 1))


_SEEN: dict[str, object] = {}


def _seen(text: str):  # type: ignore[no-untyped-def]
    """What recognisers see of the text, made once."""
    if text not in _SEEN:
        _SEEN.clear()
        _SEEN[text] = see(ToolOutput(text, "Bash", "make", "", 0), text.split("\n"))
    return _SEEN[text]


def pumped(unit: str, head: str, tail: str, size: int, lines: bool) -> str:
    """A text of one piece; with ``lines`` of many lines of 80 characters or so."""
    if not lines:
        return head + unit * (size // len(unit)) + tail
    line = head + unit * (1 + 60 // len(unit)) + tail + "\n"
    return line * (size // len(line))


def measured(function: Callable[[str], object], text: str) -> float:
    """Seconds of the process that a call takes; what recognisers see is made before."""
    _seen(text)
    began = time.process_time()
    function(text)
    return time.process_time() - began


def worst(
    functions: dict[str, Callable[[str], object]], heads: tuple[str, ...], tails: tuple[str, ...]
) -> dict[str, Timed]:
    """Of each function the slowest piece, or among those that are slow the one that grows too fast."""
    found = dict.fromkeys(functions, Timed(0.0, 1.0, ""))
    for lines, unit, head, tail in product((False, True), UNITS, heads, tails):
        text = pumped(unit, head, tail, LARGE, lines)
        name = f"{head!a} + {unit!a} … + {tail!a}" + (", many lines" if lines else "")
        for key, function in functions.items():
            taken = measured(function, text)
            grown = _growth(function, unit, head, tail, lines) if taken > SLOW else 1.0
            found[key] = max(found[key], Timed(taken, grown, name), key=_rank)
    return found


def _rank(timed: Timed) -> tuple[float, float]:
    return (timed.growth if timed.growth > WORST_GROWTH else 0.0, timed.seconds)


def _growth(function: Callable[[str], object], unit: str, head: str, tail: str, lines: bool) -> float:
    small, large = (
        min(measured(function, pumped(unit, head, tail, size, lines)) for _ in range(2))
        for size in (SMALL, LARGE)
    )
    return large / max(small, 0.0005) / (LARGE / SMALL)


def main() -> int:
    """Command line of the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="functions whose names hold this")
    parser.add_argument("--few", action="store_true", help="without the heads and tails of the pieces")
    arguments = parser.parse_args()
    heads, tails = (("",), ("!",)) if arguments.few else (HEADS, TAILS)
    asked = {name: function for name, function in functions() if arguments.only in name}
    found = worst(asked, heads, tails)
    for name, taken in sorted(found.items(), key=lambda one: -one[1].seconds):
        print(
            f"{name:<28} {1e6 * taken.seconds / (LARGE / 1000):8.1f} µs/KB  growth {taken.growth:4.1f}  {taken.piece}"
        )
    return int(any(taken.growth > WORST_GROWTH for taken in found.values()))


if __name__ == "__main__":
    sys.exit(main())
