"""What differs between two runs of one command though nothing changed: times, durations, identifiers, addresses."""

from kernel.reading.patterns import lazy

_VOLATILE = lazy(
    r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"  # dates, with a time
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"
    r"|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [A-Z][a-z]{2} {1,2}\d{1,2}\b"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b0x[0-9a-f]{4,16}\b"
    r"|\b\d+(?:\.\d+)? ?(?:ms|µs|us|ns|s|secs?|seconds?|minutes?)\b"
    r"|\b(?:pid|PID|process)[ =:#]{1,3}\d+"
    r"|/tmp/[\w./-]*|/var/folders/[\w./-]*|\bpytest-of-[\w/-]*"
    r"|\b\d{1,3}(?:\.\d+)? ?[kMG]i?B/s\b|\beta \d+:\d\d:\d\d",
)


def steady(line: str) -> str:
    """The line with every time, duration, address and identifier as one sign: for comparison only."""
    return _VOLATILE.sub("\x00", line)
