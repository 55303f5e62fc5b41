"""A person at a terminal: the trap works in an interactive session as it does without one."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable

from claude_cli import LIMIT, Lab, find_cli, needs_cli
from scripted_model import ScriptedModel, bash

pytestmark = needs_cli

KEY = "no-key-is-needed-0123456789"
FAILING = 'for n in $(seq 1 4000); do echo "tests/test_a.py::test_needle-$n PASSED"; done; echo THE-END; exit 3'
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """The CLI at a terminal of its own, in a folder that was trusted before."""

    def __init__(self, lab: Lab, url: str) -> None:
        known = {
            "hasCompletedOnboarding": True, "theme": "dark", "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {str(lab.project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
        }  # fmt: skip
        (lab.home / ".claude" / ".claude.json").write_text(json.dumps(known))
        local = {
            "TERM": "xterm-256color", "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": url, "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1",
        }  # fmt: skip
        program = find_cli()
        assert program is not None
        self.shown = b""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(lab.project)
            options = ["--model", "claude-sonnet-4-5", "--allowedTools", "Bash"]
            os.execve(program, ["claude", *options], {**lab.environment, **local})
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def type(self, text: bytes) -> None:
        os.write(self.descriptor, text)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Read what is shown until a condition holds."""
        end = time.monotonic() + LIMIT
        while not condition():
            assert time.monotonic() < end, self.text[-3000:]
            if select.select([self.descriptor], [], [], 0.2)[0]:
                self.shown += os.read(self.descriptor, 65_536)

    @property
    def text(self) -> bytes:
        return _ESCAPE.sub(b"", self.shown)

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def test_a_failure_in_an_interactive_session_arrives_folded_with_its_true_end(lab: Lab) -> None:
    lab.install()
    with ScriptedModel([[bash(FAILING)], ["bye"]]) as model:
        terminal = Terminal(lab, model.url)
        try:
            terminal.wait_for(lambda: b"shortcuts" in terminal.text)
            terminal.type(b"start")
            terminal.wait_for(lambda: terminal.text.rstrip().rfind(b"start") > 0)
            terminal.type(b"\r")
            terminal.wait_for(lambda: sum(request.conversation == "" for request in model.requests) >= 2)
        finally:
            terminal.close()
    shown = str([request.messages for request in model.requests if request.conversation == ""][-1])
    assert "Exit code 3\\n[ck: 3 lines shown of 4001; all: ck recall 1]" in shown and "THE-END\\n" in shown
