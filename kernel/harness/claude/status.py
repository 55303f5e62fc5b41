"""What the harness tells the command of its status line: the session, and the true size and use of its context window."""

from __future__ import annotations

from kernel.model.named import NamedTuple
from kernel.model.plain_json import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class Status(NamedTuple):
    """A session's state; ``size`` and ``used`` are tokens of its context window, None where nothing is told; ``version`` is the harness's."""

    session: str
    cwd: str
    model: str
    size: int | None
    used: int | None
    version: str = ""


def read_status(data: bytes) -> Status:
    """The state that the harness's JSON tells; whatever it does not tell is empty.

    Raises:
        ValueError, RecursionError: It is no JSON.
    """
    text = data.decode("utf-8", "surrogateescape").strip()
    told = _table(read_json(text) if text else None)
    window = _table(told.get("context_window"))
    size = _count(window.get("context_window_size"))
    return Status(
        _text(told.get("session_id")), _text(_table(told.get("workspace")).get("current_dir")) or _text(told.get("cwd")),
        _text(_table(told.get("model")).get("id")), size, _used(window, size),
        _text(told.get("version")),
    )  # fmt: skip


def _used(window: Mapping[str, Any], size: int | None) -> int | None:
    usage = window.get("current_usage")
    if isinstance(usage, dict):
        return sum(_count(usage.get(name)) or 0 for name in _INPUT)
    share = window.get("used_percentage")
    if size and isinstance(share, int | float) and not isinstance(share, bool) and 0 <= share <= 100:
        return round(size * share / 100)
    return None


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None
