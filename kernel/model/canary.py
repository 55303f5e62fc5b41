"""Whether what replaces an output really reaches the agent, as the harness's own transcript tells."""

from kernel.model.named import NamedTuple

UNPROVEN, PROVEN, DEGRADED = "unproven", "proven", "degraded"
"""States of a canary: nothing was seen to arrive yet; it does; several in a row did not, and outputs of the kind stay whole."""

PENDING, ARRIVED, WHOLE, OTHER, GONE = "", "arrived", "whole", "other", "gone"
"""What became of a replacement: nobody knows yet; it was shown; the original was; something else was; the transcript never told."""

TRAP, MCP = "failing command", "mcp"
"""Kinds of output beside the tools' names: those of failing commands are replaced on another way, those of MCP tools alike."""


class CanaryState(NamedTuple):
    """What is known of one kind of output in one version of the harness; times in seconds since the epoch.

    Attributes:
        version: The harness's version, empty where it does not tell.
        kind: A tool's name, or one of the kinds above; empty: of all kinds together.
        state: One of the states above.
        since: When it came into this state.
        arrived: Replacements that were seen in a transcript.
        missed: Replacements in whose place a transcript has something else.
        misses: Those in a row, up to now.
        last_seen: When one was last seen to arrive; None: never.
        last_missed: When one last did not; None: never.
        whole: Outputs that were left whole since the last try.
        told: Whether a person was told that it is degraded.
    """

    version: str
    kind: str
    state: str = UNPROVEN
    since: float = 0.0
    arrived: int = 0
    missed: int = 0
    misses: int = 0
    last_seen: float | None = None
    last_missed: float | None = None
    whole: int = 0
    told: bool = False


class Replacement(NamedTuple):
    """What was given to the harness in place of an output, and what became of it.

    Attributes:
        seq: Its number.
        at: When it was given, in seconds since the epoch.
        session: Whose it is, with ``agent``.
        agent: ``main``, or a subagent's id; empty until it is known.
        call: The tool call's id; empty until it is known.
        kind: As in ``CanaryState``.
        version: The harness's.
        handle: The parked original; None: there is none.
        shown: The mark of what should be seen (see ``kernel.verify.canary``), and ``raw`` that of the original's beginning.
        raw: See there.
        probe: It was a try, in a degraded kind.
        verdict: One of the verdicts above.
        judged: When it got the verdict.
    """

    seq: int
    at: float
    session: str
    agent: str
    call: str
    kind: str
    version: str
    handle: int | None
    shown: bytes
    raw: bytes
    probe: bool
    verdict: str = PENDING
    judged: float | None = None


class Tail(NamedTuple):
    """How far a transcript has been read: its path and inode, the offset behind the last whole line, the version it tells."""

    path: str = ""
    inode: int = 0
    offset: int = 0
    version: str = ""


class Sample(NamedTuple):
    """A folded output that is kept for a judge of whether its fold moved an answer.

    Attributes:
        handle: The parked output: original, what was shown and the plan are there.
        at: When it was shown.
        stratum: The recogniser that folded most of it, and whether it is ``small`` or ``large``.
        session: Whose it is.
        task: Id of the task that the session was working on, empty for none.
        tool: What printed it, with its ``command``.
        command: See there.
        tokens_before: Estimates of the original and
        tokens_after: of what was shown.
    """

    handle: int
    at: float
    stratum: str
    session: str
    task: str
    tool: str
    command: str
    tokens_before: int
    tokens_after: int
