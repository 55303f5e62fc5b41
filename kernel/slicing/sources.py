"""What slicing is given to look at a repository: values and providers, no store."""

from collections.abc import Callable
from typing import NamedTuple

from kernel.model.facts import FileFacts
from kernel.slicing.postings import WordIndex

Progress = Callable[[str, int, int], None]
"""Told of long work: stage in words, done, total."""


class Sources(NamedTuple):
    """A repository as slicing sees it.

    Attributes:
        root: Real path of the worktree's top folder.
        paths: Every listed file, sorted.
        indexed: How many source files the word index covers.
        words: Finds files by word and by defined name.
        facts: Facts of a Python file; None if it cannot be read. Never parses a file twice.
        load: Asks for the facts of many files at once, so that a cache is asked once.
        lines: Lines of a file without line ends; None if it cannot be read.
        notes: What the listing had to leave out.
    """

    root: str
    paths: tuple[str, ...]
    indexed: int
    words: WordIndex
    facts: Callable[[str], FileFacts | None]
    load: Callable[[list[str]], None]
    lines: Callable[[str], tuple[str, ...] | None]
    notes: tuple[str, ...] = ()
