# ruff: noqa: PTH115  (failing commands load this: pathlib would cost them 6 ms)
"""The file that a command's standard output goes to: read back, and replaced in place by something shorter."""

from __future__ import annotations

import os
import stat
import sys

from kernel.model.named import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_STDOUT = 1
_F_GETPATH, _LONGEST_PATH = 50, 1024


class OutputFile(NamedTuple):
    """An open file: ``descriptor`` reads and writes at any place, unlike the command's, which only appends."""

    descriptor: int

    def read(self, most: int) -> bytes | None:
        """Everything in it; None where that is more than ``most`` bytes.

        Raises:
            OSError: It cannot be read.
        """
        size = os.fstat(self.descriptor).st_size
        if size > most:
            return None
        parts, at = [], 0
        while at < size and (part := os.pread(self.descriptor, size - at, at)):
            parts.append(part)
            at += len(part)
        return b"".join(parts)

    def replace(self, old: bytes, new: bytes) -> None:
        """Put ``new`` in the place of ``old``, which stands at the file's start. What was appended meanwhile stays behind it.

        The new text goes over the old one and the rest is cut off last, so that there is no moment at which nothing would be
        found, and no disk can be too full for it. A write that fails is taken back.

        Raises:
            ValueError: The new text is not shorter.
            OSError: Nothing is changed.
        """
        if len(new) >= len(old):
            raise ValueError("only a shorter text can replace another one")
        try:
            end = self._write(new, 0)
            # A child in the background may still print: what it does between these lines would be lost.
            late = os.pread(self.descriptor, os.fstat(self.descriptor).st_size - len(old), len(old))
            os.ftruncate(self.descriptor, self._write(late, end))
        except OSError:
            self._write(old[: len(new)], 0)
            raise

    def close(self) -> None:
        """Close the descriptor; the command's own stays open."""
        os.close(self.descriptor)

    def _write(self, data: bytes, at: int) -> int:
        """Write all of it at a place; where it ends."""
        while data:
            count = os.pwrite(self.descriptor, data, at)
            data, at = data[count:], at + count
        return at


def open_stdout(expected: Callable[[str], bool]) -> OutputFile | None:
    """The file behind this process's standard output, which the command shares.

    Args:
        expected: Whether a path is where the caller's harness collects outputs: a command may have redirected all of its
            output into a file of its own, which nobody must change.

    Returns:
        None where it is no regular file of ours, is not the expected one, or cannot be opened again.
    """
    try:
        told = os.fstat(_STDOUT)
        if not stat.S_ISREG(told.st_mode) or told.st_uid != os.geteuid():
            return None
        again = _path()
        if not expected(again):
            return None
        # By its number, where there is one: in a sandbox the path may lead elsewhere.
        by = "/proc/self/fd/1" if sys.platform == "linux" else again
        descriptor = os.open(by, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    opened = os.fstat(descriptor)
    if (opened.st_dev, opened.st_ino) != (told.st_dev, told.st_ino):
        os.close(descriptor)
        return None
    return OutputFile(descriptor)


def _path() -> str:
    """Where standard output goes.

    Raises:
        OSError: Nobody can tell.
    """
    if sys.platform != "darwin":
        return os.readlink("/proc/self/fd/1")
    import fcntl

    return os.fsdecode(fcntl.fcntl(_STDOUT, _F_GETPATH, bytes(_LONGEST_PATH)).rstrip(b"\0"))
