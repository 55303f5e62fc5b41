"""What stands before the lines of a text: stamps of logs, steps of builds, names of services and ranks.

Readers look at lines without their margins, and at each service or rank alone where several write into one text.
"""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

LONGEST = 500
"""Characters of a line that readers look at: what identifies a line stands at its start."""

_MOST_STREAMS = 256
_PLAIN_STARTS = frozenset(("", " ", "\t", "=", "{", "*", ">", "│", "/", "-", "+"))
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_SIGNS = ("| ", ": ", "\t", "npm ", "INTERNALERROR>")
"""What a line that starts with a letter holds if it has a margin."""

_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_MARGIN = lazy(
    r"(?:"
    rf"\[?{_STAMP}\]?[ \t]"  # log stamps
    r"|#\d{1,4} \d{1,7}\.\d{1,3} "  # docker build
    r"|\d{1,6}\.\d{3} {1,4}(?=\s)"  # docker build, repeated below its error
    r"|\d{8}\t\d\d:\d\d:\d\d\t\[\d{1,9}\] "  # DebugView
    r"|(?P<job>[^\t\n]{1,80}\t[^\t\n]{1,80}\t)(?=\d{4}-\d\d)"  # GitHub's runs
    r"|(?P<unit>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} [\w./@-]{1,60}\[\d{1,9}\]: )"  # syslog
    r"|\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +(?P<process>\d{1,6} +\d{1,6} [VDIWEF] [^:\n]{1,40}): "  # logcat
    r"|\d\d:\d\d:\d\d(?:[.,]\d{1,6})? (?=[\w.\-]{1,60} {0,40}\| )"  # Procfiles
    r"|INTERNALERROR> ?"
    r"|(?P<task>\d{1,4}: )"  # srun --label
    r"|(?P<pid>\([\w.\-]{1,60}[ ,]{1,3}[\w ,=.\-]{0,60}?(?:pid|ip|rank)=[^)\n]{1,60}\) )"  # ray, vLLM
    r"|(?P<script>[\w@/.\-]{1,60}:(?:build|test|dev|lint|start|check|compile|typecheck): )"  # turborepo
    r"|npm (?:ERR!|error) (?:gyp (?:ERR!|info) (?:stack )?)?"
    r"|(?P<service>[A-Za-z][\w.\-]{0,60}) {0,40}\| "  # docker compose
    r"|(?P<rank>\[(?!(?:INFO|ERROR|WARN|WARNING|DEBUG|TRACE|FATAL|ok|FAIL|PASS|gw\d+|\d+/\d+|error|info|warn)\])"
    r"[A-Za-z0-9][\w:.,@/\-]{0,40}\](?:<std(?:err|out)>)?:? ?)"  # [rank0]: [1,0]<stderr>: [web]
    r"){1,3}"
)
_WHO = ("job", "unit", "process", "service", "rank", "task", "pid", "script")


class Unmargined(NamedTuple):
    """The lines of a text without their margins, and who wrote them.

    Attributes:
        bodies: One for each line, cut at ``LONGEST`` characters, without white space at the end.
        writers: Ascending indexes of each writer's lines where several write into one text; empty for one writer.
    """

    bodies: list[str]
    writers: tuple[list[int], ...]


def unmargined(lines: Sequence[str]) -> Unmargined:
    """Take the margins off, line by line; what is only told apart by a stamp is one writer's."""
    bodies: list[str] = []
    writers: dict[str, list[int]] = {}
    signs = _signs_in(lines)
    for index, line in enumerate(lines):
        cut = line if len(line) <= LONGEST else line[:LONGEST]
        first = cut[:1]
        if first in _PLAIN_STARTS or (first in _LETTERS and not (signs and any(sign in cut for sign in signs))):
            bodies.append(cut.rstrip())
            continue
        match = _MARGIN.match(cut)
        if match is not None:
            who = next((name for group in _WHO if (name := match[group])), "").strip()
            cut = cut[match.end() :]
            writers.setdefault(who, []).append(index)
        bodies.append(cut.rstrip())
    named = sum(1 for who, at in writers.items() if who and len(at) > 1)
    if named < 2 or len(writers) > _MOST_STREAMS:
        return Unmargined(bodies, ())
    return Unmargined(bodies, _by_writer(len(lines), writers))


def _signs_in(lines: Sequence[str]) -> list[str]:
    text = "\n".join(lines)
    return [sign for sign in _SIGNS if sign in text]


def _by_writer(count: int, writers: dict[str, list[int]]) -> tuple[list[int], ...]:
    """Lines without a name are a writer of their own."""
    named = {who: at for who, at in writers.items() if who}
    taken = {index for at in named.values() for index in at}
    rest = [index for index in range(count) if index not in taken]
    streams = [*named.values(), rest] if rest else [*named.values()]
    return tuple(sorted(streams, key=lambda at: at[0]))
