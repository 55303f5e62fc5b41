"""What was saved and what came back."""

from kernel.model.named import NamedTuple


class LedgerDay(NamedTuple):
    """One day (ISO date): projections, tokens before and after, tokens that came back by an agent's faults."""

    day: str
    projections: int
    before: int
    after: int
    returned: int


class Ledger(NamedTuple):
    """Totals of a repository (or of all): ``net`` = before − after − returned. Tokens are estimates.

    ``before`` is what the harness would have shown by itself, which can be less than what the tools printed.
    ``faults`` counts an agent's page faults, ``looks`` a person's recalls (they cost the agent nothing).
    ``days`` is ascending.
    """

    projections: int
    before: int
    after: int
    returned: int
    faults: int
    looks: int
    days: tuple[LedgerDay, ...]

    @property
    def net(self) -> int:
        """Tokens saved after what came back is paid."""
        return self.before - self.after - self.returned


class LedgerPart(NamedTuple):
    """One part of the savings: a tool's, a recogniser's, a session's … Tokens are estimates.

    Of a recogniser ``projections`` counts the outputs that it folded something in, ``before`` is what the folded lines
    cost, ``after`` what its markers cost, ``returned`` what came back of its lines. The part without a name is what
    was not folded.
    """

    name: str
    projections: int
    before: int
    after: int
    returned: int = 0

    @property
    def net(self) -> int:
        """Tokens saved after what came back is paid."""
        return self.before - self.after - self.returned


class LedgerSplit(NamedTuple):
    """The ledger's parts, the largest net first (days ascending), and what they do not count, a sentence each."""

    by: str
    parts: tuple[LedgerPart, ...]
    not_counted: tuple[str, ...]


CUT_BY_HOST = "(cut by the harness)"
"""The part of what the harness would not have shown anyway: it takes back what folds of those lines seem to save."""
