# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""The log: one private file of JSON lines, rotated by size. Writing it never fails loudly."""

import json
import os
import time

from kernel.model.named import NamedTuple
from kernel.settings import Settings

FILE_NAME = "ck.log"
LEVELS = ("error", "warning", "info", "debug")
# A line longer than this is cut: one write of this size to a local file is not interleaved with others.
_LINE_MAX_BYTES = 16_000


class LogEntry(NamedTuple):
    """One entry: seconds since the epoch, one of ``LEVELS``, the place in the kernel, one message, a traceback or nothing."""

    at: float
    level: str
    where: str
    message: str
    trace: str = ""


def log_path(home: str) -> str:
    """The log's file; the one before it has ``.1`` at its end."""
    return os.path.join(home, FILE_NAME)


def log(home: str, settings: Settings, level: str, where: str, message: str, trace: str = "") -> None:
    """Append an entry, if the settings want that level. Problems with the file are swallowed: nobody could be told."""
    if settings.log_off or LEVELS.index(level) > LEVELS.index(settings.log_level):
        return
    entry = LogEntry(time.time(), level, where, message[:4_000], trace[-8_000:])
    line = json.dumps(entry._asdict(), separators=(",", ":"))
    if len(line) > _LINE_MAX_BYTES:
        line = json.dumps(entry._replace(message=message[:500], trace="")._asdict(), separators=(",", ":"))
    path = log_path(home)
    try:
        os.makedirs(home, mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line.encode() + b"\n")
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size > settings.log_max_bytes:
            os.replace(path, path + ".1")
    except OSError:
        return


def log_error(home: str, settings: Settings, where: str, error: BaseException) -> None:
    """Append an exception with its traceback."""
    import traceback

    trace = "".join(traceback.format_exception(error))
    log(home, settings, "error", where, f"{type(error).__name__}: {error}", trace)


def read_log(home: str, limit: int = 100) -> tuple[LogEntry, ...]:
    """The last entries, oldest first; lines that cannot be read are left out."""
    entries: list[LogEntry] = []
    for path in (log_path(home) + ".1", log_path(home)):
        try:
            with open(path, "rb") as file:
                entries += [entry for line in file if (entry := _entry(line)) is not None]
        except OSError:
            continue
    return tuple(entries[-limit:] if limit > 0 else ())


def _entry(line: bytes) -> LogEntry | None:
    try:
        fields = json.loads(line)
        return LogEntry(
            float(fields["at"]),
            str(fields["level"]),
            str(fields["where"]),
            str(fields["message"]),
            str(fields["trace"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
