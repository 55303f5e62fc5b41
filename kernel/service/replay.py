"""Past sessions run through today's rules: what would be saved, and what later turns show would have been missed.

Nothing is stored and nothing changed: the outputs go through the very code that projects live ones, over a store in memory.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel.harness.claude.past_calls import Past, handle_in, past_call
from kernel.harness.claude.registration import MATCHERS
from kernel.harness.claude.transcript_files import (
    expanded,
    is_subagents,
    of_folder,
    session_folder,
    subagents_of,
)
from kernel.harness.claude.turns import CALL, RESULT, TEXT, THINKING, Block, Line, Transcript
from kernel.model.errors import KernelError, NotFound
from kernel.model.event import Projection, ToolOutput
from kernel.model.ledger import LedgerPart
from kernel.model.replay import MOST_MISSES, Miss, Replay, Totals
from kernel.model.session import MAIN
from kernel.projection.algebra import split_lines
from kernel.service.kernel import Kernel
from kernel.service.ledger import Worth, worth
from kernel.service.observe import PLUGINS, rehearse
from kernel.service.plugin_strikes import FILE_NAME as STRIKES
from kernel.service.replay_window import Folded, Window
from kernel.service.saved import baseline, saved_parts
from kernel.store.connection import Store
from kernel.store.parked import ParkedOutputs
from kernel.store.sessions import Sessions
from kernel.store.trial import TrialStore

NOT_COUNTED = (
    "what of a failing command's output the harness had cut away before the transcript was written",
    "how full the window was: folds are made as in a half-full one",
    "turns that would have gone otherwise, because less was shown",
    "needs of text without telling names: only whole lines, places and names with a digit, _, ., / or a capital inside are followed",
    "that an agent may have known such a name from elsewhere",
)
"""What a replay does not tell, a sentence each."""

BROKEN, TOO_LONG, COPIES = "lines that are no JSON", "lines too long to be read", "copies of another session's lines"
ALONE, GONE, OURS, NO_CALL, FAILED, UNWATCHED, UNREADABLE = (
    "results of tools whose output ck leaves alone", "outputs whose file is gone", "outputs with a marker of ck whose original is not here",
    "results without their call", "outputs that could not be projected", "removed lines that were too many to be followed",
    "transcripts that cannot be read",
)  # fmt: skip

_MOST_STORED = 64_000_000
"""Bytes (compressed) of outputs that are kept to be compared with later ones."""
_PURGED_EACH = 500

Told = Callable[[int, int, int], None]
"""Is told bytes read, bytes in all, and outputs so far."""


def transcripts(kernel: Kernel, named: Sequence[str], environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The transcripts that are named, else those of this repository's sessions, with their subagents'.

    Raises:
        BadInput: A name names none.
        NotFound: No session of this repository left one.
    """
    if named:
        return expanded(named)
    told = [one.transcript for one in Sessions(kernel.store).list(kernel.repository.root, 10_000) if one.transcript]
    found = {Path(one).resolve() for one in told if Path(one).is_file()} | set(of_folder(kernel.repository.root, environ))
    if not found:
        raise NotFound("no transcript of this repository's sessions is there; name one (*.jsonl)")
    return tuple(sorted(found | {sub for one in found for sub in subagents_of(one)}))


def replay(kernel: Kernel, files: Sequence[Path], told: Told | None = None) -> Replay:
    """Run the tool results of transcripts through today's rules.

    Args:
        kernel: Open on the repository whose store may hold originals of outputs that ck had shortened.
        files: The transcripts.
        told: Told of the progress.
    """
    return _Replaying(kernel, files, told).run()


def priced(kernel: Kernel, found: Replay) -> Worth:
    """What the saved tokens are worth: once at list price, and each time that they would have been read from the cache."""
    saved, carried = (getattr(found.main, name) + getattr(found.subagents, name) for name in ("saved", "carried"))
    return Worth(worth(kernel, saved).listed, worth(kernel, carried).cached)


class _Rehearsal(Kernel):
    """The kernel with its settings and plug-ins, on a store and in a folder of its own; what goes wrong is nobody's log."""

    __slots__ = ("_trial",)

    def __init__(self, kernel: Kernel, home: str) -> None:
        super().__init__(kernel.repository, kernel.loaded, home, 0)
        self.settings = kernel.settings._replace(store_events=True, log_off=True)
        self._trial = TrialStore()

    @property
    def store(self) -> Store:
        return self._trial

    def log(self, level: str, where: str, message: str) -> None:
        return

    def log_error(self, where: str, error: BaseException) -> None:
        return


class _Replaying:
    """Sums over all transcripts."""

    def __init__(self, kernel: Kernel, files: Sequence[Path], told: Told | None) -> None:
        self.kernel, self.files, self.told = kernel, files, told
        self.total = sum(_size(path) for path in files)
        self.read = self.outputs = self.readable = 0
        self.totals = {True: Totals(), False: Totals()}
        self.parts: dict[tuple[str, str], list[int]] = {}
        self.misses: list[Miss] = []
        self.more = 0
        self.left_out: dict[str, int] = {}
        self.known: set[int] = set()

    def run(self) -> Replay:
        done = 0
        with TemporaryDirectory() as home:
            for name in (PLUGINS, STRIKES):
                if (Path(self.kernel.home) / name).is_file():
                    shutil.copy(Path(self.kernel.home) / name, home)
            for path in self.files:
                _File(self, path, done, home).run()
                done += _size(path)
                if self.told is not None:  # a file's last lines may say nothing
                    self.told(done, self.total, self.outputs)
        split = {by: _sorted(LedgerPart(name, *sums) for (kind, name), sums in self.parts.items() if kind == by) for by in ("tool", "recogniser")}
        left_out = tuple((what, count) for what, count in self.left_out.items() if count)
        return Replay(
            self.readable, self.totals[True], self.totals[False], split["tool"], split["recogniser"], tuple(self.misses), self.more, left_out
        )

    def leave_out(self, what: str, count: int = 1) -> None:
        self.left_out[what] = self.left_out.get(what, 0) + count

    def is_copy(self, line: Line) -> bool:
        """Whether another session's transcript holds the line: one that is forked begins with a copy."""
        if not line.uuid:
            return False
        size = len(self.known)
        self.known.add(hash(line.uuid))
        return len(self.known) == size

    def add(self, main: bool, **sums: int) -> None:
        now = self.totals[main]
        self.totals[main] = now._replace(**{name: getattr(now, name) + value for name, value in sums.items()})

    def count(self, by: str, name: str, part: LedgerPart) -> None:
        sums = self.parts.setdefault((by, name), [0, 0, 0])
        for at, value in enumerate((part.projections, part.before, part.after)):
            sums[at] += value


class _File:
    """One transcript with the windows that it tells of."""

    def __init__(self, whole: _Replaying, path: Path, done: int, home: str) -> None:
        self.whole, self.path, self.done = whole, path, done
        self.rehearsal = _Rehearsal(whole.kernel, home)
        self.folder = session_folder(path)
        self.windows: dict[str, Window] = {}

    def run(self) -> None:
        lines = Transcript(self.path, self._progress)
        try:
            for line in lines:
                if self.whole.is_copy(line):
                    self._copy(line)
                else:
                    self._line(line)
        except OSError:
            self.whole.leave_out(UNREADABLE)
        else:
            self.whole.readable += 1
        self.whole.leave_out(BROKEN, lines.broken)
        self.whole.leave_out(TOO_LONG, lines.too_long)
        for agent, window in self.windows.items():
            self._close(agent, window)
        self.rehearsal.store.close()

    def _close(self, agent: str, window: Window) -> None:
        main = self._is_main(agent)
        self.whole.leave_out(UNWATCHED, window.unwatched)
        acted = {miss.at: miss for miss in window.misses if miss.acted}
        spoken = {miss.at for miss in window.misses} - acted.keys()
        returned = sum({(miss.at, miss.line): miss.tokens for miss in window.misses if miss.acted}.values())
        self.whole.add(main, agents=1, carried=window.carried, missed=len(acted), mentioned=len(spoken), returned=returned)
        room = MOST_MISSES - len(self.whole.misses)
        self.whole.misses += window.misses[:room]
        self.whole.more += max(0, len(window.misses) - room)

    def _is_main(self, agent: str) -> bool:
        return agent == MAIN and not is_subagents(self.path)

    def _progress(self, at: int) -> None:
        if self.whole.told is not None:
            self.whole.told(self.done + at, self.whole.total, self.whole.outputs)

    def _line(self, line: Line) -> None:
        window = self.windows.setdefault(line.agent, Window(str(self.path), line.agent))
        if line.boundary is not None:
            window.compacted()
        if line.request:
            window.requested(line.request)
        for block in line.blocks:
            if block.kind == RESULT:
                self._result(line, block, window)
            elif block.kind == CALL:
                window.called(line.number, block)
            elif block.kind in (TEXT, THINKING):
                window.said(line.number, block.text)
            else:
                window.watch.shown(block.text)

    def _copy(self, line: Line) -> None:
        """A line that was replayed with another transcript: it is in this window, too, but counts there."""
        window = self.windows.setdefault(line.agent, Window(str(self.path), line.agent))
        if line.boundary is not None:
            window.compacted()
        for block in line.blocks:
            window.watch.shown(block.text)
            if block.kind == CALL:
                window.pending[block.call] = block
        self.whole.leave_out(COPIES)

    def _result(self, line: Line, result: Block, window: Window) -> None:
        asked = window.pending.pop(result.call, None)
        if asked is None:
            self.whole.leave_out(NO_CALL)
        past = self._past(line, asked, result) if asked is not None else None
        if asked is None or past is None or past.output is None:
            window.watch.shown(result.text)
            return
        scope = past.scope._replace(repository=self.whole.kernel.repository.key, epoch=window.epoch)
        try:
            shown = rehearse(self.rehearsal, past.output, scope, past.host)
        except (KernelError, ValueError, ArithmeticError, LookupError, TypeError, RecursionError, MemoryError):
            self.whole.leave_out(FAILED)
            window.watch.shown(result.text)
            return
        self._count(line, asked, past, past.output, shown, window, result.text)

    def _past(self, line: Line, asked: Block, result: Block) -> Past | None:
        """The call; None where it is left out."""
        event = "PostToolUseFailure" if result.failed else "PostToolUse"
        # Of failing tools only commands are shortened: by what runs at their end.
        if not re.search(MATCHERS[event], asked.name) or (result.failed and asked.name != "Bash"):
            self.whole.leave_out(ALONE)
            return None
        past = past_call(line, asked, result, self.folder)
        if past.gone:
            self.whole.leave_out(GONE)
        if past.output is None:
            return None
        handle = handle_in(past.output.text)
        if handle is None:
            return past
        original = self._original(handle, line.session)
        if original is None:
            self.whole.leave_out(OURS)
            return None
        return past._replace(output=past.output._replace(text=original), handle=handle)

    def _original(self, handle: int, session: str) -> str | None:
        """What a session's output was before ck shortened it."""
        try:
            parked = ParkedOutputs(self.whole.kernel.store).get(handle, None)
        except KernelError:
            return None
        return parked.original if parked is not None and parked.row.scope.session == session else None

    def _count(
        self, line: Line, asked: Block, past: Past, output: ToolOutput, shown: Projection, window: Window, before: str
    ) -> None:
        plan = shown.plan
        parts = saved_parts(plan, baseline(output.text, plan.tokens_before, past.host))
        replaced = plan.tokens_after < plan.tokens_before
        sums = {"before": sum(part.before for part in parts), "after": sum(part.after for part in parts)}
        folds = plan.folds() if replaced else ()
        self.whole.outputs += 1
        self.whole.add(self._is_main(line.agent), outputs=1, folded=int(bool(folds)), **sums)
        self.whole.count("tool", asked.name, LedgerPart(asked.name, 1, **sums))
        for part in parts:
            self.whole.count("recogniser", part.name, part)
        window.saved(sums["before"] - sums["after"])
        window.watch.shown(shown.text if replaced else before)
        if folds:
            window.removed(Folded(line.number, past.handle, output, folds), split_lines(output.text))
        if self.whole.outputs % _PURGED_EACH == 0:
            ParkedOutputs(self.rehearsal.store).purge(max_bytes=_MOST_STORED)


def _sorted(parts: Iterable[LedgerPart]) -> tuple[LedgerPart, ...]:
    return tuple(sorted(parts, key=lambda part: (-part.net, part.name)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
