"""Whether a compaction of a session's window pays."""

from kernel.model.named import NamedTuple

PAYS, WAIT, UNKNOWN = "pays", "wait", "unknown"
"""Verdicts: it pays, it does not (yet), or too little is known."""


class Use(NamedTuple):
    """An output that an agent was shown: what it is of (a file, a command), and the tokens that were shown."""

    key: str
    tokens: int


class Lifetime(NamedTuple):
    """How long something is used: within so many ``calls`` after its last use, if at all (None: too few uses are known).

    ``outputs`` were looked at, ``again`` of them had been shown before.
    """

    calls: int | None
    outputs: int
    again: int


class Rates(NamedTuple):
    """What a token read from the cache, written into it, and put out costs, in fresh input tokens; ``source`` says who says so."""

    read: float
    write: float
    out: float
    source: str


class Advice(NamedTuple):
    """Whether a compaction pays, and what that rests on; tokens are estimates.

    Attributes:
        verdict: One of the verdicts above.
        used: Tokens in the window.
        done: Those of outputs that are likely done with.
        outputs: Outputs in the window.
        lifetime: How long such outputs are used.
        calls: Tool calls that the session is going to make, as others that went as far did (median); None: not known.
        sessions: How many others went as far.
        even: Calls after which a compaction has paid; None: never, nothing is done with.
        saved: Fresh input tokens that it would save in all, negative: cost; 0 where ``calls`` are not known.
        rates: What tokens were taken to cost.
    """

    verdict: str
    used: int
    done: int
    outputs: int
    lifetime: Lifetime
    calls: int | None
    sessions: int
    even: int | None
    saved: int
    rates: Rates
