"""How the workbench was left: one small file beside the store, forgotten without harm."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from ck_tui.bridge.session import SessionBridge

VERSION = 1
"""Raise it with the fields below: a file of another version is ignored."""

REMEMBERED = 100
"""Worktrees whose last task is remembered; the longest unused go."""

PANES = ("repository", "task", "charter", "parked", "ledger", "live")


class Layout(NamedTuple):
    """Focused pane, whether it is zoomed, the last task of this worktree (its id), and where test cases go (empty: the usual folder)."""

    pane: str = "task"
    zoom: bool = False
    task: str = ""
    cases: str = ""


class LayoutBridge:
    """Reads and writes the file. Nothing here raises: what cannot be read is the default, what cannot be written is not kept."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session
        self._path = Path(session.kernel.home, "workbench.json")

    def load(self) -> Layout:
        """As it was left in this worktree."""
        data = self._read()
        tasks = data.get("tasks")
        task = tasks.get(self._session.root) if isinstance(tasks, dict) else None
        pane, cases = data.get("pane"), data.get("cases")
        return Layout(
            pane if isinstance(pane, str) and pane in PANES else "task",
            data.get("zoom") is True,
            task if isinstance(task, str) else "",
            cases if isinstance(cases, str) else "",
        )

    def save(self, layout: Layout) -> None:
        """Keep it; another workbench's last task stays."""
        known = self._read().get("tasks")
        tasks = {k: v for k, v in known.items() if isinstance(v, str)} if isinstance(known, dict) else {}
        tasks.pop(self._session.root, None)
        if layout.task:
            tasks[self._session.root] = layout.task
        kept = dict(list(tasks.items())[-REMEMBERED:])
        document = {"version": VERSION, "pane": layout.pane, "zoom": layout.zoom, "cases": layout.cases, "tasks": kept}
        try:
            self._write(json.dumps(document, indent=1))
        except OSError as error:
            self._session.log_error("workbench: keeping the layout", error)

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self._path.read_bytes()[:1_000_000])
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) and data.get("version") == VERSION else {}

    def _write(self, text: str) -> None:
        """In one step: a reader sees the old file or the new one, never half of it."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=self._path.parent, prefix=".workbench-")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
