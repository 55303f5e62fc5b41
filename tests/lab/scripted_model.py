"""A model of the Messages API on loopback whose turns a test writes; it keeps every request that it was sent.

A turn is a list of blocks: a text, or ``call(tool, …)``. It may also be a function of the request's messages that returns
such a list, for an agent that acts on what it was just shown. After the last turn the model says that it is done.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple

Block = str | dict[str, Any]
Turn = Sequence[Block] | Callable[[list[dict[str, Any]]], Sequence[Block]]
LAST: Sequence[Block] = ("done",)


def call(tool: str, **asked: Any) -> dict[str, Any]:
    """A block in which the model calls a tool."""
    return {"type": "tool_use", "name": tool, "input": asked}


def bash(command: str) -> dict[str, Any]:
    """A call of the shell."""
    return call("Bash", command=command, description="a step of the test")


class Request(NamedTuple):
    """What the model was sent: the conversation's name ("" where it was a side question), and the body."""

    conversation: str
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body.get("messages", [])


class ScriptedModel:
    """Serves the turns of conversations; one is known by a word of its first message, ``""`` is any other."""

    def __init__(self, turns: Sequence[Turn], **others: Sequence[Turn]) -> None:
        self.scripts = {**others, "": turns}
        self.requests: list[Request] = []
        self.failure: AssertionError | None = None
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "ScriptedModel":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        """The message for a request, which is kept."""
        if not body.get("tools"):
            self._keep(Request("side question", body))
            return _message(body, 0, [{"type": "text", "text": '{"title": "test"}'}])
        messages = body["messages"]
        first = json.dumps(messages[:1])
        name = next((word for word in self.scripts if word and word in first), "")
        self._keep(Request(name, body))
        at = sum(message["role"] == "assistant" for message in messages)
        script = self.scripts[name]
        turn = script[at] if at < len(script) else LAST
        blocks = self._decided(turn, messages) if callable(turn) else turn
        return _message(body, at, [_block(block, f"{name}_{at}_{n}") for n, block in enumerate(blocks)])

    def _decided(self, turn: Callable[[list[dict[str, Any]]], Sequence[Block]], messages: list[dict[str, Any]]) -> Sequence[Block]:
        """A turn's blocks; one that fails ends the conversation, for the agent would ask again and again."""
        try:
            return turn(messages)
        except AssertionError as error:
            self.failure = error
            return LAST

    def _keep(self, request: Request) -> None:
        with self._lock:
            self.requests.append(request)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_: object) -> None:
                return

            def do_GET(self) -> None:
                self._send(404, "application/json", b"{}")

            do_HEAD = do_GET

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
                path = self.path.partition("?")[0]
                if path.endswith("/count_tokens"):
                    self._send(200, "application/json", b'{"input_tokens": 1000}')
                elif not path.endswith("/messages"):
                    self._send(404, "application/json", b"{}")
                elif body.get("stream"):
                    events = _events(model.answer(body))
                    data = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)
                    self._send(200, "text/event-stream", data.encode())
                else:
                    self._send(200, "application/json", json.dumps(model.answer(body)).encode())

            def _send(self, status: int, kind: str, data: bytes) -> None:
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

        return Handler


def _block(block: Block, place: str) -> dict[str, Any]:
    if isinstance(block, str):
        return {"type": "text", "text": block}
    return {"id": f"toolu_{place}", **block}


def _message(body: dict[str, Any], serial: int, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    calls = any(block["type"] == "tool_use" for block in blocks)
    return {
        "id": f"msg_{serial}_{len(json.dumps(body))}", "type": "message", "role": "assistant", "model": body.get("model", ""),
        "content": blocks, "stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }  # fmt: skip


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A message as the stream of events that the API sends."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "tool_use":
            empty, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        else:
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 20}}
    yield {"type": "message_stop"}
