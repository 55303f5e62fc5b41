"""Answers hook events inside of the running server, each before a deadline."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Mapping
from typing import Any

from kernel.mcp_server.hook_events import event_of
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.store.connection import Store

HARNESS = "claude"
_AGAIN_SECONDS = 0.05
"""A deadline that some code swallowed comes again."""

_SAMPLE = "".join(f"tests/test_a.py::test_{n} PASSED [ {n % 100}%]\n" for n in range(200))


class Passed(BaseException):
    """The deadline of a hook has passed. No ``Exception``, so that nothing on the way takes it for a failure of its own."""


class Hooks:
    """Answers events one after the other; must be made and used in the main thread, where signals arrive."""

    def __init__(self, log_error: Callable[[BaseException], None]) -> None:
        self._log_error = log_error
        self._armed = False
        self._kept: Store | None = None
        signal.signal(signal.SIGALRM, self._pass)

    def answer(self, arguments: Mapping[str, Any]) -> str:
        """What the harness is told, as JSON text; empty: nothing, and the agent keeps the original. Never raises."""
        try:
            event = event_of(arguments)
            return "" if event is None else self._in_time(event)
        except Passed:
            self._log_error(TimeoutError("the hook's deadline passed; the agent keeps the original"))
        except Exception as error:  # noqa: BLE001  an agent's tool call must survive any defect of ours
            self._log_error(error)
        finally:
            self._set_deadline(0)
        return ""

    def warm(self, folder: str) -> None:
        """Load what the first event would have to load, and keep the store's file open; nothing is stored.

        Whoever closes such a file as the last one tidies it up, which would take every event as long as all the rest.
        """
        # All of it now: what is loaded later may be of another version, where the kernel is updated meanwhile.
        from kernel import hooks  # noqa: F401
        from kernel.harness.claude import results  # noqa: F401
        from kernel.service import advisor, ambient, canary, waiting  # noqa: F401
        from kernel.service.events import failure, life, prompt, tool_use  # noqa: F401
        from kernel.service.kernel import open_kernel
        from kernel.service.observe import observe

        if os.environ.get("CK_DISABLE") != "1":
            with open_kernel(folder, strict=False) as kernel:
                observe(kernel, ToolOutput(_SAMPLE, "Bash", "pytest -v"), Scope(), park=False)
            self._kept = open_kernel(folder, strict=False).store

    def _in_time(self, event: dict[str, Any]) -> str:
        from kernel.hooks import DEADLINE, answer

        self._set_deadline(DEADLINE)
        told = answer(HARNESS, event, self._set_deadline)
        return "" if told is None else json.dumps(told)

    def _set_deadline(self, seconds: float) -> None:
        self._armed = seconds > 0
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN_SECONDS if seconds else 0)

    def _pass(self, number: int, frame: object) -> None:
        if self._armed:
            raise Passed
