"""The kernel's nouns that the workbench shows."""

from kernel.model.charter import Charter, Citation, Constraint
from kernel.model.event import Parked, ParkedOutput, SearchHit
from kernel.model.ledger import Ledger, LedgerDay
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
    "Item",
    "Ledger",
    "LedgerDay",
    "Parked",
    "ParkedOutput",
    "Plan",
    "Ranking",
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
