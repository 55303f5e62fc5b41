"""Parked outputs: list, recall in part, search, purge."""

import re
import time
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from kernel.model.errors import BadInput, KernelError, NotFound
from kernel.model.event import Fault, Parked, ParkedOutput, SearchHit
from kernel.projection.algebra import split_lines
from kernel.service import canary
from kernel.service.kernel import Kernel
from kernel.service.matching import match_lines
from kernel.service.named_blocks import blocks_of
from kernel.service.saved import returned_parts
from kernel.store.contexts import Contexts
from kernel.store.ledger import AGENT, PERSON, Ledgers
from kernel.store.parked import ParkedOutputs, Purged
from kernel.store.samples import Samples
from kernel.store.search_index import SearchIndex
from kernel.store.sessions import Sessions
from kernel.tokens import estimate

GREP_CONTEXT = 2
AROUND_CONTEXT = 10
SEARCH_LIMIT = 200
_PAGE = 100
# Searching without the index is quicker than making it: a search indexes a part of what is new, the rest it reads.
_INDEX_SECONDS = 1.0
_BATCH_CHARACTERS = 8_000_000


class Selection(NamedTuple):
    """Which lines of a parked output are wanted; with several conditions, the lines that meet all. No condition: all.

    Attributes:
        lines: First and last line, 1-based, inclusive; of a part of a file, by their numbers in the file.
        grep: Python regular expression; matching lines with ``context`` lines around.
        around: A name: the whole blocks of a failure that is called so (a test, a function); else lines that hold it as a
            word, with ten lines around.
        head: At most this many lines.
        context: Lines around each match of ``grep``.
    """

    lines: tuple[int, int] | None = None
    grep: str | None = None
    around: str | None = None
    head: int | None = None
    context: int = GREP_CONTEXT


class RecalledLine(NamedTuple):
    """A line of a parked output with its 1-based number there; of a part of a file, with its number in the file."""

    number: int
    text: str


class Recall(NamedTuple):
    """What came back: the output's row, its chosen lines, their tokens (an estimate), and what was cut, if anything.

    ``open_end``: the last of the lines is the output's last, and no line feed ends it. ``first``: what the output's first line is
    called.
    """

    row: Parked
    lines: tuple[RecalledLine, ...]
    tokens: int
    cut: str
    open_end: bool = False
    first: int = 1

    def extent(self) -> str:
        """Which lines the output has, in words."""
        if self.first > 1:
            return f"lines {self.first}-{self.first + self.row.lines - 1} of the file"
        return f"{self.row.lines} {'line' if self.row.lines == 1 else 'lines'}"


class SearchResult(NamedTuple):
    """Matching lines, freshest output first; ``cut`` says why there may be more, empty if there are not."""

    hits: tuple[SearchHit, ...]
    cut: str


def parked(
    kernel: Kernel, limit: int = _PAGE, before: int | None = None, everywhere: bool = False
) -> tuple[Parked, ...]:
    """A page of this repository's parked outputs, newest first; ``before``: the last handle of the page before."""
    return ParkedOutputs(kernel.store).list(_repository(kernel, everywhere), limit, before)


def count(kernel: Kernel) -> int:
    """How many outputs of this repository are parked."""
    return ParkedOutputs(kernel.store).count(kernel.repository.key)


def parked_output(kernel: Kernel, handle: int, everywhere: bool = False) -> ParkedOutput:
    """A parked output whole, with the plan that says what was shown; no fault is recorded.

    Raises:
        NotFound: No such handle in this repository.
    """
    output = ParkedOutputs(kernel.store).get(handle, _repository(kernel, everywhere))
    if output is None:
        where = "" if everywhere else " in this repository (--all looks in all)"
        raise NotFound(f"no parked output {handle}{where}")
    return output


def recall(
    kernel: Kernel,
    handle: int,
    selection: Selection = Selection(),  # noqa: B008  immutable
    *,
    everywhere: bool = False,
    source: str = PERSON,
) -> Recall:
    """Bring back lines of a parked output, and record that they came back.

    Args:
        kernel: Open on the repository that asks.
        handle: The output's handle.
        selection: Which lines.
        everywhere: Also outputs of other repositories.
        source: ``agent`` or ``person``; only an agent's recalls count against the savings.

    Raises:
        NotFound: No such handle in this repository.
        BadInput: The expression or the range is not valid.
    """
    output = parked_output(kernel, handle, everywhere)
    found = _looked_up(output, selection)
    found = found._replace(tokens=_tokens(found.lines))
    _note_returned(kernel, output, found, selection, source)
    return found


def look(kernel: Kernel, handle: int, selection: Selection = Selection()) -> Recall:  # noqa: B008  immutable
    """``recall`` of this repository for a caller that may show a part only, and tells with ``note_recalled`` which.

    Its tokens are 0: what is shown is not known yet.

    Raises:
        NotFound: No such handle in this repository.
        BadInput: The expression or the range is not valid.
    """
    return _looked_up(parked_output(kernel, handle), selection)


def note_recalled(kernel: Kernel, shown: Recall, selection: Selection, source: str) -> None:
    """Record that lines came back: those of ``shown``, which cost its tokens."""
    _note_returned(kernel, parked_output(kernel, shown.row.handle), shown, selection, source)


def _looked_up(output: ParkedOutput, selection: Selection) -> Recall:
    lines, above = split_lines(output.original), output.plan.first - 1
    numbers, cut = _select(lines, selection, above)
    chosen = tuple(RecalledLine(number + above, lines[number - 1]) for number in numbers)
    open_end = numbers[-1:] == [len(lines)] and not output.original.endswith("\n")
    return Recall(output.row, chosen, 0, cut, open_end, output.plan.first)


def _tokens(lines: Iterable[RecalledLine]) -> int:
    texts = [line.text for line in lines]
    return estimate("\n".join(texts)) if texts else 0


def _note_returned(
    kernel: Kernel, output: ParkedOutput, found: Recall, selection: Selection, source: str
) -> None:
    if not found.lines or kernel.settings.log_off:
        return
    handle, numbers = output.row.handle, [line.number - output.plan.first + 1 for line in found.lines]
    parts = returned_parts(output, numbers, found.tokens)
    fault = Fault(time.time(), handle, source, _describe(handle, selection), found.tokens, parts)
    _record(kernel, output.row, fault)


def search(
    kernel: Kernel, query: str, *, regex: bool = False, everywhere: bool = False, limit: int = SEARCH_LIMIT
) -> SearchResult:
    """Search the parked outputs line by line: the words as given in any case, or an expression.

    Raises:
        BadInput: The query is empty or not a valid expression.
    """
    if not query:
        raise BadInput("nothing to search for")
    repository = _repository(kernel, everywhere)
    if regex:
        return _search_expression(ParkedOutputs(kernel.store), query, repository, limit)
    index = SearchIndex(kernel.home, kernel.settings.busy_timeout_ms)
    narrow = partial(index.narrow, seconds=_INDEX_SECONDS)
    hits = ParkedOutputs(kernel.store).search(query, repository, limit + 1, narrow)
    return SearchResult(hits[:limit], _more(hits, limit))


def purge(
    kernel: Kernel,
    *,
    days: int | None = None,
    max_bytes: int | None = None,
    handle: int | None = None,
    everywhere: bool = False,
) -> Purged:
    """Delete parked outputs for good; their savings stay in the ledger.

    Args:
        kernel: Open on a repository.
        days: Those older than so many days.
        max_bytes: The oldest, until so many (compressed) bytes are left.
        handle: This one. With none of the three, those beyond the limits of the settings.
        everywhere: Of all repositories.

    Raises:
        NotFound: No such handle in this repository.
    """
    repository, max_outputs = _repository(kernel, everywhere), None
    if handle is not None:
        parked_output(kernel, handle, everywhere)
    elif days is None and max_bytes is None:
        limits = kernel.settings
        days, max_bytes, max_outputs = limits.park_max_age_days, limits.park_max_bytes_total, limits.park_max_outputs
    purged = ParkedOutputs(kernel.store).purge(repository, _ago(days), max_bytes, handle, max_outputs)
    _forget(kernel, purged, at_once=True)
    return purged


def keep_limits(kernel: Kernel) -> Purged:
    """Delete what is beyond the settings' age, count and size, of all repositories: for whoever has time, never for a hook.

    A store that is busy or cannot be written is left for the next time, and this is logged.
    """
    try:
        old = time.time() - kernel.settings.park_max_age_days * 86_400
        Contexts(kernel.store).forget(old)
        Sessions(kernel.store).forget(old)
        canary.forget(kernel)
        limits = kernel.settings
        before, most = _ago(limits.park_max_age_days), limits.park_max_outputs
        purged = ParkedOutputs(kernel.store).purge(None, before, limits.park_max_bytes_total, None, most)
        _forget(kernel, purged, at_once=False)
        return purged
    except KernelError as error:
        kernel.log_error("retention", error)
        return Purged(0, 0)


def index_outputs(kernel: Kernel, seconds: float) -> None:
    """Index what is parked and not indexed yet, for as long as there is time, so that the next search need not."""
    try:
        outputs = ParkedOutputs(kernel.store)
        keys = [key for _, key in outputs.originals(None)]
        SearchIndex(kernel.home, kernel.settings.busy_timeout_ms).update(keys, outputs.text_of, seconds)
    except KernelError as error:
        kernel.log_error("indexing", error)


def _forget(kernel: Kernel, purged: Purged, at_once: bool) -> None:
    """Let the search index and samples go, where they hold what is deleted."""
    if purged.events:
        left = (key for _, key in ParkedOutputs(kernel.store).originals(None))
        SearchIndex(kernel.home, kernel.settings.busy_timeout_ms).forget(left, at_once)
        Samples(kernel.store).forget()


def _ago(days: int | None) -> float | None:
    return None if days is None else time.time() - days * 86_400


def _repository(kernel: Kernel, everywhere: bool) -> str | None:
    return None if everywhere else kernel.repository.key


def _select(lines: list[str], wanted: Selection, above: int) -> tuple[list[int], str]:
    """1-based numbers of the wanted lines, ascending, and what was cut; ``above``: lines of the file before the first one."""
    first, last = wanted.lines or (1, max(1, len(lines)) + above)
    if first < 1 or last < first:
        raise BadInput(f"not a range of lines: {first}-{last}")
    for name, value in (("around", wanted.around), ("grep", wanted.grep)):
        if value is not None and not (value if name == "grep" else value.strip()):
            raise BadInput(f"{name} is empty, which would be all lines")
    numbers = list(range(max(1, first - above), min(last - above, len(lines)) + 1))
    cut = ""
    if wanted.grep is not None:
        found = match_lines(wanted.grep, [lines[number - 1] for number in numbers])
        numbers, cut = _with_context(numbers, found.indexes, wanted.context), found.cut
    if wanted.around is not None:
        numbers = _around(lines, numbers, wanted.around)
    if wanted.head is not None and len(numbers) > wanted.head:
        numbers = numbers[: max(0, wanted.head)]
    return numbers, cut


def _around(lines: list[str], numbers: list[int], name: str) -> list[int]:
    """Of these lines, the whole failure blocks of a name; where there are none, the lines that hold it as a word with ten around."""
    blocks = blocks_of(lines, name)
    if blocks:
        return [number for number in numbers if any(start < number <= end for start, end in blocks)]
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    hits = [index for index, number in enumerate(numbers) if word.search(lines[number - 1])]
    return _with_context(numbers, hits, AROUND_CONTEXT)


def _with_context(numbers: list[int], hits: Iterable[int], context: int) -> list[int]:
    chosen: set[int] = set()
    for hit in hits:
        chosen.update(numbers[max(0, hit - context) : hit + context + 1])
    return sorted(chosen)


def _describe(handle: int, wanted: Selection) -> str:
    parts = [f"recall {handle}"]
    if wanted.lines is not None:
        parts.append(f"--lines {wanted.lines[0]}-{wanted.lines[1]}")
    for name, value in (("grep", wanted.grep), ("around", wanted.around), ("head", wanted.head)):
        if value is not None:
            parts.append(f"--{name} {value}")
    return " ".join(parts)[:200]


def _record(kernel: Kernel, row: Parked, fault: Fault) -> None:
    """The lines were found; that the note about it cannot be written is no reason to withhold them."""
    try:
        Ledgers(kernel.store).add_fault(fault, row.scope, row.tool)
    except KernelError as error:
        kernel.log_error("recall", error)


def _search_expression(
    outputs: ParkedOutputs, query: str, repository: str | None, limit: int
) -> SearchResult:
    """Match batches of outputs, newest first, until there are enough hits, the end, or the deadline."""
    hits: list[SearchHit] = []
    seen: set[str] = set()
    before: int | None = None
    while len(hits) <= limit:
        rows, batch, size = outputs.list(repository, _PAGE, before), [], 0
        for row in rows:
            before = row.handle
            output = outputs.get(row.handle, repository)
            if output is None or output.original in seen:
                continue
            seen.add(output.original)
            batch += [
                SearchHit(row.handle, n, line) for n, line in enumerate(split_lines(output.original), output.plan.first)
            ]
            size += len(output.original)
            if size > _BATCH_CHARACTERS:
                break
        if not rows:
            return SearchResult(tuple(hits), "")
        found = match_lines(query, [hit.text for hit in batch])
        hits += [batch[index] for index in found.indexes]
        if found.cut:
            return SearchResult(tuple(hits[:limit]), found.cut)
    return SearchResult(tuple(hits[:limit]), _more(hits, limit))


def _more(hits: Iterable[SearchHit], limit: int) -> str:
    return f"only the first {limit} lines are listed" if len(tuple(hits)) > limit else ""


__all__ = [
    "AGENT", "PERSON", "Purged", "Recall", "RecalledLine", "SearchResult", "Selection", "count",
    "index_outputs", "keep_limits", "parked", "parked_output", "purge", "recall", "search",
]  # fmt: skip
