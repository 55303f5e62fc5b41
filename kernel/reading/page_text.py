"""Web pages, as markup or as the text that an agent's fetch makes of them."""

from collections.abc import Iterator, Sequence

from kernel.reading.patterns import lazy

_OPENS = lazy(r"(?i:<(script|style|svg|noscript|iframe|template)\b)")
_LINK = lazy(
    r"(?i:\s*(?:[-*+•·|>]\s*|\d+\.\s*)*(?:!?\[[^\]]{0,200}\]\([^)]{0,2000}\)|<a\b[^>]*>.*?</a>|https?://\S+)(?:\s*[|·,•]?\s*(?:\[[^\]]{0,200}\]\([^)]{0,2000}\)))*\s*)"
)
_FEWEST_LINKS = 6


def is_page(text: str) -> bool:
    """Whether the text is markup of a page."""
    head = text[:2000].lower()
    return (
        "<!doctype html" in head
        or "<html" in head
        or head.count("<div") + head.count("<p>") + head.count("<meta") > 2
    )


def hidden_parts(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Lines of scripts, styles and drawings (0-based, half-open) that begin and end on lines of their own."""
    closing, start = "", -1
    for at, line in enumerate(lines):
        if closing:
            if closing in line.lower():
                yield start, at + 1
                closing = ""
            continue
        match = _OPENS.search(line)
        if (
            match is not None
            and f"</{match[1].lower()}" not in line.lower()[match.start() :]
            and "/>" not in line[match.start() :]
        ):
            closing, start = f"</{match[1].lower()}", at


def link_lists(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Runs of at least ``_FEWEST_LINKS`` lines that are nothing but links; blank lines between them belong to the run."""
    start, links, last = -1, 0, -1
    for at in range(len(lines) + 1):
        line = lines[at] if at < len(lines) else "end"
        if len(line) < 4000 and ("http" in line or "](" in line or "<a" in line) and _LINK.fullmatch(line):
            start = at if start < 0 else start
            links, last = links + 1, at
        elif line.strip():
            if links >= _FEWEST_LINKS:
                yield start, last + 1
            start, links = -1, 0
