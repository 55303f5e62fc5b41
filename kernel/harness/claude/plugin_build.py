"""Makes a marketplace with one plugin that holds the kernel, so that its hooks need nothing else than an interpreter."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from kernel.harness.claude.install import PLUGIN
from kernel.harness.claude.launcher import Installed, write_launcher
from kernel.harness.claude.registration import MATCHERS, TIMEOUT
from kernel.harness.claude.settings_file import make_private
from kernel.model.errors import KernelError

MARKETPLACE = "context-kernel"
TEMPLATE = Path(__file__).parent / "plugin"
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "plugin", "demo", "*.pyc")


def plugin_folder(home: str) -> Path:
    """Where an installation makes the marketplace."""
    return Path(home) / "claude-plugin"


def hooks_document(events: tuple[str, ...]) -> dict[str, Any]:
    """The plugin's ``hooks.json``: one handler an event, started through the shell that finds the interpreter."""
    registered = {}
    for event in events:
        command = {"type": "command", "command": "/bin/sh", "args": ["${CLAUDE_PLUGIN_ROOT}/hooks/hook.sh", event]}
        matcher = {"matcher": MATCHERS[event]} if event in MATCHERS else {}
        registered[event] = [{**matcher, "hooks": [{**command, "timeout": TIMEOUT}]}]
    return {"description": "One handler an event; what fails leaves the agent's call as it is.", "hooks": registered}


def build_plugin(installed: Installed, events: tuple[str, ...], folder: Path) -> None:
    """Write the marketplace into ``folder``, whole and at once; one that is there is replaced.

    Raises:
        KernelError: It cannot be written, or ``folder`` holds something else.
    """
    if folder.exists() and not (folder / ".claude-plugin" / "marketplace.json").is_file():
        raise KernelError(f"{folder} holds something else than a plugin of ck; nothing was changed")
    new, old = folder.with_name(folder.name + ".new"), folder.with_name(folder.name + ".old")
    try:
        shutil.rmtree(new, ignore_errors=True)
        make_private(folder.parent)
        shutil.copytree(TEMPLATE, new / PLUGIN, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(Path(installed.root) / "kernel", new / PLUGIN / "lib" / "kernel", ignore=_LEFT_OUT)
        (new / PLUGIN / "bin" / "ck").chmod(0o755)  # wherever it was unpacked without its mode
        _write_json(new / PLUGIN / "hooks" / "hooks.json", hooks_document(events))
        _write_json(new / ".claude-plugin" / "marketplace.json", marketplace())
        write_launcher(installed, new / PLUGIN)
        shutil.rmtree(old, ignore_errors=True)
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise KernelError(f"{folder} cannot be written: {error.strerror or error}") from error


def marketplace() -> dict[str, Any]:
    """The marketplace's manifest."""
    told = "Projects tool outputs onto what the task needs; everything folded can be recalled."
    plugin = {"name": PLUGIN, "source": f"./{PLUGIN}", "description": told}
    return {"name": MARKETPLACE, "description": told, "owner": {"name": MARKETPLACE}, "plugins": [plugin]}


def _write_json(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
