"""The application as its widgets know it, typed."""

from typing import TYPE_CHECKING, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

    from ck_tui.app import Workbench


def host(node: "DOMNode | MessagePump") -> "Workbench":
    """The workbench that a widget or screen lives in."""
    return cast("Workbench", node.app)
