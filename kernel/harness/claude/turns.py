"""A session's transcript, line after line: what each put into a context window. Its format is not documented: read with care.

As measured with Claude Code 2.1.332. A line that is broken, too long or of an unknown kind is passed over and counted; only one
line is held at a time, however long the file is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from kernel.model.named import NamedTuple
from kernel.model.session import MAIN

LONGEST_LINE = 32_000_000
"""Bytes; a longer line is passed over."""

PROMPT, TEXT, THINKING, CALL, RESULT, INJECTED, SUMMARY, SYSTEM = (
    "prompt", "text", "thinking", "call", "result", "injected", "summary", "system",
)  # fmt: skip
"""What a block is: a person's words, the agent's, its thoughts, a tool call, what that returned, what the harness and hooks
added, the summary of a compaction, the harness's own prompt and tools."""

_NOT_READ = (b'{"type":"api-request', b'{"type":"file-history-snapshot"')
_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_FROM_COMMANDS = ("<local-command-", "<command-name>", "<bash-", "<task-notification", "<system-reminder>")


class Block(NamedTuple):
    """A part of a line.

    Attributes:
        kind: One of the kinds above.
        text: What the window holds of it.
        name: Of a call the tool; of what was injected, by what.
        call: The call's id, of a call and of its result.
        asked: What a call asked for.
        response: What a tool returned, as its hooks were given it, after they changed it; None where it is not told.
        failed: Whether a result tells a failure.
    """

    kind: str
    text: str
    name: str = ""
    call: str = ""
    asked: Mapping[str, Any] = {}
    response: Any = None
    failed: bool = False


class Boundary(NamedTuple):
    """A compaction: tokens in the window after it (None: not told), and the ids of the lines that it kept as they were."""

    tokens: int | None
    kept: frozenset[str]


class Line(NamedTuple):
    """A line that says something.

    Attributes:
        number: 1-based.
        uuid: Its id, and ``parent`` that of the line before it; empty where not told.
        agent: ``main``, or a subagent's id.
        request: The id of the model's answer that it is a part of; the parts of one answer repeat ``used``.
        used: Tokens that were in the window for this answer; None: not told, or no answer.
        blocks: What it holds.
        boundary: The compaction that it marks.
    """

    number: int
    uuid: str
    parent: str
    agent: str
    session: str
    cwd: str
    request: str
    model: str
    used: int | None
    blocks: tuple[Block, ...]
    boundary: Boundary | None = None


class Transcript:
    """A transcript that is read once, from its start.

    Attributes:
        path: Where it is.
        broken: Lines so far that are no JSON objects; the last one may be half written.
        too_long: Lines so far that are longer than ``LONGEST_LINE``.
    """

    def __init__(self, path: Path, told: Callable[[int], None] | None = None) -> None:
        """``told`` is called with the bytes read so far, line after line."""
        self.path = path
        self.broken = 0
        self.too_long = 0
        self._told = told

    def __iter__(self) -> Iterator[Line]:
        """The lines that say something.

        Raises:
            OSError: It cannot be read.
        """
        with self.path.open("rb") as file:
            for number, data in self._lines(file):
                if self._told is not None:
                    self._told(file.tell())
                line = self._line(number, data)
                if line is not None and (line.blocks or line.boundary or line.used is not None):
                    yield line

    def _lines(self, file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
        number = 0
        while data := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(data) > LONGEST_LINE and not data.endswith(b"\n"):
                self.too_long += 1
                while data and not data.endswith(b"\n"):
                    data = file.readline(LONGEST_LINE)
            elif not data.startswith(_NOT_READ) and data.strip():
                yield number, data

    def _line(self, number: int, data: bytes) -> Line | None:
        try:
            entry = json.loads(data.decode("utf-8", "surrogateescape"))
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            self.broken += 1
            return None
        return _read(number, entry)


def _read(number: int, entry: Mapping[str, Any]) -> Line | None:
    kind = entry.get("type")
    message = _table(entry.get("message"))
    boundary = None
    used = None
    if kind == "assistant":
        blocks = tuple(_answered(message.get("content")))
        used = _used(message.get("usage"))
    elif kind == "user":
        blocks = tuple(_received(entry, message.get("content")))
    elif kind == "attachment":
        blocks = tuple(_attached(entry))
    elif kind == "system" and entry.get("subtype") == "compact_boundary":
        blocks, boundary = (), _boundary(_table(entry.get("compactMetadata")))
    else:
        return None
    agent = _text(entry, "agentId") or ("sidechain" if entry.get("isSidechain") is True else MAIN)
    return Line(
        number, _text(entry, "uuid"), _text(entry, "parentUuid"), agent, _text(entry, "sessionId"), _text(entry, "cwd"),
        _text(message, "id") if kind == "assistant" else "", _text(message, "model"), used, blocks, boundary,
    )  # fmt: skip


def _answered(content: Any) -> Iterator[Block]:
    """The blocks of a model's answer."""
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in content if isinstance(content, list) else ():
        told = _table(block)
        kind = told.get("type")
        if kind == "text":
            yield Block(TEXT, _text(told, "text"))
        elif kind in ("thinking", "redacted_thinking"):
            yield Block(THINKING, _text(told, "thinking") or _text(told, "data"))
        elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
            asked = _table(told.get("input"))
            yield Block(CALL, _json(asked), _text(told, "name"), _text(told, "id"), asked)
        elif isinstance(kind, str) and kind.endswith("_tool_result"):
            yield Block(RESULT, _shown(told.get("content")), call=_text(told, "tool_use_id"))


def _received(entry: Mapping[str, Any], content: Any) -> Iterator[Block]:
    """The blocks of what a model is told: prompts, and results of tools."""
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in content if isinstance(content, list) else ():
        told = _table(block)
        if told.get("type") == "tool_result":
            shown = _shown(told.get("content"))
            failed = told.get("is_error") is True
            yield Block(RESULT, shown, call=_text(told, "tool_use_id"), response=entry.get("toolUseResult"), failed=failed)
        elif told.get("type") == "text":
            text = _text(told, "text")
            if entry.get("isCompactSummary") is True:
                yield Block(SUMMARY, text)
            elif entry.get("isMeta") is True or text.startswith(_FROM_COMMANDS):
                yield Block(INJECTED, text, "the harness")
            else:
                yield Block(PROMPT, text)
        elif told.get("type") in ("image", "document"):
            yield Block(PROMPT, "", _text(told, "type"))


def _attached(entry: Mapping[str, Any]) -> Iterator[Block]:
    """What the harness and hooks put beside a conversation, as the model is shown it."""
    told = _table(entry.get("attachment"))
    kind = _text(told, "type")
    if kind == "prompt_snapshot":
        prompt, tools = told.get("systemPrompt"), told.get("tools")
        parts = [part for part in prompt if isinstance(part, str)] if isinstance(prompt, list) else []
        yield Block(SYSTEM, "\n".join(parts), "prompt")
        if isinstance(tools, list):
            yield Block(SYSTEM, _json(tools), "tools")
        return
    rendered = entry.get("rendered")
    shown = [_shown(_table(part).get("content")) for part in rendered] if isinstance(rendered, list) else []
    if not shown and kind == "hook_additional_context":
        content = told.get("content")
        shown = [part for part in content if isinstance(part, str)] if isinstance(content, list) else []
    if any(shown):
        yield Block(INJECTED, "\n".join(shown), f"hook {_text(told, 'hookEvent')}" if kind.startswith("hook_") else kind)


def _shown(content: Any) -> str:
    """The text of a block's content; pictures have none."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    return "\n".join(_text(_table(part), "text") for part in parts if _table(part).get("type") == "text")


def _boundary(told: Mapping[str, Any]) -> Boundary:
    tokens, kept = told.get("postTokens"), _table(told.get("preservedMessages")).get("uuids")
    return Boundary(
        tokens if isinstance(tokens, int) else None,
        frozenset(one for one in kept if isinstance(one, str)) if isinstance(kept, list) else frozenset(),
    )


def _used(usage: Any) -> int | None:
    """Tokens that were in the window; of answers that the harness wrote itself, none."""
    counts = [_table(usage).get(name) for name in _INPUT]
    total = sum(count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count > 0)
    return total or None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""
