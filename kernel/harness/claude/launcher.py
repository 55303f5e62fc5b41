"""What an installation leaves in the kernel's data folder for others to find: a ``ck`` that runs, and what a plugin's hooks run."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

from kernel.harness.claude.settings_file import make_private, write_atomically
from kernel.model.errors import KernelError

_TEXT = """#!/bin/sh
# Written by `ck install`: runs the ck that was installed last.
python={python}
if [ ! -x "$python" ]; then
  echo "ck: its interpreter is gone ($python); install ck again, then run: ck doctor --fix" >&2
  exit 127
fi
exec "$python" -P -c 'from kernel.cli.main import main; main()' "$@"
"""


class Installed(NamedTuple):
    """What is needed to run the kernel: interpreter, the folder that holds it, that of packages, data folder, configuration."""

    python: str
    root: str
    packages: str
    home: str
    config: str


def launcher_path(home: str) -> Path:
    """The ``ck``; its folder may be put on a PATH."""
    return Path(home) / "bin" / "ck"


def write_launcher(installed: Installed, folder: Path | None = None) -> None:
    """Write the launcher and what a plugin reads; unchanged files stay. ``folder``: also for the plugin there.

    Raises:
        KernelError: They cannot be written.
    """
    python = installed.python.encode("utf-8", "surrogateescape")
    told = json.dumps(installed._asdict()).encode()
    launcher = launcher_path(installed.home)
    text = _TEXT.format(python=shlex.quote(installed.python)).encode("utf-8", "surrogateescape")
    try:
        _write(launcher, text, 0o700)
        for record in (launcher.parent, *([folder] if folder else ())):
            _write(record / "installed.json", told, 0o600)
            _write(record / "interpreter", python + b"\n", 0o600)
        if folder:
            _write(folder / "launcher", str(launcher).encode("utf-8", "surrogateescape") + b"\n", 0o600)
    except OSError as error:
        raise KernelError(f"{error.filename or launcher} cannot be written: {error.strerror or error}") from error


def remove_launcher(home: str) -> None:
    """Remove what ``write_launcher`` wrote into the data folder, as far as that is possible."""
    shutil.rmtree(launcher_path(home).parent, ignore_errors=True)


def _write(path: Path, data: bytes, mode: int) -> None:
    if path.is_file() and path.read_bytes() == data:
        return
    make_private(path.parent)
    write_atomically(path, data, mode)
