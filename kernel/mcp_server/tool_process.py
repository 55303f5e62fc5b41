"""The process that tools run in: one call at a time, JSON lines in and out, until the input ends.

In:  ``{"tool": "slice", "arguments": {…}, "roots": ["/…"], "tokens": 8000}``
Out: ``{"progress": ["parsing", 3, 40]}`` any number of times, then ``{"text": "…", "cursor": "", "failed": false}``.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from kernel.mcp_server.answers import Desk, answer
from kernel.mcp_server.places import Places
from kernel.model.errors import KernelError
from kernel.service.log import log_error
from kernel.settings import Settings, home_folder

_PROGRESS_SECONDS = 0.2

Send = Callable[[dict[str, Any]], None]


def main() -> None:
    """Answer calls until the input ends or nobody reads the answers any more."""
    # Whatever prints by mistake must not get between the answers.
    outward = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(message: dict[str, Any]) -> None:
        outward.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        outward.flush()

    try:
        for line in sys.stdin.buffer:
            send(_answer(json.loads(line), send))
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


def _answer(call: dict[str, Any], send: Send) -> dict[str, Any]:
    try:
        desk = Desk(Places(call["roots"]), call["tokens"], _teller(send))
        found = answer(call["tool"], call["arguments"], desk)
        return {"text": found.text, "cursor": found.cursor, "failed": False}
    except KernelError as error:
        return _failed(error.message)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  (the agent must get an answer; the log has the rest)
        log_error(home_folder(os.environ), Settings(), f"mcp {call.get('tool')!a:.40}", error)
        return _failed(f"internal error: {type(error).__name__} (details: ck log)")


def _failed(message: str) -> dict[str, Any]:
    return {"text": message, "cursor": "", "failed": True}


def _teller(send: Send) -> Callable[[str, int, int], None]:
    """Progress a few times a second, each stage at least once."""
    last, before = 0.0, ""

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal last, before
        now = time.monotonic()
        if stage != before or now - last >= _PROGRESS_SECONDS:
            last, before = now, stage
            send({"progress": [stage, done, total]})

    return tell
