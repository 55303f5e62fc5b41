"""A slice: what can matter for a symptom, why, at what price, and what was left out."""


from kernel.model.named import NamedTuple


class Evidence(NamedTuple):
    """One reason for an item. ``weight`` is its share of the item's score (same unit for all kinds)."""

    kind: str
    weight: float
    detail: str


class Seed(NamedTuple):
    """A place that the symptom itself points to."""

    path: str
    line: int | None
    why: str


class Candidate(NamedTuple):
    """A function, class head, module head or file that can matter, as ranked; lines are 1-based and inclusive.

    Attributes:
        path: POSIX path relative to the repository's root.
        symbol: Qualified name inside the file (``Cart.checkout``), ``<module>`` for its own top level, empty for all of it.
        kind: ``function``, ``class`` (its head), ``module`` (its head) or ``file``.
        ranges: Line ranges that it shows, ascending, not overlapping.
        tokens: Estimated tokens of its rendered lines (line numbers included, file header excluded).
        role: ``frame``, ``test``, ``named``, ``manual``, ``message``, ``called`` or ``words``.
        hop: Steps from the nearest seed over structure; −1 where only words lead here.
        score: Sum of the evidence's weights.
        evidence: Heaviest first.
        why: The chain from a seed to here, one step an entry.
        digest: Short content hash of the shown lines, so that a pin survives edits elsewhere.
    """

    path: str
    symbol: str
    kind: str
    ranges: tuple[tuple[int, int], ...]
    tokens: int
    role: str
    hop: int
    score: float
    evidence: tuple[Evidence, ...]
    why: tuple[str, ...]
    digest: str = ""


class BlindSpot(NamedTuple):
    """An edge that static analysis cannot see."""

    path: str
    line: int
    what: str


class ExpectedFault(NamedTuple):
    """A file or function that the slice's own structure reaches and that it does not show."""

    path: str
    why: str


class Ranking(NamedTuple):
    """Everything that gather and rank found; ``cut`` makes slices of it without looking at the repository.

    ``scanned`` counts the listed files, ``parsed`` those that were parsed, ``more`` the candidates that rank
    too low to be listed.
    ``reached`` are (path, symbol) pairs that structure reaches from the seeds, best first: sufficiency
    asks which of them a slice shows. ``notes`` are said to people (caps that were hit, ambiguities).
    """

    repo: str
    task: str
    title: str
    operator: str
    scanned: int
    parsed: int
    seeds: tuple[Seed, ...]
    candidates: tuple[Candidate, ...]
    more: int
    reached: tuple[tuple[str, str], ...]
    blind_spots: tuple[BlindSpot, ...]
    notes: tuple[str, ...]


class Budget(NamedTuple):
    """Tokens: ``limit`` (None: no limit), ``used`` by the rendered slice, ``source`` of the limit."""

    limit: int | None
    used: int
    source: str


class Item(NamedTuple):
    """One entry of a slice: a candidate that is shown, with what it costs here (overlap is paid once)."""

    path: str
    role: str
    hop: int
    level: str
    kind: str
    ranges: tuple[tuple[int, int], ...]
    symbols: tuple[str, ...]
    tokens: int
    pinned: bool
    evidence: tuple[Evidence, ...]
    why: tuple[str, ...]
    digest: str = ""


class Excluded(NamedTuple):
    """One declared exclusion: ``reason`` is ``over budget``, ``dropped by hand`` or ``not ranked high enough``."""

    path: str
    symbol: str
    tokens: int
    reason: str


class Sufficiency(NamedTuple):
    """Verdict ``sufficient``, ``likely``, ``insufficient`` or ``unknown``; ``covered`` of ``closure`` reached items shown."""

    verdict: str
    covered: int
    closure: int
    reason: str


class Slice(NamedTuple):
    """The answer to a symptom under a budget; ``items`` come best first."""

    repo: str
    task: str
    title: str
    operator: str
    scanned: int
    budget: Budget
    seeds: tuple[Seed, ...]
    items: tuple[Item, ...]
    excluded_count: int
    excluded: tuple[Excluded, ...]
    expected_faults: tuple[ExpectedFault, ...]
    unmet_pins: tuple[str, ...]
    blind_spots: tuple[BlindSpot, ...]
    sufficiency: Sufficiency
    notes: tuple[str, ...] = ()
