"""Names to choose from: the definitions that are known already, and those that a name asks for."""

from collections.abc import Iterable
from typing import NamedTuple

from kernel.service.kernel import Kernel
from kernel.service.slicing import read_lines
from kernel.service.sources import OpenedSources, facts_of
from kernel.slicing.listing import list_files
from kernel.slicing.roles import is_source

SMALL = 300
"""A repository of at most so many source files is parsed whole; of a larger one only what was parsed before is known."""

ASKED = 20
"""Files that are parsed for one name that somebody asks for."""


LONGEST = 400_000
"""Characters of a file that is parsed while a person waits."""

BATCH = 25
"""Files whose facts are asked for at once: few enough that no second process is started for them."""


class Symbol(NamedTuple):
    """A definition: file, qualified name, kind (``function`` or ``class``) and first line (1-based)."""

    path: str
    name: str
    kind: str
    line: int


def symbols(kernel: Kernel) -> tuple[Symbol, ...]:
    """The definitions of all files whose facts are known, by path and line.

    A large repository is not parsed for this: before its first slice nothing of it is known, afterwards what slices
    have parsed. Takes a second where there are a hundred thousand files.
    """
    large = _source_files(kernel) > SMALL
    opened = OpenedSources(kernel, _silent, max_parsed=0 if large else SMALL)
    if large and not opened.is_indexed():
        return ()
    sources = opened.open()
    paths = sorted(sources.sizes)
    for start in range(0, len(paths), BATCH):
        sources.load(paths[start : start + BATCH])
    found = tuple(symbol for path in paths for symbol in _of(opened, path))
    opened.save()
    return found


def defining(kernel: Kernel, name: str) -> tuple[Symbol, ...]:
    """Definitions of exactly this name (its last part, any case), also in files that nothing has parsed yet.

    At most ``ASKED`` files are parsed. Nothing is found before the repository's first slice, if it is a large one.
    """
    last = name.rpartition("::")[2].rpartition(".")[2].strip().lower()
    opened = OpenedSources(kernel, _silent, max_parsed=ASKED)
    if len(last) < 3 or not opened.is_indexed():
        return ()
    sources = opened.open()
    paths = [path for path in sources.words.defining(last) if path in sources.sizes][:ASKED]
    sources.load(paths)
    found = tuple(s for path in paths for s in _of(opened, path) if s.name.rpartition(".")[2].lower() == last)
    opened.save()
    return found


def in_file(kernel: Kernel, path: str) -> tuple[Symbol, ...]:
    """The definitions of one file of the repository, by line; empty for what is no source, cannot be read, or is long."""
    lines = read_lines(kernel, path) if is_source(path) else ()
    if not lines or sum(map(len, lines)) > LONGEST:
        return ()
    found = (Symbol(path, d.name, d.kind, d.ranges[0][0] if d.ranges else d.first) for d in facts_of(path, "\n".join(lines)).definitions)
    return tuple(sorted((s for s in found if s.name), key=lambda symbol: symbol.line))


def _of(opened: OpenedSources, path: str) -> Iterable[Symbol]:
    facts = opened.facts(path)
    definitions = facts.definitions if facts is not None else ()
    return (Symbol(path, d.name, d.kind, d.ranges[0][0] if d.ranges else d.first) for d in definitions if d.name)


def _source_files(kernel: Kernel) -> int:
    repository = kernel.repository
    return sum(map(is_source, list_files(repository.root, repository.git, lambda _path: False).paths))


def _silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
