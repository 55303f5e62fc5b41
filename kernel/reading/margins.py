"""What stands before the lines of a text: stamps of logs, steps of builds, names of services and ranks.

Readers look at lines without their margins, and at each service or rank alone where several write into one text.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kernel.reading.patterns import lazy

LONGEST = 1_000
"""Characters of a line that readers look at: what identifies a line stands at its start."""

_MOST_STREAMS = 256
_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_MARGIN = lazy(
    r"(?:"
    rf"\[?{_STAMP}\]?[ \t]+"  # log stamps
    r"|#\d{1,4} \d{1,7}\.\d{1,3} "  # docker build
    r"|\d{1,6}\.\d{3} {1,4}(?=\s)"  # docker build, repeated below its error
    r"|\d{8}\t\d\d:\d\d:\d\d\t\[\d{1,9}\] "  # DebugView
    r"|(?P<job>[^\t\n]{1,80}\t[^\t\n]{1,80}\t)(?=\d{4}-\d\d)"  # GitHub's runs
    r"|(?P<unit>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} [\w./@-]{1,60}\[\d{1,9}\]: )"  # syslog
    r"|\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +(?P<process>\d{1,6} +\d{1,6} [VDIWEF] [^:\n]{1,40}): "  # logcat
    r"|npm (?:ERR!|error) (?:gyp (?:ERR!|info) (?:stack )?)?"
    r"|(?P<service>[A-Za-z][\w.\-]{0,60}) {0,40}\| "  # docker compose
    r"|(?P<rank>\[(?!(?:INFO|ERROR|WARN|WARNING|DEBUG|TRACE|FATAL|ok|FAIL|PASS|gw\d+|\d+/\d+|error|info|warn)\])"
    r"[A-Za-z0-9][\w:.,@/\-]{0,40}\](?:<std(?:err|out)>)?:? ?)(?=\S|\s{2}|$)"  # [rank0]: [1,0]<stderr>: [web]
    r"){1,3}"
)
_WHO = ("job", "unit", "process", "service", "rank")


class Stream(NamedTuple):
    """Lines of one writer without their margins, cut at ``LONGEST`` characters; ``indexes`` says where they stand."""

    indexes: Sequence[int]
    lines: Sequence[str]


def streams(lines: Sequence[str]) -> tuple[Stream, ...]:
    """The text's lines by writer, in the order of their first lines; one stream where there is but one writer."""
    bodies: list[str] = []
    writers: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        cut = line if len(line) <= LONGEST else line[:LONGEST]
        match = _MARGIN.match(cut) if cut[:1] not in ("", " ", "\t") else None
        who = ""
        if match is not None:
            cut = cut[match.end() :]
            who = next((name for group in _WHO if (name := match[group])), "")
        bodies.append(cut.rstrip())
        writers.setdefault(who, []).append(index)
    named = sum(1 for who, at in writers.items() if who and len(at) > 1)
    if named < 2 or len(writers) > _MOST_STREAMS:
        return (Stream(range(len(lines)), bodies),)
    return tuple(Stream(at, [bodies[index] for index in at]) for at in writers.values())
