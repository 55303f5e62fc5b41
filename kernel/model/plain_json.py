"""JSON as the package ``json`` reads and writes it, which takes half as long to load as the interpreter takes to start."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from typing import Any

_BLANK = " \t\n\r"


class _Reading:
    """How a scanner is to read: as ``json.loads`` does."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = parse_constant = float
    parse_int = int
    memo: dict[str, str] = {}  # noqa: RUF012  (the scanner empties it)


def read_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError, RecursionError: It is no JSON, or one that nobody could read.
    """
    try:
        from _json import make_scanner
    except ImportError:
        import json

        return json.loads(text)
    bare = text.strip(_BLANK)
    try:
        value, end = make_scanner(_Reading)(bare, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError):  # without the package loaded, the scanner has no error of its own to raise
        raise ValueError("no JSON") from None
    if end != len(bare):
        raise ValueError("more than one JSON value")
    return value


def json_text(value: Any, comma: str = ", ", colon: str = ": ") -> str:
    """A value as JSON in ASCII, on one line.

    Raises:
        TypeError, ValueError, RecursionError: JSON cannot hold it.
    """
    try:
        from _json import encode_basestring_ascii, make_encoder
    except ImportError:
        import json

        return json.dumps(value, separators=(comma, colon))
    encode = make_encoder({}, _refused, encode_basestring_ascii, None, colon, comma, False, False, True)
    return "".join(encode(value, 0))


def _refused(value: object) -> Any:
    raise TypeError(f"JSON holds no {type(value).__name__}")
