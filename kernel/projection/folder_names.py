"""Many paths in one line: told by folder, a shared ending once, of very many that differ in numbers the ends."""

from collections.abc import Iterable, Sequence

from kernel.reading.templates import mask_digits

_NAMED = 24
"""Names of one folder; of more the first are told, and how many of each ending follow."""

_MOST_FOLDERS = 120


def by_folder(paths: Iterable[tuple[str, str]]) -> list[str]:
    """A text for each folder of (folder with a slash behind or empty, name) pairs, in the order of their first names."""
    folders: dict[str, list[str]] = {}
    for folder, name in paths:
        folders.setdefault(folder, []).append(name)
    names = list(folders)
    parts = [f"{_plain(folder) or './'} {_names(folders[folder])}" for folder in names[:_MOST_FOLDERS]]
    if len(names) > _MOST_FOLDERS:
        rest = sum(len(folders[name]) for name in names[_MOST_FOLDERS:])
        parts.append(f"{rest} paths in {len(names) - _MOST_FOLDERS} more folders, last {_plain(names[-1])}")
    return parts


def split_path(path: str) -> tuple[str, str]:
    """Folder, with a slash behind or empty, and name; a folder's own slash stays at its name."""
    head, slash, name = path.rstrip("/").rpartition("/")
    return head + slash, name + ("/" if path.endswith("/") else "")


def _names(names: Sequence[str]) -> str:
    """Names of a folder; a shared ending is said once, of very many that differ in numbers only the first and the last."""
    if len(names) <= _NAMED:
        return _by_ending(names)
    if len({mask_digits(name) for name in names}) == 1:
        return f"{_plain(names[0])} … {_plain(names[-1])} ({len(names)})"
    counts: dict[str, int] = {}
    rest = names[_NAMED // 2 :]
    for name in rest:
        ending = "*." + name.rpartition(".")[2] if "." in name.strip(".") else "others"
        counts[ending] = counts.get(ending, 0) + 1
    told = ", ".join(f"{times} {_plain(ending)}" for ending, times in counts.items())
    return f"{_by_ending(names[: _NAMED // 2])} and {told}"


def _by_ending(names: Sequence[str]) -> str:
    ending = names[0].rpartition(".")[2]
    if len(names) > 2 and "." in names[0][1:] and all(name.endswith("." + ending) for name in names):
        return f"*.{_plain(ending)}: " + " ".join(_plain(name[: -len(ending) - 1]) for name in names)
    return " ".join(map(_plain, names))


def _plain(text: str) -> str:
    return text.translate({ord("["): "(", ord("]"): ")", ord(";"): ","})
