"""A very long text in parts of whole lines, so that what reads it needs the memory of a part."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from collections.abc import Callable, Iterator

LONG = 8_000_000
"""Characters; a longer text is read in parts."""

PART = 2_000_000
"""Characters of a part; one that is a single line may have more."""


LINES = 40_000
"""About how many lines a part has at most: what reads it needs memory for each line."""


def parts_of(text: str, seam: Callable[[str, int, int], int] | None = None) -> Iterator[str]:
    """The parts of a text, which put together are the text; all but the last end with a line feed.

    Args:
        text: Any; one of at most ``PART`` characters is one part.
        seam: Given the text, where a part starts and where it would end, a better place for its end, behind a line feed
            between the two.
    """
    at = 0
    while at + (reach := _reach(text, at)) < len(text):
        end = text.rfind("\n", at, at + reach) + 1
        if end:
            end = seam(text, at, end) if seam is not None else end
        else:
            end = text.find("\n", at + reach) + 1 or len(text)
        yield text[at:end]
        at = end
    if at < len(text):
        yield text[at:]


def _reach(text: str, at: int) -> int:
    """Characters from a place on that are not too many lines."""
    reach = PART
    while text.count("\n", at, at + reach) > LINES:
        reach //= 2
    return reach
