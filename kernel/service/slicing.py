"""Slice a repository for a symptom: understand, rank, cut, render."""

import time
from typing import NamedTuple

from kernel.model.errors import BadInput, NotFound
from kernel.model.slice import Candidate, Ranking, Slice
from kernel.model.symptom import Place, Symptom
from kernel.model.task import Steer, Task
from kernel.reading.symptoms import read_symptom
from kernel.service import steer, tasks
from kernel.service.coverage_files import executed_lines
from kernel.service.diff import Changes, read_changes
from kernel.service.history import changed_together
from kernel.service.json_form import slice_json
from kernel.service.kernel import Kernel
from kernel.service.priors import learned
from kernel.service.sources import OpenedSources, facts_of
from kernel.slicing.candidates import chosen
from kernel.slicing.cut import cut as cut_ranking
from kernel.slicing.listing import list_files, read_file
from kernel.slicing.manifest import prompt
from kernel.slicing.places import Places
from kernel.slicing.rank import rank as rank_sources
from kernel.slicing.roles import is_source
from kernel.slicing.sources import Progress, Sources
from kernel.slicing.weights import Weights

__all__ = ["Progress", "SliceRequest", "cut", "rank", "read_lines", "render", "slice_json", "tree", "understand"]

EVIDENCE = ("history", "coverage", "priors")
NO_SOURCE = "there is no source in this repository in a language that is sliced"
# Enough for a slider that goes to 100,000 tokens.
ROOM = 200_000
_MAX_PREVIEW_BYTES = 20_000_000
_MAX_STORED_SYMPTOM = 200_000


class SliceRequest(NamedTuple):
    """What to slice for: a symptom text, seeds chosen by hand, or the changes since a git ref (``from_diff``).

    ``evidence`` asks for more than the code says: ``history`` (git), ``coverage`` (a coverage file in the root),
    ``priors`` (what earlier tasks needed).
    """

    symptom: str = ""
    seeds: tuple[str, ...] = ()
    from_diff: str | None = None
    evidence: tuple[str, ...] = ()


def understand(text: str) -> Symptom:
    """What is recognised in a pasted text; nothing is looked up on disk."""
    return read_symptom(text)


def rank(
    kernel: Kernel,
    request: SliceRequest,
    progress: Progress | None = None,
    counters: dict[str, int] | None = None,
    room: int = ROOM,
    weights: Weights = Weights(),  # noqa: B008  (an immutable value)
) -> Ranking:
    """Rank the repository's definitions for a symptom and remember the task.

    Args:
        kernel: The opened kernel.
        request: What to slice for.
        progress: Told of the stages, if given.
        room: How many tokens of candidates to list: more than the largest budget that ``cut`` will be asked for.
        weights: How much each kind of evidence counts, for benches.
        counters: Gets what was really done (files read, parsed, taken from the cache), if given.

    Raises:
        BadInput: Nothing was given, the git ref is not usable, or such evidence is not known.
    """
    told = progress or _silent
    unknown = [name for name in request.evidence if name not in EVIDENCE]
    if unknown:
        raise BadInput(f"unknown evidence {unknown[0]!a}; there are {', '.join(EVIDENCE)}")
    changes = Changes("", ()) if request.from_diff is None else read_changes(kernel.repository, request.from_diff)
    new = [f"{path}:1" for path in changes.untracked]
    text = "\n".join(part for part in (request.symptom, changes.diff, *new) if part.strip())
    if not text.strip() and not request.seeds:
        raise BadInput("nothing to slice for: give a symptom (--symptom FILE or -), a seed (--seed PATH) or --from-diff")
    opened = OpenedSources(kernel, told)
    # git lists the files meanwhile.
    symptom = understand(text)
    sources = _with_evidence(kernel, opened.open(), request.evidence)
    # A new file's name may be one that no text could be read to mean.
    symptom = symptom._replace(places=(*symptom.places, *(Place(path, 1) for path in changes.untracked)))
    ranking = rank_sources(symptom, request.seeds, sources, told, room, weights)
    notes = [*ranking.notes, *opened.notes(), *([] if sources.indexed else [NO_SOURCE])]
    ranking = ranking._replace(notes=tuple(dict.fromkeys(notes)))
    opened.save()
    told("ranked", 0, 0)
    if counters is not None:
        counters.update(read=opened.counters.read, parsed=opened.counters.parsed, cached=opened.counters.cached)
    return _remembered(kernel, ranking, text) if ranking.candidates else ranking


def _with_evidence(kernel: Kernel, sources: Sources, wanted: tuple[str, ...]) -> Sources:
    """The sources with the declared evidence that was asked for; a note says what it came from."""
    if "history" in wanted:
        sources = sources._replace(changed_with=lambda seeds: changed_together(kernel.repository, seeds))
    if "priors" in wanted:
        sources = sources._replace(learned_for=lambda seeds: learned(kernel.home, kernel.repository, seeds))
    if "coverage" in wanted:
        places = Places(sources.root, sources.paths)
        name, lines = executed_lines(sources.root, lambda printed: places.resolve(printed).path)
        note = f"coverage was read from {name}" if name else "no coverage file was found (coverage.xml, lcov.info, .coverage)"
        sources = sources._replace(executed=lines, notes=(*sources.notes, note))
    return sources


def cut(kernel: Kernel, ranking: Ranking, budget: int | None, source: str = "asked for") -> Slice:
    """The slice of a ranking under a budget, with the stored pins and drops of its task. Takes milliseconds."""
    steers = steer.steers(kernel, ranking.task)
    return cut_ranking(_with_pinned(kernel, ranking, steers), budget, source, steers)


def item_digest(kernel: Kernel, path: str, symbol: str) -> str:
    """Content hash of a definition (or, without a symbol, of a file), to remember with a pin.

    Raises:
        NotFound: The file cannot be read, or defines no such name.
    """
    found = _chosen(kernel, path, symbol)
    if found is None:
        raise NotFound(f"{path} defines no {symbol}" if symbol else f"{path} is no text file that can be shown")
    return found.digest


def _chosen(kernel: Kernel, path: str, symbol: str) -> Candidate | None:
    lines = read_lines(kernel, path)
    facts = facts_of(path, "\n".join(lines)) if symbol and is_source(path) else None
    return chosen(path, symbol, facts, lines) if lines else None


def _with_pinned(kernel: Kernel, ranking: Ranking, steers: tuple[Steer, ...]) -> Ranking:
    """The ranking with a candidate for each pin that nothing led to, so that a person can add anything."""
    known = {(c.path, c.symbol) for c in ranking.candidates}
    digests = {(c.path, c.digest) for c in ranking.candidates}
    missing = [s for s in steers if s.verb == "pin" and (s.path, s.symbol) not in known and (s.path, s.digest) not in digests]
    added = tuple(found for found in (_chosen(kernel, s.path, s.symbol) for s in missing) if found)
    return ranking._replace(candidates=(*ranking.candidates, *added)) if added else ranking


def render(kernel: Kernel, piece: Slice, ends: bool = False) -> str:
    """The slice as text for an agent; keeps the slice's budget. ``ends``: the best files first and last."""
    return prompt(piece, lambda path: read_lines(kernel, path), ends)


def tree(kernel: Kernel) -> tuple[str, ...]:
    """All files of the repository, sorted by path."""
    repository = kernel.repository
    return list_files(repository.root, repository.git, lambda path: True).paths


def read_lines(kernel: Kernel, path: str) -> tuple[str, ...]:
    """Lines of a file of the repository, for a preview; empty for what is gone, binary or too large.

    A path that would leave the repository (absolute, ``..``, a link) is refused with an empty answer.
    """
    parts = path.split("/")
    if path.startswith("/") or ".." in parts or not path:
        return ()
    data = read_file(kernel.repository.root, path, _MAX_PREVIEW_BYTES)
    if data is None or b"\0" in data[:8000]:
        return ()
    return tuple(data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _remembered(kernel: Kernel, ranking: Ranking, text: str) -> Ranking:
    """Remember the task; the ranking says so where it continues one that was about another text."""
    now = time.time()
    seeds = tuple(dict.fromkeys(s.path for s in ranking.seeds))
    known = tasks.get(kernel, ranking.task)
    created = known.created if known else now
    task = Task(ranking.task, kernel.repository.root, ranking.title, text[:_MAX_STORED_SYMPTOM], seeds, created, now)
    latest = tasks.latest(kernel) if known else None
    # Sliced again as it is: nothing to write, and no wait for the disk.
    if latest is None or latest._replace(touched=now) != task:
        tasks.remember(kernel, task)
    if known is None or known.title == ranking.title:
        return ranking
    note = f"the same places as “{known.title}”: one task, its pins and drops apply"
    return ranking._replace(notes=(*ranking.notes, note))


def _silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


