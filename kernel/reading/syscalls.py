"""System calls as strace prints them: name, result and error, whatever stands before them."""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

_CALL = lazy(
    r"(?:\[pid +\d{1,9}\] |\d{1,9} +)?(?:[\d:.]{5,20} +)?(?P<name>[a-z_][a-z0-9_]{1,40})\(.*\)? += (?P<result>-?\d{1,20}|0x[0-9a-f]{1,16}|\?)(?: (?P<error>E[A-Z0-9]{1,20})\b.*| .*)?"
)
_PATH = lazy(r"[(, ]\"(/[^\"\n]{1,600}|[^\"\n\\]{1,200}\.\w{1,10})\"")
_CUT = lazy(r"(?:\[pid +\d{1,9}\] |\d{1,9} +)?(?:[\d:.]{5,20} +)?(?:<\.\.\. )?(?P<name>[a-z_][a-z0-9_]{1,40})(?:\(.* <unfinished \.\.\.>| resumed>.*)")


class Call(NamedTuple):
    """One call: its printed line (0-based), name, error (empty: none), and the path that it is about (empty: none)."""

    line: int
    name: str
    error: str
    path: str


def read_calls(lines: Sequence[str]) -> list[Call]:
    """Every line that prints a system call; empty unless four of five lines do."""
    spoken = sum(1 for line in lines if line.strip())
    calls: list[Call] = []
    for at, line in enumerate(lines):
        match = _CALL.fullmatch(line) if "(" in line else None
        if match is not None:
            named = _PATH.search(line)
            calls.append(Call(at, match["name"], match["error"] or "", named[1] if named is not None else ""))
        elif "unfinished" in line or "resumed" in line:
            cut = _CUT.fullmatch(line)
            if cut is not None:
                calls.append(Call(at, cut["name"], "", ""))
    return calls if len(calls) >= 0.8 * spoken else []
