"""Whose context something belongs to."""


from kernel.model.named import NamedTuple


class Scope(NamedTuple):
    """The full key of a context: anything remembered about what an agent has seen is keyed by all of it.

    ``repository`` is the repository key (real path of the git common folder, or of the root where there
    is no git), ``epoch`` counts the lives of one session's window: a compaction or clear starts a new one.
    Unknown parts are empty strings (epoch 0); with an unknown part nothing of the kind "you already have
    this" may be claimed.
    """

    repository: str = ""
    session: str = ""
    agent: str = ""
    epoch: int = 0
    cwd: str = ""

    def is_complete(self) -> bool:
        """Whether every part that identifies a context window is known (the main agent's id is ``main``)."""
        return bool(self.repository and self.session and self.agent and self.cwd)


class Host(NamedTuple):
    """What an agent's harness does with a tool's output by itself, and how full its window is.

    Attributes:
        cap: Characters of an output that it shows whole; 0: no limit is known.
        preview: Characters that it shows of a longer one.
        longest: Characters of a replacement that it shows whole; 0: no limit is known.
        ends: Of a longer one it shows the two ends, and the rest is lost.
        occupancy: Share of the context window in use, 0 to 1; None: nobody knows.
        agent_type: The kind of agent that is shown the output, empty for the main agent.
    """

    cap: int = 0
    preview: int = 0
    longest: int = 0
    occupancy: float | None = None
    agent_type: str = ""
    ends: bool = False

    def cuts(self, text: str) -> bool:
        """Whether it would show only a preview of this text."""
        return bool(self.cap) and not fits(text, self.cap)

    def shows(self, text: str) -> bool:
        """Whether it would show this text whole in place of an output."""
        return not self.longest or fits(text, self.longest)


def fits(text: str, limit: int) -> bool:
    """Whether a text has at most so many UTF-16 units, which is what a harness counts."""
    if len(text) > limit or 2 * len(text) <= limit or text.isascii():
        return len(text) <= limit
    return len(text.encode("utf-16-le", "surrogatepass")) <= 2 * limit


class Repository(NamedTuple):
    """Where we work: ``root`` is the worktree's top folder, ``key`` the repository key of the design.

    Both are real absolute paths. Without git both are the real path of the folder and ``git`` is false.
    """

    root: str
    key: str
    git: bool
