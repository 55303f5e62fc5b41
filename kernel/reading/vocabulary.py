"""Words by which tools announce trouble.

Wide on purpose: a line that only sounds alarming costs a few tokens, a lost one costs the answer.
"""

from collections.abc import Sequence

from kernel.reading.patterns import lazy

# Parts of words, lower case. Plain containment is many times faster than one large alternation.
_PARTS = (
    "error", "fail", "fatal", "exception", "traceback", "panic", "warn", "abort", "critical", "crash", "corrupt",
    "denied", "refused", "reject", "forbidden", "unauthori", "cannot", "can't", "couldn't", "could not", "unable",
    "invalid", "illegal", "unexpected", "unhandled", "unresolved", "unknown", "undefined", "missing", "mismatch",
    "conflict", "violat", "vulnerab", "deprecat", "not found", "no such", "not permitted", "notice", "timed out",
    "timedout", "timeout", "time out", "killed", "out of memory", "segfault", "segmentation", "core dumped", "broken",
    "deadlock", "leak", "overflow", "assert", "expected", "retry", "retrie", "incompatib", "unsupported", "obsolete",
    "outdated", "yanked", "insecure", "expired", "stopped", "skipp", "xfail", "xpass", "flaky", "dropped", "unmet", "extraneous",
    "✗", "✘", "❌", "✖", "⨯", "⚠", "●",
)  # fmt: skip
_WHOLE = lazy(
    r"\b(?:err|errno|oom\w*|race|lost|bad|ko|e\d{3,}|ts\d{4,}|signal \d+"
    r"|exit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\d*|(?:http\S{0,200}+|status:?|get|post|put|head) [45]\d\d)\b"
)


def is_alarming(line: str) -> bool:
    """Whether a line holds a word or sign of trouble, in whatever form and case."""
    lower = line.lower()
    return any(part in lower for part in _PARTS) or _WHOLE.search(lower) is not None


# Of bytes: the table of a text that is not ASCII is thirty times slower.
_LIKE_DIGITS = bytes.maketrans(b"0123456789", b"2" * 10)
# What a line must hold for its digits to matter: then it is looked at itself, otherwise for all lines of its shape.
_COUNTED = ("exit", "http", "status", "get", "post", "put", "head", "signal", "e2", "ts2")

# What else a whole word of trouble begins with.
_SEEDS = ("err", "oom", "race", "lost", "bad", "ko")


def as_shape(text: str) -> str:
    """A text with each digit made a 2."""
    return text.encode("utf-8", "surrogatepass").translate(_LIKE_DIGITS).decode("utf-8", "surrogatepass")


def shapes_of(lines: Sequence[str]) -> list[str]:
    """Lines with each digit made a 2: what differs in numbers only has one shape, if the numbers are equally long."""
    return as_shape("\n".join(lines)).split("\n") if lines else []


def alarming_lines(lines: Sequence[str], shapes: Sequence[str]) -> bytearray:
    """One byte a line: whether it is alarming (``shapes``: those of the lines). Each shape is looked at once."""
    known: dict[str, int] = {}
    found = bytearray(len(lines))
    for index, shape in enumerate(shapes):
        verdict = known.get(shape)
        if verdict is None:
            lower = shape.lower()
            verdict = (
                1 if any(part in lower for part in _PARTS) else 2 if any(c in lower for c in _COUNTED) else 0
            )
            if verdict == 0 and (any(seed in lower for seed in _SEEDS) or not lower.isascii()):
                verdict = 1 if _WHOLE.search(lower) is not None else 0
            known[shape] = verdict
        found[index] = verdict if verdict != 2 else _WHOLE.search(lines[index].lower()) is not None
    return found
