"""What differs between two runs of one command though nothing changed: times, durations, identifiers, addresses."""

from kernel.reading.patterns import lazy

_VOLATILE = lazy(
    r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"  # dates, with a time
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"
    r"|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [A-Z][a-z]{2} {1,2}\d{1,2}\b"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b0x[0-9a-f]{4,16}\b"
    r"|\b\d+(?:\.\d+)? ?(?:ms|µs|us|ns|s|secs?|seconds?|minutes?)\b(?!/)"  # ns/op is what a benchmark found
    r"|\b(?:pid|PID|process)[ =:#]{1,3}\d+"
    r"|/tmp/[\w./-]*|/var/folders/[\w./-]*|\bpytest-of-[\w/-]*"
    r"|\b\d{1,3}(?:\.\d+)? ?[kMG]i?B/s\b|\beta \d+:\d\d:\d\d",
)

_DURATION = lazy(r"\b(\d+(?:\.\d+)?) ?(ms|µs|us|ns|s|secs?|seconds?|minutes?)\b")
_SECONDS = {"n": 1e-9, "u": 1e-6, "µ": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}
_FAR_TIMES, _FAR_SECONDS = 3.0, 0.1
"""How far two durations of one step are apart that no busy machine explains; less than a tenth of a second always is one's."""


def steady(line: str) -> str:
    """The line with every time, duration, address and identifier as one sign: for comparison only."""
    return _VOLATILE.sub("\x00", line)


def far_apart(line: str, other: str) -> bool:
    """Whether two lines that are equal but for what is volatile tell durations of which one is much longer."""
    return any(
        max(one, two) >= _FAR_TIMES * min(one, two) and abs(one - two) >= _FAR_SECONDS
        for one, two in zip(_durations(line), _durations(other), strict=False)
    )


def _durations(line: str) -> list[float]:
    """In seconds."""
    return [
        float(number) * (_SECONDS.get(unit[:2]) or _SECONDS[unit[0]])
        for number, unit in _DURATION.findall(line)
    ]
