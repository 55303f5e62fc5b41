"""One settings file of Claude Code: read without guessing, replaced at once and only if nobody else changed it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from kernel.model.errors import BadInput, KernelError

_BOM = "\ufeff"
LONGEST = 5_000_000
"""Bytes; a larger file is no settings file."""


class SettingsFile(NamedTuple):
    """A file as it was read: ``path`` with links followed, ``data`` None where it does not exist."""

    path: Path
    data: bytes | None

    @property
    def text(self) -> str:
        """Its JSON; an empty object where there is nothing.

        Raises:
            BadInput: It is not UTF-8.
        """
        try:
            text = (self.data or b"").decode("utf-8").removeprefix(_BOM)
        except UnicodeDecodeError as error:
            raise BadInput("it is not UTF-8") from error
        return text if text.strip() else "{}\n"

    def encoded(self, text: str) -> bytes:
        """The bytes of a changed text, with the byte order mark that was there."""
        mark = _BOM if (self.data or b"").startswith(_BOM.encode()) else ""
        return (mark + text).encode()


def read_settings(path: Path) -> SettingsFile:
    """Read a settings file.

    Raises:
        KernelError: It is there and cannot be read, or is no file: a pipe would be waited for, a device replaced.
    """
    real = Path(os.path.realpath(path))
    try:
        if real.exists() and not real.is_file():
            raise KernelError(f"{path} is no file; nothing was changed")
        with real.open("rb") as file:
            data = file.read(LONGEST + 1)
    except FileNotFoundError:
        return SettingsFile(real, None)
    except OSError as error:
        raise KernelError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(data) > LONGEST:
        raise KernelError(f"{path} is too large for a settings file; nothing was changed")
    return SettingsFile(real, data)


def replace_settings(was: SettingsFile, data: bytes | None) -> None:
    """Put new content in the place of what was read (None: no file), keeping the file's mode.

    Raises:
        KernelError: It cannot be written, or somebody else changed it since it was read. Nothing was changed.
    """
    if read_settings(was.path).data != was.data:
        raise KernelError(f"{was.path} was changed by somebody else meanwhile; nothing was changed, try again")
    try:
        if data is None:
            was.path.unlink(missing_ok=True)
            return
        was.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(was.path, data, was.path.stat().st_mode & 0o777 if was.data is not None else 0o600)
    except OSError as error:
        raise KernelError(f"{was.path} cannot be written: {error.strerror or error}; nothing was changed") from error


def write_atomically(path: Path, data: bytes, mode: int) -> None:
    """Write a whole file beside its place, then move it there.

    Raises:
        OSError: It cannot be written; what was there is still there.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), mode)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def make_private(folder: Path) -> None:
    """Make a folder, and what is missing above it, for nobody else to read.

    Raises:
        OSError: It cannot be made.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
