"""Pick files and symbols by a fuzzy search, with a preview, as seeds of a slice."""

import asyncio
import re
from functools import partial
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from ck_tui import numbers, syntax
from ck_tui.bridge import BridgeError
from ck_tui.bridge.nouns import Name
from ck_tui.fuzzy import FuzzyIndex
from ck_tui.host import host
from ck_tui.panes.task_lines import name_pieces
from ck_tui.screens.sheet import Sheet
from ck_tui.widgets.drawn import Drawn, rule
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.rows import Rows
from ck_tui.widgets.textview import TextView, plain_colouring

LISTED = 200
"""Matches that are listed."""

WIDE = 110
"""Columns from which a preview stands beside the list."""

REST = 0.15
"""Seconds of rest before the kernel is asked for a name that is not known, or a file is read for the preview."""

_LINE = re.compile(r"(.*\S):(\d{1,7})\Z")
_MOTIONS = {"down": "list.down", "up": "list.up", "pagedown": "list.page_down", "pageup": "list.page_up"}


class Pick(NamedTuple):
    """A line: the seed as it is handed on, what it is, its line (0: a whole file), whether it is marked."""

    seed: str
    kind: str
    line: int
    marked: bool

    @property
    def path(self) -> str:
        """The file."""
        return self.seed.partition("::")[0] if not self.line or "::" in self.seed else self.seed.rpartition(":")[0]


def draw_pick(pick: Pick, width: int) -> Line:
    """Mark, file and name, kind."""
    head = Piece(" ● " if pick.marked else "   ", "pin")
    fact = f"  {pick.kind} " if pick.kind else " "
    symbol = pick.seed.partition("::")[2] or (f"line {pick.line}" if pick.line else "")
    return Line((head, *name_pieces(pick.path, symbol, width - 3 - len(fact), True)), (Piece(fact, "dim"),))


class PickScreen(Sheet[tuple[str, ...]]):
    """Answers the seeds: the marked lines, or the one under the cursor where none is marked."""

    SCOPE = "pick"

    def __init__(self, paths: tuple[str, ...], near: tuple[str, ...], marked: tuple[str, ...]) -> None:
        super().__init__("Pick seeds")
        self._texts: list[str] = list(paths)
        self._known: dict[str, Name] = {}
        self._near = tuple(dict.fromkeys((*marked, *near)))
        self._marked: dict[str, None] = dict.fromkeys(marked)
        self._index = FuzzyIndex(())
        self._query = ""
        self._timer: Timer | None = None
        self._looks: Timer | None = None

    def body(self) -> ComposeResult:
        """Search, list, preview."""
        yield Input(placeholder="letters of a path or a name; path:12 is a line")
        with Horizontal(id="pick-sides"):
            picks = Rows[Pick](draw_pick, lambda pick: pick.seed, id="picks")
            # One types all the time: neither view ever has the focus, both show their line.
            picks.idle_bar = True
            yield picks
            with Vertical(id="pick-preview"):
                yield Drawn(id="pick-title")
                text = TextView(id="pick-text")
                text.idle_bar = True
                yield text

    def on_mount(self) -> None:
        """Search paths at once; names follow when they are read."""
        self.query_one("#picks").can_focus = self.query_one("#pick-text").can_focus = False
        self.query_one("#pick-preview").display = self.app.size.width >= WIDE
        self.query_one(Input).focus()
        self._index = FuzzyIndex(self._texts)
        self._search("")
        self.run_worker(self._read_names(), group="names", exit_on_error=False)

    def on_resize(self) -> None:
        """A preview only where there is room."""
        self.query_one("#pick-preview").display = self.app.size.width >= WIDE

    # Names

    async def _read_names(self) -> None:
        try:
            names = await asyncio.to_thread(host(self).bridge.repository.names)
        except BridgeError as error:
            host(self).say(str(error), "warning")
            return
        await self._add(names)

    async def _ask_for(self, query: str) -> None:
        """Names that nothing has parsed yet, for the last word of a query."""
        try:
            names = await asyncio.to_thread(host(self).bridge.repository.defining, query.split()[-1])
        except BridgeError:
            return
        await self._add(names)

    async def _add(self, names: tuple[Name, ...]) -> None:
        fresh = {seed: name for name in names if (seed := f"{name.path}::{name.name}") not in self._known}
        if fresh:
            self._known |= fresh
            self._texts += fresh
            self._index = await asyncio.to_thread(FuzzyIndex, self._texts)
            self._search(self._query)

    # Searching

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._search(event.value)
        self.query_one("#picks", Rows).move_to(0)
        if self._timer is not None:
            self._timer.stop()
        if len(event.value.strip()) > 2:
            ask = partial(self._ask_for, event.value)
            self._timer = self.set_timer(REST, lambda: self.run_worker(ask(), group="names", exit_on_error=False))

    def _search(self, query: str) -> None:
        self._query = query
        place = _LINE.match(query.strip())
        if not query.strip():
            seeds = self._near + tuple(self._texts[i] for i in self._index.search("", LISTED).indexes)
        else:
            found = self._index.search(place[1] if place else query, LISTED)
            seeds = tuple(self._texts[i] for i in found.indexes)
        if place:
            seeds = tuple(f"{seed}:{place[2]}" for seed in seeds if seed not in self._known)
        self.query_one("#picks", Rows).show([self._pick(seed) for seed in dict.fromkeys(seeds)][:LISTED])
        self._tell()

    def _pick(self, seed: str) -> Pick:
        name = self._known.get(seed)
        place = _LINE.match(seed) if "::" not in seed else None
        line = name.line if name is not None else int(place[2]) if place else 0
        return Pick(seed, name.kind if name is not None else "", line, seed in self._marked)

    def _tell(self) -> None:
        shown = self.query_one("#picks", Rows).count()
        of = f"{shown:,} of {len(self._texts):,} files and names"
        marked = f"{numbers.plural(len(self._marked), 'seed')} marked · " if self._marked else ""
        self.set_fact(f"{marked}{of} · tab marks · enter slices")

    # Choosing

    def on_key(self, event: events.Key) -> None:
        """Arrows move in the list while one types."""
        if event.key in _MOTIONS:
            event.stop()
            self.query_one("#picks", Rows).perform(_MOTIONS[event.key])
        elif event.key in host(self).keymap_table.keys["pick.mark"]:
            # Before the screen's own tab, which would move the focus.
            event.stop()
            event.prevent_default()
            self.perform("pick.mark")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.perform("pick.run")

    @on(Rows.Opened)
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        self.perform("pick.run")

    def perform(self, action: str) -> bool:
        """Mark, slice, close."""
        current: Pick | None = self.query_one("#picks", Rows).current
        if action == "pick.mark" and current is not None:
            if current.seed in self._marked:
                del self._marked[current.seed]
            else:
                self._marked[current.seed] = None
            self._search(self._query)
            self.query_one("#picks", Rows).perform("list.down")
        elif action == "pick.run":
            if seeds := tuple(self._marked) or ((current.seed,) if current is not None else ()):
                self.dismiss(seeds)
        else:
            return super().perform(action)
        return True

    # Preview

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        if self._looks is not None:
            self._looks.stop()
        if self.query_one("#pick-preview").display:
            self._looks = self.set_timer(REST / 3, self._look)

    def _look(self) -> None:
        current: Pick | None = self.query_one("#picks", Rows).current
        path = current.path if current is not None else ""
        try:
            lines: tuple[str, ...] = host(self).bridge.repository.lines(path) if path else ()
            fact = numbers.plural(len(lines), "line") if path else ""
        except BridgeError as error:
            lines, fact = (), str(error)
        self.query_one("#pick-title", Drawn).show(lambda width: (rule(width, path, fact),))
        line = max(1, current.line if current is not None else 1)
        colouring = syntax.colour(path, lines) if syntax.can_colour(path, lines) else plain_colouring
        self.query_one("#pick-text", TextView).show(lines, at=min(line, max(1, len(lines))), colouring=colouring)
