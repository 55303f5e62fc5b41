"""The workbench's application: wiring only. What actions do is in ``handlers``, what panes draw in ``panes``."""

import gc
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from textual import events, on
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ck_tui.actions import BY_ID, reason_against
from ck_tui.bridge import Bridge, BridgeError, Layout, open_bridge
from ck_tui.bridge.nouns import SearchHit
from ck_tui.dispatch import hints_for, key_names, ordered, scope_chain
from ck_tui.handlers import keeping_up, loading, watching
from ck_tui.handlers.delivering import Step
from ck_tui.handlers.registry import handler
from ck_tui.handlers.theming import follow_themes, stamp
from ck_tui.inks import Inks, make_inks
from ck_tui.keymap import Keymap, KeymapError, make_keymap
from ck_tui.keys_in_order import KeysInOrder
from ck_tui.messages import (
    AgentChosen,
    BudgetAsked,
    CitationChosen,
    DeliveryChosen,
    EntryChosen,
    MomentChosen,
    ParkedChosen,
    PasteCut,
    PlaceChosen,
    SearchAsked,
)
from ck_tui.safe import clean_block, shorten
from ck_tui.screens.main import MainScreen
from ck_tui.signals import end_on_signals, why_not_suspended
from ck_tui.state import Model, State
from ck_tui.textual_shims import QuietApp, mend_driver, terminal_driver
from ck_tui.themes import DEFAULT, Palette, load_palettes, textual_theme
from ck_tui.widgets.keyline import KeyLine
from ck_tui.widgets.pane import Pane

T = TypeVar("T")

LASTING = 3600.0
"""Seconds of a message that stays until it is clicked away."""


class Workbench(QuietApp, inherit_bindings=False):
    """The full-screen application over one bridge."""

    CSS_PATH = "workbench.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "ck"

    def __init__(self, bridge: Bridge, symptom: str | None = None, *, fresh: bool = False) -> None:
        self.palettes, problems = load_palettes(bridge.session.themes_folder)
        self.themes_stamp = stamp(bridge.session.themes_folder)
        name = bridge.session.theme if bridge.session.theme in self.palettes else DEFAULT
        if name != bridge.session.theme:
            problems = (*problems, f"theme: there is no theme {bridge.session.theme!r}; using {DEFAULT}")
        self.inks: Inks = make_inks(self.palettes[name].colours, bridge.session.ascii)
        self._first_theme = name
        super().__init__(driver_class=terminal_driver())
        self.main: MainScreen = MainScreen(id="_default")
        """The screen with the panes, whatever is over it."""
        self.keys_in_order = KeysInOrder(self, super().on_event)
        self.opening: Widget | None = None
        """What was mounted a moment ago to take the focus."""
        self.animation_level = "basic" if bridge.session.animations else "none"
        self.bridge = bridge
        self.keymap_table, key_problems = _keymap(bridge)
        self.state = State(Model(bridge.session.root, notes=(*bridge.session.notices, *problems, *key_problems)))
        self.first_symptom = symptom
        self.layout = Layout() if fresh else bridge.layout.load()
        self.store_version: int | None = None
        """The store's change number when it was read last; None: it is to be read again."""
        self.next_look = 0.0
        self.charter_draft: str | None = None
        self.live_stale = False
        """Something changed since the sessions were read."""
        self.live_read: tuple[str, str] | None = None
        """Of whom what happened was read."""
        self.queue_steps: list[Step] = []
        """Changes of what waits for agents, for undo."""
        if self.no_color:
            from ck_tui.no_colour import NoColours

            self._filters = [NoColours(self)]
        for palette in self.palettes.values():
            self.register_theme(textual_theme(palette))
        self.theme = name

    def get_default_screen(self) -> MainScreen:
        """The panes."""
        return self.main

    @property
    def model(self) -> Model:
        """What is shown."""
        return self.state.model

    # Life

    def panes_ready(self) -> None:
        """The panes exist: draw them empty first, load right after they are on the screen."""
        if not self.is_headless:
            end_on_signals(self)
        self.app_resume_signal.subscribe(self, lambda _app: self._draw_all())
        self.state.listen(self._draw)
        self.theme_changed_signal.subscribe(self, lambda _theme: self._theme_changed())
        self._draw(self.model, frozenset(Model._fields))
        self.main.go_to(self.layout.pane)
        self.main.set_class(self.layout.zoom, "-zoom")
        self.call_after_refresh(keeping_up.first, self)
        self.set_interval(1.0, lambda: follow_themes(self))
        self.set_interval(max(0.25, self.bridge.session.poll_seconds), lambda: keeping_up.poll(self))

    async def on_unmount(self) -> None:
        """Remember how it is left, end the child process, close the store."""
        task = self.model.slice.task if self.model.slice is not None else self.layout.task
        self.bridge.layout.save(self.layout._replace(pane=self.main.current, zoom=self.main.has_class("-zoom"), task=task))
        await self.bridge.close()

    def _draw(self, model: Model, changed: frozenset[str]) -> None:
        for pane in self.main.query(Pane):
            if pane.WATCHES & changed:
                pane.show(model, changed)
        self.refresh_keys()

    def _theme_changed(self) -> None:
        self.take_inks()

    def take_inks(self) -> None:
        """Draw everything anew in the colours of the present theme."""
        palette: Palette = self.palettes[self.theme]
        self.inks = make_inks(palette.colours, self.bridge.session.ascii)
        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget):
                widget.refresh()

    def _draw_all(self) -> None:
        """The terminal was somebody else's: nothing of what it shows is ours."""
        self.refresh_css(animate=False)
        for screen in self.screen_stack:
            screen.refresh(layout=True)
        self.refresh(layout=True)

    # Keys

    def refresh_keys(self) -> None:
        """The footer says what is possible here and now."""
        screen = self.screen
        chain = scope_chain(self.focused or screen)
        for line in screen.query(KeyLine):
            line.show(hints_for(chain, self.keymap_table, self.model))

    async def on_event(self, event: events.Event) -> None:
        """Keys and pastes one after the other, everything else as it comes."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if self.screen_stack:
                await self.keys_in_order.take(event)
            return
        await super().on_event(event)

    @property
    def settled(self) -> bool:
        """Whether whatever was opened last has taken the focus, so that the next key acts there."""
        if self.opening is not None and (self.opening.has_focus_within or not self.opening.is_attached):
            self.opening = None
        if not self.screen_stack:
            return False
        return self.opening is None and (self.focused is not None or not isinstance(self.screen, ModalScreen))

    async def on_key(self, event: events.Key) -> None:
        """Look the key up in the scopes of the focused widget, innermost first."""
        chain = scope_chain(self.focused or self.screen)
        action_id = self.keymap_table.lookup(key_names(event), ordered(chain))
        if action_id is None and event.key == "ctrl+q":
            action_id = "app.quit"
        if action_id is None and event.key == "ctrl+z":
            event.stop()
            self._suspend()
        if action_id is not None:
            event.prevent_default()
            event.stop()
            self.run_action_id(action_id)

    def run_action_id(self, action_id: str) -> None:
        """Do an action of the table, or say why it cannot be done now."""
        action = BY_ID[action_id]
        if reason := reason_against(action, self.model):
            self.say(f"{action.label}: {reason}", "warning")
            return
        do = handler(action_id)
        if do is not None:
            self.attempt(action.label, lambda: do(self))
        else:
            self.attempt(action.label, lambda: self._perform(action_id, action.scope))

    def _perform(self, action_id: str, scope: str) -> None:
        """Actions of a view or screen are done by the node that owns the scope."""
        for name, node in scope_chain(self.focused or self.screen):
            perform = getattr(node, "perform", None)
            if name == scope and perform is not None:
                perform(action_id)
                return

    def _suspend(self) -> None:
        """Stop like any program; the shell's ``fg`` brings it back."""
        if reason := why_not_suspended():
            self.say(f"Suspend: {reason}.", "warning")
        else:
            self.action_suspend_process()

    # Telling

    def say(self, text: str, severity: Any = "information", *, lasting: bool = False) -> None:
        """A short message at the lower right; ``severity`` is ``information``, ``warning`` or ``error``."""
        self.notify(clean_block(text), severity=severity, markup=False, timeout=LASTING if lasting else 4)

    def ask(self, screen: Screen[T], then: Callable[[T | None], None]) -> None:
        """Push a screen and do something with its answer; what goes wrong there is shown."""
        self.push_screen(screen, lambda answer: self.attempt(screen.name or "this", lambda: then(answer)))

    def attempt(self, what: str, do: Callable[[], None]) -> None:
        """Do something that reaches the kernel; an error is shown instead of ending the workbench."""
        try:
            do()
        except BridgeError as error:
            self.show_error(what, error)

    def show_error(self, what: str, error: BaseException) -> None:
        """An error that a person can read and copy; it is logged too."""
        from ck_tui.screens.message import MessageScreen

        self.bridge.session.log_error(f"workbench: {what}", error)
        self.push_screen(MessageScreen(f"{what} failed", str(error) or type(error).__name__))

    @on(Worker.StateChanged)
    def _work_changed(self, event: Worker.StateChanged) -> None:
        """Asynchronous work that failed without an explanation of its own is shown too, never swallowed."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.state.set(progress=None)
            self.show_error(event.worker.group, event.worker.error)

    # What panes say

    @on(EntryChosen)
    def _entry_chosen(self, event: EntryChosen) -> None:
        loading.choose(self, event.entry)

    @on(PlaceChosen)
    def _place_chosen(self, event: PlaceChosen) -> None:
        loading.show_place(self, event.path, event.line, enter=event.enter)

    @on(CitationChosen)
    def _citation_chosen(self, event: CitationChosen) -> None:
        self.state.set(citation=event.citation)

    @on(ParkedChosen)
    def _parked_chosen(self, event: ParkedChosen) -> None:
        hit = event.row if isinstance(event.row, SearchHit) else None
        self.state.set(parked_row=None if isinstance(event.row, SearchHit) else event.row, hit=hit)

    @on(AgentChosen)
    def _agent_chosen(self, event: AgentChosen) -> None:
        watching.choose(self, event.key)

    @on(MomentChosen)
    def _moment_chosen(self, event: MomentChosen) -> None:
        self.state.set(moment=event.moment)

    @on(DeliveryChosen)
    def _delivery_chosen(self, event: DeliveryChosen) -> None:
        self.state.set(delivery=event.delivery)

    @on(SearchAsked)
    def _search_asked(self, event: SearchAsked) -> None:
        from ck_tui.handlers.parked import search_for

        search_for(self, event.query)

    @on(BudgetAsked)
    def _budget_asked(self, event: BudgetAsked) -> None:
        self.attempt("cutting", lambda: loading.set_budget(self, event.limit))

    @on(PasteCut)
    def _paste_cut(self, event: PasteCut) -> None:
        self.bridge.session.log_error("workbench: paste", ValueError(event.problem))
        self.say(f"The paste: {event.problem}.", "warning")

    def on_paste(self, event: events.Paste) -> None:
        """A paste anywhere is a symptom."""
        event.stop()
        if len(self.screen_stack) == 1 and event.text.strip():
            from ck_tui.handlers.general import open_symptom

            open_symptom(self, event.text)


def _keymap(bridge: Bridge) -> tuple[Keymap, tuple[str, ...]]:
    """The user's keymap, or the default one and what was wrong with the user's."""
    try:
        return make_keymap(dict(bridge.session.keymap)), ()
    except KeymapError as error:
        return make_keymap(), error.problems


def make_app(bridge: Bridge, symptom: str | None = None, *, fresh: bool = False) -> Workbench:
    """The application over a bridge; command line, pictures and tests all use this.

    Args:
        bridge: From ``open_bridge``, or a stand-in of the same shape.
        symptom: A symptom to slice for at the start.
        fresh: Ignore how the workbench was left.
    """
    return Workbench(bridge, symptom, fresh=fresh)


def run_workbench(repo: str, symptom: str | None = None, *, fresh: bool = False) -> int:
    """Open the workbench on a folder and run it until the person quits; the exit code. ``fresh``: as if for the first time."""
    mend_driver()
    bridge = open_bridge(repo)
    app = make_app(bridge, symptom, fresh=fresh)
    try:
        code = app.run() or app.return_code or 0
    except Exception as error:  # noqa: BLE001  (the last line of defence)
        app.crash = error
    # What is left is thrown away with the process: Python need not search it for garbage first.
    gc.freeze()
    if app.crash is None:
        return code
    bridge.session.log_error("workbench", app.crash)
    told = shorten(" ".join(f"{type(app.crash).__name__}: {app.crash}".split()), 200)
    sys.stderr.write(f"ck: the workbench was ended by an error ({told}); `ck log` has the details\n")
    return 1
