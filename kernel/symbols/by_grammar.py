"""The part of a file in another language that some of its definitions depend on: by mention, inside the file.

The module's own level always stays. A definition stays where its name is mentioned in something that stays, whatever it
means there. What a kept class or object holds stays with it; only in languages that look no member up by a computed name may
a method go that nothing mentions, and only of a type that extends nothing.
"""

import re
from collections.abc import Sequence

from kernel.model.facts import Definition, FileFacts
from kernel.symbols.parts import Part, Range, SymbolSlice, joined

_WORD = re.compile(r"[^\W\d]\w*")
_EXPORTS = re.compile(r"^(?:module\.exports\s*=\s*\{[\w\s,:]*\}|export\s*\{[\w\s,]*\})\s*;?[ \t]*$", re.MULTILINE)
_LOOKED_UP = frozenset(("eval", "Function"))
_STATIC = frozenset(("go", "rust", "jvm", "c", "c_sharp", "swift"))
_ENTRIES = frozenset(("constructor", "init", "deinit", "main", "new", "drop", "Drop", "finalize", "toString", "equals", "hashCode", "String", "Error"))
# In scripts a definition that is part of a larger statement cannot be taken out of it.
_STATEMENT = re.compile(r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function|class|const|let|var|interface|type|enum|namespace)\b")


def grammar_slice(text: str, names: Sequence[str], facts: FileFacts, family: str) -> SymbolSlice:
    """The slice of a file for names of its definitions (``Cart.total``; a last part that is unique will do).

    ``family`` is that of the file's language.

    Raises:
        KeyError: The file defines no such name, or several; its argument is the name.
    """
    lines = text.split("\n")
    defined = [d for d in facts.definitions if d.name]
    why: dict[str, str] = {_named(name, defined).name: "asked for" for name in names}
    level = next((d for d in facts.definitions if not d.name), None)
    exported = _export_lines(text)
    ranges = level.ranges if level else ()
    body = "\n".join(line for a, b in ranges for n, line in enumerate(lines[a - 1 : b], a) if n not in exported)
    mentioned = set(_WORD.findall(body))
    for d in defined:
        if _is_fixed(d, lines, defined, family):
            why.setdefault(d.name, "part of the module's own level")
    while True:
        _hold(defined, why, family, mentioned)
        mentioned |= {word for d in defined if d.name in why for a, b in d.ranges for line in lines[a - 1 : b] for word in _WORD.findall(line)}
        everything = bool(_LOOKED_UP & mentioned)
        fresh = [d for d in defined if d.name not in why and (everything or _last(d.name) in mentioned) and _may_come(d, why, family)]
        if not fresh:
            break
        why.update({d.name: f"{_last(d.name)} is mentioned" for d in fresh})
    notes = ["names are looked up at run time: the whole file stays"] if _LOOKED_UP & mentioned else []
    notes += ["the list of exports is left out"] if exported else []
    return _result(lines, defined, why, ranges, exported, notes)


def _named(name: str, defined: Sequence[Definition]) -> Definition:
    exact = [d for d in defined if d.name == name]
    found = exact or [d for d in defined if _last(d.name) == name]
    if len(found) != 1:
        raise KeyError(name)
    return found[0]


def _hold(defined: Sequence[Definition], why: dict[str, str], family: str, mentioned: set[str]) -> None:
    """What is around a kept definition stays, and what a kept class or object holds."""
    known = {d.name: d for d in defined}
    for name in list(why):
        while "." in name:
            name = name.rpartition(".")[0]
            if name in known:
                why.setdefault(name, "holds what is kept")
    for d in defined:
        holder = known.get(d.name.rpartition(".")[0])
        if holder is not None and holder.name in why and not _may_go(d, holder, family):
            why.setdefault(d.name, f"belongs to {holder.name}")


def _may_go(member: Definition, holder: Definition, family: str) -> bool:
    """Whether a member may be left out of a kept type where nothing mentions it."""
    last = _last(member.name)
    entry = last in _ENTRIES or last == _last(holder.name) or not last.isidentifier() or last.startswith("operator")
    return family in _STATIC and holder.kind == "class" and not holder.bases and not entry


def _may_come(d: Definition, why: dict[str, str], family: str) -> bool:
    """Whether a mention alone brings a definition in: of a member only with its type, where types tell members apart."""
    holder = d.name.rpartition(".")[0]
    return not holder or family not in _STATIC or holder in why or family in ("go", "rust")


def _is_fixed(d: Definition, lines: Sequence[str], defined: Sequence[Definition], family: str) -> bool:
    """Whether a definition is part of a larger statement of the module's own level."""
    head = d.name.partition(".")[0]
    if "." in d.name:
        return all(other.name != head for other in defined)
    if family != "ecmascript" or not d.ranges:
        return False
    code = (line.strip() for line in lines[d.first - 1 : d.last])
    first = next((line for line in code if line and not line.startswith(("//", "/*", "*", "@"))), "")
    return not _STATEMENT.match(first)


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
