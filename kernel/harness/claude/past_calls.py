"""A tool call in a transcript, as its hook would be given it now."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kernel.harness.claude.failure import read_failure
from kernel.harness.claude.post_tool_use import Call, host_of, read_call
from kernel.harness.claude.turns import Block, Line
from kernel.model.event import ToolOutput
from kernel.model.named import NamedTuple
from kernel.model.scope import Host, Scope

FAILED_SHOWN = 10_000
"""Characters that the harness shows of a failing command's output."""

_PERSISTED = re.compile(r"<persisted-output>\nOutput too large [^\n]*saved to: ([^\n]+)\n")
_NUMBERED = re.compile(r" *(\d+)[\t→](.*)")


_OURS = re.compile(r"\[ck: [^\n]*; ck recall (\d{1,18}) --lines \d+-\d+|\[ck: \d+ lines? shown of \d+; all: ck recall (\d{1,18})\]")


class Past(NamedTuple):
    """A finished call.

    Attributes:
        output: What the tool printed, as far as that is known; None: nothing that is projected.
        scope: Whose it is (no repository, no epoch).
        host: What the harness does with it.
        gone: It was put into a file that is not there any more.
        handle: Under which it is parked, where that is known.
    """

    output: ToolOutput | None
    scope: Scope
    host: Host = Host()
    gone: bool = False
    handle: int | None = None


def handle_in(text: str) -> int | None:
    """The handle that an output names which ck has shortened; None where it has not."""
    found = _OURS.search(text)
    return int(found[1] or found[2]) if found is not None else None


def past_call(line: Line, asked: Block, result: Block, folder: Path) -> Past:
    """The call of ``asked`` whose ``result`` a line tells.

    Args:
        line: The line with the result.
        asked: The block of the call.
        result: The block of what it returned.
        folder: The session's own, in which the harness keeps what it did not show; no other file is read.
    """
    scope = Scope("", line.session, line.agent, 0, line.cwd)
    payload: dict[str, Any] = {
        "hook_event_name": "PostToolUse", "session_id": line.session, "agent_id": "" if line.agent == "main" else line.agent,
        "cwd": line.cwd, "tool_name": asked.name, "tool_input": asked.asked,
    }  # fmt: skip
    if result.failed:
        output = read_failure({**payload, "error": result.text})
        return Past(output, scope, Host(FAILED_SHOWN, FAILED_SHOWN, FAILED_SHOWN, ends=True))
    response = result.response
    if not isinstance(response, dict | list) and not asked.name.startswith("mcp__"):
        response = _from_text(asked, result)
    elif response is None:
        response = result.text
    if isinstance(response, dict) and response.get("persistedOutputPath") and not _is_in(response["persistedOutputPath"], folder):
        return Past(None, scope, gone=True)
    payload["tool_response"] = response
    call: Call | None = read_call(payload)
    if call is None:
        return Past(None, scope)
    return Past(call.output, scope, host_of(payload))


def _from_text(asked: Block, result: Block) -> Any:
    """The response of a result of which only the text is told, as of subagents'; None where it cannot be known."""
    text, tool = result.text, asked.name
    if tool == "Bash":
        found = _PERSISTED.match(text)
        if found is not None:
            return {"stdout": "", "persistedOutputPath": found[1]}
        return {"stdout": text, "stderr": "", "interrupted": False}
    if tool == "Read":
        return _file_read(asked, text)
    if tool == "Grep":
        return {"content": text, "filenames": []}
    if tool == "Glob":
        return {"filenames": text.split("\n")}
    return {"result": text} if tool == "WebFetch" else None


def _file_read(asked: Block, text: str) -> Any:
    lines = text.split("\n")
    numbered = [_NUMBERED.fullmatch(line) for line in lines]
    while numbered and numbered[-1] is None:  # a reminder of the harness
        numbered.pop()
    if not numbered or any(one is None for one in numbered):
        return None
    content = "\n".join(one[2] for one in numbered if one is not None)
    first = numbered[0]
    assert first is not None
    file = {"filePath": asked.asked.get("file_path", ""), "content": content, "startLine": int(first[1])}
    return {"type": "text", "file": file}


def _is_in(path: Any, folder: Path) -> bool:
    """Whether a file is there, in the folder, and not by a link out of it."""
    try:
        real = Path(path).resolve(strict=True)
        return real.is_file() and real.is_relative_to(folder.resolve())
    except (OSError, ValueError, TypeError, RuntimeError):
        return False
