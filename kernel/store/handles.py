# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""Which handles were promised, kept beside the store: one that is deleted, emptied or set aside must not give them again.

Agents remember ``ck recall 412`` for as long as their windows live. So a file holds a number above every handle that was ever
given, in steps of a thousand, and a new store begins there. It is looked at inside of the transaction that gives a handle, so
that no two processes write it at once. A file that cannot be read is no reason to begin at 1 either: then a new store begins
far above, by chance. Only where the whole folder is deleted handles begin again.
"""

from __future__ import annotations

import os

FILE_NAME = "handles"
BLOCK = 1_000
"""Handles that one write of the file promises."""

_FAR = 100_000_000
_BLOCKS_BEYOND = 800_000
_LONGEST = 20
"""Bytes of a number and its line end."""


def first_free(home: str, lost: bool) -> int:
    """The handle that a new store begins with. ``lost``: there was a store before, so a missing file has been lost as well."""
    try:
        promised = _promised(home)
    except FileNotFoundError:
        promised = None if lost else 1
    except OSError:
        promised = None
    if promised is None:
        return _FAR + BLOCK * (int.from_bytes(os.urandom(8), "big") % _BLOCKS_BEYOND)
    return promised


def promise(home: str, handle: int) -> None:
    """See to it that the file's number is above a handle that is about to be given; called with the store's write lock held.

    That it cannot be written is no reason to park nothing.
    """
    try:
        if (_promised(home) or 0) > handle:
            return
    except OSError:
        pass
    path = os.path.join(home, FILE_NAME)
    try:
        with open(os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(b"%d\n" % (handle - handle % BLOCK + BLOCK))
        os.replace(f"{path}.new", path)
    except OSError:
        return


def _promised(home: str) -> int | None:
    """The file's number; None where it holds none. Raises OSError."""
    descriptor = os.open(os.path.join(home, FILE_NAME), os.O_RDONLY)
    try:
        data = os.read(descriptor, _LONGEST)
    finally:
        os.close(descriptor)
    number = data[:-1]
    return int(number) if data.endswith(b"\n") and number.isdigit() and int(number) > 0 else None
