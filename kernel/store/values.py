"""Values on their way into a row and back: any Python text survives, also text that is not valid Unicode."""

from __future__ import annotations

import json
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from typing import Any


def bind(text: str) -> str | bytes:
    """A text as SQLite can hold it.

    Lone surrogates (names that are not UTF-8, broken JSON) cannot be stored as text and are stored as bytes;
    one text always gives the same value, so keys still compare.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def text(value: str | bytes) -> str:
    """The text that ``bind`` was given."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def dump(value: Any) -> str:
    """Compact JSON, ASCII only."""
    return json.dumps(value, separators=(",", ":"))


def load(value: str) -> Any:
    """What ``dump`` was given, tuples as lists."""
    return json.loads(value)


def pack(text: str) -> bytes:
    """A text compressed; large ones quickly rather than well."""
    data = encode(text)
    return zlib.compress(data, 6 if len(data) < 1_000_000 else 1)


def unpack(value: bytes) -> str:
    """The text that ``pack`` was given."""
    return zlib.decompress(value).decode("utf-8", "surrogatepass")


def encode(text: str) -> bytes:
    """The bytes that a text is hashed and measured by."""
    return text.encode("utf-8", "surrogatepass")
