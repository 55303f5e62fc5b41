"""Recognisers of data, logs, lists and documents, each behind a cheap look."""

from kernel.projection.recogniser import Registered, Seen

_HERE = "kernel.projection.recognisers."


def _has_json(seen: Seen) -> bool:
    text = seen.text
    return ("{" in text and ('":' in text or '" :' in text)) or text.count(",\n") >= 20


def _has_rows(seen: Seen) -> bool:
    return len(seen.lines) > 40


# Programs whose lines are answers one by one, not a stream of events.
_ANSWERING = frozenset(
    (
        "git",
        "grep",
        "egrep",
        "rg",
        "ag",
        "ack",
        "find",
        "fd",
        "ls",
        "exa",
        "eza",
        "tree",
        "du",
        "diff",
        "locate",
    )
)

_SEARCHING = frozenset(("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ugrep"))


def _may_be_log(seen: Seen) -> bool:
    return (
        len(seen.lines) >= 20 and seen.program not in _ANSWERING and seen.tool not in ("read", "grep", "glob")
    )


def _has_commits(seen: Seen) -> bool:
    return seen.text.startswith("commit ") or "\ncommit " in seen.text


def _has_diff(seen: Seen) -> bool:
    return seen.text.startswith("diff --git ") or "\ndiff --git " in seen.text


def _may_be_paths(seen: Seen) -> bool:
    return len(seen.lines) >= 50 and (
        seen.program in _ANSWERING or seen.tool in ("glob", "ls") or "/" in seen.lines[len(seen.lines) // 2]
    )


def _may_be_matches(seen: Seen) -> bool:
    if len(seen.lines) < 60 or seen.tool == "read":
        return False
    return seen.tool == "grep" or seen.program in _SEARCHING or seen.arguments[:1] == ("grep",)


def _is_read(seen: Seen) -> bool:
    return seen.tool in ("read", "notebookread") or seen.program in ("cat", "bat", "batcat", "nl", "tac")


def _has_long_lines(seen: Seen) -> bool:
    return len(seen.text) > 1000 and (
        len(seen.text) > 60 * len(seen.lines) or max(map(len, seen.lines)) > 1000
    )


def _has_yaml_items(seen: Seen) -> bool:
    return (
        len(seen.lines) > 40
        and seen.text.count("\n- ") + seen.text.count(" - ") + seen.text.count("\n---\n") >= 8
        and ": " in seen.text
    )


def _has_page(seen: Seen) -> bool:
    return (
        seen.tool == "webfetch"
        or "</" in seen.text[:4000]
        or seen.text.count("](http") + seen.text.count("](/") >= 6
    )


def _has_playbook(seen: Seen) -> bool:
    return "TASK [" in seen.text


GREEN_SIDE: tuple[Registered, ...] = (
    Registered("read", _is_read, _HERE + "file_reads"),
    Registered("json", _has_json, _HERE + "json_records"),
    Registered("yaml", _has_yaml_items, _HERE + "yaml_items"),
    Registered("table", _has_rows, _HERE + "table_rows"),
    Registered("log", _may_be_log, _HERE + "log_templates"),
    Registered("git-log", _has_commits, _HERE + "git_history"),
    Registered("git-diff", _has_diff, _HERE + "git_diff"),
    Registered("paths", _may_be_paths, _HERE + "path_listing"),
    Registered("matches", _may_be_matches, _HERE + "search_matches"),
    Registered("page", _has_page, _HERE + "web_page"),
    Registered("playbook", _has_playbook, _HERE + "ansible_tasks"),
    Registered("long-line", _has_long_lines, _HERE + "long_lines"),
)
