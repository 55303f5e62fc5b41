"""A second archive for commands that run in a sandbox, where the kernel's folder cannot be written."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping

from kernel.service.kernel import Kernel, open_kernel
from kernel.settings import config_file
from kernel.store.parked import ParkedOutputs

FIRST = 1_000_000_000
"""Handles from here on are of the second archive, so that a handle alone tells where to look."""


def open_fallback(cwd: str, environ: Mapping[str, str]) -> Kernel | None:
    """The kernel on the second archive, in the temporary folder; None where there can be none that is ours alone."""
    folder = _folder()
    if folder is None:
        return None
    kernel = open_kernel(cwd, {**environ, "CK_CONFIG": config_file(environ), "CK_HOME": folder}, strict=False)
    if kernel.store.in_memory:
        kernel.close()
        return None
    ParkedOutputs(kernel.store).start_from(FIRST)
    return kernel


def _folder() -> str | None:
    path = os.path.join(tempfile.gettempdir(), f"ck-{os.geteuid()}")  # noqa: PTH118
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)  # noqa: PTH103
        found = os.lstat(path)
    except OSError:
        return None
    # Anybody may have made a folder of this name before.
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
    return path if ours else None
