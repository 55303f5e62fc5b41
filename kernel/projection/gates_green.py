"""Recognisers of data, logs, lists and documents, each behind a cheap look."""

from kernel.projection.recogniser import Registered, Seen

_HERE = "kernel.projection.recognisers."


def _has_json(seen: Seen) -> bool:
    text = seen.text
    return ("{" in text and ('":' in text or '" :' in text)) or text.count(",\n") >= 20


def _has_rows(seen: Seen) -> bool:
    return len(seen.lines) > 40


_LISTING = frozenset(("git", "grep", "rg", "ag", "find", "fd", "ls", "tree", "diff", "cat -A"))


def _may_be_log(seen: Seen) -> bool:
    return (
        len(seen.lines) >= 20 and seen.program not in _LISTING and seen.tool not in ("read", "grep", "glob")
    )


GREEN_SIDE: tuple[Registered, ...] = (
    Registered("json", _has_json, _HERE + "json_records"),
    Registered("table", _has_rows, _HERE + "table_rows"),
    Registered("log", _may_be_log, _HERE + "log_templates"),
)
