"""Playbook tasks that changed nothing."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kernel.projection.recogniser import EXACT, MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.patterns import lazy

KIND = "lines of tasks without a change"
WHY = "tasks that were ok or skipped on every host"
HOSTS = "quiet hosts"
HOSTS_WHY = "hosts on which a task changed nothing"
_SEVERAL, _MOST_HOSTS = 3, 4
_HEAD = lazy(r"(?:TASK|RUNNING HANDLER|PLAY) \[.*\] \*{3,}")
_QUIET = lazy(r"(?:ok|skipping|included): .{1,300}|\s*")
_RECAP = "PLAY RECAP "


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold tasks whose every line says ok or skipped, without a result printed; keep the recap."""
    heads = [
        at
        for at, line in enumerate(seen.lines)
        if line.startswith(("TASK [", "RUNNING HANDLER [", "PLAY ")) and "***" in line
    ]
    for start, end in pairwise([*heads, len(seen.lines)]):
        if seen.lines[start].startswith(_RECAP):
            yield Keep(start, end, MUST, "how the play ended")
        elif seen.lines[start].startswith("PLAY "):
            yield Keep(start, start + 1, SURE, "a play begins")
        elif end - start > 1 and all(_is_quiet(line) for line in seen.lines[start + 1 : end]):
            yield Fold(start, end, KIND, WHY, EXACT, "", lambda gone: _told(seen.lines, gone))
        elif seen.lines[start].startswith(("TASK ", "RUNNING ")):
            yield Keep(start, start + 1, EXACT, "a task with something to tell")
            yield from _quiet_hosts(seen.lines, start + 1, end)


def _quiet_hosts(lines: Sequence[str], start: int, end: int) -> Iterator[Proposal]:
    """Hosts of such a task on which nothing happened, where they are several in a row; what happened stays."""
    at = start
    changed = 0
    while at < end:
        stop = at
        while stop < end and lines[stop].strip() and _is_quiet(lines[stop]):
            stop += 1
        if stop - at >= _SEVERAL:
            yield Fold(at, stop, HOSTS, HOSTS_WHY, EXACT, "", lambda gone: _hosts(lines, gone))
        if stop < end and lines[stop].strip():
            is_bare = lines[stop].startswith("changed: [") and "=>" not in lines[stop]
            changed += is_bare
            if not is_bare or changed <= _SEVERAL:
                yield Keep(stop, stop + 1, EXACT, "something happened on this host")
        at = stop + 1


def _hosts(lines: Sequence[str], gone: Sequence[int]) -> str:
    names = [lines[at].partition("[")[2].partition("]")[0] for at in gone]
    return ", ".join(names) if len(names) <= _MOST_HOSTS else f"{names[0]} … {names[-1]}"


def _is_quiet(line: str) -> bool:
    return _QUIET.fullmatch(line) is not None and "=>" not in line


def _told(lines: Sequence[str], gone: Sequence[int]) -> str:
    tasks = sum(1 for at in gone if _HEAD.match(lines[at]))
    ok = sum(1 for at in gone if lines[at].startswith("ok:"))
    return f"{tasks} tasks, {ok} times ok, {sum(1 for at in gone if lines[at].startswith('skipping:'))} times skipped"
