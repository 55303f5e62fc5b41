"""How sessions, what happens in them and what is sent to them are written: pure functions from values to lines."""

import time
from collections.abc import Mapping

from ck_tui import numbers
from ck_tui.bridge.nouns import (
    ARRIVED,
    COMPACTION,
    DEGRADED,
    DELIVERY,
    EVENT,
    MAIN,
    OTHER,
    OUTPUT,
    PROVEN,
    RECALL,
    SLICE,
    TRIES,
    WHOLE,
    Agent,
    CanaryState,
    ContextWindow,
    Delivery,
    Live,
    Moment,
)
from ck_tui.state import Model
from ck_tui.widgets.drawn import hint
from ck_tui.widgets.line import Line, Piece, column

QUIET = 6 * 3600.0
"""Seconds without an event after which a session that nobody ended is called quiet: its program may be gone."""

DELTA = "delta"
"""The recogniser that folds what the agent was shown before."""

SHORT = 8
"""Characters of a session's id that are shown."""

SIGNS = {DELIVERY: ("→", "pin"), RECALL: ("←", "attention"), SLICE: ("●", "slice"), COMPACTION: ("━", "focus"), EVENT: ("·", "dim")}
WORDS = {RECALL: "came back", SLICE: "slice", COMPACTION: "compacted"}
STATES = {
    "given": "given to the agent", "pending": "waits for its turn", "working": "being sliced", "ready": "waits for the next event",
    "same": "all of it was shown before", "late": "a newer one was given", "nothing": "nothing here matches", "failed": "could not be sliced",
}  # fmt: skip


def name_of(session: str) -> str:
    """A session as people tell it from others."""
    return session[:SHORT] or "(no id)"


def state_of(agent: Agent, now: float) -> str:
    """``live``, ``quiet`` (nothing came for long) or ``ended``."""
    session = agent.session
    return "ended" if session.ended is not None else "quiet" if now - session.last > QUIET else "live"


def share(window: ContextWindow | None) -> str:
    """How full a window is, with a plus sign where it is at least that full; empty where nobody knows."""
    if window is None or window.used is None:
        return ""
    more = "+" if window.used_source.startswith("outputs") else ""
    return f"{numbers.percent(min(window.used, window.size), window.size)}{more}"


def draw_agent(agent: Agent | None, width: int) -> Line:
    """A session or, indented, a subagent: state, id, window, last event; None is the row that follows the newest."""
    if agent is None:
        return Line((Piece(" ↓ ", "focus"), Piece("follow the newest", "text")))
    session, now = agent.session, time.time()
    state = state_of(agent, now)
    ink = "slice" if state == "live" else "dim"
    right = [column(share(agent.window), 7, "text", right=True)] if session.agent == MAIN else []
    right += [column(state, 6, ink, right=True), column(numbers.clock(session.last, now), 7, "dim", right=True), Piece(" ")]
    if session.agent != MAIN:
        return Line((Piece("     · ", "dim"), Piece(session.kind or session.agent, "text" if state == "live" else "dim")), tuple(right))
    bright = "strong" if state == "live" else "dim"
    event = (Piece(f"  {session.last_event}", "dim"),) if width >= 60 else ()
    return Line((Piece(" ● " if state == "live" else " ○ ", ink), Piece(name_of(session.session), bright), *event), tuple(right))


def draw_moment(moment: Moment, width: int, recognisers: Mapping[int, str], root: str = "", kinds: Mapping[str, str] | None = None) -> Line:
    """Something that happened: when, what; of an output raw → shown tokens, what folded it, whether it arrived."""
    when = column(numbers.second(moment.at, time.time()), 9, "dim")
    who = (kinds or {}).get(moment.agent, moment.agent)
    sub = (Piece(f"[{who}] ", "dim"),) if moment.agent not in ("", MAIN) else ()
    if moment.kind != OUTPUT:
        sign, ink = SIGNS[moment.kind]
        return Line((Piece(" "), when, Piece(f"{sign} ", ink), *_told(moment)), _cost(moment))
    failed = moment.exit_code not in (None, 0)
    text = moment.text.removeprefix(f"{root}/") if root else moment.text
    head = (Piece(" "), when, Piece("✕ " if failed else "  ", "attention"), *sub, Piece(f"{moment.name} ", "dim"), Piece(text.strip()))
    return Line(head, _outcome(moment, width, recognisers.get(moment.number, "")))


def _told(moment: Moment) -> tuple[Piece, ...]:
    """What is no output, in words."""
    if moment.kind == EVENT:
        return (Piece(moment.name, "dim"),)
    if moment.kind == DELIVERY:
        at = f" at {moment.state}" if moment.state else ""
        return (Piece(f"{moment.name} ", "pin"), Piece(moment.text.strip(), "text"), Piece(f"  sent{at}", "dim"))
    word = Piece(f"{WORDS[moment.kind]} ", SIGNS[moment.kind][1])
    if moment.kind == SLICE:
        return (word, Piece(moment.text.strip() or "a failure", "text"), Piece(f"  {STATES.get(moment.state, moment.state)}", "dim"))
    return (word, Piece(moment.text.strip(), "text"))


def _cost(moment: Moment) -> tuple[Piece, ...]:
    return (Piece("  "), column(numbers.tokens(moment.before), 6, "attention", right=True), Piece(" ")) if moment.kind == RECALL else (Piece(" "),)


def _outcome(moment: Moment, width: int, recogniser: str) -> tuple[Piece, ...]:
    """The right side of an output: mark, what folded it, raw → shown, whether that was seen to arrive."""
    missed = moment.state in (WHOLE, OTHER)
    mark, ink = ("missed", "attention") if missed else ("failed", "attention") if moment.exit_code not in (None, 0) else ("", "dim")
    if not mark:
        mark = DELTA if recogniser == DELTA else "raw" if not moment.folds and moment.after >= moment.before else ""
    # Of what was not shown as it was given, the original was shown, or nobody knows what.
    after = {WHOLE: moment.before, OTHER: None}.get(moment.state, moment.after)
    shown, shown_ink = ("?", "attention") if after is None else (numbers.tokens(after), "slice" if after < moment.before else "dim")
    change = (column(numbers.tokens(moment.before), 6, "dim", right=True), Piece(" → ", "faint"), column(shown, 5, shown_ink, right=True))
    seen = column("seen" if moment.state == ARRIVED else "", 5, "slice", right=True)
    by = recogniser if recogniser != DELTA else ""
    if width >= 90:
        return (Piece("  "), column(by, 14, "dim"), column(mark, 7, ink), *change, seen, Piece(" "))
    if width >= 56:
        return (Piece(" "), column(mark or by, 8, ink if mark else "dim"), *change, Piece(" "))
    return (Piece(" "), column(mark, 6, ink), column(shown, 6, shown_ink, right=True), Piece(" "))


def draw_delivery(one: Delivery, width: int) -> Line:
    """Something that a person sends: what, and whether it is queued, or when and at which event it was sent, and whether it was seen to arrive."""
    first, _, more = one.text.strip().partition("\n")
    text = (Piece(f"{one.kind:<5}", "pin" if one.sent is None else "dim"), Piece(first, "text" if one.sent is None else "dim"))
    tail = (Piece(f" +{numbers.plural(more.count(chr(10)) + 1, 'line')}", "dim"),) if more else ()
    if one.sent is None:
        whom = f" to {name_of(one.session)}" if one.session and width >= 44 else ""
        return Line((Piece(" → ", "pin"), *text, *tail), (Piece(f"  queued{whom} ", "pin"),))
    when = numbers.clock(one.sent, time.time())
    at = f" at {one.event}" if one.event and width >= 60 else ""
    if one.delivered is None:
        return Line((Piece(" … ", "attention" if one.tries > TRIES else "dim"), *text, *tail), (Piece(f"  sent {when}{at} ", "dim"),))
    return Line((Piece(" ✓ ", "slice"), *text, *tail), (Piece(f"  delivered {when}{at} ", "dim"),))


def canary_pieces(canary: CanaryState) -> tuple[Piece, ...]:
    """Whether what replaces outputs arrives, in a few words."""
    if canary.state == DEGRADED:
        return (Piece("canary: not arriving, outputs stay whole", "attention"),)
    if canary.state == PROVEN:
        missed = (Piece(f", {canary.missed:,} missed", "attention"),) if canary.missed else ()
        return (Piece("canary ok", "slice"), Piece(f" {canary.arrived:,} seen", "dim"), *missed)
    return (Piece("canary: none seen yet", "dim"),)


def status_lines(model: Model, width: int) -> tuple[Line, ...]:
    """The watched session: how full its window is and who said so, whether outputs arrive, its model."""
    agent, live = model.watched, model.live
    if agent is None or live is None:
        return ()
    left: list[Piece] = [Piece(" window ", "dim")]
    window = next((a.window for a in live.agents if a.session.session == agent.session.session and a.window is not None), None)
    if window is None or window.used is None:
        left.append(Piece("not known", "dim"))
    else:
        full = min(1.0, window.used / window.size)
        cells = 20 if width >= 110 else 10 if width >= 74 else 0
        filled = round(cells * full)
        ink = "attention" if full >= 0.8 else "slice"
        left += [Piece("━" * filled, ink), Piece("─" * (cells - filled), "faint"), Piece(" " if cells else "")]
        left += [Piece(share(window), "attention" if full >= 0.8 else "strong"), Piece(f" of {numbers.tokens(window.size)}", "dim")]
        left += [Piece(f", {window.used_source}", "dim")] if width >= 90 else []
    left += [Piece("   "), *canary_pieces(live.canary)]
    about = agent.session.model if width >= 100 else ""
    return (Line(tuple(left), (Piece(f"  {about} ", "dim"),) if about else ()),)


def strip(live: Live | None, watched: Agent | None, width: int) -> tuple[Piece, ...]:
    """The live side in few words, for another pane's line; empty where no agent works here."""
    if live is None or watched is None or watched.session.ended is not None:
        return ()
    full = share(watched.window)
    pieces = [Piece("  window ", "dim"), Piece(full, "strong")] if full else [Piece("  agent live", "dim")]
    if live.canary.state == DEGRADED:
        pieces += [Piece(" · ", "dim"), Piece("canary!" if width < 110 else "outputs do not arrive", "attention")]
    elif live.canary.state == PROVEN and width >= 96:
        pieces += [Piece(" · canary ok", "dim")]
    if live.waiting and width >= 96:
        pieces += [Piece(" · ", "dim"), Piece(f"{len(live.waiting)} to send", "pin")]
    return (*pieces, Piece(" "))


def draw_nobody(width: int) -> tuple[Line, ...]:
    """What to do where no agent was ever seen."""
    parts = (
        ("No agent's session is known here yet.", "text"),
        ("", ""),
        ("ck install claude", "text"),
        ("sets the hooks; from then on each tool call of a session in this repository shows up here as it arrives, raw beside shown.", "dim"),
        ("", ""),
        ("m writes a note now: it is given to whoever comes first. ck doctor tells whether the hooks are really called.", "dim"),
    )
    return hint(parts, width)


def draw_nothing_sent(width: int) -> tuple[Line, ...]:
    """What the queue is for."""
    return hint((("Nothing was sent. m writes a note; pins, drops and what you fault in go out by themselves at the agent's next event.", "dim"),), width)[1:]
