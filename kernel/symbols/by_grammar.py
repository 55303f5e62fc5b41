"""The part of a file in another language that some of its definitions depend on: by mention, inside the file.

The module's own level always stays. A definition stays where its name is mentioned in something that stays, whatever it
means there; so a method that is called on any object stays in every class that has it.
"""

import re
from collections.abc import Sequence

from kernel.model.facts import Definition, FileFacts
from kernel.symbols.parts import Part, Range, SymbolSlice, joined

_WORD = re.compile(r"[^\W\d]\w*")
_EXPORTS = re.compile(r"^(?:module\.exports\s*=\s*\{[\w\s,:]*\}|export\s*\{[\w\s,]*\})\s*;?[ \t]*$", re.MULTILINE)
_LOOKED_UP = frozenset(("eval", "Function"))


def grammar_slice(text: str, names: Sequence[str], facts: FileFacts) -> SymbolSlice:
    """The slice of a file for names of its definitions (``Cart.total``; a last part that is unique will do).

    Raises:
        KeyError: The file defines no such name, or several; its argument is the name.
    """
    lines = text.split("\n")
    defined = [d for d in facts.definitions if d.name]
    why: dict[str, str] = {_named(name, defined).name: "asked for" for name in names}
    level = next((d for d in facts.definitions if not d.name), None)
    exported = _export_lines(text)
    ranges = [r for r in (level.ranges if level else ())]
    body = "\n".join(line for a, b in ranges for n, line in enumerate(lines[a - 1 : b], a) if n not in exported)
    mentioned = set(_WORD.findall(body))
    for name in list(why):
        _hold(name, defined, why)
    while True:
        mentioned |= {word for d in defined if d.name in why for a, b in d.ranges for line in lines[a - 1 : b] for word in _WORD.findall(line)}
        everything = bool(_LOOKED_UP & mentioned)
        fresh = [d for d in defined if d.name not in why and (everything or _last(d.name) in mentioned)]
        if not fresh:
            break
        for d in fresh:
            why[d.name] = f"{_last(d.name)} is mentioned"
            _hold(d.name, defined, why)
    notes = ["names are looked up at run time: the whole file stays"] if _LOOKED_UP & mentioned else []
    notes += ["the list of exports is left out"] if exported else []
    return _result(lines, defined, why, ranges, exported, notes)


def _named(name: str, defined: Sequence[Definition]) -> Definition:
    exact = [d for d in defined if d.name == name]
    found = exact or [d for d in defined if _last(d.name) == name]
    if len(found) != 1:
        raise KeyError(name)
    return found[0]


def _hold(name: str, defined: Sequence[Definition], why: dict[str, str]) -> None:
    """What is around a definition stays with it."""
    known = {d.name for d in defined}
    while "." in name:
        name = name.rpartition(".")[0]
        if name in known:
            why.setdefault(name, "holds what is kept")


def _last(name: str) -> str:
    return name.partition("(")[0].rpartition(".")[2]


def _export_lines(text: str) -> frozenset[int]:
    """Lines of plain lists of exports, which mention everything and do nothing."""
    found: set[int] = set()
    for match in _EXPORTS.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        found.update(range(first, first + match[0].count("\n") + 1))
    return frozenset(found)


def _result(
    lines: Sequence[str], defined: Sequence[Definition], why: dict[str, str], level: Sequence[Range], exported: frozenset[int], notes: list[str]
) -> SymbolSlice:
    shown = [r for d in defined if d.name in why for r in d.ranges]
    shown += [(n, n) for a, b in level for n in range(a, b + 1) if n not in exported]
    parts = [Part(d.name, d.first, d.last, why.get(d.name, "")) for d in sorted(defined, key=lambda d: (d.first, d.name))]
    kept = tuple(p for p in parts if p.why)
    return SymbolSlice(joined(shown), kept, tuple(p for p in parts if not p.why), tuple(notes))
