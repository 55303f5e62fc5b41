"""A shell that is started as the harness starts it: the trap's text before the command, both outputs in the session's file."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kernel.shell.trap import quoted, trap_text

SHELLS = ("bash", "zsh")
FLOOR = 800
OUTPUTS = "3724ede2-d0ae-47e5-8c85-85bd2f70aede"


class Ended(NamedTuple):
    """What a command left: exit code (negative: the signal that killed it) and what the agent would read."""

    code: int
    text: str


class Session(NamedTuple):
    """A session of an agent that works in a folder; ``program`` is what the trap runs; without words there is none."""

    folder: Path
    home: Path
    program: Sequence[str]
    name: str = "5f0c-11"
    interpreter: str = "bash"

    @property
    def environment(self) -> dict[str, str]:
        return {
            "CK_HOME": str(self.home), "HOME": str(self.home.parent), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8",
            "CLAUDE_CODE_SESSION_ID": self.name,
        }  # fmt: skip

    @property
    def output(self) -> Path:
        """The file that outputs go to."""
        return self.home.parent / "claude-0" / "-x" / OUTPUTS / "tasks" / f"{self.name}.output"

    def line(self, command: str) -> str:
        """What the harness gives the shell to run."""
        words = command.replace("'", "'\"'\"'")
        end = f" < /dev/null && pwd -P >| {quoted(str(self.home.parent / 'cwd'))}"
        start = "source /nowhere 2>/dev/null || true && "
        text = trap_text(self.program, FLOOR) if self.program else ""
        return f"{start}{text}: && true && eval '{words}'{end}"

    def run(self, command: str, output: Path | None = None, **environment: str) -> Ended:
        """Run a command to its end; ``output``: another file than the session's."""
        path = output or self.output
        code = self.start(command, path, **environment).wait(60)
        return Ended(code, path.read_bytes().decode("utf-8", "surrogateescape"))

    def start(self, command: str, output: Path, **environment: str) -> "subprocess.Popen[bytes]":
        """Start a command in a process group of its own, as the harness does."""
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(b"")
        descriptor = os.open(output, os.O_WRONLY | os.O_APPEND)
        try:
            return subprocess.Popen(
                [self.interpreter, "-c", self.line(command)], stdin=subprocess.DEVNULL, stdout=descriptor, stderr=descriptor,
                cwd=self.folder, env={**self.environment, **environment}, start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(descriptor)
