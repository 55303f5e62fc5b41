"""One tool call as the kernel saw it, and what it made of it."""


from kernel.model.named import NamedTuple
from kernel.model.plan import Plan
from kernel.model.scope import Scope


class ToolOutput(NamedTuple):
    """What a tool printed: ``tool`` (``Bash``, ``Read`` …), ``command`` or ``path`` that it ran on, exit code if known.

    ``first`` is the number that the text's first line has in the file; 0: nobody told, the text may carry numbers itself.
    """

    text: str
    tool: str = ""
    command: str = ""
    path: str = ""
    exit_code: int | None = None
    first: int = 0


class Projection(NamedTuple):
    """A projected output: ``text`` is what the agent sees; ``handle`` recalls the original (None: not parked)."""

    text: str
    plan: Plan
    handle: int | None


class Parked(NamedTuple):
    """A parked output as listed: no text. ``at`` is seconds since the epoch, ``masked`` counts masked secrets."""

    handle: int
    at: float
    tool: str
    command: str
    exit_code: int | None
    lines: int
    tokens_before: int
    tokens_after: int
    folds: int
    masked: int
    scope: Scope
    path: str = ""


class ParkedOutput(NamedTuple):
    """A parked output whole: its row, the (masked) original and the stored plan."""

    row: Parked
    original: str
    plan: Plan


class SearchHit(NamedTuple):
    """A line of a parked output that matches a search: its handle, its number (of a part of a file: in the file) and text."""

    handle: int
    line: int
    text: str


class Fault(NamedTuple):
    """Something projected away that came back. ``source`` is ``agent`` or ``person``: only an agent's count.

    ``parts``: how many of the tokens each recogniser had folded; the rest had been shown.
    """

    at: float
    handle: int | None
    source: str
    what: str
    tokens: int
    parts: tuple[tuple[str, int], ...] = ()
