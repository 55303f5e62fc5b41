# ruff: noqa: PTH112, PTH113, PTH117, PTH118, PTH123  (paths are bytes of the system's here, links matter)
"""Where tools may look: the client's roots and the repositories that these lie in. Nothing else is ever shown."""

import os
import stat
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from kernel.model.errors import BadInput, NotFound
from kernel.service.repository import find_repository

LARGEST_FILE = 2_000_000
"""Bytes of a source file that is read; larger ones are data or generated."""


class Place(NamedTuple):
    """A file: the real path of the folder that it may be shown from, and its own path below it, without links."""

    root: str
    path: str


class Places:
    """The folders that a client opened, as real paths; empty: none is known, and nothing is shown."""

    def __init__(self, roots: Iterable[str]) -> None:
        self.roots = tuple(dict.fromkeys(os.path.realpath(root) for root in roots if os.path.isdir(root)))
        self._repositories = tuple(dict.fromkeys(find_repository(root).root for root in self.roots))

    @property
    def repositories(self) -> tuple[str, ...]:
        """The roots of the repositories, in the order of the client's roots.

        Raises:
            BadInput: The client opened no folder.
        """
        if not self._repositories:
            raise BadInput("no folder is open: the client names no root that can be read")
        return self._repositories

    def folder(self, asked: str) -> str:
        """The folder of a repository that a tool was asked about; empty: the first root.

        Raises:
            BadInput: It is no folder, or outside of the roots and their repositories.
        """
        if not asked:
            return self.repositories[0]
        place = self._one(asked)
        folder = os.path.join(place.root, place.path)
        if not os.path.isdir(folder):
            raise BadInput(f"{asked!a} is no folder")
        return folder

    def file(self, asked: str) -> Place:
        """The file of a path, absolute or relative to a root or its repository.

        Raises:
            BadInput: It is no plain file, or outside of the roots and their repositories.
            NotFound: There is no such file.
        """
        place = self._one(asked)
        if not os.path.isfile(os.path.join(place.root, place.path)):
            raise BadInput(f"{asked!a} is no file")
        return place

    def _one(self, asked: str) -> Place:
        if "\0" in asked or not _is_encodable(asked):
            raise BadInput("this is no path")
        found = {}
        for base in dict.fromkeys((*self.repositories, *self.roots)):
            real = os.path.realpath(os.path.join(base, asked))
            if os.path.lexists(real):
                found[real] = base
        inside = {real: place for real in found if (place := self._inside(real)) is not None}
        if len(inside) > 1:
            raise BadInput(f"{asked!a} is in several places: give one of {', '.join(sorted(inside))}")
        if inside:
            return next(iter(inside.values()))
        if found or os.path.isabs(asked) or ".." in asked.split("/"):
            raise BadInput(f"{asked!a} is outside of the folders that the client opened")
        raise NotFound(f"there is no {asked!a} below {', '.join(self.repositories)}")

    def _inside(self, real: str) -> Place | None:
        """The place of a real path; None where it is outside, or git's own."""
        for base in dict.fromkeys((*self.repositories, *self.roots)):
            if real == base:
                return Place(base, ".")
            if real.startswith(base.rstrip("/") + "/"):
                path = real[len(base.rstrip("/")) + 1 :]
                return None if ".git" in path.split("/") else Place(base, path)
        return None


def read_text(place: Place) -> str:
    """The text of a file, line ends plain, undecodable bytes as U+FFFD. No link on the way is followed.

    Raises:
        BadInput: The file is gone, binary, too large, or no plain file any more.
    """
    data = _read(place)
    if data is None:
        raise BadInput(f"{place.path!a} cannot be read (gone, no plain file, or over {LARGEST_FILE} bytes)")
    if b"\0" in data[:8000]:
        raise BadInput(f"{place.path!a} is no text")
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


def client_roots(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """The folders in a client's answer to ``roots/list``; what is no local folder's address is left out."""
    found = []
    listed = answer.get("roots")
    for root in listed if isinstance(listed, list) else ():
        uri = root.get("uri") if isinstance(root, dict) else None
        if isinstance(uri, str) and (path := _path_of(uri)) and os.path.isdir(path):
            found.append(path)
    return tuple(found)


def default_roots(environ: Mapping[str, str], cwd: str) -> tuple[str, ...]:
    """The folder of a client that has no roots: the project that it names, else the one that it was started in.

    A start in ``/`` or in the home folder says nothing about a project.
    """
    named = environ.get("CLAUDE_PROJECT_DIR", "")
    if named and os.path.isdir(named):
        return (named,)
    home = os.path.realpath(os.path.expanduser("~"))  # noqa: PTH111
    return () if os.path.realpath(cwd) in ("/", home) else (cwd,)


def _is_encodable(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


def _path_of(uri: str) -> str:
    """The path of a file's address; empty where it is another kind of address or another machine's."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return ""
    path = os.fsdecode(unquote_to_bytes(parts.path))
    return "" if "\0" in path else path


def _read(place: Place) -> bytes | None:
    """The bytes of a file, opened step by step so that nobody can put a link in between."""
    *folders, name = place.path.split("/")
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    opened: list[int] = []
    try:
        opened.append(os.open(place.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
        for folder in folders:
            opened.append(os.open(folder, flags | os.O_DIRECTORY, dir_fd=opened[-1]))
        opened.append(os.open(name, flags, dir_fd=opened[-1]))
        info = os.fstat(opened[-1])
        if not stat.S_ISREG(info.st_mode) or info.st_size > LARGEST_FILE:
            return None
        with open(os.dup(opened[-1]), "rb") as file:
            data = file.read(LARGEST_FILE + 1)
        return data if len(data) <= LARGEST_FILE else None
    except OSError:
        return None
    finally:
        for descriptor in opened:
            os.close(descriptor)
