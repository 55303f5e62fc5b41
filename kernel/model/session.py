"""An agent at work: the events that its harness tells, its session, and what waits for it."""

from kernel.model.named import NamedTuple

MAIN = "main"
"""The id of a session's main agent."""


def units(text: str) -> int:
    """UTF-16 code units of a text, by which harnesses limit what is added at an event."""
    return len(text) + sum(character > "\uffff" for character in text)


class Event(NamedTuple):
    """What every event of a harness tells; unknown parts are empty.

    Attributes:
        name: As the harness calls it (``PostToolUse`` …).
        session: The session's id.
        agent: ``main``, or a subagent's id.
        kind: The kind of a subagent.
        cwd: Where the agent works.
        call: What tells this event from all others of its name in the session (a tool call's id); empty: nothing does.
        source: Why a session starts (``startup``, ``resume``, ``clear``, ``compact``, ``fork``), or why a window is compacted.
        model: The model's id.
        transcript: Path of the session's transcript.
        reason: Why a session ends.
        version: The harness's, empty where it does not tell.
    """

    name: str
    session: str
    agent: str = MAIN
    kind: str = ""
    cwd: str = ""
    call: str = ""
    source: str = ""
    model: str = ""
    transcript: str = ""
    reason: str = ""
    version: str = ""


class Arrival(NamedTuple):
    """What the store knows when an event arrives: whether it is ``new``, and whether something is ``waiting`` for the agent."""

    new: bool
    waiting: bool = False


class Session(NamedTuple):
    """One agent of a session as it was last seen; times in seconds since the epoch.

    Attributes:
        session: The session's id; a subagent has its parent's.
        agent: ``main``, or a subagent's id.
        kind: The kind of a subagent, else empty.
        repository: The repository's key.
        worktree: Real path of the worktree's root.
        cwd: Where the last event was.
        source: How it started last.
        model: The model's id, empty if not told.
        transcript: Path of the transcript, empty if not told.
        task: Id of the task whose slice was given last, empty for none.
        started: When its first event came.
        last: When its last event came.
        last_event: That event's name.
        ended: When it ended; None: it is live, as far as anybody told.
        reason: Why it ended.
        size: Tokens of its context window, as the harness told; None: not told.
        used: Tokens in use at ``told``; None: not told.
        told: When size and use were told.
    """

    session: str
    agent: str
    kind: str
    repository: str
    worktree: str
    cwd: str
    source: str
    model: str
    transcript: str
    task: str
    started: float
    last: float
    last_event: str
    ended: float | None
    reason: str
    size: int | None
    used: int | None
    told: float | None


class Snapshot(NamedTuple):
    """Where a session was when its window was compacted: the task's id, and when the charter then in force was saved."""

    session: str
    worktree: str
    at: float
    cause: str
    task: str
    charter: float | None


TRIES = 3
"""How often something is sent at most: a harness may not tell what arrives, and nobody wants to read a note for ever."""


class Delivery(NamedTuple):
    """Something that a person sends to an agent.

    Attributes:
        seq: Its number.
        worktree: Real path of the worktree that it is about.
        session: The session that it is for; empty: the next one that works there.
        kind: ``pin``, ``drop``, ``item`` or ``note``.
        text: What the agent is told.
        queued: When, in seconds since the epoch.
        delivered: When it was known that it arrived; None: it waits, or was sent and nothing is known yet.
        receiver: The session that it was sent to.
        event: The event of the session at which it was sent.
        sent: When it was last sent; None: it waits.
        tail: Bytes of the receiver's transcript at that time.
        tries: How often it was sent; more than ``TRIES``: it was never seen to arrive, and is not sent again.
    """

    seq: int
    worktree: str
    session: str
    kind: str
    text: str
    queued: float
    delivered: float | None
    receiver: str
    event: str = ""
    sent: float | None = None
    tail: int = 0
    tries: int = 0

    @property
    def units(self) -> int:
        """Length of the text as harnesses count it."""
        return units(self.text)


class Noticed(NamedTuple):
    """A failure that was noticed in a session, and what became of it.

    ``state`` is ``pending``, ``working``, ``ready`` (its slice waits to be given), ``given``, ``same`` (all of it was
    shown before), ``late`` (a newer one was given), ``nothing`` (nothing in the repository matches) or ``failed``.
    """

    seq: int
    worktree: str
    session: str
    epoch: int
    symptom: str
    at: float
    state: str
    task: str
    title: str
    text: str
