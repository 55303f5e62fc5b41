"""Slice one file to some of its symbols, and list what a file defines."""

from typing import Any, NamedTuple

from kernel.grammars.languages import language_of
from kernel.model.errors import NotFound
from kernel.service.kernel import Kernel
from kernel.service.slicing import read_lines
from kernel.service.sources import facts_of
from kernel.slicing.roles import is_python
from kernel.symbols.by_grammar import grammar_slice
from kernel.symbols.parts import SymbolSlice
from kernel.symbols.python import python_slice
from kernel.tokens import estimate


class FileSlice(NamedTuple):
    """A file sliced to some names: its lines, what stays of them, tokens before and after (headers included)."""

    path: str
    names: tuple[str, ...]
    lines: tuple[str, ...]
    slice: SymbolSlice
    before: int
    after: int

    def text(self) -> str:
        """The lines that stay, each run under a header with its place."""
        return shown(self.path, self.lines, self.slice)


_LONGEST_LINE = 240
"""Characters of a line in an outline; a minified file is one line of millions."""


class Entry(NamedTuple):
    """A line of an outline: qualified name, kind, first and last line, the line that declares it, cut where it is long."""

    name: str
    kind: str
    first: int
    last: int
    signature: str


def symbol_slice(kernel: Kernel, path: str, names: tuple[str, ...]) -> FileSlice:
    """Slice a file of the repository to what the behaviour of some of its symbols depends on.

    A file that cannot be parsed comes whole, and a note says so.

    Raises:
        NotFound: No such text file in the repository, or it defines no such name (near names are told).
    """
    return slice_text(path, "\n".join(_lines(kernel, path)), names)


def slice_text(path: str, text: str, names: tuple[str, ...]) -> FileSlice:
    """Slice a text with plain line ends; its path tells the language.

    Raises:
        NotFound: It defines no such name (near names are told).
    """
    try:
        piece = _sliced(path, text, names)
    except KeyError as missing:
        raise NotFound(_unknown(path, text, str(missing.args[0]))) from None
    found = FileSlice(path, names, tuple(text.split("\n")), piece, estimate(text), 0)
    return found._replace(after=estimate(found.text()))


def outline(kernel: Kernel, path: str) -> tuple[Entry, ...]:
    """What a file defines, by line.

    Raises:
        NotFound: No such text file in the repository.
    """
    lines = _lines(kernel, path)
    found = []
    for d in facts_of(path, "\n".join(lines)).definitions if language_of(path) else ():
        if d.name:
            last = d.name.partition("(")[0].rpartition(".")[2]
            first = next((n for n in range(d.first, d.last + 1) if last in lines[n - 1]), d.first)
            found.append(Entry(d.name, d.kind, d.first, d.last, _short(lines[first - 1].strip())))
    return tuple(sorted(found, key=lambda entry: (entry.first, -entry.last)))


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


def symbol_json(found: FileSlice) -> dict[str, Any]:
    """The document of ``ck symbol --json``."""
    parts = found.slice
    return {
        "path": found.path,
        "names": list(found.names),
        "ranges": [list(r) for r in parts.ranges],
        "kept": [p._asdict() for p in parts.kept],
        "dropped": [
            {"name": p.name, "first": p.first, "last": p.last, "tokens": estimate("\n".join(found.lines[p.first - 1 : p.last]))} for p in parts.dropped
        ],
        "notes": list(parts.notes),
        "tokens_before": found.before,
        "tokens_after": found.after,
    }


def shown(path: str, lines: tuple[str, ...], piece: SymbolSlice) -> str:
    """A slice as text: a header with the lines above each run of them, notes last."""
    out = [f"### {path}"]
    for first, last in piece.ranges:
        out += [f"@@ {first}-{last}", *lines[first - 1 : last]]
    return "\n".join([*out, *(f"note: {note}" for note in piece.notes)]) + "\n"


def _lines(kernel: Kernel, path: str) -> tuple[str, ...]:
    lines = read_lines(kernel, path)
    if not lines:
        raise NotFound(f"{path} is no text file of this repository that can be shown")
    return lines


def _sliced(path: str, text: str, names: tuple[str, ...]) -> SymbolSlice:
    found = python_slice(text, names) if is_python(path) else None
    if found is not None:
        return found
    facts = facts_of(path, text) if language_of(path) else None
    if facts is not None and facts.parsed_by == "tree-sitter" and not is_python(path):
        return grammar_slice(path, text, names, facts)
    last = text.count("\n") + 1
    return SymbolSlice(((1, last),), (), (), ("the file cannot be parsed, so it is whole",))


def _unknown(path: str, text: str, name: str) -> str:
    import difflib

    defined = [d.name for d in facts_of(path, text).definitions if d.name]
    near = difflib.get_close_matches(name, [*defined, *{d.rpartition(".")[2] for d in defined}], 3, 0.5)
    return f"{path} defines no single {name}" + (f"; near names: {', '.join(near)}" if near else "")
