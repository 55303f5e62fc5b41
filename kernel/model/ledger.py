"""What was saved and what came back."""

from typing import NamedTuple


class LedgerDay(NamedTuple):
    """One day (ISO date): projections, tokens before and after, tokens that came back by an agent's faults."""

    day: str
    projections: int
    before: int
    after: int
    returned: int


class Ledger(NamedTuple):
    """Totals of a repository (or of all): ``net`` = before − after − returned. Tokens are estimates.

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
