"""JSON-RPC 2.0 over lines: bytes in, messages out, and the shapes of answers."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from typing import Any

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)

LONGEST_LINE = 64_000_000
"""Bytes of a message; a longer line is read and thrown away. The event of an edit holds whole files."""

_CHUNK = 1 << 18

Message = dict[str, Any]


class BadMessage(Exception):
    """A line or message that is no JSON-RPC: ``code`` and a short ``message`` for the answer."""

    def __init__(self, code: int, message: str, number: object = None) -> None:
        super().__init__(message)
        self.code, self.message, self.number = code, message, number


class Lines:
    """Splits what arrives on a file descriptor into lines; of a line that is too long nothing is kept."""

    __slots__ = ("_parts", "_size", "descriptor", "ended")

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._parts: list[bytes] = []
        self._size = 0
        self.ended = False

    def read(self) -> Iterator[bytes | None]:
        """Read once and give the lines that are complete, without their ends; None stands for one that was too long.

        At the end of the input ``ended`` is set, and a last line without an end is given, too.
        """
        chunk = os.read(self.descriptor, _CHUNK)
        self.ended = not chunk
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            self._keep(part)
            yield self._take()
        self._keep(rest)
        if self.ended and self._size:
            yield self._take()

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > LONGEST_LINE:
            self._parts = []
        elif part:
            self._parts.append(part)

    def _take(self) -> bytes | None:
        line = None if self._size > LONGEST_LINE else b"".join(self._parts)
        self._parts, self._size = [], 0
        return line


def parse(line: bytes | None) -> Any:
    """The JSON of a line.

    Raises:
        BadMessage: The line was too long, or is no JSON.
    """
    if line is None:
        raise BadMessage(INVALID_REQUEST, f"the message has more than {LONGEST_LINE} bytes")
    try:
        return json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        raise BadMessage(PARSE_ERROR, "this is no JSON") from None


def checked(value: Any) -> Message:
    """The value, if it is a JSON-RPC message.

    Raises:
        BadMessage: It is something else; the error has its number where one can be told.
    """
    if not isinstance(value, dict):
        raise BadMessage(INVALID_REQUEST, "a message is an object")
    number = value.get("id") if is_number(value.get("id")) else None
    if value.get("jsonrpc") != "2.0":
        raise BadMessage(INVALID_REQUEST, 'jsonrpc must be "2.0"', number)
    if "id" in value and not is_number(value["id"]) and not (value["id"] is None and "error" in value):
        raise BadMessage(INVALID_REQUEST, "id must be a string or a number")
    if "method" in value:
        if not isinstance(value["method"], str):
            raise BadMessage(INVALID_REQUEST, "method must be a string", number)
        if not isinstance(value.get("params", {}), dict):
            raise BadMessage(INVALID_PARAMS, "params must be an object", number)
    elif not ("id" in value and ("result" in value or "error" in value)):
        raise BadMessage(INVALID_REQUEST, "neither a request nor an answer", number)
    return value


def is_number(value: object) -> bool:
    """Whether a value may be a request's id."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str | int) and not isinstance(value, bool)


def result(number: object, value: Message) -> Message:
    """The answer to a request."""
    return {"jsonrpc": "2.0", "id": number, "result": value}


def error(number: object, code: int, message: str) -> Message:
    """The answer to a request that failed, or, with the number None, to what is no request."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def encoded(message: Message | list[Message]) -> bytes:
    """A message as a line. ASCII, so that no text can break it."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
