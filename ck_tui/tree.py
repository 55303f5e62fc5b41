"""The repository as a tree over sorted paths: nothing is built, a folder's children are found when it opens."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Node(NamedTuple):
    """A visible row: ``path`` ends in ``/`` for folders; ``files`` and ``hits`` count what is below a folder."""

    path: str
    name: str
    depth: int
    folder: bool
    open: bool
    files: int
    hits: int
    mark: str


def end_of(prefix: str) -> str:
    """The smallest string after everything that starts with ``prefix`` (which ends in ``/``)."""
    return prefix[:-1] + "0" if prefix else "\U0010ffff"


def count_below(paths: Sequence[str], prefix: str) -> int:
    """Files below a folder, the whole repository for the empty prefix."""
    return bisect_left(paths, end_of(prefix)) - bisect_left(paths, prefix)


def children(paths: Sequence[str], prefix: str) -> list[str]:
    """Names directly below a folder, folders (ending in ``/``) first. ``paths`` is sorted by code point."""
    folders, files = [], []
    index, stop = bisect_left(paths, prefix), bisect_left(paths, end_of(prefix))
    while index < stop:
        name, slash, _ = paths[index][len(prefix) :].partition("/")
        if slash:
            folders.append(name + "/")
            index = bisect_left(paths, end_of(prefix + name + "/"), index)
        else:
            files.append(name)
            index += 1
    return folders + files


def visible(
    paths: Sequence[str], opened: frozenset[str], marks: Mapping[str, str], prefix: str = "", depth: int = 0
) -> list[Node]:
    """Rows of the tree with the folders in ``opened`` unfolded; ``marks`` maps files to ``slice``, ``pin`` or ``drop``."""
    hit_paths = sorted(path for path, mark in marks.items() if mark != "drop")
    rows: list[Node] = []
    stack = [(prefix + name, name, depth) for name in reversed(children(paths, prefix))]
    while stack:
        path, name, level = stack.pop()
        if not path.endswith("/"):
            rows.append(Node(path, name, level, False, False, 1, 0, marks.get(path, "")))
            continue
        is_open = path in opened
        hits = count_below(hit_paths, path)
        rows.append(Node(path, name, level, True, is_open, count_below(paths, path), hits, ""))
        if is_open:
            stack += [(path + child, child, level + 1) for child in reversed(children(paths, path))]
    return rows


def parents(path: str) -> list[str]:
    """The folders above a path, outermost first."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[: index + 1]) + "/" for index in range(len(parts))]


def flat(paths: Sequence[str], marks: Mapping[str, str]) -> list[Node]:
    """Every file as a row of its own, for filters."""
    return [Node(path, path, 0, False, False, 1, 0, marks.get(path, "")) for path in paths]
