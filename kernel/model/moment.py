"""What happened in a session, as a person follows it."""

from kernel.model.named import NamedTuple

OUTPUT, RECALL, SLICE, DELIVERY, COMPACTION, EVENT = "output", "recall", "slice", "delivery", "compaction", "event"
"""Kinds of moments: a tool's output; something projected away that the agent called back; a slice that came by itself; what a
person sent; the window was compacted; another event of the harness."""


class Moment(NamedTuple):
    """Something that happened in a session.

    Attributes:
        kind: One of the kinds above.
        number: An output's handle, also that of a recalled one (0: none); of the other kinds their number in their table.
        at: When, in seconds since the epoch.
        agent: ``main``, or a subagent's id; empty where nobody knows yet, or where it is the session's.
        name: The tool, the event, or the kind of what was sent.
        text: The command or path, what was recalled, the title of a slice, what was sent.
        exit_code: Of a command; None: not known.
        before: Tokens of an output as it was; of something recalled, what it cost.
        after: Tokens of what the agent was shown.
        folds: How many folds it was shown with.
        state: What became of an output's replacement (a verdict of ``kernel.model.canary``), of a slice (see ``Noticed``).
    """

    kind: str
    number: int
    at: float
    agent: str = ""
    name: str = ""
    text: str = ""
    exit_code: int | None = None
    before: int = 0
    after: int = 0
    folds: int = 0
    state: str = ""
