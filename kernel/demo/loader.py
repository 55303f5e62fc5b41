"""Set the sample up in a folder: repository, tool outputs of a session, charter; all through the real services."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.model.session import Event
from kernel.service import charter, deliveries, recall, sessions, window
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.service.waiting import LONGEST
from kernel.settings import config_file

SESSION = "demo"
NOTE, NOTED = "the shop's terms changed in March: the payment token has a new name", 3
"""What a person told the session's agent, and before which of its tool calls."""

WINDOW = (200_000, 82_000)
"""Tokens of the agent's context window, and of those in use."""

BUDGET = "1500"
"""Tokens; small, so that the sample's few files do not all fit. The user's own environment wins."""

# The first commit's date is fixed, so the sample has the same history everywhere.
_COMMIT_DATE = "2026-03-28T12:00:00+0000"
_GIT_SECONDS = 30


class Demo(NamedTuple):
    """A set-up sample: its repository, the symptom to paste, and the environment that leads to its own store."""

    repo: str
    symptom: str
    environ: Mapping[str, str]


def prepare(folder: str, environ: Mapping[str, str] | None = None) -> Demo:
    """Set the sample up below an empty folder. The user's own store is not touched; the user's configuration applies.

    Raises:
        OSError: The folder cannot be written to.
    """
    environ = os.environ if environ is None else environ
    repo, home = Path(folder) / "shop", Path(folder) / "home"
    for path, text in _sample_files(files("kernel.demo") / "repository"):
        target = repo / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
    _commit(repo, environ)
    own = {"CK_SLICE_BUDGET": BUDGET, **environ, "CK_CONFIG": config_file(environ), "CK_HOME": str(home)}
    with open_kernel(str(repo), own, strict=False) as kernel:
        charter.save(kernel, _text("charter.md"), anew=True)
        _replay(kernel)
    _edit(repo)
    return Demo(str(repo), _text("symptom.txt"), own)


def session_outputs() -> tuple[tuple[ToolOutput, tuple[Mapping[str, Any], ...]], ...]:
    """The session's tool outputs in order, each with what its agent recalled of it."""
    folder = files("kernel.demo") / "session"
    events = (
        json.loads(file.read_text("utf-8")) for file in sorted(folder.iterdir(), key=lambda file: file.name)
    )
    return tuple(
        (
            ToolOutput(
                "\n".join(event["text"]), event["tool"], event["command"], event["path"], event["exit_code"]
            ),
            tuple(event["recalls"]),
        )
        for event in events
    )


def _replay(kernel: Kernel) -> None:
    scope = Scope(kernel.repository.key, SESSION, "main", 1, kernel.repository.root)
    _tell(kernel, "SessionStart", source="startup", model="claude-sonnet-4-5")
    _tell(kernel, "UserPromptSubmit", call="1")
    for place, (output, recalls) in enumerate(session_outputs()):
        if place == NOTED:
            deliveries.queue(kernel, "note", NOTE, SESSION)
            deliveries.take(kernel, SESSION, LONGEST, "PostToolUse")
        _tell(kernel, "PostToolUse", call=f"call {place}")
        handle = observe(kernel, output, scope).handle
        for wanted in recalls if handle is not None else ():
            lines = tuple(wanted["lines"]) if "lines" in wanted else None
            selection = recall.Selection(lines, wanted.get("grep"))
            recall.recall(kernel, handle or 0, selection, source=recall.AGENT)
    window.note(kernel, SESSION, *WINDOW)


def _tell(kernel: Kernel, name: str, **told: str) -> None:
    """An event of the session arrives."""
    sessions.arrive(kernel, Event(name, SESSION, cwd=kernel.repository.root, **told))


def _edit(repo: Path) -> None:
    """The edit after which one citation of the charter has drifted."""
    edit = json.loads(_text("later_edit.json"))
    file = repo / edit["path"]
    file.write_text(
        file.read_text("utf-8").replace(edit["before"], edit["after"]), encoding="utf-8", newline=""
    )


def _commit(repo: Path, environ: Mapping[str, str]) -> None:
    """Put the sample under git where there is git; without it, it stays a plain folder."""
    who = {f"GIT_{role}_{field}": value for role in ("AUTHOR", "COMMITTER") for field, value in
           (("NAME", "Ada Marsh"), ("EMAIL", "ada@shop.example"), ("DATE", _COMMIT_DATE))}  # fmt: skip
    # The user's own git settings (hooks, signing, templates) have no business in a sample.
    own = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    own |= who | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TEMPLATE_DIR": ""}
    steps = (
        ("init", "-q"),
        ("symbolic-ref", "HEAD", "refs/heads/main"),
        ("add", "-A"),
        ("commit", "-q", "-m", "Send the payment token under its new name"),
    )
    try:
        for step in steps:
            subprocess.run(
                ["git", "-C", str(repo), *step],
                env=own, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=_GIT_SECONDS,
            )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return


def _sample_files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            # Installers may have compiled the sample's files.
            if entry.name not in ("__pycache__", ".pytest_cache"):
                yield from _sample_files(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry.read_text("utf-8")


def _text(name: str) -> str:
    return (files("kernel.demo") / name).read_text("utf-8")
