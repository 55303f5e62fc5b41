"""The ledger's switch."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ck_tui.app import Workbench


def pause(app: "Workbench") -> None:
    """Switch the kernel off in this repository, or on again."""
    app.bridge.ledger.pause(not app.bridge.ledger.paused())
    off = app.bridge.ledger.paused()
    app.state.set(paused=off)
    app.say("Paused: every output is left as it is, nothing is stored. P goes on" if off else "On: outputs are projected and parked")


HANDLERS: dict[str, "Callable[[Workbench], None]"] = {"ledger.pause": pause}
