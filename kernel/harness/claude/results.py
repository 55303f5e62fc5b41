# ruff: noqa: PTH113, PTH118, PTH120, PTH123  (hooks load this: pathlib would cost them 6 ms)
"""What a transcript tells of tool calls since it was last read: only what was added is read, and only so much of it.

A block counts, never a word in a line: whoever searches for ``tool_result`` has the word in a command.
"""

from __future__ import annotations

import os
import time

from kernel.model.canary import Tail
from kernel.model.named import NamedTuple
from kernel.model.plain_json import json_text, read_json
from kernel.model.session import MAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

MOST = 16_000_000
"""Bytes that are read at once. Where more was added, the rest is passed over: what it told is never known."""

SECONDS = 0.3
"""So long is read at most; the rest is read the next time."""

_NOT_READ = (b'{"type":"api-request', b'{"type":"file-history-snapshot"')
"""Starts of lines that hold whole requests, in which every earlier result comes again."""


class Result(NamedTuple):
    """What a model was shown of a tool call, and whether as a failure; ``version`` is the harness's."""

    text: str
    failed: bool
    version: str


def transcript_of(transcript: str, session: str, agent: str) -> str:
    """The transcript of an agent: that of a subagent lies in a folder beside its session's."""
    if agent == MAIN or not transcript:
        return transcript
    return os.path.join(os.path.dirname(transcript), session, "subagents", f"agent-{agent}.jsonl")


def read_results(
    path: str, tail: Tail, calls: Collection[str], seconds: float = SECONDS
) -> tuple[Tail, dict[str, Result]]:
    """The results of some calls in what was added to a transcript, and how far it has been read now.

    A half-written last line is read the next time. A file that is another one now, or shorter, is read anew from near its end;
    of one that is not there nothing is told.
    """
    end = time.monotonic() + seconds
    wanted = [json_text(call).encode() for call in calls]
    found: dict[str, Result] = {}
    if not os.path.isfile(path):  # to open a pipe would wait for ever
        return tail, {}
    try:
        with open(path, "rb") as file:
            state = os.fstat(file.fileno())
            start, whole = _start(path, tail, state)
            file.seek(start)
            if not whole:
                start += len(file.readline(MOST))
            for line in file:
                if not line.endswith(b"\n") or start + len(line) > state.st_size:
                    break
                start += len(line)
                if b'"tool_result"' in line and not line.startswith(_NOT_READ) and any(one in line for one in wanted):
                    found.update(_results(line, calls))
                if time.monotonic() > end:
                    break
    except (OSError, ValueError):
        return tail, {}
    version = next((one.version for one in found.values() if one.version), tail.version)
    return Tail(path, state.st_ino, start, version), found


def _start(path: str, tail: Tail, state: os.stat_result) -> tuple[int, bool]:
    """Where to begin, and whether a line begins there."""
    same = (tail.path, tail.inode) == (path, state.st_ino) and tail.offset <= state.st_size
    start = tail.offset if same else 0
    return (start, True) if state.st_size - start <= MOST else (state.st_size - MOST, False)


def _results(line: bytes, calls: Collection[str]) -> dict[str, Result]:
    try:
        row: Any = read_json(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    message = row.get("message") if isinstance(row, dict) and row.get("type") == "user" else None
    content = message.get("content") if isinstance(message, dict) else None
    version = row.get("version") if isinstance(content, list) else None
    return {
        block["tool_use_id"]: Result(_text(block.get("content")), block.get("is_error") is True, version if isinstance(version, str) else "")
        for block in (content if isinstance(content, list) else ())
        if isinstance(block, dict) and block.get("type") == "tool_result" and block.get("tool_use_id") in calls
    }


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = [block.get("text") for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return "\n".join(part for part in parts if isinstance(part, str))
