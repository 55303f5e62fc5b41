"""The real Claude Code on a scripted model: own home, no account, no network but loopback, ended after a time limit."""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scripted_model import Request, ScriptedModel, Turn

LIMIT = 120.0
"""Seconds that one run may take."""
_REMINDERS = re.compile(r"(?:\s*<system-reminder>(?:(?!<system-reminder>).)*</system-reminder>)+\s*\Z", re.DOTALL)


def find_cli() -> str | None:
    """``$CLAUDE_BIN``, the program in an installed ``claude-agent-sdk``, or ``claude`` on the PATH."""
    if os.environ.get("CLAUDE_BIN"):
        return os.environ["CLAUDE_BIN"]
    spec = importlib.util.find_spec("claude_agent_sdk")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        bundled = Path(folder) / "_bundled" / "claude"
        if bundled.is_file():
            return str(bundled)
    return shutil.which("claude")


needs_cli = pytest.mark.skipif(
    find_cli() is None, reason="no Claude Code: set CLAUDE_BIN or pip install claude-agent-sdk (.ci/lab does)"
)


class Shown(NamedTuple):
    """A tool result as the model was first shown it: the harness's reminders at its end are ``context``."""

    text: str
    context: str
    is_error: bool


class Run(NamedTuple):
    """What a run left: exit code (None: it was ended at the limit), what it printed, what the model was sent, the debug log."""

    code: int | None
    output: str
    errors: str
    requests: list[Request]
    debug: str

    def shown(self, turn: int, block: int = 0, conversation: str = "") -> Shown:
        """The result of a tool call of the script, by the place of the call in it."""
        wanted = f"toolu_{conversation}_{turn}_{block}"
        for request in self.requests:
            for result in _results(request.messages):
                if result["tool_use_id"] == wanted:
                    text = _text(result.get("content"))
                    bare = _REMINDERS.sub("", text)
                    return Shown(bare, text[len(bare) :], bool(result.get("is_error")))
        raise AssertionError(f"the model was never shown {wanted}: {self.output[-2000:]}\n{self.errors}")

    def said_to_model(self, conversation: str = "") -> str:
        """Everything that the last request of a conversation holds, as text."""
        last = [request for request in self.requests if request.conversation == conversation][-1]
        return "\n".join(_text(message["content"]) for message in last.messages)


class Lab:
    """A home with Claude Code's settings, a project, and the kernel's own home."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project, self.ck_home = folder / "home", folder / "project", folder / "ck"
        for made in (self.home / "tmp", self.home / ".claude", self.project):
            made.mkdir(parents=True)

    @property
    def settings(self) -> Path:
        """The user's settings."""
        return self.home / ".claude" / "settings.json"

    @property
    def environment(self) -> dict[str, str]:
        """What the CLI and ``ck`` are started with; the installation's ``ck`` is on the PATH."""
        kept = {name: os.environ[name] for name in ("LANG", "LC_ALL") if name in os.environ}
        dead = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
        return {
            **kept, **dead, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "TERM": "dumb",
            "HOME": str(self.home), "CLAUDE_CONFIG_DIR": str(self.home / ".claude"), "CLAUDE_CODE_TMPDIR": str(self.home / "tmp"),
            "CK_HOME": str(self.ck_home), "CK_HOOK_DEADLINE_MS": "20000",  # what is shown is tested here, on machines that are busy
            "PATH": f"{self.ck_home / 'bin'}:{os.environ['PATH']}", "SHELL": shutil.which("bash") or "/bin/sh",
        }  # fmt: skip

    def ck(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``ck`` in the project."""
        program = (sys.executable, "-c", "from kernel.cli.main import main; main()")
        return subprocess.run(
            [*program, *arguments], env=self.environment, cwd=self.project, capture_output=True, text=True, check=False
        )

    def end_all(self) -> None:
        """End what is left of everything that was started here: shells of the CLI are in sessions of their own and outlive it."""
        mark = b"CK_HOME=" + os.fsencode(self.ck_home) + b"\0"
        for environ in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if mark in environ.read_bytes() + b"\0":
                    os.kill(int(environ.parent.name), signal.SIGKILL)

    def install(self, *options: str) -> None:
        """Install the hooks; they must work."""
        done = self.ck("install", "claude", *options)
        assert done.returncode == 0, done.stderr

    def cli(self, *arguments: str, limit: float = LIMIT, **environment: str) -> Run:
        """Run the CLI's own commands."""
        program = find_cli()
        assert program is not None
        local = {
            "ANTHROPIC_API_KEY": "none-is-needed", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1",
        }  # fmt: skip
        child = subprocess.Popen(
            [program, *arguments], env={**self.environment, **local, **environment}, cwd=self.project, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
        )  # fmt: skip
        code: int | None
        try:
            output, errors = child.communicate(timeout=limit)
            code = child.returncode
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            output, errors = child.communicate()
            code = None
        return Run(code, output, errors, [], "")

    def run(
        self,
        turns: Sequence[Turn],
        *options: str,
        prompt: str = "go",
        allow: Sequence[str] = ("Bash", "Read"),
        conversations: dict[str, Sequence[Turn]] | None = None,
        **environment: str,
    ) -> Run:
        """One conversation; ``allow``: tools that need no permission, ``options`` go to the CLI as they are."""
        log = self.home / "debug.txt"
        log.unlink(missing_ok=True)
        arguments = ["-p", prompt, "--model", "claude-sonnet-4-5", "--debug-file", str(log), "--output-format", "stream-json"]
        allowed = ["--allowedTools", ",".join(allow)] if allow else []
        with ScriptedModel(turns, **(conversations or {})) as model:
            ran = self.cli(*arguments, "--verbose", *allowed, *options, ANTHROPIC_BASE_URL=model.url, **environment)
            ran = ran._replace(requests=model.requests, debug=log.read_text(errors="replace") if log.exists() else "")
        if model.failure is not None:
            raise model.failure
        assert ran.code == 0, f"{ran.code}\n{ran.output[-3000:]}\n{ran.errors[-3000:]}"
        return ran


def last_result(messages: list[dict[str, Any]]) -> str:
    """What the model was just shown, for a turn that acts on it."""
    return _text([result.get("content") for result in _results(messages[-1:])][-1])


def _results(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    blocks = (m["content"] for m in messages if m["role"] == "user" and isinstance(m["content"], list))
    return [block for content in blocks for block in content if block.get("type") == "tool_result"]


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (block.get("text") or _text(block.get("content")) for block in content or () if isinstance(block, dict))
    return "\n".join(str(part) for part in parts)
