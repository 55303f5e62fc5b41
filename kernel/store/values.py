"""Values on their way into a row and back: any Python text survives, also text that is not valid Unicode."""

from __future__ import annotations

import sys
import zlib

from kernel.model.plain_json import json_text, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from typing import Any

_LARGE = 1_000_000
"""Bytes."""


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
    return json_text(value, ",", ":")


def load(value: str) -> Any:
    """What ``dump`` was given, tuples as lists."""
    return read_json(value)


def pack(text: str) -> bytes:
    """A text compressed, quickly rather than well: better levels save a tenth in twice the time."""
    data = encode(text)
    return zlib.compress(data, 3 if len(data) < _LARGE else 1)


def digest(data: bytes) -> bytes:
    """SHA-256. Of little data by the interpreter's own code: loading OpenSSL takes longer than the sum."""
    if len(data) < _LARGE:
        try:
            if sys.version_info >= (3, 12):
                from _sha2 import sha256  # type: ignore[import-not-found]
            else:
                from _sha256 import sha256  # type: ignore[import-not-found]
            return bytes(sha256(data).digest())
        except ImportError:
            pass
    import hashlib

    return hashlib.sha256(data).digest()


def unpack(value: bytes) -> str:
    """The text that ``pack`` was given."""
    return zlib.decompress(value).decode("utf-8", "surrogatepass")


def encode(text: str) -> bytes:
    """The bytes that a text is hashed and measured by."""
    return text.encode("utf-8", "surrogatepass")
