"""Every use of what Textual does not promise to keep, in one place (Textual is pinned exactly for this reason)."""

import selectors
import sys
from types import SimpleNamespace
from typing import Any

from textual.app import App


class _PromptSelector(selectors.SelectSelector):
    """A selector that does not wait where it watches nothing."""

    def select(self, timeout: float | None = None) -> "list[tuple[selectors.SelectorKey, int]]":
        """As the base class, at once if no file is registered."""
        return super().select(timeout if self.get_map() else 0)


def quit_promptly() -> None:
    """Save a tenth of a second at the end: the driver's reader waits once more after it has given up its file."""
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    linux_driver.selectors = SimpleNamespace(SelectSelector=_PromptSelector, EVENT_READ=selectors.EVENT_READ)  # type: ignore[assignment,attr-defined]


def reapply_theme(app: App[Any]) -> None:
    """Take the present theme's values again after they were registered anew under the same name."""
    app._watch_theme(app.theme)
