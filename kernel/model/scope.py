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


class Repository(NamedTuple):
    """Where we work: ``root`` is the worktree's top folder, ``key`` the repository key of the design.

    Both are real absolute paths. Without git both are the real path of the folder and ``git`` is false.
    """

    root: str
    key: str
    git: bool
