"""What was installed where, and the settings as they were before: one private folder an installation."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from kernel.harness.claude.settings_file import make_private, write_atomically
from kernel.model.errors import KernelError

FOLDER = "installed"
_RECORD, _BEFORE = "record.json", "settings.before"


class Record(NamedTuple):
    """An installation: the file that it changed, the bytes before (None: no file) and after, and what was asked for."""

    scope: str
    path: str
    before: bytes | None
    after: bytes
    made_folder: bool = False
    statusline: bool = False
    recall: bool = False


def place_of(home: str, path: Path) -> Path:
    """The folder that an installation into ``path`` has."""
    return Path(home) / FOLDER / f"claude-{crc32(str(path).encode('utf-8', 'surrogateescape')):08x}"


def backup_of(home: str, path: Path) -> Path:
    """Where the settings are as they were before."""
    return place_of(home, path) / _BEFORE


def load(home: str, path: Path) -> Record | None:
    """The record of what was installed into ``path``; None where there is none that can be read."""
    folder = place_of(home, path)
    try:
        told = json.loads((folder / _RECORD).read_bytes())
        before = (folder / _BEFORE).read_bytes() if told["existed"] is True else None
        options = {key: told[key] is True for key in ("made_folder", "statusline", "recall")}
        return Record(str(told["scope"]), str(told["path"]), before, told["after"].encode("utf-8", "surrogateescape"), **options)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def keep(home: str, path: Path, record: Record) -> None:
    """Write a record, the settings of before first.

    Raises:
        KernelError: It cannot be written.
    """
    folder = place_of(home, path)
    told = {"schema": 1, "existed": record.before is not None, **record._asdict(), "after": record.after.decode("utf-8", "surrogateescape")}
    del told["before"]
    try:
        make_private(folder)
        if record.before is not None:
            write_atomically(folder / _BEFORE, record.before, 0o600)
        write_atomically(folder / _RECORD, json.dumps(told).encode(), 0o600)
    except OSError as error:
        raise KernelError(f"{folder} cannot be written: {error.strerror or error}; nothing was changed") from error


def forget(home: str, path: Path) -> None:
    """Remove a record; what cannot be removed stays."""
    shutil.rmtree(place_of(home, path), ignore_errors=True)


def all_records(home: str) -> tuple[Path, ...]:
    """The settings files that anything was installed into."""
    found = []
    for file in sorted((Path(home) / FOLDER).glob(f"claude-*/{_RECORD}")):
        try:
            found.append(Path(json.loads(file.read_bytes())["path"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return tuple(found)
