"""The charter of a repository: save it with anchors, check and repair its citations, take changes back."""

import os
import stat
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from kernel.charter import anchors, parse
from kernel.model.charter import Charter, Citation
from kernel.model.errors import BadInput, NotFound
from kernel.service.kernel import Kernel
from kernel.store.charters import Charters

MAX_CHARACTERS = 50_000
"""A charter is read at a glance; ten constraints need a tenth of this."""

# A cited file of more than this is data, not something that a constraint speaks of.
_MAX_FILE_BYTES = 20_000_000

Lines = Callable[[str], list[str] | None]


class Repair(NamedTuple):
    """The charter after a repair, the citations as they were before they moved, and those that nobody can move safely."""

    charter: Charter
    moved: tuple[Citation, ...]
    left: tuple[Citation, ...]


def load(kernel: Kernel) -> Charter | None:
    """This repository's charter with its anchors, unchecked (every state ``new``); None where it has none."""
    saved = Charters(kernel.store).get(kernel.repository.key)
    if saved is None:
        return None
    known = {parse.key_of(citation): citation for citation in saved.citations}
    return _map(parse.parse(saved.text, saved.saved), lambda one: known.get(parse.key_of(one), one))


def check(kernel: Kernel) -> Charter | None:
    """This repository's charter with the state of every citation in this worktree; None where it has none."""
    charter = load(kernel)
    if charter is None:
        return None
    lines = _reader(kernel.repository.root)
    return _map(charter, lambda one: anchors.check(one, lines(one.path)))


def save(kernel: Kernel, text: str, anew: bool = False) -> Charter:
    """Save a charter in the place of the one before.

    A citation that stood in the one before keeps its anchor, so that an edit elsewhere does not bless a line
    that has drifted; ``anew`` anchors every citation to what its lines say now.

    Returns:
        The charter, checked.

    Raises:
        BadInput: The text is empty or too long.
    """
    text = _clean(text)
    before = None if anew else load(kernel)
    kept = {parse.key_of(one): one for one in _citations(before)} if before is not None else {}
    lines = _reader(kernel.repository.root)
    anchored = [_anchored(one, kept.get(parse.key_of(one)), lines) for one in _citations(parse.parse(text))]
    Charters(kernel.store).save(kernel.repository.key, text, tuple(anchored), time.time())
    charter = check(kernel)
    assert charter is not None
    return charter


def repair(kernel: Kernel) -> Repair:
    """Re-anchor the citations whose line stands in exactly one other place, in the text too.

    Raises:
        NotFound: This repository has no charter.
    """
    charter = check(kernel)
    if charter is None:
        raise NotFound("this repository has no charter")
    moving = [one for one in _citations(charter) if one.state == "drifted" and one.found is not None]
    left = tuple(
        one
        for one in _citations(charter)
        if one.state in ("missing", "ambiguous", "drifted") and one.found is None
    )
    if not moving:
        return Repair(charter, (), left)
    moves = {parse.key_of(one): one.found for one in moving if one.found is not None}
    text = anchors.repaired_text(charter.text, moves)
    now = [anchors.moved_citation(one) if parse.key_of(one) in moves else one for one in _citations(charter)]
    stored = tuple(one._replace(state="new", found=None) for one in now)
    Charters(kernel.store).save(kernel.repository.key, text, stored, time.time())
    repaired = check(kernel)
    assert repaired is not None
    return Repair(repaired, tuple(moving), left)


def clear(kernel: Kernel) -> bool:
    """Remove this repository's charter (``undo`` brings it back); false where it has none."""
    return Charters(kernel.store).clear(kernel.repository.key)


def undo(kernel: Kernel) -> bool:
    """Take back the last save, repair or clear; false where there is nothing to take back."""
    return Charters(kernel.store).undo(kernel.repository.key)


def _clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n") + "\n"
    if not text.strip():
        raise BadInput("the charter is empty (ck charter clear removes it)")
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"the charter has {len(text)} characters; at most {MAX_CHARACTERS} are read")
    return text


def _anchored(citation: Citation, kept: Citation | None, lines: Lines) -> Citation:
    if kept is not None and kept.anchor:
        return citation._replace(anchor=kept.anchor)
    found = lines(citation.path)
    return citation if found is None else citation._replace(anchor=anchors.anchor_of(citation, found))


def _citations(charter: Charter) -> list[Citation]:
    return [citation for constraint in charter.constraints for citation in constraint.citations]


def _map(charter: Charter, change: Callable[[Citation], Citation]) -> Charter:
    constraints = tuple(
        constraint._replace(citations=tuple(map(change, constraint.citations)))
        for constraint in charter.constraints
    )
    return charter._replace(constraints=constraints)


def _reader(root: str) -> Lines:
    """Reads each cited file once; None for what is no file inside of the repository."""
    known: dict[str, list[str] | None] = {}

    def lines(path: str) -> list[str] | None:
        if path not in known:
            known[path] = _read(root, path)
        return known[path]

    return lines


def _read(root: str, path: str) -> list[str] | None:
    parts = path.split("/")
    if path.startswith(("/", "~")) or "\\" in path or "\0" in path or ".." in parts or ".git" in parts:
        return None
    real = os.path.realpath(os.path.join(root, path))  # noqa: PTH118
    if not real.startswith(root.rstrip("/") + "/"):
        return None
    try:
        # A fifo would block, a device never end.
        if not stat.S_ISREG(os.stat(real).st_mode) or os.stat(real).st_size > _MAX_FILE_BYTES:  # noqa: PTH116
            return None
        with open(real, encoding="utf-8", errors="surrogateescape", newline="") as file:  # noqa: PTH123
            return file.read().split("\n")
    except (OSError, ValueError):
        return None


def states(charter: Charter) -> Mapping[str, int]:
    """How many citations are in each state."""
    counts: dict[str, int] = {}
    for citation in _citations(charter):
        counts[citation.state] = counts.get(citation.state, 0) + 1
    return counts
