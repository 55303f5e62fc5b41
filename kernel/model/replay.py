"""Past sessions under today's rules: what would be saved, and what was needed later of what would be removed."""

from kernel.model.ledger import LedgerPart
from kernel.model.named import NamedTuple


class Miss(NamedTuple):
    """A removed line that a later turn used.

    Attributes:
        transcript: The file.
        agent: ``main``, or a subagent's id.
        at: Line of the transcript with the output.
        later: Line of the transcript with the use.
        tool: Whose output it was, and ``asked`` its command or path.
        line: 1-based line of the output; of a part of a file, of the file.
        what: The text that was used.
        how: In which way (see ``kernel.relevance.needed``); ``acted`` is false where the agent only spoke of it.
        tokens: About what the line costs.
    """

    transcript: str
    agent: str
    at: int
    later: int
    tool: str
    asked: str
    line: int
    what: str
    how: str
    acted: bool
    tokens: int


class Totals(NamedTuple):
    """Sums over agents of one kind. All tokens are estimates.

    Attributes:
        agents: How many.
        outputs: Tool outputs that were replayed, and ``folded`` how many would have lost lines.
        before: Tokens that the harness would have shown (or did), and ``after`` those that would be shown.
        carried: Saved tokens times the later requests that would have sent them again, to the next compaction.
        missed: Folded outputs of which a removed line was acted on later, and ``mentioned`` those of which one was only spoken of.
        returned: Tokens of the lines that were acted on.
    """

    agents: int = 0
    outputs: int = 0
    folded: int = 0
    before: int = 0
    after: int = 0
    carried: int = 0
    missed: int = 0
    mentioned: int = 0
    returned: int = 0

    @property
    def saved(self) -> int:
        """Tokens that would not be shown."""
        return self.before - self.after

    @property
    def net(self) -> int:
        """What is left where every line that was acted on comes back."""
        return self.saved - self.returned


class Replay(NamedTuple):
    """What a replay found.

    Attributes:
        transcripts: How many files were read, subagents' included.
        main: Of the sessions' main agents.
        subagents: Of all others.
        tools: The savings by tool, ``recognisers`` by what folded; the largest net first.
        misses: One a line and way of use, at most ``MOST_MISSES``; ``more_misses`` how many are not listed.
        left_out: What was not replayed, by reason, with its count.
    """

    transcripts: int
    main: Totals
    subagents: Totals
    tools: tuple[LedgerPart, ...]
    recognisers: tuple[LedgerPart, ...]
    misses: tuple[Miss, ...]
    more_misses: int
    left_out: tuple[tuple[str, int], ...]


MOST_MISSES = 1_000
