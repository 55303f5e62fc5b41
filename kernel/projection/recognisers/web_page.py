"""Web pages: scripts, styles and lists of links are no content."""

from collections.abc import Iterator, Sequence

from kernel.projection.recogniser import SURE, Fold, Proposal, Seen
from kernel.reading.page_text import hidden_parts, is_page, link_lists

HIDDEN = "lines of scripts, styles and drawings"
HIDDEN_WHY = "parts of a page that a reader never sees"
LINKS = "lines of links"
LINKS_WHY = "navigation of a page; the first two links are shown"
_SHOWN = 2


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold hidden parts of markup, and long runs of links but for the first two."""
    if is_page(seen.text):
        for start, end in hidden_parts(seen.lines):
            yield Fold(start, end, HIDDEN, HIDDEN_WHY, SURE)
    for start, end in link_lists(seen.lines):
        yield Fold(start + _SHOWN, end, LINKS, LINKS_WHY, SURE, "", lambda gone: _told(seen.lines, gone))


def _told(lines: Sequence[str], gone: Sequence[int]) -> str:
    """The names of the first links that went."""
    names = [lines[at].partition("[")[2].partition("]")[0].strip() for at in gone if "](" in lines[at]]
    return ", ".join(name[:30] for name in names[:6] if name)
