"""Search lines for an expression that somebody else wrote, without ever hanging on it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from kernel.model.errors import BadInput

DEADLINE_SECONDS = 5.0
CLIP_CHARACTERS = 20_000
_SIGNS = frozenset("\\.^$*+?{}[]|()")


class Matches(NamedTuple):
    """0-based indexes of matching lines; ``cut`` says in a sentence why there may be more, empty if there are not."""

    indexes: tuple[int, ...]
    cut: str


def match_lines(pattern: str, lines: Sequence[str], seconds: float = DEADLINE_SECONDS) -> Matches:
    """Find the lines that match a Python regular expression.

    A pattern without special signs is searched as it is; any other runs in a process of its own, which is
    stopped at the deadline, because an expression can take exponential time on one line.

    Raises:
        BadInput: The expression is not valid.
    """
    if _SIGNS.isdisjoint(pattern):
        return Matches(tuple(index for index, line in enumerate(lines) if pattern in line), "")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "match_process.py")  # noqa: PTH100, PTH118, PTH120
    head = json.dumps([pattern, CLIP_CHARACTERS]).encode() + b"\n"
    text = head + "\n".join(lines).encode("utf-8", "surrogatepass")
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", script],
            input=text,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
        printed, cut = done.stdout, ""
    except subprocess.TimeoutExpired as stopped:
        printed, cut = stopped.stdout or b"", f"stopped after {seconds:g} s: the expression is too expensive"
    answers = printed.decode("utf-8", "replace").splitlines()
    if answers and answers[-1].startswith("error: "):
        raise BadInput(f"not a regular expression: {answers[-1].removeprefix('error: ')}")
    if not cut and (not answers or answers[-1] != "done"):
        cut = "the search ended early"
    if not cut and any(len(line) > CLIP_CHARACTERS for line in lines):
        cut = f"lines are searched up to character {CLIP_CHARACTERS}"
    # A number that the kill cut in two has no line end.
    whole = answers if printed.endswith(b"\n") else answers[:-1]
    return Matches(tuple(int(answer) for answer in whole if answer.isdigit()), cut)
