"""What slicing is given to look at a repository: values and providers, no store."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kernel.model.facts import Definition, FileFacts
from kernel.slicing.postings import WordIndex

Progress = Callable[[str, int, int], None]
"""Told of long work: stage in words, done, total."""


class Shown(NamedTuple):
    """What showing a definition costs in tokens, and the short content hash of what is shown."""

    tokens: int
    digest: str


class Sources(NamedTuple):
    """A repository as slicing sees it.

    Attributes:
        root: Real path of the worktree's top folder.
        paths: Every listed file, sorted.
        indexed: How many source files the word index covers.
        sizes: Bytes of the source files, by path.
        words: Finds files by word and by defined name.
        facts: Facts of a Python file; None if it cannot be read. Never parses a file twice.
        load: Asks for the facts of many files at once, so that a cache is asked once.
        shown: Price and content hash of a definition of a file.
        lines: Lines of a file without line ends; None if it cannot be read.
        changed_with: Files that git saw change together with some files (path → share 0 to 1); None: not asked for.
        learned_for: Files that earlier tasks with some seeds needed (path → share 0 to 1); None: not asked for.
        executed: Lines that a coverage run executed, by path; empty: not asked for.
        notes: What the listing had to leave out.
    """

    root: str
    paths: tuple[str, ...]
    indexed: int
    sizes: Mapping[str, int]
    words: WordIndex
    facts: Callable[[str], FileFacts | None]
    load: Callable[[list[str]], None]
    shown: Callable[[str, Definition], Shown]
    lines: Callable[[str], tuple[str, ...] | None]
    changed_with: Callable[[tuple[str, ...]], Mapping[str, float]] | None = None
    learned_for: Callable[[tuple[str, ...]], Mapping[str, float]] | None = None
    executed: Mapping[str, frozenset[int]] = MappingProxyType({})
    notes: tuple[str, ...] = ()


def shown_text(lines: Sequence[str], ranges: Sequence[tuple[int, int]]) -> str:
    """The lines of some ranges as one text."""
    return "\n".join("\n".join(lines[a - 1 : b]) for a, b in ranges)


def digest_of(text: str) -> str:
    """Short content hash of an item's text: a pin survives edits elsewhere, an edit of the item is noticed."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
