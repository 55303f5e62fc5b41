"""A ``ck`` that runs whatever interpreter the last installation had: for agents and plug-ins whose PATH has none."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path

from kernel.harness.claude.settings_file import write_atomically
from kernel.model.errors import KernelError

_TEXT = """#!/bin/sh
# Written by `ck install`: runs the ck that was installed last.
python={python}
if [ ! -x "$python" ]; then
  echo "ck: its interpreter is gone ($python); install ck again, then run: ck doctor --fix" >&2
  exit 127
fi
exec "$python" -c 'import sys; sys.path.pop(0); from kernel.cli.main import main; main()' "$@"
"""


def launcher_path(home: str) -> Path:
    """Where it is; its folder holds nothing else, and may be put on a PATH."""
    return Path(home) / "bin" / "ck"


def write_launcher(home: str, python: str) -> None:
    """Write it for an interpreter, unless it is there already.

    Raises:
        KernelError: It cannot be written.
    """
    path, data = launcher_path(home), _TEXT.format(python=shlex.quote(python)).encode("utf-8", "surrogateescape")
    try:
        if path.is_file() and path.read_bytes() == data:
            return
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, data, 0o700)
    except OSError as error:
        raise KernelError(f"{path} cannot be written: {error.strerror or error}") from error


def remove_launcher(home: str) -> None:
    """Remove it and its folder, as far as that is possible."""
    path = launcher_path(home)
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
        path.parent.rmdir()
