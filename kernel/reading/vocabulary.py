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
# What a shape must hold for its digits to matter: then each of its lines is looked at, otherwise one for all.
_COUNTED = ("exit", "http", "status", "get", "post", "put", "head")
_CODE = " 222"

# What else a whole word of trouble begins with.
_SEEDS = ("err", "oom", "race", "lost", "bad", "ko", "signal 2", "e222", "ts2222")

_QUIET, _LOUD, _OPEN = 0, 1, 2


def as_shape(text: str) -> str:
    """A text with each digit made a 2."""
    return text.encode("utf-8", "surrogatepass").translate(_LIKE_DIGITS).decode("utf-8", "surrogatepass")


def shapes_of(lines: Sequence[str]) -> list[str]:
    """Lines with each digit made a 2: what differs in numbers only has one shape, if the numbers are equally long."""
    return as_shape("\n".join(lines)).split("\n") if lines else []


def alarming_lines(lines: Sequence[str], shapes: Sequence[str]) -> bytearray:
    """One byte a line: whether it is alarming (``shapes``: those of the lines). Each shape is looked at once."""
    distinct = dict.fromkeys(shapes)
    lower = "\n".join(distinct).lower()
    parts = _those_in(lower, _PARTS)
    counted, seeds = _those_in(lower, _COUNTED), _those_in(lower, _SEEDS)
    if not parts and not counted and not seeds and lower.isascii():
        return bytearray(len(lines))
    told = (_verdict(shape, parts, counted, seeds) for shape in lower.split("\n"))
    verdicts = dict(zip(distinct, told, strict=True))
    found = bytearray(map(verdicts.__getitem__, shapes))
    at = found.find(_OPEN)
    while at >= 0:
        found[at] = _WHOLE.search(lines[at].lower()) is not None
        at = found.find(_OPEN, at)
    return found


def _those_in(text: str, needles: Sequence[str]) -> tuple[str, ...]:
    return tuple(needle for needle in needles if needle in text)


def _verdict(lower: str, parts: Sequence[str], counted: Sequence[str], seeds: Sequence[str]) -> int:
    """Whether lines of a shape (lower case) are alarming, as far as it tells; ``parts``, ``counted``, ``seeds``: those in the text."""
    for part in parts:
        if part in lower:
            return _LOUD
    plain = lower.isascii()
    for sign in counted:
        if sign in lower and (sign == "exit" or _CODE in lower or not plain):
            return _OPEN
    for seed in seeds:
        if seed in lower:
            return int(_WHOLE.search(lower) is not None)
    return int(not plain and _WHOLE.search(lower) is not None)
