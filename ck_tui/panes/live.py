"""Pane 6: who works here, what happens in a session as it happens, and what is sent to the agent."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ck_tui import numbers
from ck_tui.bridge.nouns import MAIN, Agent, Delivery, Live, Moment
from ck_tui.host import host
from ck_tui.messages import AgentChosen, DeliveryChosen, MomentChosen
from ck_tui.panes.live_lines import (
    draw_agent,
    draw_delivery,
    draw_moment,
    draw_nobody,
    draw_nothing_sent,
    name_of,
    status_lines,
)
from ck_tui.state import Model
from ck_tui.widgets.drawn import Drawn, rule
from ck_tui.widgets.following import FollowingRows
from ck_tui.widgets.line import Line
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows

Key = tuple[str, str]


def moment_key(moment: Moment) -> tuple[str, int, float, str]:
    """What tells a moment from all others of its session."""
    return moment.kind, moment.number, moment.at, moment.name


def rows_of(live: Live | None) -> tuple[Agent | None, ...]:
    """The rows of the sessions: first the one that follows the newest."""
    return (None, *live.agents) if live is not None and live.agents else ()


class LivePane(Pane):
    """Sessions, timeline and queue; alone on the screen."""

    SCOPE = "live"
    NUMBER = 6
    TITLE = "Live"
    WATCHES = frozenset({"live", "chosen", "moments", "recognisers"})
    STOPS = ("agents", "moments", "queue")

    def __init__(self) -> None:
        super().__init__(id="live")
        self._shown: Key | None = None

    def compose(self) -> ComposeResult:
        """Status, then sessions and queue at the left, the timeline at the right."""
        yield Drawn(id="live-status")
        nobody = Drawn(id="live-empty", classes="hint")
        nobody.can_focus = True
        yield nobody
        with Horizontal(id="live-sides"):
            with Vertical(id="live-left"):
                yield Drawn(id="agents-title")
                agents = Rows[Agent | None](draw_agent, lambda agent: agent.key if agent is not None else None, id="agents")
                agents.idle_bar = True
                yield agents
                yield Drawn(id="queue-title")
                yield Drawn(id="queue-empty", classes="hint")
                yield Rows[Delivery](draw_delivery, lambda one: (one.seq, one.text), id="queue")
            with Vertical(id="live-right"):
                yield Drawn(id="moments-title")
                yield FollowingRows[Moment](self._draw_moment, moment_key, id="moments")

    def entrance(self) -> str:
        """The timeline; where nobody works here the queue, or what is said instead."""
        live = host(self).model.live or Live()
        return "moments" if live.agents else "queue" if live.waiting or live.given else "live-empty"

    def stops(self) -> tuple[str, ...]:
        """Sessions, timeline, queue."""
        return self.STOPS

    def _draw_moment(self, moment: Moment, width: int) -> Line:
        model = host(self).model
        kinds = {a.session.agent: a.session.kind for a in (model.live.agents if model.live is not None else ()) if a.session.kind}
        return draw_moment(moment, width, model.recognisers, model.root, kinds)

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw what changed."""
        watched = model.watched
        if changed & {"live", "chosen"}:
            self._show_frame(model)
            self.query_one("#live-status", Drawn).show(lambda width: status_lines(model, width))
        if "live" in changed:
            live = model.live or Live()
            self.query_one("#agents", Rows).show(rows_of(live))
            self.query_one("#queue", Rows).show((*live.waiting, *live.given))
        if "moments" in changed:
            key = watched.key if watched is not None else None
            self.query_one("#moments", FollowingRows).show(model.moments, empty_cursor=key != self._shown)
            self._shown = key
        if "recognisers" in changed:
            self.query_one("#moments", Rows).refresh()
        self._show_titles(model)

    def _show_frame(self, model: Model) -> None:
        """What is visible at all."""
        live = model.live or Live()
        sent = bool(live.waiting or live.given)
        nobody = not live.agents
        if nobody:
            self.query_one("#live-empty", Drawn).show(draw_nobody)
        self.query_one("#queue-empty", Drawn).show(draw_nothing_sent)
        shown = {
            "#live-status": not nobody, "#live-empty": nobody, "#agents-title": not nobody, "#agents": not nobody,
            "#live-right": not nobody, "#queue": sent, "#queue-empty": not sent and not nobody, "#queue-title": sent or not nobody,
        }  # fmt: skip
        focused = self.screen.focused
        for name, display in shown.items():
            view = self.query_one(name)
            if focused is not None and view in focused.ancestors_with_self and not display:
                # Textual would pass the focus on to whatever comes next, perhaps in another pane.
                self.screen.set_focus(None)
                self.call_after_refresh(self._refocus)
            view.display = display
        self.set_class(nobody, "-nobody")

    def _refocus(self) -> None:
        """Take the focus back to what is shown now, if nobody has taken it."""
        if self.screen.focused is None and self.has_class("-current"):
            self.screen.set_focus(self.query_one(f"#{self.entrance()}"))

    def _show_titles(self, model: Model) -> None:
        live, watched = model.live or Live(), model.watched
        mains = sum(agent.session.agent == MAIN for agent in live.agents)
        what = name_of(watched.session.session) if watched is not None else ""
        if watched is not None and watched.session.agent != MAIN:
            what = f"{what} {watched.session.kind or watched.session.agent}"
        follows = "" if model.chosen is not None or not what else "newest: "
        self.set_title(f"{follows}{what}", numbers.plural(mains, "session") if mains else "")
        waits = f"{len(live.waiting):,} waiting" if live.waiting else "nothing waits"
        moments = self.query_one("#moments", FollowingRows)
        happened = numbers.plural(len(model.moments), "event") if model.moments else "no event yet"
        at_end = "" if not model.moments else " · follows" if moments.follows else f" · {moments.newer:,} newer below, G follows" if moments.newer else " · G follows"
        self.query_one("#agents-title", Drawn).show(lambda width: (rule(width, "sessions"),))
        self.query_one("#queue-title", Drawn).show(lambda width: (rule(width, "to the agent", waits),))
        self.query_one("#moments-title", Drawn).show(lambda width: (rule(width, "timeline", happened + at_end),))

    @on(Rows.Moved, "#agents")
    def _agent_moved(self, event: Rows.Moved) -> None:
        event.stop()
        rows = self.query_one("#agents", Rows)
        if rows.count():
            self.post_message(AgentChosen(rows.current.key if rows.current is not None else None))

    @on(Rows.Moved, "#moments")
    def _moment_moved(self, event: Rows.Moved) -> None:
        event.stop()
        self.post_message(MomentChosen(self.query_one("#moments", Rows).current))
        self._show_titles(host(self).model)

    @on(Rows.Moved, "#queue")
    def _delivery_moved(self, event: Rows.Moved) -> None:
        event.stop()
        self.post_message(DeliveryChosen(self.query_one("#queue", Rows).current))

    @on(Rows.Opened, "#agents")
    def _agent_opened(self, event: Rows.Opened) -> None:
        event.stop()
        self.screen.set_focus(self.query_one("#moments"))

    @on(Rows.Opened, "#moments")
    @on(Rows.Opened, "#queue")
    def _opened(self, event: Rows.Opened) -> None:
        event.stop()
        host(self).run_action_id("live.open")
