"""Work in a forked child beside this process, for the first slice of a repository on a machine with several cores."""

import contextlib
import os
from collections.abc import Callable, Sequence
from types import TracebackType

_HEADER = 8


class Aside:
    """Runs ``work`` over some items in a child process; ``results`` gives what it finished, in the order of the items.

    The child writes to an unlinked temporary file, so it never waits for us. If it dies, or cannot be started, the
    results are short, and the caller does the rest itself: nothing depends on this but time.
    """

    def __init__(self, items: Sequence[str], work: Callable[[str], bytes]) -> None:
        import tempfile

        self._file = tempfile.TemporaryFile()  # noqa: SIM115  (closed in __exit__)
        self._pid = _fork()
        if self._pid == 0:
            self._run(items, work)

    def _run(self, items: Sequence[str], work: Callable[[str], bytes]) -> None:
        try:
            for item in items:
                blob = work(item)
                self._file.write(len(blob).to_bytes(_HEADER, "big") + blob)
            self._file.flush()
        finally:
            # No clean-up of the parent's files, buffers and locks may run here.
            os._exit(0)

    def results(self) -> list[bytes]:
        """Wait for the child and take its results."""
        if self._pid > 0:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = -1
        self._file.seek(0)
        found: list[bytes] = []
        while len(header := self._file.read(_HEADER)) == _HEADER:
            blob = self._file.read(size := int.from_bytes(header, "big"))
            if len(blob) < size:
                break
            found.append(blob)
        return found

    def __enter__(self) -> "Aside":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._pid > 0:
            with contextlib.suppress(OSError):
                os.kill(self._pid, 9)
                os.waitpid(self._pid, 0)
        self._file.close()


def _fork() -> int:
    """A child's pid, 0 in the child, −1 where there is no forking or only one core."""
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return -1
    try:
        return os.fork()
    except OSError:
        return -1
