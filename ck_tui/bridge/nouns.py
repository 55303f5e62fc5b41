"""The kernel's nouns that the workbench shows, and what it asks for."""

from typing import NamedTuple

from kernel.model.canary import ARRIVED, DEGRADED, OTHER, PROVEN, WHOLE, CanaryState
from kernel.model.charter import Charter, Citation, Constraint
from kernel.model.event import Parked, ParkedOutput, SearchHit
from kernel.model.ledger import Ledger, LedgerDay, LedgerPart, LedgerSplit
from kernel.model.moment import COMPACTION, DELIVERY, EVENT, OUTPUT, RECALL, SLICE, Moment
from kernel.model.plan import CLEAN, FOLD, KEEP, Plan, Span
from kernel.model.session import MAIN, TRIES, Delivery, Session
from kernel.model.slice import (
    BlindSpot,
    Budget,
    Candidate,
    Evidence,
    Excluded,
    ExpectedFault,
    Item,
    Ranking,
    Seed,
    Slice,
    Sufficiency,
)
from kernel.model.symptom import Symptom
from kernel.model.task import Steer, Task, Undone
from kernel.service.window import ContextWindow


class Request(NamedTuple):
    """What to slice for: a symptom, seeds chosen by hand (``path``, ``path:line``, ``path::Name``), the changes since a ref (empty: HEAD)."""

    symptom: str = ""
    seeds: tuple[str, ...] = ()
    from_diff: str | None = None


class Name(NamedTuple):
    """A definition that can be chosen as a seed: file, qualified name, kind, first line (1-based)."""

    path: str
    name: str
    kind: str
    line: int


class Hits(NamedTuple):
    """Lines of parked outputs that hold what was searched for; ``cut`` says why there may be more."""

    query: str
    lines: tuple[SearchHit, ...]
    cut: str = ""


class Agent(NamedTuple):
    """An agent at work here, and its session's window where that was looked at."""

    session: Session
    window: ContextWindow | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Session and agent."""
        return self.session.session, self.session.agent


class Live(NamedTuple):
    """Agents (subagents behind their session's main one, the last active session first), what waits for them (in the order in
    which it will be given), what was given (the last first), and whether what replaces outputs arrives: of all, and kind by kind."""

    agents: tuple[Agent, ...] = ()
    waiting: tuple[Delivery, ...] = ()
    given: tuple[Delivery, ...] = ()
    canary: CanaryState = CanaryState("", "")
    canaries: tuple[CanaryState, ...] = ()


__all__ = [
    "ARRIVED",
    "CLEAN",
    "COMPACTION",
    "DEGRADED",
    "DELIVERY",
    "EVENT",
    "FOLD",
    "KEEP",
    "MAIN",
    "OTHER",
    "OUTPUT",
    "PROVEN",
    "RECALL",
    "SLICE",
    "TRIES",
    "WHOLE",
    "Agent",
    "BlindSpot",
    "Budget",
    "CanaryState",
    "Candidate",
    "Charter",
    "Citation",
    "Constraint",
    "ContextWindow",
    "Delivery",
    "Evidence",
    "Excluded",
    "ExpectedFault",
    "Hits",
    "Item",
    "Ledger",
    "LedgerDay",
    "LedgerPart",
    "LedgerSplit",
    "Live",
    "Moment",
    "Name",
    "Parked",
    "ParkedOutput",
    "Plan",
    "Ranking",
    "Request",
    "SearchHit",
    "Seed",
    "Session",
    "Slice",
    "Span",
    "Steer",
    "Sufficiency",
    "Symptom",
    "Task",
    "Undone",
]
