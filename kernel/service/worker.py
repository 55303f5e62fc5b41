"""The worker: one child process for long work, so that a screen never freezes. JSON lines in, JSON lines out.

In:  ``{"id": 1, "do": "rank", "cwd": "…", "symptom": "…", "seeds": [], "from_diff": null}``
Out: ``{"id": 1, "progress": {"stage": "parsing", "done": 3, "total": 40}}`` any number of times, then
``{"id": 1, "result": {…}}`` or ``{"id": 1, "error": "…"}``. To cancel, end the process and start another.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from kernel.model.errors import KernelError
from kernel.service.json_form import ranking_json
from kernel.service.kernel import open_kernel
from kernel.service.recall import index_outputs, keep_limits
from kernel.service.slicing import SliceRequest, rank

_PROGRESS_SECONDS = 0.05

Send = Callable[[dict[str, Any]], None]

# The worker answers nothing meanwhile.
_INDEX_SECONDS = 2.0


def main(inward: TextIO = sys.stdin, outward: TextIO = sys.stdout) -> int:
    """Answer requests until the input ends; after the first answer, while nobody waits, old parked outputs go."""
    tidied = False

    def send(message: dict[str, Any]) -> None:
        outward.write(json.dumps(message) + "\n")
        outward.flush()

    for line in inward:
        if line.strip():
            cwd = _answer(line, send)
            if cwd and not tidied:
                tidied = True
                _tidy(cwd)
    return 0


def _tidy(cwd: str) -> None:
    """Apply the limits of age and size to the parked outputs, and index what is new for the next search."""
    try:
        with open_kernel(cwd) as kernel:
            keep_limits(kernel)
            index_outputs(kernel, _INDEX_SECONDS)
    except KernelError:
        return  # the next start tries again


def _answer(line: str, send: Send) -> str:
    """Answer one request; the folder that it was about, empty where it failed."""
    number: Any = None
    try:
        request = json.loads(line)
        number = request["id"]
        send({"id": number, "result": _do(request, send)})
        return str(request["cwd"])
    except KernelError as error:
        send({"id": number, "error": error.message})
    except (ValueError, KeyError, TypeError) as error:
        send({"id": number, "error": f"bad request: {error!r}"})
    except Exception as error:  # noqa: BLE001  (the worker must answer; the caller shows it)
        send({"id": number, "error": f"internal error: {type(error).__name__}: {error}"})
    return ""


def _do(request: dict[str, Any], send: Send) -> dict[str, Any]:
    if request.get("do") != "rank":
        raise ValueError(f"unknown request {request.get('do')!r}")
    last = 0.0

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_SECONDS or done == 0:
            last = now
            send({"id": request["id"], "progress": {"stage": stage, "done": done, "total": total}})

    wanted = SliceRequest(str(request.get("symptom") or ""), tuple(request.get("seeds") or ()), request.get("from_diff"), tuple(request.get("evidence") or ()))
    with open_kernel(str(request["cwd"])) as kernel:
        return ranking_json(rank(kernel, wanted, progress))


if __name__ == "__main__":
    sys.exit(main())
