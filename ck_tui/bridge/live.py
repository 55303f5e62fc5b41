"""For pane 6: agents at work here, what happens in their sessions, and what is sent to them."""

from collections.abc import Collection

from ck_tui.bridge.nouns import Agent, Delivery, Live, Moment
from ck_tui.bridge.session import SessionBridge, explained

WINDOWS = 8
"""Sessions whose window is looked at: the last active ones; of some it is read from a transcript."""

LISTED = 10_000
"""Moments of a session that are listed."""

GIVEN = 200
"""Deliveries that are listed after they were given."""


class LiveBridge:
    """Sessions and deliveries of the worktree. Every method raises ``BridgeError`` where the store cannot be used."""

    def __init__(self, session: SessionBridge) -> None:
        self._session = session
        self._recognisers: dict[int, str] = {}

    def overview(self) -> Live:
        """Who works here, how full the windows are, whether outputs arrive, what waits. Takes milliseconds to tens of them."""
        from kernel.service import canary, sessions, window

        kernel = self._session.kernel
        with explained():
            agents: list[Agent] = []
            for place, (main, subs) in enumerate(sessions.tree(sessions.sessions(kernel))):
                now = window.window(kernel, main.session) if place < WINDOWS else None
                agents += [Agent(main, now), *(Agent(sub) for sub in subs)]
            return Live(tuple(agents), *self._queue(), canary.state(kernel), canary.states(kernel))

    def deliveries(self) -> tuple[tuple[Delivery, ...], tuple[Delivery, ...]]:
        """What waits for agents, in the order in which it will be given, and what was given, the last first."""
        with explained():
            return self._queue()

    def _queue(self) -> tuple[tuple[Delivery, ...], tuple[Delivery, ...]]:
        from kernel.service import deliveries

        kernel = self._session.kernel
        return deliveries.pending(kernel), deliveries.delivered(kernel, GIVEN)

    def moments(self, session: str, agent: str, limit: int = LISTED, since: float = 0.0) -> tuple[Moment, ...]:
        """What happened in a session from a time on (the last ``limit``), oldest first; of a subagent only what is its own."""
        from kernel.service import timeline

        with explained():
            return timeline.timeline(self._session.kernel, session, agent, limit, since)

    def recognisers(self, handles: Collection[int]) -> dict[int, str]:
        """Which recogniser folded most of each output; a stored plan never changes, so each is looked at once."""
        from kernel.service import timeline

        fresh = [handle for handle in handles if handle not in self._recognisers]
        if fresh:
            with explained():
                found = timeline.recognisers(self._session.kernel, fresh)
            self._recognisers.update({handle: found.get(handle, "") for handle in fresh})
        return {handle: self._recognisers[handle] for handle in handles}

    def slice_text(self, number: int) -> str:
        """What an agent was told of a failure that was noticed."""
        from kernel.service import timeline

        with explained():
            return timeline.slice_text(self._session.kernel, number)

    # Sending

    def send(self, kind: str, text: str, session: str) -> int:
        """Queue a ``pin``, ``drop`` or ``note`` for a session (empty: whoever comes next); its number."""
        from kernel.service import deliveries

        with explained():
            return deliveries.queue(self._session.kernel, kind, text, session)

    def send_lines(self, path: str, ranges: tuple[tuple[int, int], ...], session: str) -> tuple[int, ...]:
        """Queue lines of a file, each range a delivery; their numbers. No ranges: the whole file."""
        from kernel.service import deliveries

        whole = ((1, 10**9),)
        with explained():
            return tuple(deliveries.queue_lines(self._session.kernel, path, first, last, session) for first, last in ranges or whole)

    def withdraw(self, number: int) -> bool:
        """Take back what was not given yet; false where it was."""
        from kernel.service import deliveries

        with explained():
            return deliveries.withdraw(self._session.kernel, number)

    def restore(self, one: Delivery) -> bool:
        """Let what was withdrawn wait again."""
        from kernel.service import deliveries

        with explained():
            return deliveries.restore(self._session.kernel, one)

    def swap(self, one: int, other: int) -> bool:
        """Let two that wait change their places; false where one was given meanwhile."""
        from kernel.service import deliveries

        with explained():
            return deliveries.swap(self._session.kernel, one, other)
