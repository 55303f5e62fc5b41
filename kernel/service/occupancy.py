"""What occupies a session's window now: its transcript since the last compaction, brought to the harness's own count."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from kernel.harness.claude.past_calls import handle_in, past_call
from kernel.harness.claude.transcript_files import is_subagents, of_folder, session_folder, subagents_of
from kernel.harness.claude.turns import (
    CALL,
    INJECTED,
    PROMPT,
    RESULT,
    SUMMARY,
    SYSTEM,
    TEXT,
    THINKING,
    Block,
    Line,
    Transcript,
)
from kernel.model.errors import BadInput, KernelError, NotFound
from kernel.model.occupancy import Held, Occupancy, Part
from kernel.model.session import MAIN
from kernel.reading.secrets import mask
from kernel.service.brief import CHARTER, TASK
from kernel.service.kernel import Kernel
from kernel.service.window import ASSUMED, MODELS, window
from kernel.store.parked import ParkedOutputs
from kernel.store.sessions import Sessions
from kernel.tokens import Estimator

NOT_KNOWN = (
    "what the harness put into the window without writing it down: it is under “system and unknown”",
    "pictures and documents, which are there, too",
    "thoughts and old results that the model's provider leaves out of a request",
)
"""What the figures do not tell, a sentence each."""

UNKNOWN, CHARTER_SOURCE = "system and unknown", "charter"
LAST_ANSWER, LAST_COMPACTION = "the last answer", "the last compaction"

_NAMES = {PROMPT: "prompts", TEXT: "agent's text", THINKING: "agent's thoughts", CALL: "tool calls", SUMMARY: "summary of what was before", SYSTEM: "system prompt and tools"}
_LEAST_GROWTH = 2_000
"""Estimated tokens that a window must have grown by between two counts before they say how good the estimate is."""
_LEAST_SCALE, _MOST_SCALE = 0.6, 1.8
_LONGEST_NAME = 120


class Thing(NamedTuple):
    """A text in the window, with what is needed to find where it is parked. Its tokens are counted when the window is known."""

    line: Line
    turn: int
    block: Block
    asked: Block | None
    source: str
    text: str


class Count(NamedTuple):
    """Tokens that the harness counted when so many things were in the window."""

    tokens: int
    things: int
    at: str


def find(kernel: Kernel, name: str, environ: Mapping[str, str] = os.environ) -> tuple[Path, str]:
    """The transcript of a session and its id.

    Args:
        kernel: Open on a repository.
        name: A session's id or its beginning, or the path of a transcript; empty: this repository's newest session.
        environ: Where the harness's folder is.

    Raises:
        NotFound: There is none.
        BadInput: More than one session's id begins so.
    """
    if name.endswith(".jsonl") and Path(name).is_file():
        return Path(name).resolve(), Path(name).stem
    known = [one for one in Sessions(kernel.store).list(kernel.repository.root, 10_000) if one.agent == MAIN and Path(one.transcript).is_file()]
    paths = {Path(one.transcript).resolve(): one.session for one in reversed(known)}
    paths |= {path: path.stem for path in of_folder(kernel.repository.root, environ) if path not in paths}
    fitting = [(path, session) for path, session in paths.items() if session.startswith(name)]
    if not fitting:
        raise NotFound(f"no transcript of a session {name!a} is there" if name else "no transcript of this repository's sessions is there")
    exact = [one for one in fitting if one[1] == name] or fitting
    if name and len(exact) > 1:
        raise BadInput(f"{name!a} is the beginning of {len(exact)} sessions' ids")
    return max(exact, key=lambda one: one[0].stat().st_mtime)


def occupancy(kernel: Kernel, transcript: Path, session: str, agent: str = MAIN, largest: int = 20) -> Occupancy:
    """What occupies a window now.

    Args:
        kernel: Open on the session's repository.
        transcript: The session's.
        session: Its id.
        agent: ``main``, or a subagent's id.
        largest: How many of the largest things are told.

    Raises:
        NotFound: There is no such transcript or agent.
    """
    own = session_folder(transcript) / "subagents" / f"agent-{agent}.jsonl"
    path = own if agent != MAIN and own in subagents_of(transcript) else transcript
    lines = Transcript(path)
    held = _Window()
    try:
        for line in lines:
            if line.agent == agent or is_subagents(path):
                held.add(line)
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {error.strerror or error}") from error
    if not held.things and not held.counts:
        raise NotFound(f"{path} tells nothing of the agent {agent!a}")
    size, source = _size(kernel, session, held.model)
    estimator = Estimator()
    estimated = [estimator.tokens(thing.text) for thing in held.things]
    scale, unknown, measured, at = _fitted(held.counts, estimated)
    tokens = [int(count * scale) for count in estimated]
    since = sum(tokens[held.counts[-1].things :]) if held.counts else sum(tokens)
    chosen = sorted(range(len(tokens)), key=lambda number: -tokens[number])[:largest]
    told = tuple(_held(kernel, held.things[number], tokens[number], session, path) for number in chosen if held.things[number].source != _NAMES[SYSTEM])
    sources = _parts(((thing.source, count) for thing, count in zip(held.things, tokens, strict=True)), unknown)
    turns = _turns(held, tokens)
    return Occupancy(
        session, agent, str(path), size, source, measured, at, since, scale, sources, turns, told, held.compactions, lines.broken + lines.too_long
    )


class _Window:
    """The things in a window, line after line."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.counts: list[Count] = []
        self.turn = self.compactions = 0
        self.prompts: dict[int, str] = {}
        self.model = ""
        self._calls: dict[str, Block] = {}
        self._places: dict[str, int] = {}
        self._request = ""

    def add(self, line: Line) -> None:
        if line.boundary is not None:
            self._compact(line)
            return
        if line.used is not None and line.request != self._request:
            self._request = line.request
            self.counts.append(Count(line.used, len(self.things), LAST_ANSWER))
            self.model = line.model or self.model
        is_prompt = any(block.kind == PROMPT for block in line.blocks)
        if is_prompt:
            self._go_back(line.parent)
            self.turn += 1
            self.prompts[self.turn] = next((block.text for block in line.blocks if block.kind == PROMPT), "")
        for block in line.blocks:
            self._block(line, block)
        if line.uuid:
            self._places[line.uuid] = len(self.things)
        if self.counts and self.counts[-1].at == LAST_COMPACTION and not is_prompt:
            self.counts[-1] = self.counts[-1]._replace(things=len(self.things))

    def _block(self, line: Line, block: Block) -> None:
        asked = None
        if block.kind == SYSTEM:
            # The newest is in force.
            self._drop({at for at, thing in enumerate(self.things) if thing.block.kind == SYSTEM and thing.block.name == block.name})
        elif block.kind == CALL:
            self._calls[block.call] = block
        elif block.kind == RESULT:
            asked = self._calls.get(block.call)
        for source, text in _sources(block, asked):
            if text:
                self.things.append(Thing(line._replace(blocks=()), self.turn, block, asked, source, text))

    def _go_back(self, parent: str) -> None:
        """A person went back to an earlier place: what the agent said after it is not in the window any more."""
        place = self._places.get(parent)
        if place is None or not any(thing.block.kind in (TEXT, CALL) for thing in self.things[place:]):
            return
        self._drop({at for at in range(place, len(self.things)) if self.things[at].block.kind != SYSTEM})
        self._places = {uuid: at for uuid, at in self._places.items() if at <= place}

    def _compact(self, line: Line) -> None:
        assert line.boundary is not None
        self.compactions += 1
        kept = line.boundary.kept
        self.things = [thing for thing in self.things if thing.line.uuid in kept or thing.block.kind == SYSTEM]
        self.counts = []
        if line.boundary.tokens:
            self.counts.append(Count(line.boundary.tokens, len(self.things), LAST_COMPACTION))
        self._places = {}

    def _drop(self, gone: set[int]) -> None:
        """Take things out, and note what they were before counts."""
        if not gone:
            return
        first = min(gone)
        self.things = [thing for at, thing in enumerate(self.things) if at not in gone]
        self.counts = [count if count.things <= first else count._replace(things=count.things - sum(at < count.things for at in gone)) for count in self.counts]
        self._places = {uuid: at - sum(one < at for one in gone) for uuid, at in self._places.items()}


def _sources(block: Block, asked: Block | None) -> Iterable[tuple[str, str]]:
    """Texts of a block and the source that each counts to."""
    if block.kind == RESULT:
        yield f"results of {asked.name if asked is not None else 'unknown tools'}", block.text
    elif block.kind == INJECTED:
        start = block.text.find(CHARTER) if block.name.startswith("hook ") else -1
        end = block.text.find(TASK, start) if start >= 0 else -1
        charter = block.text[start : end if end >= 0 else len(block.text)] if start >= 0 else ""
        yield f"added: {block.name}", block.text[:start] + block.text[start + len(charter) :] if charter else block.text
        yield CHARTER_SOURCE, charter
    elif block.kind == CALL:
        yield _NAMES[CALL], f"{block.name} {block.text}"
    else:
        yield _NAMES[block.kind], block.text


def _fitted(counts: Sequence[Count], estimated: Sequence[int]) -> tuple[float, int, int | None, str]:
    """By how much the estimates are scaled, what is not known, and the last count with what it was taken at."""
    if not counts:
        return 1.0, 0, None, ""
    last, sums = counts[-1], (0, *accumulate(estimated))
    known = sums[last.things]
    first = next((count for count in counts if known - sums[count.things] >= _LEAST_GROWTH), None)
    scale = 1.0
    if first is not None and first.at == last.at:
        scale = min(_MOST_SCALE, max(_LEAST_SCALE, (last.tokens - first.tokens) / (known - sums[first.things])))
    if known * scale > last.tokens:
        scale = last.tokens / known
    # Rounded down, so that they never sum up to more than was counted.
    return scale, last.tokens - sum(int(count * scale) for count in estimated[: last.things]), last.tokens, last.at


def _size(kernel: Kernel, session: str, model: str) -> tuple[int, str]:
    try:
        told = window(kernel, session)
    except KernelError:
        told = None
    if told is not None and told.size_source != "assumed":
        return told.size, told.size_source
    known = [size for part, size in MODELS if part in model]
    return (known[0], "by its model") if known else (ASSUMED, "assumed")


def _parts(counted: Iterable[tuple[str, int]], unknown: int) -> tuple[Part, ...]:
    sums: dict[str, tuple[int, int]] = {}
    for name, tokens in counted:
        n, so_far = sums.get(name, (0, 0))
        sums[name] = (n + 1, so_far + tokens)
    parts = [Part(name, n, tokens) for name, (n, tokens) in sums.items()]
    if unknown:
        parts.append(Part(UNKNOWN, 1, unknown))
    return tuple(sorted(parts, key=lambda part: (-part.tokens, part.name)))


def _turns(held: _Window, tokens: Iterable[int]) -> tuple[Part, ...]:
    sums: dict[int, tuple[int, int]] = {}
    for thing, count in zip(held.things, tokens, strict=True):
        if thing.block.kind != SYSTEM:
            n, so_far = sums.get(thing.turn, (0, 0))
            sums[thing.turn] = (n + 1, so_far + count)
    names = {0: "before the first prompt", **held.prompts}
    return tuple(Part(f"{turn} {_first_line(names[turn])}".strip(), *sums[turn]) for turn in sorted(sums))


def _held(kernel: Kernel, thing: Thing, tokens: int, session: str, path: Path) -> Held:
    asked = thing.asked
    if asked is None:
        return Held(thing.source, _first_line(thing.block.text), thing.turn, thing.line.number, tokens)
    what = next((asked.asked[key] for key in ("command", "file_path", "pattern", "url", "description") if isinstance(asked.asked.get(key), str)), asked.text)
    return Held(thing.source, _first_line(what), thing.turn, thing.line.number, tokens, _handle(kernel, thing, asked, session, path))


def _handle(kernel: Kernel, thing: Thing, asked: Block, session: str, path: Path) -> int | None:
    """Under which handle a result is parked here."""
    past = past_call(thing.line, asked, thing.block, session_folder(path))
    if past.output is None:
        return None
    outputs = ParkedOutputs(kernel.store)
    named = handle_in(past.output.text)
    if named is not None:
        parked = outputs.get(named, None)
        return named if parked is not None and parked.row.scope.session == session else None
    return outputs.of_text(session, mask(past.output.text)[0])


def _first_line(text: str) -> str:
    line = mask(text.replace("<system-reminder>", "").strip().partition("\n")[0])[0]
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1] + "…"
