"""Long work in one child process, so that no key ever waits for it: JSON lines, cancel means stop and restart."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

from ck_tui.bridge.nouns import Ranking, Request
from ck_tui.bridge.session import BridgeError, SessionBridge

LINE_LIMIT = 64 * 1024 * 1024
"""Bytes of the longest answer that is read; a ranking of 400 files is about 1 MB."""

OnProgress = Callable[[str, int, int], None]


class Cancelled(Exception):
    """The work was cancelled by a person."""


class WorkerBridge:
    """Starts the child when first needed; one request at a time."""

    def __init__(self, session: SessionBridge, command: tuple[str, ...] = (sys.executable, "-m", "kernel.service.worker")) -> None:
        self._session = session
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0
        self._cancelled = False

    async def rank(self, wanted: Request, on_progress: OnProgress) -> Ranking:
        """Rank the repository for a symptom, for seeds chosen by hand, for changes, or for all of them together.

        Raises:
            Cancelled: ``cancel`` was called.
            BridgeError: The kernel's own explanation, or the child died.
        """
        from kernel.service.json_form import ranking_from_json

        self._number += 1
        self._cancelled = False
        request = {"id": self._number, "do": "rank", "cwd": self._session.root, **wanted._asdict()}
        try:
            answer = await self._ask(request, on_progress)
        except (OSError, ValueError) as error:
            self._stop()
            raise BridgeError(f"the kernel's process cannot be used: {error}") from error
        if "error" in answer:
            raise BridgeError(str(answer["error"]))
        return ranking_from_json(answer["result"])

    async def _ask(self, request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") != request["id"]:
                continue
            progress = answer.get("progress")
            if progress is None:
                return dict(answer)
            on_progress(str(progress.get("stage", "")), int(progress.get("done") or 0), int(progress.get("total") or 0))
        if self._cancelled:
            raise Cancelled
        errors = await process.stderr.read() if process.stderr else b""
        self._process = None
        last = errors.decode("utf-8", "replace").strip().splitlines()
        raise BridgeError("the kernel's process ended" + (f": {last[-1]}" if last else ""))

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
            )
        return self._process

    def cancel(self) -> None:
        """Stop what runs; the next request starts a new child."""
        self._cancelled = True
        self._stop()

    def _stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        self._process = None

    async def close(self) -> None:
        """End the child."""
        process = self._process
        self._cancelled = True
        self._stop()
        if process is not None:
            await process.wait()
