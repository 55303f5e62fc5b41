"""A client of the MCP server as a process, that sends exactly what a test says; shared by tests and measuring scripts."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kernel.mcp_server.entry import registered_command

SECONDS = 60
"""After so long without an answer the server is ended, and the test fails."""

Message = dict[str, Any]


class Client:
    """Speaks to a server line by line. ``seen`` keeps notifications and requests of the server, in order."""

    def __init__(self, process: "subprocess.Popen[bytes]", roots: Sequence[Path] | None) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.process, self._in, self._out = process, process.stdin, process.stdout
        self.roots = roots
        self.seen: list[Message] = []
        self._number = 0

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._in.write(data)
        self._in.flush()

    def send(self, message: Any) -> None:
        """Send a message."""
        self.write(json.dumps(message).encode() + b"\n")

    def receive(self) -> Any:
        """The next line of the server, whatever it is; None at the end."""
        line = self._out.readline()
        return json.loads(line) if line else None

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, **params: Any) -> int:
        """Send a request; its number."""
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def answer_to(self, number: int) -> Message:
        """Wait for the answer to a request; the server's own requests are answered meanwhile."""
        while True:
            message = self.receive()
            assert message is not None, "the server has ended"
            if "method" not in message:
                assert message["id"] == number, message
                return message
            self.seen.append(message)
            if message["method"] == "roots/list":
                roots = [{"uri": root.as_uri()} for root in self.roots or ()]
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": roots}})

    def request(self, method: str, **params: Any) -> Message:
        """Send a request and wait for its answer."""
        return self.answer_to(self.ask(method, **params))

    def initialize(self, version: str = "2025-11-25") -> Message:
        """Shake hands; the client has roots where some are given."""
        capabilities = {} if self.roots is None else {"roots": {"listChanged": True}}
        told = self.request(
            "initialize", protocolVersion=version, capabilities=capabilities, clientInfo={"name": "t", "version": "1"}
        )
        self.notify("notifications/initialized")
        return told

    def call(self, tool: str, **arguments: Any) -> Message:
        """The result of a tool."""
        answer = self.request("tools/call", name=tool, arguments=arguments)
        assert "result" in answer, answer
        return answer["result"]

    def text(self, tool: str, **arguments: Any) -> str:
        """The text of a tool that must not fail."""
        told = self.call(tool, **arguments)
        assert not told["isError"], told
        return text_of(told)

    def refusal(self, tool: str, **arguments: Any) -> str:
        """The text of a tool that must fail."""
        told = self.call(tool, **arguments)
        assert told["isError"], told
        return text_of(told)

    def end(self) -> int:
        """Close the input; the server's exit code."""
        self._in.close()
        return self.process.wait(SECONDS)


def text_of(told: Message) -> str:
    """The text of a result."""
    assert [block["type"] for block in told["content"]] == ["text"]
    return str(told["content"][0]["text"])


def environment(home: Path) -> dict[str, str]:
    """What the server of a test sees: a home of its own, and time on a busy machine."""
    ours = {"CK_HOME": str(home / "ck"), "CK_CONFIG": str(home / "ck/config.toml"), "CK_HOOK_DEADLINE_MS": "60000"}
    return {**ours, "HOME": str(home), "PATH": os.environ["PATH"]}


@contextmanager
def serving(cwd: Path, home: Path, roots: Sequence[Path] | None = None, **more: str) -> Iterator[Client]:
    """A server that was started in a folder; ``more`` are environment variables. It is ended afterwards."""
    process = subprocess.Popen(
        registered_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
        env={**environment(home), **more},
    )  # fmt: skip
    watch = _ended_after(process, SECONDS)
    try:
        yield Client(process, roots)
    finally:
        watch.kill()
        watch.wait()
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def _ended_after(process: "subprocess.Popen[bytes]", seconds: int) -> "subprocess.Popen[bytes]":
    """Ends a server that does not answer, so that no test waits for ever."""
    code = f"import os, time; time.sleep({seconds}); os.kill({process.pid}, 9)"
    return subprocess.Popen([sys.executable, "-I", "-S", "-c", code])
