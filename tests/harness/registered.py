"""The registered hook and ``ck recall`` as processes, as an agent starts them; shared by tests and measuring scripts."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from kernel.hooks import registered_command

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")
BASH = {"stdout": "", "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}


class Answer(NamedTuple):
    """What a hook process did: exit code, the replaced response (None: it said nothing), standard error."""

    code: int
    response: Any
    errors: str


class Agent(NamedTuple):
    """An agent that works in a folder: a session, and inside of a subagent its id."""

    home: Path
    cwd: Path
    session: str = "5f0c"
    agent: str = ""

    @property
    def environment(self) -> dict[str, str]:
        return {"CK_HOME": str(self.home), "HOME": str(self.home.parent), "PATH": os.environ["PATH"]}

    def event(self, name: str, **told: Any) -> bytes:
        """The JSON of an event, as the harness writes it."""
        base = {
            "session_id": self.session,
            "transcript_path": f"/x/{self.session}.jsonl",
            "cwd": str(self.cwd),
            "prompt_id": "p",
            "permission_mode": "default",
            "hook_event_name": name,
        }
        if self.agent:
            base |= {"agent_id": self.agent, "agent_type": "general-purpose"}
        return json.dumps({**base, **told}).encode()

    def call(self, tool: str, response: Any, **asked: Any) -> bytes:
        """The JSON of a finished tool call."""
        return self.event(
            "PostToolUse",
            tool_name=tool,
            tool_input=asked,
            tool_response=response,
            tool_use_id=f"toolu_{uuid4().hex}",
            duration_ms=9,
        )

    def hook(self, given: bytes, **started: Any) -> Answer:
        """Give an event to the registered command; ``started`` goes to ``subprocess.run``."""
        options = {"env": self.environment, "cwd": "/", "timeout": 120, **started}
        done = subprocess.run(
            registered_command("claude"), input=given, capture_output=True, check=False, **options
        )
        told = json.loads(done.stdout)["hookSpecificOutput"] if done.stdout else {}
        return Answer(done.returncode, told.get("updatedToolOutput"), done.stderr.decode())

    def bash(self, text: str, command: str, **started: Any) -> str:
        """What the agent reads of a command's output after the hook."""
        answer = self.hook(self.call("Bash", {**BASH, "stdout": text}, command=command), **started)
        assert (answer.code, answer.errors) == (0, "")
        return text if answer.response is None else str(answer.response["stdout"])

    def read(self, text: str, path: str, **started: Any) -> str:
        """What the agent reads of a file after the hook."""
        lines = text.count("\n") + 1
        file = {"filePath": path, "content": text, "numLines": lines, "startLine": 1, "totalLines": lines}
        answer = self.hook(self.call("Read", {"type": "text", "file": file}, file_path=path), **started)
        assert (answer.code, answer.errors) == (0, "")
        return text if answer.response is None else str(answer.response["file"]["content"])

    def read_part(self, text: str, path: str, first: int, count: int) -> list[str]:
        """What the agent reads of a part of a file after the hook: each line as the harness prints it, with its number."""
        lines = text.split("\n")
        part = lines[first - 1 : first - 1 + count]
        file = {"filePath": path, "content": "\n".join(part), "numLines": len(part), "startLine": first, "totalLines": len(lines)}
        answer = self.hook(self.call("Read", {"type": "text", "file": file}, file_path=path, offset=first, limit=count))
        assert (answer.code, answer.errors) == (0, "")
        shown = file if answer.response is None else answer.response["file"]
        return [f"{number}\t{line}" for number, line in enumerate(shown["content"].split("\n"), shown["startLine"])]

    def recall(self, handle: int, *options: str) -> subprocess.CompletedProcess[str]:
        """Run ``ck recall`` where the agent works."""
        return subprocess.run(
            [*CK, "recall", str(handle), *options],
            capture_output=True, text=True, errors="surrogateescape", check=False, timeout=120,
            env=self.environment, cwd=self.cwd,
        )  # fmt: skip
