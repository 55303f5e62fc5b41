"""A trace of system calls: the first of each, those that failed in an unusual way and the last ones stay."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kernel.projection.columns import odd_rows
from kernel.projection.recogniser import EXACT, Fold, Keep, Proposal, Seen
from kernel.reading.syscalls import Call, read_calls
from kernel.reading.templates import mask_digits

KIND = "system calls"
WHY = "calls that went well or failed as many others did; the first of each, rare errors, programs started and the last ones are shown"
_FEWEST = 60
_LAST = 20
_OF_ERROR = 3
"""Failed calls of one name and error that are shown, the first and the last ones."""

_MOST_MISSING = 12
_STARTING = frozenset(("execve", "execveat"))
_MOST_STARTED = 40
_MOST_TOLD = 12


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold what a trace of at least ``_FEWEST`` calls says again and again; lines that are no call stay."""
    calls = read_calls(seen.lines)
    if len(calls) < _FEWEST:
        return
    note = _note_of(calls)
    shown = _shown(calls)
    for at, call in enumerate(calls):
        if at in shown:
            yield Keep(call.line, call.line + 1, EXACT, shown[at])
        else:
            yield Fold(call.line, call.line + 1, KIND, WHY, EXACT, KIND, note)


def _shown(calls: Sequence[Call]) -> dict[int, str]:
    """Index → reason of the calls that are shown."""
    shown: dict[int, str] = {}
    failed: dict[tuple[str, str], list[int]] = {}
    started: list[int] = []
    for at, call in enumerate(calls):
        if call.error:
            failed.setdefault((call.name, call.error), []).append(at)
        elif call.name in _STARTING:
            started.append(at)
    for same in failed.values():
        shown |= dict.fromkeys([*same[:_OF_ERROR], *same[-_OF_ERROR:]], "it failed")
    shown |= dict.fromkeys(started[:_MOST_STARTED], "a program is started")
    missing = _never_found(calls)
    shown |= dict.fromkeys([*missing[:_MOST_MISSING], *missing[-_MOST_MISSING:]], "of a file that was never found")
    firsts: dict[str, int] = {}
    for at, call in enumerate(calls):
        firsts.setdefault(call.name, at)
    shown |= dict.fromkeys(firsts.values(), "the first of its name")
    shown |= dict.fromkeys(range(max(0, len(calls) - _LAST), len(calls)), "one of the last")
    return shown | odd_rows([(call.name,) for call in calls])


def _never_found(calls: Sequence[Call]) -> list[int]:
    """The first failed call about each name of a file that no call found, in whatever folder: else the failed ones were a search."""
    found = {_name(call.path) for call in calls if call.path and not call.error}
    missing: dict[str, int] = {}
    for at, call in enumerate(calls):
        if call.path and call.error and _name(call.path) not in found:
            missing.setdefault(_name(call.path), at)
    return list(missing.values())


def _name(path: str) -> str:
    """A path's last name; names that differ in numbers count as one."""
    return mask_digits(path.rstrip("/").rpartition("/")[2])


def _note_of(calls: Sequence[Call]) -> Callable[[Sequence[int]], str]:
    by_line = {call.line: call for call in calls}

    def note(gone: Sequence[int]) -> str:
        inside = [by_line[at] for at in gone if at in by_line]
        counts = Counter(f"{call.name} {call.error}".rstrip() for call in inside)
        told = [f"{times} {name}" for name, times in counts.most_common(_MOST_TOLD)]
        more = len(counts) - len(told)
        return ", ".join([*told, *([f"{more} other kinds"] if more else [])])

    return note
