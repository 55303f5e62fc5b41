"""The only way from the workbench to the kernel, one file a pane."""

from typing import NamedTuple

from ck_tui.bridge.charter import CharterBridge
from ck_tui.bridge.layout import Layout, LayoutBridge
from ck_tui.bridge.ledger import LedgerBridge
from ck_tui.bridge.live import LiveBridge
from ck_tui.bridge.parked import ParkedBridge
from ck_tui.bridge.repository import RepositoryBridge
from ck_tui.bridge.session import BridgeError, SessionBridge
from ck_tui.bridge.task import TaskBridge
from ck_tui.bridge.worker import Cancelled, WorkerBridge


class Bridge(NamedTuple):
    """One bridge a pane, the session they share, the child process for long work, and how the workbench was left."""

    session: SessionBridge
    repository: RepositoryBridge
    task: TaskBridge
    charter: CharterBridge
    parked: ParkedBridge
    ledger: LedgerBridge
    worker: WorkerBridge
    layout: LayoutBridge
    live: LiveBridge

    async def close(self) -> None:
        """End the child process, close the store."""
        await self.worker.close()
        self.session.close()


def open_bridge(repo: str) -> Bridge:
    """Open the kernel on a folder.

    Raises:
        BridgeError: No such folder, or settings that cannot be used; the message is for people.
    """
    session = SessionBridge.open(repo)
    return Bridge(
        session,
        RepositoryBridge(session),
        TaskBridge(session),
        CharterBridge(session),
        ParkedBridge(session),
        LedgerBridge(session),
        WorkerBridge(session),
        LayoutBridge(session),
        LiveBridge(session),
    )


__all__ = ["Bridge", "BridgeError", "Cancelled", "Layout", "open_bridge"]
