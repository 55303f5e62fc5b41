"""What a context window holds, as far as a transcript tells."""

from kernel.model.named import NamedTuple


class Part(NamedTuple):
    """Tokens of one source or of one turn, and of how many things; all are estimates."""

    name: str
    n: int
    tokens: int


class Held(NamedTuple):
    """One thing in a window.

    Attributes:
        source: Which of the sources it counts to.
        name: What it is: a call, a prompt's beginning.
        turn: In which turn it came: 0 before the first prompt.
        line: Of the transcript.
        tokens: About what it takes.
        handle: Under which it is parked; None: it is not.
    """

    source: str
    name: str
    turn: int
    line: int
    tokens: int
    handle: int | None = None


class Occupancy(NamedTuple):
    """What occupies a window now.

    Attributes:
        session: Whose it is, with ``agent`` (``main``, or a subagent's id) and the ``transcript`` that tells it.
        size: Of the whole window, and ``size_source`` who told it.
        measured: Tokens that the harness counted at ``measured_at``; None: it told none since the window began anew.
        measured_at: ``the last answer`` or ``the last compaction``.
        since: Tokens that came after that (an estimate).
        scale: By how much the estimates were raised or lowered to fit what the harness counted.
        sources: The window by source, the largest first: they sum up to all of it. ``turns`` by turn, in order.
        largest: The largest things, the largest first.
        compactions: How often it was compacted.
        unread: Lines of the transcript that could not be read.
    """

    session: str
    agent: str
    transcript: str
    size: int
    size_source: str
    measured: int | None
    measured_at: str
    since: int
    scale: float
    sources: tuple[Part, ...]
    turns: tuple[Part, ...]
    largest: tuple[Held, ...]
    compactions: int
    unread: int

    @property
    def used(self) -> int:
        """All tokens in the window: what was counted and what came after; where nothing was, the estimate."""
        return (self.measured or 0) + self.since
