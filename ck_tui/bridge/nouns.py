"""The kernel's nouns that the workbench shows, and what it asks for."""

from typing import NamedTuple

from kernel.model.charter import Charter, Citation, Constraint
from kernel.model.event import Parked, ParkedOutput, SearchHit
from kernel.model.ledger import Ledger, LedgerDay, LedgerPart, LedgerSplit
from kernel.model.plan import CLEAN, FOLD, KEEP, Plan, Span
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


__all__ = [
    "CLEAN",
    "FOLD",
    "KEEP",
    "BlindSpot",
    "Budget",
    "Candidate",
    "Charter",
    "Citation",
    "Constraint",
    "Evidence",
    "Excluded",
    "ExpectedFault",
    "Hits",
    "Item",
    "Ledger",
    "LedgerDay",
    "LedgerPart",
    "LedgerSplit",
    "Name",
    "Parked",
    "ParkedOutput",
    "Plan",
    "Ranking",
    "Request",
    "SearchHit",
    "Seed",
    "Slice",
    "Span",
    "Steer",
    "Sufficiency",
    "Symptom",
    "Task",
    "Undone",
]
