# ruff: noqa: PTH117, PTH113, PTH123  (hooks load this: pathlib would cost them 6 ms)
"""PostToolUse: from the harness's JSON to a tool output, and from a projection to the object that replaces it.

Shapes as measured with Claude Code 2.1.332. A replacement has the shape of the original with changed texts, or the harness
ignores it. Nothing here raises for a strange payload: what is not understood is ``None``, and the agent keeps the original.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from kernel.model.event import Projection, ToolOutput
from kernel.model.named import NamedTuple
from kernel.model.scope import Host, Scope, fits
from kernel.projection.algebra import marker

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from typing import Any

LONGEST_PERSISTED = 100_000_000
"""Bytes of a persisted output that are read back; a longer one stays as the harness shows it."""

_MOST_LINES = 1_000_000_000
"""No file has so many lines."""

INLINE: Mapping[str, int] = {"Bash": 30_000, "Grep": 20_000}
INLINE_OTHERS = 50_000
"""UTF-16 units of an output, or of what replaces it, that the harness shows whole, by tool; a longer one goes into a file.
Measured with 2.1.332: Bash, Grep, and Glob and MCP (50,000 are shown, 50,001 are not). Of a Read everything is shown, whatever
replaces it."""

PREVIEW = 2_000
"""Of a longer one it shows so much."""

_OWN_WORDS = 2_000
"""What a replacement leaves free for the harness's own words and for our handles, which may be longer than assumed."""


class Call(NamedTuple):
    """A finished tool call.

    Attributes:
        output: What is projected.
        scope: Its context; the repository is not known here, nor the epoch: a payload does not tell it.
        response: As the harness gave it.
        field: Where the text is in it: a key, the index of a text block, or empty where the response is the text.
    """

    output: ToolOutput
    scope: Scope
    response: Any
    field: str | int


def read_call(payload: Mapping[str, Any]) -> Call | None:
    """The call of a PostToolUse payload; None where there is nothing to project or the shape is not known."""
    tool, response = payload.get("tool_name"), payload.get("tool_response")
    if payload.get("hook_event_name") != "PostToolUse" or not isinstance(tool, str):
        return None
    given = payload.get("tool_input")
    asked: Mapping[str, Any] = given if isinstance(given, dict) else {}
    found = _output(tool, asked, response)
    if found is None:
        return None
    session, agent, cwd = (_text(payload, name) for name in ("session_id", "agent_id", "cwd"))
    return Call(found[0], Scope("", session, agent or "main", 0, cwd), response, found[1])


def host_of(payload: Mapping[str, Any]) -> Host:
    """What the harness would do with the output by itself. Of a Read the payload holds what it shows."""
    tool, kind = payload.get("tool_name"), _text(payload, "agent_type")
    if not isinstance(tool, str) or tool == "Read":
        return Host(agent_type=kind)
    response = payload.get("tool_response")
    cap = INLINE.get(tool, INLINE_OTHERS) - (_other_texts(response) if isinstance(response, list) else 0)
    return Host(max(1, cap), PREVIEW, max(1, cap - _OWN_WORDS), agent_type=kind)


def replacement(call: Call, shown: Projection) -> Any | None:
    """What replaces the response; None where nothing is gained."""
    if shown.text == call.output.text or shown.plan.tokens_after >= shown.plan.tokens_before:
        return None
    response, field = call.response, call.field
    if field == "":
        return shown.text
    if isinstance(field, int):
        return [{**block, "text": shown.text} if at == field else block for at, block in enumerate(response)]
    if field == "file":
        text, start = _with_numbers(shown)
        changed = {"content": text, "numLines": len(text.split("\n")), "startLine": start}
        return {**response, "file": {**response["file"], **changed}}
    if field == "filenames":
        return {**response, "filenames": shown.text.split("\n")}
    if field == "stdout" and not fits(shown.text, INLINE["Bash"] - _OWN_WORDS):
        return None  # nothing was folded, and the harness tells where all of it is
    kept = {key: value for key, value in response.items() if not key.startswith("persistedOutput")}
    return {**kept, field: shown.text}


def text_in(call: Call, response: Any) -> str:
    """The text of a replacement, where the call's was."""
    if call.field == "":
        return str(response)
    if isinstance(call.field, int):
        return str(response[call.field]["text"])
    if call.field == "file":
        return str(response["file"]["content"])
    text = response[call.field]
    return "\n".join(text) if isinstance(text, list) else str(text)


def shape(payload: object) -> str:
    """The keys and types of a payload's response, for the log: never a value."""
    if not isinstance(payload, dict):
        return type(payload).__name__
    tool, response = payload.get("tool_name"), payload.get("tool_response")
    if isinstance(response, dict):
        return f"{tool!a:.100}: " + ", ".join(
            f"{key!a:.60} {type(response[key]).__name__}" for key in sorted(response, key=str)[:40]
        )
    return f"{tool!a:.100}: {type(response).__name__}"


def is_known_silence(payload: Mapping[str, Any]) -> bool:
    """Whether a payload without a call is an ordinary one: a picture, a background start, nothing printed."""
    response = payload.get("tool_response")
    if payload.get("hook_event_name") != "PostToolUse" or not isinstance(response, dict):
        return False
    tool, kind = payload.get("tool_name"), response.get("type")
    if tool == "Bash":
        return isinstance(response.get("stdout"), str)
    if tool == "Read":
        return kind in ("text", "image", "notebook", "pdf", "parts", "file_unchanged")
    return tool in ("Grep", "Glob") and response.get("filenames") == []


def _output(tool: str, asked: Mapping[str, Any], response: Any) -> tuple[ToolOutput, str | int] | None:
    if tool.startswith("mcp__"):
        return _mcp(tool, response)
    if not isinstance(response, dict):
        return None
    if tool == "Bash":
        return _bash(asked, response)
    if tool == "Read":
        return _read(asked, response)
    if tool in ("Grep", "Glob"):
        return _search(tool, asked, response)
    if tool == "WebFetch" and isinstance(response.get("result"), str):
        return ToolOutput(response["result"], tool, _text(asked, "url")), "result"
    return None


def _bash(asked: Mapping[str, Any], response: Mapping[str, Any]) -> tuple[ToolOutput, str] | None:
    stdout = response.get("stdout")
    if not isinstance(stdout, str) or response.get("isImage") or response.get("backgroundTaskId"):
        return None
    # Some programs end with 1 for "nothing found"; then the harness tells no code.
    odd = any(response.get(key) for key in ("returnCodeInterpretation", "interrupted", "timedOutAfterMs"))
    if response.get("persistedOutputPath"):
        whole = _persisted(response["persistedOutputPath"])
        if whole is None:
            return None
        stdout = whole
    return ToolOutput(stdout, "Bash", _text(asked, "command"), "", None if odd else 0), "stdout"


def _persisted(path: object) -> str | None:
    """The whole output that the harness put into a file; None where it cannot be read."""
    if not isinstance(path, str) or not os.path.isabs(path) or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        data = file.read(LONGEST_PERSISTED + 1)
    return data.decode("utf-8", "replace") if len(data) <= LONGEST_PERSISTED else None


def _read(asked: Mapping[str, Any], response: Mapping[str, Any]) -> tuple[ToolOutput, str] | None:
    file = response.get("file")
    if response.get("type") != "text" or not isinstance(file, dict):
        return None
    start = file.get("startLine")
    if not isinstance(file.get("content"), str) or not isinstance(start, int) or not 0 < start < _MOST_LINES:
        return None
    part = {"offset": asked.get("offset") or (start if start > 1 else None), "limit": asked.get("limit")}
    window = "".join(f", {key}={value}" for key, value in part.items() if value is not None)
    path = _text(file, "filePath")
    command = f"Read({path}{window})" if window else ""
    return ToolOutput(file["content"], "Read", command, path, None, start), "file"


def _search(
    tool: str, asked: Mapping[str, Any], response: Mapping[str, Any]
) -> tuple[ToolOutput, str] | None:
    command, content, names = _text(asked, "pattern"), response.get("content"), response.get("filenames")
    if isinstance(content, str) and content:
        return ToolOutput(content, tool, command), "content"
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        return None
    if any("\n" in name for name in names):
        return None
    return ToolOutput("\n".join(names), tool, command), "filenames"


def _mcp(tool: str, response: Any) -> tuple[ToolOutput, str | int] | None:
    if isinstance(response, str):
        return ToolOutput(response, tool), ""
    if not isinstance(response, list):
        return None
    texts = [
        (len(block["text"]), -at)
        for at, block in enumerate(response)
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
    ]
    if not texts:
        return None
    at = -max(texts)[1]
    return ToolOutput(response[at]["text"], tool), at


def _other_texts(blocks: Sequence[Any]) -> int:
    """Characters of all texts but the one that is projected, the longest."""
    lengths = [
        len(block["text"]) for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)
    ]
    return sum(lengths) - max(lengths, default=0)


def _with_numbers(shown: Projection) -> tuple[str, int]:
    """The text of a file and the number of its first line.

    The harness numbers the lines one after the other. A fold at the start is numbered so that the lines after it are right;
    each later marker tells how far the numbers below it are off.
    """
    text, plan = shown.text, shown.plan
    missing, at, start = 0, 0, plan.first
    for span in plan.folds():
        line = marker(span, shown.handle, plan.first)
        hidden = span.end - span.start
        at = text.index(line, at)
        if span.start == 1 and span.end < plan.lines:
            start += hidden
        else:
            missing += hidden
        told = f"{line[:-1]}; line numbers printed below are {missing} too low]" if missing else line
        text = text[:at] + told + text[at + len(line) :]
        at += len(told)
    return text, start


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""
