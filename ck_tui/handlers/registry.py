"""Which function does which action; a handler's module is imported when it is needed."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ck_tui.app import Workbench

MODULES = {"app": "general", "slice": "slice", "focus": "general", "view": "general", "task": "task", "repository": "task", "charter": "charter", "parked": "parked", "ledger": "ledger", "live": "live", "queue": "delivering"}
"""Area of an action id to the module of its function; other areas are done by the widget or screen that owns the scope."""


def has_handler(action_id: str) -> bool:
    """Whether a function does an action, so that it can be done from everywhere."""
    return action_id.partition(".")[0] in MODULES


def handler(action_id: str) -> "Callable[[Workbench], None] | None":
    """The function for an action; None where a view or a screen does it.

    Raises:
        KeyError: An area that has handlers lacks this one.
    """
    area, _, _verb = action_id.partition(".")
    if area not in MODULES:
        return None
    table: dict[str, Callable[[Workbench], None]] = import_module(f"ck_tui.handlers.{MODULES[area]}").HANDLERS
    return table[action_id]
