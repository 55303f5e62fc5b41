"""A task, and what a person steered in it."""


from kernel.model.named import NamedTuple


class Task(NamedTuple):
    """A symptom worked on in one worktree; ``id`` comes from the seed set, so the same seeds are the same task."""

    id: str
    worktree: str
    title: str
    symptom: str
    seeds: tuple[str, ...]
    created: float
    touched: float


class Steer(NamedTuple):
    """A pin (``verb`` ``pin``: always shown, cut first) or a drop (``drop``: never shown) of one item.

    ``path`` and ``symbol`` name it (empty symbol: the whole file); ``digest`` is the content hash of the
    item when it was steered, so that an edit is noticed and a moved function is found again.
    """

    verb: str
    path: str
    symbol: str
    digest: str
    created: float


class Undone(NamedTuple):
    """What an undo took back: ``verb`` (``pin``, ``unpin``, ``drop``, ``undrop``), the item, and how many more can be undone."""

    verb: str
    path: str
    symbol: str
    remaining: int
