"""A session's transcript as the harness writes it, built line after line; the shapes are those of Claude Code 2.1.332."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4


class Written:
    """A transcript: each method adds a line and returns its number."""

    def __init__(self, path: Path, cwd: str = "/r", agent: str = "") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.cwd, self.agent = path, cwd, agent
        self.lines: list[bytes] = []
        self.last = ""
        self.calls = 0

    def raw(self, data: bytes) -> int:
        self.lines.append(data.rstrip(b"\n"))
        self.path.write_bytes(b"\n".join(self.lines) + b"\n")
        return len(self.lines)

    def line(self, kind: str, **told: Any) -> int:
        uuid = str(uuid4())
        whose = {"agentId": self.agent} if self.agent else {}
        entry = {
            "parentUuid": self.last or None, "isSidechain": bool(self.agent), **whose, "type": kind, "uuid": uuid, "cwd": self.cwd,
            "sessionId": self.session, "version": "2.1.332", **told,
        }  # fmt: skip
        self.last = uuid
        return self.raw(json.dumps(entry).encode())

    @property
    def session(self) -> str:
        return self.path.parents[1].name if self.agent else self.path.stem

    def prompt(self, text: str, **told: Any) -> int:
        return self.line("user", message={"role": "user", "content": text}, **told)

    def answer(self, *blocks: dict[str, Any], used: int = 0, request: str = "") -> int:
        usage = {"input_tokens": used, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 9}
        message = {"id": request or f"msg_{uuid4().hex}", "role": "assistant", "model": "claude-sonnet-4-5", "content": list(blocks), "usage": usage}
        return self.line("assistant", message=message)

    def says(self, text: str, used: int = 0) -> int:
        return self.answer({"type": "text", "text": text}, used=used)

    def calls_for(self, tool: str, used: int = 0, **asked: Any) -> str:
        """A call; its id."""
        self.calls += 1
        name = f"toolu_{self.calls}"
        self.answer({"type": "tool_use", "id": name, "name": tool, "input": asked}, used=used)
        return name

    def returns(self, call: str, shown: str, response: Any = None, failed: bool = False) -> int:
        told = {} if response is None else {"toolUseResult": response}
        block = {"type": "tool_result", "tool_use_id": call, "content": shown, "is_error": failed}
        return self.line("user", message={"role": "user", "content": [block]}, **told)

    def bash(self, command: str, output: str, code: int = 0) -> int:
        """A command with its output."""
        call = self.calls_for("Bash", command=command)
        if code:
            return self.returns(call, f"Exit code {code}\n{output}", f"Error: Exit code {code}\n{output}", failed=True)
        return self.returns(call, output, {"stdout": output, "stderr": "", "interrupted": False})

    def read(self, path: str, content: str, start: int = 1, **asked: Any) -> int:
        """A file's reading."""
        call = self.calls_for("Read", file_path=path, **asked)
        lines = content.split("\n")
        file = {"filePath": path, "content": content, "numLines": len(lines), "startLine": start, "totalLines": len(lines)}
        shown = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, start))
        return self.returns(call, shown, {"type": "text", "file": file})

    def compacts(self, tokens: int, kept: tuple[str, ...] = ()) -> int:
        """A compaction and its summary."""
        metadata = {"trigger": "auto", "preTokens": 1, "postTokens": tokens, "preservedMessages": {"uuids": list(kept)}}
        self.last = ""
        self.line("system", subtype="compact_boundary", compactMetadata=metadata)
        return self.prompt("This session is being continued: a summary.", isCompactSummary=True)
