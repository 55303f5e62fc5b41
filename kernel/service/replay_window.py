"""One context window of a replayed session: what it holds, what was removed from it, and what its agent does with that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kernel.harness.claude.turns import Block
from kernel.model.event import ToolOutput
from kernel.model.named import NamedTuple
from kernel.model.plan import Span
from kernel.model.replay import Miss
from kernel.reading.secrets import mask
from kernel.relevance.needed import ACTED, EDIT, IN_A_CALL, READ_AGAIN, RECALLED, SAID, Need, Watch

_MOST_PENDING = 1_000
"""Calls whose result may still come."""
_RECALL = re.compile(r"\bck recall #?(\d{1,18})")
_ALL = 2**62
_LONGEST = 200
"""Characters of a text that are told."""


class Folded(NamedTuple):
    """An output of which lines would be removed: where it is told, the handle that its agent knew, and the folds."""

    at: int
    handle: int | None
    output: ToolOutput
    folds: tuple[Span, ...]


class Window:
    """A window from one compaction to the next.

    Attributes:
        epoch: Which life it is in, from 1 on.
        watch: What is shown and removed.
        pending: Calls without a result, by id.
        carried: Saved tokens times the requests that would have sent them again.
        misses: What was needed, in all lives.
        unwatched: Removed lines that could not be followed.
    """

    def __init__(self, transcript: str, agent: str) -> None:
        self.transcript, self.agent = transcript, agent
        self.epoch = 1
        self.watch = Watch()
        self.pending: dict[str, Block] = {}
        self.carried = self.unwatched = 0
        self.misses: list[Miss] = []
        self._folded: list[Folded] = []
        self._by_path: dict[str, int] = {}
        self._request = ""
        self._new = self._sent = 0

    def compacted(self) -> None:
        """A new life begins: nothing is known of what was shown before."""
        self.unwatched += self.watch.unwatched
        self.epoch += 1
        self.watch = Watch()
        self._folded, self._by_path = [], {}
        self._new = self._sent = 0

    def requested(self, request: str) -> None:
        """A model was asked: the first time an output is new, each further time it is read from the cache."""
        if request != self._request:
            self._request = request
            self.carried += self._sent
            self._sent += self._new
            self._new = 0

    def saved(self, tokens: int) -> None:
        """An output is shorter by so many tokens."""
        self._new += tokens

    def removed(self, folded: Folded, lines: Sequence[str]) -> None:
        """Note what of an output the window does not hold."""
        number = len(self._folded)
        # Where it was is told; what it was is not kept.
        self._folded.append(folded._replace(output=folded.output._replace(text="")))
        if folded.output.tool == "Read":
            self._by_path[folded.output.path] = number
        for span in folded.folds:
            self.watch.removed(number, ((at, lines[at - 1]) for at in range(span.start, span.end + 1)))

    def said(self, later: int, text: str) -> None:
        """The agent wrote something."""
        self._note(later, self.watch.used(text, SAID))

    def called(self, later: int, call: Block) -> None:
        """The agent called a tool."""
        if len(self.pending) >= _MOST_PENDING:
            del self.pending[next(iter(self.pending))]
        self.pending[call.call] = call
        self._note(later, self._asked_again(call))
        for name, text in _texts(call.asked):
            self._note(later, self.watch.used(text, EDIT if name == "old_string" else IN_A_CALL))

    def _asked_again(self, call: Block) -> Iterator[Need]:
        """Removed lines that the call asks for by their place."""
        path = call.asked.get("file_path")
        if call.name == "Read" and isinstance(path, str) and path in self._by_path:
            number = self._by_path[path]
            first, last = _range(call.asked)
            before = (self._folded[number].output.first or 1) - 1
            again = [span for span in self._folded[number].folds if span.start + before <= last and first <= span.end + before]
            if again:
                what = f"lines {first}-{last}" if last < _ALL else f"from line {first} on"
                yield Need(number, max(first - before, again[0].start), what, READ_AGAIN)
        command = call.asked.get("command")
        for handle in _RECALL.findall(command) if isinstance(command, str) else ():
            for number, one in enumerate(self._folded):
                if one.handle == int(handle):
                    yield Need(number, one.folds[0].start, f"ck recall {handle}", RECALLED)

    def _note(self, later: int, needs: Iterator[Need] | Sequence[Need]) -> None:
        for need in needs:
            one = self._folded[need.output]
            span = next(span for span in one.folds if span.start <= need.line <= span.end)
            tokens = -(-span.tokens // (span.end - span.start + 1))
            output = one.output
            self.misses.append(
                Miss(
                    self.transcript, self.agent, one.at, later, output.tool, _told(output.path or output.command),
                    need.line + (output.first or 1) - 1,
                    _told(need.what), need.how, need.how in ACTED, tokens,
                )
            )  # fmt: skip


def _told(text: str) -> str:
    """A text as people are told it: shortened, without secrets."""
    return mask(text)[0][:_LONGEST]


def _range(asked: Mapping[str, Any]) -> tuple[int, int]:
    """First and last line that a Read asks for."""
    offset, limit = asked.get("offset"), asked.get("limit")
    first = offset if isinstance(offset, int) and offset > 0 else 1
    return first, first + limit - 1 if isinstance(limit, int) and limit > 0 else _ALL


def _texts(asked: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text in what a call asks for, with the name that it stands under."""
    if isinstance(asked, str):
        yield name, asked
    elif isinstance(asked, Mapping):
        for key, value in asked.items():
            yield from _texts(value, str(key))
    elif isinstance(asked, list):
        for value in asked:
            yield from _texts(value, name)
