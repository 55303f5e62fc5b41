"""Long lists of files: the ends are shown, the rest is told by folder, every name in it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kernel.projection.columns import odd_rows, summary
from kernel.projection.folder_names import by_folder
from kernel.projection.measures import read_numbers
from kernel.projection.recogniser import SURE, Fold, Keep, Proposal, Seen
from kernel.reading.path_lists import Entry, measures_of, read_paths
from kernel.reading.patterns import lazy
from kernel.reading.templates import mask_digits
from kernel.reading.vocabulary import is_alarming

KIND = "paths"
WHY = "a long list of files; told by folder"
_FEWEST = 50
"""Lines; a shorter list is what was asked for."""

_SHOWN = 5
_PACKAGE = lazy(r"\S+@\d\S*|[\w-]+ v\d\S*")
_LEAST_BELOW = 8
"""Rows of a tree for each package that its root needs, from which those are all shown: else markers between them cost more."""

_MOST_PARENTS = 6
_ELSEWHERE = (" deduped", " (*)")


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the middle of a list of at least ``_FEWEST`` paths."""
    entries = read_paths(seen.lines)
    if len(entries) < _FEWEST:
        return
    first, last = entries[_SHOWN].line, entries[-_SHOWN].line
    known = {entry.line: entry for entry in entries}
    sizes = {at: size for at, (size, _) in measures_of(seen.lines).items() if at in known}
    note = _note_of(known, sizes)
    odd = _largest(sizes) | _odd(seen.lines, entries) | _direct(entries)
    start = first
    for at in range(first, last + 1):
        reason = odd.get(at) or _remark(seen.lines[at], known.get(at))
        if reason or at == last:
            if at > start:
                yield Fold(start, at, KIND, WHY, SURE, KIND, note)
            if reason:
                yield Keep(at, at + 1, SURE, reason)
            start = at + 1


def _remark(line: str, entry: Entry | None) -> str:
    """Why a line is shown that is no mere path: it is none, or trouble is told behind one (``UNMET PEER DEPENDENCY``)."""
    if entry is None:
        return "not a path" if line.strip() else ""
    remark = " ".join(word for word in entry.name.split() if "@" not in word) if " " in entry.name else ""
    remark = _PACKAGE.sub("", remark)
    return "it sounds like trouble" if is_alarming(remark) else ""


def _largest(sizes: dict[int, str]) -> dict[int, str]:
    """The lines of the largest sizes, or of the highest counts."""
    numbers = read_numbers(list(sizes.values())) or []
    order = sorted(zip(sizes, numbers, strict=False), key=lambda one: -(one[1] or 0))
    return {at: "one of the largest" for at, _ in order[:_SHOWN]}


def _odd(lines: Sequence[str], entries: Sequence[Entry]) -> dict[int, str]:
    """Rows of ``ls -l`` whose rights, owner or size stand out, and paths beside which a rare word stands, by their line."""
    rows = [
        (entry.line, lines[entry.line].split(None, 5))
        for entry in entries
        if entry.name and lines[entry.line][:1] in tuple("-dlcbps")
    ]
    told: list[tuple[int, tuple[str, ...]]] = [
        (entry, (words[0], words[2], words[3], words[4], _time_form(words[5])))
        for entry, words in rows
        if len(words) == 6 and len(words[0]) >= 10
    ]
    if len(told) < 0.8 * len(entries):
        told = _words_beside(lines, [entry for entry in entries if entry.name])
    return {told[at][0]: reason for at, reason in odd_rows([row for _, row in told]).items()}


def _time_form(rest: str) -> str:
    """How the time of a row is written: with a year instead of a clock where the file is old."""
    return " ".join(mask_digits(word) for word in rest.split(None, 3)[1:3])


def _words_beside(lines: Sequence[str], named: Sequence[Entry]) -> list[tuple[int, tuple[str, ...]]]:
    """What stands before and behind the paths; behind them only where enough have something there, since names have spaces too."""
    behind = [_behind_name(entry.name) for entry in named]
    many = sum(1 for words in behind if words[0]) >= 0.1 * len(named)
    return [
        (entry.line, (_before_path(lines[entry.line]), *(words if many else ())))
        for entry, words in zip(named, behind, strict=True)
    ]


def _before_path(line: str) -> str:
    """The word before a path, such as a status or what was done to the file; empty where there is none."""
    words = line.split(None, 1)
    if len(words) < 2:
        return ""
    word, path = words
    return word if "/" in path and "/" not in word and word[-1:].isalnum() else ""


def _behind_name(name: str) -> tuple[str, str, str, str]:
    """What a drawn tree says behind the names: versions, sources, remarks."""
    words = name.split(None, 4)[1:]
    first, second, third, rest = *words, *("",) * (4 - len(words))
    return first, second, third, rest


def _note_of(known: dict[int, Entry], sizes: dict[int, str]) -> Callable[[Sequence[int]], str]:
    def note(lines: Sequence[int]) -> str:
        told = [sizes[at] for at in lines if at in sizes]
        named = [known[at] for at in lines if at in known and known[at].name]
        if _is_package_tree(named):
            return _packages(named, min(known.items())[1].name)
        folders = by_folder((entry.folder, entry.name.partition(" -> ")[0]) for entry in named)
        return "; ".join([summary("", told), *folders] if told else folders)

    return note


def _is_package_tree(entries: Sequence[Entry]) -> bool:
    return sum(1 for entry in entries if entry.parent and _PACKAGE.search(entry.name)) > len(entries) // 2


def _direct(entries: Sequence[Entry]) -> dict[int, str]:
    """Of a drawn tree of packages the lines of those that its root itself needs."""
    if not _is_package_tree(entries):
        return {}
    direct = {entry.line: "needed directly" for entry in entries if entry.parent == entries[0].name}
    return direct if len(direct) * _LEAST_BELOW <= len(entries) else {}


def _packages(named: Sequence[Entry], root: str) -> str:
    """Packages of a drawn tree: those that the root needs by name, the others by number; who looks for one searches what was parked."""
    direct = [_plain(entry.name) for entry in named if entry.parent == root]
    first = [entry for entry in named if not entry.name.endswith(_ELSEWHERE) and entry.parent != root]
    needed_by = Counter(_plain(entry.parent) for entry in first)
    told = [f"{times} of {parent}" for parent, times in needed_by.most_common(_MOST_PARENTS)]
    others = sum(needed_by.values()) - sum(times for _, times in needed_by.most_common(_MOST_PARENTS))
    again = len(named) - len(first) - len(direct)
    parts = [*direct, *told, *([f"{others} of others"] if others else []), *([f"{again} told elsewhere in the tree"] if again else [])]
    return "packages, " + ", ".join(parts)


def _plain(text: str) -> str:
    return text.translate({ord("["): "(", ord("]"): ")"})
