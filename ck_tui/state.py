"""What the workbench shows, as one immutable value; panes draw it, only the application changes it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ck_tui.bridge.nouns import (
    MAIN,
    Agent,
    Candidate,
    Charter,
    Citation,
    Delivery,
    Excluded,
    Hits,
    Item,
    Ledger,
    LedgerSplit,
    Live,
    Moment,
    Parked,
    Ranking,
    Request,
    SearchHit,
    Slice,
    Steer,
    Task,
)
from ck_tui.bridge.task import holds_sources
from ck_tui.difference import Difference


class Entry(NamedTuple):
    """A row of the task state: an item of the slice, or something that was left out of it.

    ``fault``: the chain that leads to it, where the slice's own structure needs what is left out.
    """

    path: str
    symbol: str
    item: Item | None
    excluded: Excluded | None
    steer: str = ""
    fault: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it across cuts."""
        return self.path, self.symbol


class Preview(NamedTuple):
    """A file to show: 1-based ``ranges`` are marked, ``at`` is the line to start from; ``note`` replaces a text that cannot be shown."""

    path: str
    lines: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...] = ()
    at: int = 1
    note: str = ""


class Progress(NamedTuple):
    """How far a ranking is; ``total`` 0 where nobody knows."""

    stage: str
    done: int = 0
    total: int = 0


class Model(NamedTuple):
    """Everything on the screen. ``budget`` is what a person asked for (None: the kernel's choice)."""

    root: str
    paths: tuple[str, ...] | None = None
    request: Request = Request()
    ranking: Ranking | None = None
    slice: Slice | None = None
    difference: Difference | None = None
    steers: tuple[Steer, ...] = ()
    budget: int | None = None
    entries: tuple[Entry, ...] = ()
    entry: Entry | None = None
    preview: Preview | None = None
    progress: Progress | None = None
    tasks: tuple[Task, ...] = ()
    charter: Charter | None = None
    citation: Citation | None = None
    charter_unsaved: bool = False
    parked: tuple[Parked, ...] = ()
    parked_row: Parked | None = None
    hits: Hits | None = None
    hit: SearchHit | None = None
    ledger: Ledger | None = None
    splits: tuple[LedgerSplit, ...] = ()
    """The savings by recogniser and by tool."""
    paused: bool = False
    """The kernel is switched off in this repository."""
    in_memory: bool = False
    """Nothing is kept after the end: the store cannot be written."""
    live: Live | None = None
    chosen: tuple[str, str] | None = None
    """Session and agent that a person chose to watch; None: the newest is followed."""
    moments: tuple[Moment, ...] = ()
    """What happened in the session that is watched, oldest first."""
    recognisers: Mapping[int, str] = MappingProxyType({})
    """What folded most of an output, by handle, as far as that was looked up."""
    moment: Moment | None = None
    delivery: Delivery | None = None
    notes: tuple[str, ...] = ()
    """What a person should know about the store or the settings (read-only home, broken theme file)."""

    @property
    def watched(self) -> Agent | None:
        """The agent whose session is watched: the chosen one, else the last active session that is live, else the last active one."""
        agents = self.live.agents if self.live is not None else ()
        chosen = next((agent for agent in agents if agent.key == self.chosen), None)
        mains = [agent for agent in agents if agent.session.agent == MAIN]
        live = next((agent for agent in mains if agent.session.ended is None), None)
        return chosen or live or (mains[0] if mains else None)

    @property
    def without_sources(self) -> bool:
        """Whether the repository was listed and holds nothing that can be sliced."""
        return self.paths is not None and not holds_sources(self.paths)


Listener = Callable[[Model, frozenset[str]], None]


class State:
    """Holds the model and tells listeners which fields changed."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` after every change with the new model and the names of the changed fields."""
        self._listeners.append(listener)

    def set(self, **changes: Any) -> None:
        """Change fields; values equal to the present ones change nothing."""
        changed = frozenset(name for name, value in changes.items() if not same(getattr(self.model, name), value))
        if not changed:
            return
        self.model = self.model._replace(**{name: changes[name] for name in changed})
        for listener in self._listeners:
            listener(self.model, changed)


def same(one: Any, other: Any) -> bool:
    """Whether two values show the same; identity first, since most are."""
    return one is other or (type(one) is type(other) and one == other)


def entries_of(slice_: Slice, steers: tuple[Steer, ...], candidates: tuple[Candidate, ...] = ()) -> tuple[Entry, ...]:
    """Rows of the task state: the items as ranked, then the expected faults, then what else was left out.

    ``candidates`` price the expected faults that are not among the declared exclusions.
    """
    verbs = {(steer.path, steer.symbol): steer.verb for steer in steers}
    shown = tuple(
        Entry(item.path, symbol_of(item), item, None, verbs.get((item.path, symbol_of(item)), "")) for item in slice_.items
    )
    faults = {_place(fault.path): fault.why for fault in slice_.expected_faults}
    declared = {(entry.path, entry.symbol) for entry in slice_.excluded}
    more = tuple(
        Excluded(c.path, c.symbol, c.tokens, "not listed") for c in candidates if faults and (c.path, c.symbol) in faults.keys() - declared
    )
    left = tuple(
        Entry(entry.path, entry.symbol, None, entry, verbs.get((entry.path, entry.symbol), ""), faults.get((entry.path, entry.symbol), ""))
        for entry in (*slice_.excluded, *more)
    )
    order = list(faults)
    expected = sorted((entry for entry in left if entry.fault), key=lambda entry: order.index(entry.key))
    return (*shown, *expected, *(entry for entry in left if not entry.fault))


def _place(text: str) -> tuple[str, str]:
    """``path::symbol`` as path and symbol."""
    path, _, symbol = text.partition("::")
    return path, symbol


def symbol_of(item: Item) -> str:
    """The qualified name of an item, empty for a whole file."""
    return item.symbols[0] if item.symbols else ""
