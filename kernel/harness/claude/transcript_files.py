"""Where transcripts are: a session's file, its subagents' beside it, and the folders of a repository's sessions."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kernel.model.errors import BadInput

_SUBAGENT = re.compile(r"agent-.+\.jsonl")
_HEAD = 200_000
"""Bytes of a transcript's start in which the folder that it is about is looked for."""
_CWD = re.compile(rb'"cwd": ?("(?:[^"\\]|\\.)*")')


def expanded(named: Iterable[str]) -> tuple[Path, ...]:
    """The transcripts that files, folders and patterns name, each once, sorted; a session's with its subagents'.

    Raises:
        BadInput: Something names none.
    """
    found: set[Path] = set()
    for name in named:
        here = list(_named(name))
        if not here:
            raise BadInput(f"{name!a} names no transcript (*.jsonl)")
        for path in here:
            found.add(path)
            found.update(subagents_of(path))
    return tuple(sorted(found))


def subagents_of(transcript: Path) -> tuple[Path, ...]:
    """The transcripts of a session's subagents, sorted."""
    folder = session_folder(transcript) / "subagents"
    return tuple(sorted(path.resolve() for path in folder.glob("agent-*.jsonl") if path.is_file()))


def session_folder(transcript: Path) -> Path:
    """The folder in which a harness keeps what belongs to a transcript: outputs that were too long, and its subagents."""
    return transcript.parent.parent if is_subagents(transcript) else transcript.with_suffix("")


def is_subagents(transcript: Path) -> bool:
    """Whether a transcript is a subagent's."""
    return transcript.parent.name == "subagents" and _SUBAGENT.fullmatch(transcript.name) is not None


def of_folder(root: str, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The transcripts of the sessions that began in a folder or below it, sorted, without subagents'."""
    told = environ.get("CLAUDE_CONFIG_DIR")
    home = Path(told) if told else Path(environ.get("HOME") or Path.home()) / ".claude"
    start = re.sub(r"[^A-Za-z0-9]", "-", root)[:200]
    found = []
    for folder in sorted((home / "projects").glob(glob.escape(start) + "*")):
        for path in sorted(folder.glob("*.jsonl")):
            cwd = _cwd(path)
            if cwd is not None and (cwd == root or cwd.startswith(root.rstrip("/") + "/")):
                found.append(path.resolve())
    return tuple(found)


def _named(name: str) -> Iterator[Path]:
    path = Path(os.path.expanduser(name))  # noqa: PTH111  (a user who is not there stays a name)
    if path.is_dir():
        yield from _below(path)
    elif path.is_file():
        yield path.resolve()
    elif glob.has_magic(name):
        anchor = Path(path.anchor or ".")
        for one in anchor.glob(str(path.relative_to(path.anchor) if path.anchor else path)):
            if one.exists():
                yield from _named(str(one))


def _below(folder: Path) -> Iterator[Path]:
    """The transcripts in a folder and below it; what cannot be listed, or goes meanwhile, is passed over."""
    for here, _, names in os.walk(folder):
        for name in names:
            one = Path(here, name)
            if name.endswith(".jsonl") and one.is_file():
                yield one.resolve()


def _cwd(path: Path) -> str | None:
    """The real path of the folder that a transcript names first; None where it names none."""
    try:
        with path.open("rb") as file:
            found = _CWD.search(file.read(_HEAD))
        return os.path.realpath(json.loads(found[1])) if found is not None else None
    except (OSError, ValueError):
        return None
