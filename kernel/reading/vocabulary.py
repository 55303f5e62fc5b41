"""Words by which tools announce trouble.

Wide on purpose: a line that only sounds alarming costs a few tokens, a lost one costs the answer.
"""

from kernel.reading.patterns import lazy

# Parts of words, lower case. Plain containment is many times faster than one large alternation.
_PARTS = (
    "error", "fail", "fatal", "exception", "traceback", "panic", "warn", "abort", "critical", "crash", "corrupt",
    "denied", "refused", "reject", "forbidden", "unauthori", "cannot", "can't", "couldn't", "could not", "unable",
    "invalid", "illegal", "unexpected", "unhandled", "unresolved", "unknown", "undefined", "missing", "mismatch",
    "conflict", "violat", "vulnerab", "deprecat", "not found", "no such", "not permitted", "notice", "timed out",
    "timedout", "timeout", "time out", "killed", "out of memory", "segfault", "segmentation", "core dumped", "broken",
    "deadlock", "leak", "overflow", "assert", "expected", "retry", "retrie", "incompatib", "unsupported", "obsolete",
    "outdated", "yanked", "insecure", "expired", "stopped", "skipp", "xfail", "xpass", "flaky", "dropped",
    "✗", "✘", "❌", "✖", "⨯", "⚠", "●",
)  # fmt: skip
_WHOLE = lazy(
    r"\b(?:err|errno|oom\w*|race|lost|bad|ko|e\d{3,}|ts\d{4,}|signal \d+"
    r"|exit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\d*|(?:http\S*|status:?|get|post|put|head) [45]\d\d)\b"
)


def is_alarming(line: str) -> bool:
    """Whether a line holds a word or sign of trouble, in whatever form and case."""
    lower = line.lower()
    return any(part in lower for part in _PARTS) or _WHOLE.search(lower) is not None
