# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""Where we work, found by looking for ``.git`` (no process is started)."""

import os

from kernel.model.errors import BadInput
from kernel.model.scope import Repository

# A `.git` file holds one short line; more is something else.
_GIT_FILE_MAX_BYTES = 10_000


def find_repository(cwd: str) -> Repository:
    """The repository that a folder (or a file's folder) lies in.

    The key of all worktrees of one repository is the real path of their common git folder. A submodule is
    a repository of its own. Without git, root and key are the folder itself.

    Raises:
        BadInput: There is no such folder.
    """
    start = os.path.realpath(_checked(cwd))
    if not os.path.isdir(start):
        start = os.path.dirname(start)
    folder = start
    while True:
        common = _common_folder(os.path.join(folder, ".git"))
        if common is not None:
            return Repository(folder, common, True)
        parent = os.path.dirname(folder)
        if parent == folder:
            return Repository(start, start, False)
        folder = parent


def _checked(cwd: str) -> str:
    try:
        path = os.path.abspath(cwd)
        if os.path.exists(path):
            return path
    except (ValueError, OSError):
        pass
    raise BadInput(f"there is no folder {cwd!a}")


def _common_folder(dot_git: str) -> str | None:
    """The real path of the common git folder that ``.git`` leads to; None where it does not look like git's."""
    folder: str | None = dot_git
    if os.path.isfile(dot_git):
        target = _line(dot_git, "gitdir:")
        folder = None if target is None else os.path.join(os.path.dirname(dot_git), target)
    if folder is None or not os.path.lexists(os.path.join(folder, "HEAD")):
        return None
    common = _line(os.path.join(folder, "commondir"), "")
    return os.path.realpath(folder if common is None else os.path.join(folder, common))


def _line(path: str, prefix: str) -> str | None:
    """What follows the prefix in a one-line file; None where it is not there or holds something else."""
    try:
        with open(path, "rb") as file:
            text = os.fsdecode(file.read(_GIT_FILE_MAX_BYTES))
    except OSError:
        return None
    if not text.startswith(prefix) or "\0" in text:
        return None
    return text[len(prefix) :].strip(" \r\n") or None
