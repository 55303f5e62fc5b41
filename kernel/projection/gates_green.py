"""Recognisers of data, logs, lists and documents, each behind a cheap look.

A look may read the whole text with the string's own searches, but lines only by a sample: most outputs are of one kind, and
what a small part of a large one holds is not worth reading all of it twice.
"""

from collections.abc import Sequence

from kernel.projection.command import printed_by, read_path
from kernel.projection.file_kinds import is_read_whole
from kernel.projection.recogniser import Registered, Seen
from kernel.reading.vocabulary import shapes_of

_HERE = "kernel.projection.recognisers."
_SAMPLE = 300
_SMALL = 2500
"""Characters below which look-alike lines and records are few enough to be the answer themselves."""

_READING = frozenset(("read", "notebookread"))
_PRINTING = frozenset(("cat", "bat", "batcat", "nl", "tac"))
_SEARCHING = frozenset(("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ugrep"))
_LISTING = frozenset(
    ("find", "fd", "fdfind", "ls", "exa", "eza", "tree", "du", "locate", "tar", "unzip", "zipinfo")
)
_GIT_HEADINGS = ("Changes to be committed:\n", "Changes not staged for commit:\n", "Untracked files:\n", "Unmerged paths:\n")
# Programs whose lines are answers one by one, not a stream of events.
_ANSWERING = _SEARCHING | _LISTING | {"git", "diff"}


def _sample(seen: Seen) -> Sequence[str]:
    return seen.lines[:: max(1, len(seen.lines) // _SAMPLE)]


def _reads_source(seen: Seen) -> bool:
    """Whether a source, configuration or document is shown, which is not to be read as data."""
    if seen.tool in _READING:
        return is_read_whole(seen.path or seen.command.partition("(")[2].partition(",")[0].rstrip(")"))
    return seen.program in _PRINTING and is_read_whole(read_path(seen.command))


def _answers(seen: Seen) -> bool:
    """Whether the lines are answers one by one; a search in what another program printed is none, its lines are that one's."""
    if seen.tool in ("grep", "glob"):
        return True
    return seen.program in _ANSWERING and not (
        seen.program in _SEARCHING and printed_by(seen.command)[-1].piped
    )


def _is_json(seen: Seen) -> bool:
    """Whether nearly all lines are those of pretty-printed JSON."""
    bare = [line.strip() for line in _sample(seen) if line.strip()]
    fitting = sum(map(_may_be_json, bare))
    return fitting >= 0.9 * len(bare) and any(line[-1] in "{[" or line[0] in "{[" for line in bare)


def _may_be_json(bare: str) -> bool:
    """Whether a line may be one of pretty-printed JSON; a line of a log that begins with ``[name]`` or a date is none."""
    if bare[0] in "[{":
        return bare[-1] in "[{]},"
    if bare[0] in "-0123456789tfn" and " " in bare:
        return False
    return bare[0] in '"}]-0123456789tfn' and bare[-1] in ',{}[]"0123456789el'


def _is_read(seen: Seen) -> bool:
    return seen.tool in _READING or seen.program in _PRINTING


def _has_json(seen: Seen) -> bool:
    text = seen.text
    if len(text) < _SMALL or _reads_source(seen):
        return False
    return ("{" in text and ('":' in text or '" :' in text)) or ("[\n" in text and text.count(",\n") >= 20)


def _has_yaml_items(seen: Seen) -> bool:
    text = seen.text
    if len(seen.lines) <= 40 or ": " not in text or _reads_source(seen):
        return False
    return text.count("\n- ") + text.count("  - ") + text.count("\n---\n") >= 8


def _has_rows(seen: Seen) -> bool:
    if len(seen.lines) <= 40 or _answers(seen):
        return False
    return not _is_json(seen) and not _reads_source(seen)


def _may_be_log(seen: Seen) -> bool:
    if len(seen.lines) < 20 or len(seen.text) < _SMALL or _answers(seen):
        return False
    if _reads_source(seen) or _is_json(seen):
        return False
    sample = _sample(seen)
    if sum(1 for line in sample if line.count(" ") >= 2) >= 0.03 * len(sample):
        return True
    return len(set(shapes_of(sample))) <= 0.1 * len(sample)


def _has_paragraphs(seen: Seen) -> bool:
    if len(seen.lines) < 40 or len(seen.text) < _SMALL or _answers(seen) or _reads_source(seen):
        return False
    return seen.text.count("\n\n") >= 8


def _has_commits(seen: Seen) -> bool:
    return seen.text.startswith("commit ") or "\ncommit " in seen.text


def _has_states(seen: Seen) -> bool:
    if len(seen.lines) < 20 or _has_commits(seen) or _has_diff(seen):
        return False
    return seen.program == "git" or any(sign in seen.text for sign in _GIT_HEADINGS)


def _is_annotated(seen: Seen) -> bool:
    return len(seen.lines) >= 80 and seen.program == "git" and not {"blame", "annotate"}.isdisjoint(seen.arguments)


def _has_diff(seen: Seen) -> bool:
    return seen.text.startswith("diff --git ") or "\ndiff --git " in seen.text


def _may_be_paths(seen: Seen) -> bool:
    if len(seen.lines) < 50 or seen.program in _SEARCHING or seen.tool == "grep":
        return False
    if seen.tool in ("glob", "ls") or seen.program in _LISTING:
        return True
    sample = [line for line in _sample(seen) if line]
    return sum(1 for line in sample if _may_be_path(line)) >= 0.7 * len(sample)


def _may_be_path(line: str) -> bool:
    """Whether a line may name a file, or be a row of a drawn tree."""
    if line[0] in "│├└":
        return True
    return "/" in line and line.count(" ") <= 8


def _may_be_matches(seen: Seen) -> bool:
    if len(seen.lines) < 60 or seen.tool in _READING:
        return False
    return seen.tool == "grep" or seen.program in _SEARCHING or seen.arguments[:1] == ("grep",)


def _may_be_calls(seen: Seen) -> bool:
    """Whether system calls are traced: lines that end in a result."""
    if len(seen.lines) < 60 or seen.text.count(") = ") + seen.text.count(")  ") < 30:
        return False
    sample = [line for line in _sample(seen) if line]
    return sum(1 for line in sample if "(" in line and (") = " in line or ")  " in line or "unfinished" in line)) >= 0.6 * len(sample)


def _has_page(seen: Seen) -> bool:
    if seen.tool == "webfetch":
        return True
    head = seen.text[:4000]
    return "</" in head or "<html" in head or seen.text.count("](http") + seen.text.count("](/") >= 6


def _has_playbook(seen: Seen) -> bool:
    return "TASK [" in seen.text


def _has_long_lines(seen: Seen) -> bool:
    return len(seen.text) > 1000 and (
        len(seen.text) > 60 * len(seen.lines) or max(map(len, seen.lines)) > 1000
    )


def _is_short(seen: Seen) -> bool:
    return len(seen.lines) >= 40 and len(seen.text) <= 60_000


GREEN_SIDE: tuple[Registered, ...] = (
    Registered("read", _is_read, _HERE + "file_reads"),
    Registered("json", _has_json, _HERE + "json_records"),
    Registered("yaml", _has_yaml_items, _HERE + "yaml_items"),
    Registered("table", _has_rows, _HERE + "table_rows"),
    Registered("log", _may_be_log, _HERE + "log_templates"),
    Registered("blocks", _has_paragraphs, _HERE + "paragraph_records"),
    Registered("git-log", _has_commits, _HERE + "git_history"),
    Registered("git-status", _has_states, _HERE + "git_states"),
    Registered("git-blame", _is_annotated, _HERE + "git_blame"),
    Registered("git-diff", _has_diff, _HERE + "git_diff"),
    Registered("paths", _may_be_paths, _HERE + "path_listing"),
    Registered("matches", _may_be_matches, _HERE + "search_matches"),
    Registered("calls", _may_be_calls, _HERE + "system_calls"),
    Registered("page", _has_page, _HERE + "web_page"),
    Registered("playbook", _has_playbook, _HERE + "ansible_tasks"),
    Registered("text", _is_short, _HERE + "plain_text"),
    Registered("long-line", _has_long_lines, _HERE + "long_lines"),
)
