"""The files of a repository: what git tracks or would track, or a pruned walk where there is no git."""

import os
import stat
import subprocess
from collections.abc import Callable
from typing import NamedTuple

# Folders that hold no source of the project itself (build products, environments, caches, dependencies).
PRUNED = frozenset(
    ".git .hg .svn node_modules __pycache__ .venv venv .tox .nox .mypy_cache .ruff_cache .pytest_cache "
    ".hypothesis site-packages .eggs .idea .next .nuxt .terraform".split()
)
MAX_FILES = 200_000
_GIT_SECONDS = 20
# Room for the names of many files, so that git need not wait until they are read.
_PIPE_BYTES = 1 << 20
# A repository's own configuration must not start programs: fsmonitor names one.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false")


class FileEntry(NamedTuple):
    """A regular file: POSIX path relative to the root, and what tells that it was not changed (a change of
    content or of the file itself moves the change time, whatever the other times are set to)."""

    path: str
    mtime_ns: int
    size: int
    ctime_ns: int


class Listing(NamedTuple):
    """``paths`` of all files, sorted; ``files`` are the wanted ones, looked at; ``notes`` say what was left out."""

    paths: tuple[str, ...]
    files: tuple[FileEntry, ...]
    notes: tuple[str, ...]


class Lister:
    """A listing under way: git works while the caller does something else."""

    __slots__ = ("_git", "_root", "_started")

    def __init__(self, root: str, git: bool) -> None:
        self._root = root
        self._git = git
        self._started = _start_git(root) if git else None

    def files(self, wanted: Callable[[str], bool]) -> Listing:
        """List the files below the root; links are not followed, so nothing outside is ever read.

        ``wanted`` chooses the files that are looked at (a stat each): of these only regular files that are there stay.
        """
        names = _git_names(self._started) if self._started else None
        notes: tuple[str, ...] = ()
        if names is None:
            names = _walk(self._root)
            notes = ("git did not list the files: all folders were walked, ignored files included",) if self._git else ()
        if len(names) > MAX_FILES:
            notes = (*notes, f"only the first {MAX_FILES:,} of {len(names):,} files were looked at",)
        names = sorted(names)[:MAX_FILES]
        looked = {name: _entry(self._root, name) for name in names if wanted(name)}
        paths = tuple(name for name in names if name not in looked or looked[name])
        return Listing(paths, tuple(e for e in looked.values() if e), notes)


def list_files(root: str, git: bool, wanted: Callable[[str], bool]) -> Listing:
    """List the files below ``root`` at once."""
    return Lister(root, git).files(wanted)


def _start_git(root: str) -> "subprocess.Popen[bytes] | None":
    command = [*_GIT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            command, cwd=root, env=environment, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, pipesize=_PIPE_BYTES
        )
    except OSError:
        return None


def _git_names(started: "subprocess.Popen[bytes]") -> list[str] | None:
    try:
        printed, _ = started.communicate(timeout=_GIT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        started.kill()
        started.communicate()
        return None
    if started.returncode:
        return None
    return [os.fsdecode(name) for name in printed.split(b"\0") if name]


def _entry(root: str, name: str) -> FileEntry | None:
    try:
        info = os.lstat(f"{root}/{name}")
    except (OSError, ValueError):
        return None
    return FileEntry(name, info.st_mtime_ns, info.st_size, info.st_ctime_ns) if stat.S_ISREG(info.st_mode) else None


def _walk(root: str) -> list[str]:
    found: list[str] = []
    folders = [""]
    while folders and len(found) <= MAX_FILES:
        folder = folders.pop()
        try:
            with os.scandir(f"{root}/{folder}" if folder else root) as entries:
                children = sorted(entries, key=lambda e: e.name)
        except OSError:
            continue
        for child in children:
            name = f"{folder}/{child.name}" if folder else child.name
            try:
                if child.is_dir(follow_symlinks=False):
                    if child.name not in PRUNED and not child.name.endswith(".egg-info"):
                        folders.append(name)
                elif child.is_file(follow_symlinks=False):
                    found.append(name)
            except OSError:
                continue
    return found


def read_file(root: str, path: str, limit: int) -> bytes | None:
    """The bytes of a listed file, at most ``limit``; None if it is gone, no regular file any more, or unreadable."""
    try:
        handle = os.open(f"{root}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode) or info.st_size > limit:
            return None
        parts = []
        while part := os.read(handle, 1 << 20):
            parts.append(part)
            if sum(map(len, parts)) > limit:
                return None
        return b"".join(parts)
    except OSError:
        return None
    finally:
        os.close(handle)
