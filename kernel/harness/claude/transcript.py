# ruff: noqa: PTH123
"""The end of a session's transcript: how full its window was at the last answer. Its format is not documented: read with care."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_END = 1_000_000
"""Bytes of the end that are read; an answer of a model and the outputs after it are seldom longer."""

_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def tokens_in_use(path: str) -> int | None:
    """Tokens that the main agent's window held at its last answer, or after its last compaction; None where it is not told."""
    try:
        with open(path, "rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - _END))
            lines = file.read().split(b"\n")
    except (OSError, ValueError):
        return None
    for line in reversed(lines):
        if b'"usage"' in line or b'"compact_boundary"' in line:
            tokens = _tokens(line)
            if tokens is not None:
                return tokens
    return None


def _tokens(line: bytes) -> int | None:
    try:
        entry: Any = json.loads(line)
        if entry.get("isSidechain"):
            return None
        if entry.get("type") == "system" and entry.get("subtype") == "compact_boundary":
            return int(entry["compactMetadata"]["postTokens"])
        if entry.get("type") != "assistant":
            return None
        usage = entry["message"]["usage"]
        total = sum(int(usage.get(name) or 0) for name in _INPUT)
        return total or None  # answers that the harness wrote itself used nothing
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
