# ruff: noqa: PTH113, PTH123, PTH202  (hooks load this: pathlib would cost them 6 ms)
"""What a transcript tells of contexts that were added at events: which arrived, and how often the model has answered since."""

from __future__ import annotations

import os

from kernel.model.named import NamedTuple
from kernel.model.plain_json import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST = 8_000_000
"""Bytes that are read behind a place: what was sent there stands near it."""


class Since(NamedTuple):
    """What was added to a transcript from a place on.

    Attributes:
        contexts: What hooks added to the window, as far as it was kept.
        answers: How many answers of the model began; of one answer, all lines have the same id.
    """

    contexts: tuple[str, ...]
    answers: int


def size_of(path: str) -> int:
    """Bytes of a transcript now; 0 where there is none."""
    try:
        return os.path.getsize(path) if path and os.path.isfile(path) else 0
    except (OSError, ValueError):
        return 0


def read_since(path: str, start: int) -> Since | None:
    """What stands behind a byte; None: there is no such transcript. One that is shorter now is another one, and read whole."""
    size = size_of(path)
    if not size:
        return None
    contexts, answers, left = [], set(), MOST
    try:
        with open(path, "rb") as file:
            file.seek(start if start <= size else 0)
            while left > 0 and (line := file.readline(left)).endswith(b"\n"):
                left -= len(line)
                if b'"hook_additional_context"' in line:
                    contexts.append(_context(line))
                elif b'"assistant"' in line and (answer := _answer(line)):
                    answers.add(answer)
    except (OSError, ValueError):
        return None
    return Since(tuple(filter(None, contexts)), len(answers))


def _context(line: bytes) -> str:
    told = _row(line).get("attachment")
    if not isinstance(told, dict) or told.get("type") != "hook_additional_context":
        return ""
    content = told.get("content")
    parts = content if isinstance(content, list) else [content]
    return "\n".join(part for part in parts if isinstance(part, str))


def _answer(line: bytes) -> str:
    row = _row(line)
    message = row.get("message")
    if row.get("type") != "assistant" or row.get("isSidechain") or not isinstance(message, dict):
        return ""
    return str(row.get("requestId") or message.get("id") or "")


def _row(line: bytes) -> dict[str, Any]:
    try:
        row = read_json(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}
