"""The real Codex CLI on a scripted model: own home, no account, no network but loopback, ended after a time limit."""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

LIMIT = 120.0
"""Seconds that one run may take."""

Turn = dict[str, Any] | str
"""What the model says in its turn: a text, or an item such as ``mcp_call`` gives."""


def find_codex() -> str | None:
    """``$CODEX_BIN``, else ``codex`` on the PATH."""
    return os.environ.get("CODEX_BIN") or shutil.which("codex")


needs_codex = pytest.mark.skipif(
    find_codex() is None, reason="no Codex CLI: set CODEX_BIN or npm install -g @openai/codex"
)


def mcp_call(server: str, tool: str, **arguments: Any) -> dict[str, Any]:
    """An item in which the model calls a tool of an MCP server."""
    return {"type": "function_call", "namespace": f"mcp__{server}", "name": tool, "arguments": json.dumps(arguments)}


def run_codex(home: Path, cwd: Path, turns: Sequence[Turn], server: Sequence[str]) -> tuple[list[str], list[dict[str, Any]]]:
    """One ``codex exec`` with an MCP server called ``ck``: what the model was shown of each call, and all requests."""
    program = find_codex()
    assert program is not None
    (home / ".codex").mkdir(parents=True)
    with _model(turns) as (url, requests):
        settings = {
            "model": "scripted", "model_provider": "lab", "model_providers.lab.name": "lab", "model_providers.lab.wire_api": "responses",
            "model_providers.lab.base_url": f"{url}/v1", "approval_policy": "never", "sandbox_mode": "danger-full-access",
            "mcp_servers.ck.command": server[0], "mcp_servers.ck.args": list(server[1:]),
        }  # fmt: skip
        # JSON of a string or a list is TOML, too.
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={json.dumps(value)}")]
        done = subprocess.run(
            [program, "exec", "--skip-git-repo-check", *options, "go"], cwd=cwd, env=_environment(home),
            capture_output=True, text=True, timeout=LIMIT, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return [_output(item) for item in requests[-1]["input"] if item.get("type") == "function_call_output"], requests


def _environment(home: Path) -> Mapping[str, str]:
    dead = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
    own = {"HOME": str(home), "CODEX_HOME": str(home / ".codex"), "PATH": os.environ["PATH"], "TERM": "dumb"}
    return {**dead, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", **own}


def _output(item: Mapping[str, Any]) -> str:
    output = item["output"]
    if isinstance(output, str):
        return output
    return "\n".join(str(block.get("text", "")) for block in output)


@contextmanager
def _model(turns: Sequence[Turn]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A model of the Responses API on loopback: its address, and the requests that it was sent."""
    requests: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            requests.append(body)
            said = [item for item in body["input"] if item.get("type") == "function_call"]
            turn = turns[len(said)] if len(said) < len(turns) else "done"
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for event in _events(turn, len(said)):
                self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", requests
    finally:
        server.shutdown()
        server.server_close()


def _events(turn: Turn, number: int) -> Iterator[dict[str, Any]]:
    item = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": turn}]} if isinstance(turn, str) else turn
    identified = {"id": f"item_{number}", **({"call_id": f"call_{number}"} if item["type"] == "function_call" else {}), **item}
    usage = {"input_tokens": 9, "output_tokens": 9, "total_tokens": 18}
    yield {"type": "response.created", "response": {"id": f"response_{number}"}}
    yield {"type": "response.output_item.done", "output_index": 0, "item": identified}
    yield {"type": "response.completed", "response": {"id": f"response_{number}", "usage": usage}}
