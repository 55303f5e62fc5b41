"""Bytes written as text: base64, hex, data URLs."""

from collections.abc import Iterator, Sequence

from kernel.reading.patterns import lazy

_PART = lazy(r"[A-Za-z0-9+/_-]{200,}={0,2}")
_LINE = lazy(r"\s*[A-Za-z0-9+/_-]{40,200}={0,2},?\s*")
_FEWEST = 8


def encoded_parts(line: str) -> list[tuple[int, int]]:
    """Characters of a line that are encoded bytes: at least 200 letters and digits without a break that are no words."""
    return [match.span() for match in _PART.finditer(line) if _is_encoded(match[0])]


def encoded_walls(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Runs of at least eight lines of nothing but encoded bytes (0-based, half-open)."""
    start = -1
    for at in range(len(lines) + 1):
        inside = (
            at < len(lines)
            and len(lines[at]) >= 40
            and " " not in lines[at].strip()
            and _LINE.fullmatch(lines[at])
            and _is_encoded(lines[at].strip())
        )
        if inside and start < 0:
            start = at
        elif not inside and start >= 0:
            if at - start >= _FEWEST:
                yield start, at
            start = -1


def _is_encoded(text: str) -> bool:
    """Whether letters and digits are mixed as in no word or path."""
    digits = sum(map(str.isdigit, text[:400]))
    upper = sum(map(str.isupper, text[:400]))
    size = min(400, len(text))
    return (
        digits > 0.04 * size
        and (upper > 0.15 * size or digits > 0.3 * size)
        and text.count("/") < 0.08 * len(text)
    )
