"""The server: speaks MCP on two file descriptors, answers hooks at once, and lets tools run in processes of their own."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kernel import __version__
from kernel.mcp_server import tools, wire
from kernel.mcp_server.hook_calls import Hooks
from kernel.mcp_server.paging import MOST_TOKENS
from kernel.mcp_server.workers import Call, Workers
from kernel.model.errors import BadInput

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Protocol versions that are spoken, newest first. What differs between them is nothing that this server says."""

ROOTS_SECONDS = 2.0
"""How long calls wait for the client to name its roots; then the folder that it was started in counts."""

_SHARE = 0.6
"""The share of a client's limit that a page uses: its tokens are not ours."""

_TIDY_MS = 5_000
_WARM_MS = 20
"""Without input for so long after the start, a client has asked what it asks at a start."""

_LEAST_PAGE = 500

Answer = Callable[[wire.Message | None], None]
"""Takes the answer to a request; None: there will be none."""


class Held(NamedTuple):
    """A tool call that waits for the client's roots."""

    number: object
    tool: str
    arguments: dict[str, Any]
    progress: object


class Batch:
    """Answers to a list of requests, sent as one list when all are there."""

    def __init__(self, size: int, write: Callable[[list[wire.Message]], None]) -> None:
        self._answers: list[wire.Message] = []
        self._left = size
        self._write = write

    def answer(self, message: wire.Message | None) -> None:
        """Take one answer."""
        if message is not None:
            self._answers.append(message)
        self._left -= 1
        if not self._left and self._answers:
            self._write(self._answers)


class Server:
    """One client's server, from its first line to the end of its input."""

    def __init__(
        self,
        inward: int,
        outward: int,
        default_roots: tuple[str, ...],
        environ: Mapping[str, str],
        log_error: Callable[[BaseException], None],
    ) -> None:
        self._lines = wire.Lines(inward)
        self._outward = outward
        self._roots = default_roots
        self._tokens = _page_tokens(environ)
        self._log_error = log_error
        self._hooks = Hooks(log_error)
        self._workers = Workers()
        self._running: dict[object, Answer] = {}
        self._held: list[Held] = []
        self._has_roots = False
        self._roots_asked = 0
        self._roots_deadline: float | None = None
        self._cold = False

    def run(self) -> None:
        """Serve until the input ends."""
        try:
            while not self._lines.ended:
                self._wait()
        finally:
            self._workers.close()

    # -- input -------------------------------------------------------------------------------------------------

    def _wait(self) -> None:
        watched = select.poll()
        for descriptor in (self._lines.descriptor, *self._workers.descriptors()):
            watched.register(descriptor, select.POLLIN)
        ready = [descriptor for descriptor, _ in watched.poll(self._patience())]
        for descriptor in ready:
            if descriptor != self._lines.descriptor:
                self._workers.readable(descriptor)
        if self._lines.descriptor in ready:
            for line in self._lines.read():
                self._line(line)
        if not ready and self._cold and self._roots_deadline is None:
            self._warm()
        self._workers.tidy()
        if self._roots_deadline is not None and time.monotonic() > self._roots_deadline:
            self._settle_roots()

    def _patience(self) -> int | None:
        """Milliseconds to wait for input."""
        if self._roots_deadline is not None:
            return max(0, int((self._roots_deadline - time.monotonic()) * 1000) + 1)
        if self._cold and not self._running:
            return _WARM_MS
        return _TIDY_MS if self._workers.is_busy() else None

    def _warm(self) -> None:
        self._cold = False
        try:
            self._hooks.warm(self._roots[0] if self._roots else ".")
        except Exception as error:  # noqa: BLE001  (the first event tries again, and tells)
            self._log_error(error)

    def _line(self, line: bytes | None) -> None:
        if line is not None and not line.strip():
            return
        try:
            value = wire.parse(line)
        except wire.BadMessage as problem:
            self._send(wire.error(None, problem.code, problem.message))
            return
        if isinstance(value, list) and value:
            batch = Batch(sum(not _is_notification(one) for one in value), self._send)
            for one in value:
                self._message(one, batch.answer)
        else:
            self._message(value, self._answer)

    def _message(self, value: Any, answer: Answer) -> None:
        try:
            message = wire.checked(value)
        except wire.BadMessage as problem:
            if not _is_notification(value):
                answer(wire.error(problem.number, problem.code, problem.message))
            return
        if "method" not in message:
            self._client_answered(message)
            answer(None)
        elif "id" not in message:
            self._notified(message["method"], message.get("params", {}))
        else:
            self._request(message["id"], message["method"], message.get("params", {}), answer)

    def _request(self, number: object, method: str, params: wire.Message, answer: Answer) -> None:
        try:
            if method == "tools/call":
                self._call(number, params, answer)
            elif method in ("initialize", "ping", "tools/list"):
                answer(wire.result(number, self._known(method, params)))
            else:
                answer(wire.error(number, wire.METHOD_NOT_FOUND, f"no method {method[:100]!a}"))
        except wire.BadMessage as problem:
            answer(wire.error(number, problem.code, problem.message))
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001  (one request must not end the session)
            self._log_error(error)
            answer(wire.error(number, wire.INTERNAL_ERROR, f"internal error: {type(error).__name__}"))

    def _known(self, method: str, params: wire.Message) -> wire.Message:
        if method == "tools/list":
            return {"tools": tools.listed()}
        if method == "ping":
            return {}
        capabilities = params.get("capabilities")
        self._has_roots = isinstance(capabilities, dict) and isinstance(capabilities.get("roots"), dict)
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "ck", "version": __version__},
            "instructions": tools.INSTRUCTIONS,
        }

    def _notified(self, method: str, params: wire.Message) -> None:
        if method == "notifications/initialized":
            # Not before: the client waits for the answers until here.
            self._cold = True
        if method in ("notifications/initialized", "notifications/roots/list_changed") and self._has_roots:
            self._roots_asked += 1
            self._roots_deadline = time.monotonic() + ROOTS_SECONDS
            self._send({"jsonrpc": "2.0", "id": self._roots_id(), "method": "roots/list"})
        elif method == "notifications/cancelled":
            self._cancel(params.get("requestId"))

    # -- roots -------------------------------------------------------------------------------------------------

    def _roots_id(self) -> str:
        return f"roots-{self._roots_asked}"

    def _client_answered(self, message: wire.Message) -> None:
        if message.get("id") != self._roots_id() or self._roots_deadline is None:
            return
        told = message.get("result")
        if isinstance(told, dict) and told.get("roots"):
            from kernel.mcp_server.places import client_roots

            # Where the client names folders, those count, and no other, even if none of them can be read.
            self._roots = client_roots(told)
        self._settle_roots()

    def _settle_roots(self) -> None:
        self._roots_deadline = None
        held, self._held = self._held, []
        for call in held:
            self._start(call)

    # -- calls -------------------------------------------------------------------------------------------------

    def _call(self, number: object, params: wire.Message, answer: Answer) -> None:
        name, given, meta = params.get("name"), params.get("arguments"), params.get("_meta")
        if not isinstance(name, str):
            raise wire.BadMessage(wire.INVALID_PARAMS, "tools/call needs the name of a tool")
        if given is not None and not isinstance(given, dict):
            raise wire.BadMessage(wire.INVALID_PARAMS, "arguments must be an object")
        if name == tools.HOOK:
            answer(wire.result(number, _content(self._hooks.answer(given or {}))))
            return
        tool = tools.tool_named(name)
        if tool is None:
            raise wire.BadMessage(wire.INVALID_PARAMS, f"no tool {name[:100]!a}")
        try:
            arguments = tools.checked(tool, given or {})
        except BadInput as error:
            answer(wire.result(number, _content(error.message, failed=True)))
            return
        self._running[number] = answer
        progress = meta.get("progressToken") if isinstance(meta, dict) else None
        call = Held(number, name, arguments, progress)
        if self._roots_deadline is not None:
            self._held.append(call)
        else:
            self._start(call)

    def _start(self, held: Held) -> None:
        asked = {
            "tool": held.tool,
            "arguments": held.arguments,
            "roots": list(self._roots),
            "tokens": self._tokens,
        }
        steps = 0

        def told(message: wire.Message) -> None:
            nonlocal steps
            if "progress" not in message:
                self._finish(held.number, message)
            elif wire.is_number(held.progress):
                steps += 1
                self._send(_progress(held.progress, steps, message["progress"]))

        self._workers.run(Call(held.number, asked, told))

    def _finish(self, number: object, message: wire.Message) -> None:
        answer = self._running.pop(number, None)
        if answer is not None:
            answer(wire.result(number, _content(message["text"], message["failed"], message["cursor"])))

    def _cancel(self, number: object) -> None:
        answer = self._running.pop(number, None) if wire.is_number(number) else None
        if answer is not None:
            self._held = [call for call in self._held if call.number != number]
            self._workers.cancel(number)
            answer(None)

    # -- output ------------------------------------------------------------------------------------------------

    def _answer(self, message: wire.Message | None) -> None:
        if message is not None:
            self._send(message)

    def _send(self, message: wire.Message | list[wire.Message]) -> None:
        left = memoryview(wire.encoded(message))
        while left:
            try:
                left = left[os.write(self._outward, left) :]
            except BlockingIOError:
                free = select.poll()
                free.register(self._outward, select.POLLOUT)
                free.poll()


def _is_notification(value: object) -> bool:
    """Whether nothing may be answered to a message, broken or not."""
    return isinstance(value, dict) and "id" not in value and "method" in value


def _content(text: str, failed: bool = False, cursor: str = "") -> wire.Message:
    found: wire.Message = {"content": [{"type": "text", "text": text}], "isError": failed}
    return {**found, "_meta": {"nextCursor": cursor}} if cursor else found


def _progress(token: object, step: int, stage: list[Any]) -> wire.Message:
    name, done, total = stage
    said = f"{name} {done} of {total}" if total else str(name)
    params = {"progressToken": token, "progress": step, "message": said}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


def _page_tokens(environ: Mapping[str, str]) -> int:
    """Estimated tokens of a page: fewer where the client's own limit is set lower."""
    limit = environ.get("MAX_MCP_OUTPUT_TOKENS", "")
    if not (limit.isascii() and limit.isdigit() and len(limit) < 10):
        return MOST_TOKENS
    return min(MOST_TOKENS, max(_LEAST_PAGE, int(int(limit) * _SHARE)))
