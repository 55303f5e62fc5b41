"""An agent's whole life as its harness tells it, for tests: events go to the registered hook, answers come back."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import kernel
from kernel.hooks import registered_command
from kernel.service.kernel import Kernel, open_kernel

sys.path.insert(0, str(Path(__file__).parent))
from registered import BASH, Agent

DEMO = Path(kernel.__file__).parent / "demo"
SYMPTOM = (DEMO / "symptom.txt").read_text()


def repository(folder: Path) -> Path:
    """A git repository with the bundled sample in it."""
    shutil.copytree(DEMO / "repository", folder)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


class Told:
    """One agent: ``event`` and its shorthands return what the harness is told, an empty dictionary for nothing."""

    def __init__(self, home: Path, cwd: Path, session: str = "s1", agent: str = "", **variables: str) -> None:
        """``variables`` are added to the hook's environment; without others, events wait for slices until they are there."""
        self.agent = Agent(home, cwd, session, agent)
        self.variables = {"CK_AMBIENT_WAIT_MS": "30000", "CK_HOOK_DEADLINE_MS": "60000", **variables}

    def event(self, name: str, **told: Any) -> dict[str, Any]:
        given = self.agent.event(name, **{"prompt_id": uuid4().hex, **told})
        environment = {**self.agent.environment, **self.variables}
        done = subprocess.run(
            registered_command("claude"), input=given, capture_output=True, check=False, timeout=60, env=environment, cwd="/"
        )
        assert (done.returncode, done.stderr) == (0, b"")
        if not done.stdout:
            return {}
        answer = json.loads(done.stdout)
        assert answer.keys() == {"hookSpecificOutput"}
        assert answer["hookSpecificOutput"].pop("hookEventName") == name
        return dict(answer["hookSpecificOutput"])

    def context(self, name: str, **told: Any) -> str:
        """What is added to the agent's context."""
        return str(self.event(name, **told).get("additionalContext", ""))

    def start(self, source: str = "startup", **told: Any) -> str:
        return self.context("SessionStart", source=source, **told)

    def prompt(self, text: str, **told: Any) -> str:
        return self.context("UserPromptSubmit", prompt=text, **told)

    def fails(self, text: str, command: str = "make check", tool_use: str = "") -> str:
        return self.context(
            "PostToolUseFailure", tool_name="Bash", tool_input={"command": command}, error=f"Exit code 1\n{text}",
            tool_use_id=tool_use or uuid4().hex,
        )  # fmt: skip

    def bash(self, text: str, command: str = "ls", tool_use: str = "") -> dict[str, Any]:
        return self.event(
            "PostToolUse", tool_name="Bash", tool_input={"command": command}, tool_response={**BASH, "stdout": text},
            tool_use_id=tool_use or uuid4().hex,
        )  # fmt: skip

    def kernel(self) -> Kernel:
        return open_kernel(str(self.agent.cwd), {**self.agent.environment, **self.variables})
