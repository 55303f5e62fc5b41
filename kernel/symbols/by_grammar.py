"""The part of a file in another language that some of its definitions depend on: by mention, inside the file.

The module's own level always stays. A definition stays where its name is mentioned in something that stays, whatever it
means there, and where loading the file runs it. What a kept class or object holds stays with it; only in languages that
look no member up by a computed name may a method go that nothing mentions, and only of a type that extends nothing.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kernel.grammars.languages import family_of
from kernel.model.facts import Definition, FileFacts
from kernel.symbols.parts import Part, Range, SymbolSlice, joined
from kernel.symbols.script_effects import running_rows

_WORD = re.compile(r"[^\W\d]\w*")
# A dollar sign is a letter in scripts and on the Java platform, and so is an escaped one; names of definitions come without it.
_DOLLAR_WORD = re.compile(r"(?:[^\W\d]|\$)[\w$]*")
_ESCAPED = re.compile(r"\\u(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))")
_EXPORTS = re.compile(r"^(?:module\.exports\s*=\s*\{[\w\s,:$]*\}|export\s*\{[\w\s,$]*\})\s*;?[ \t]*$", re.MULTILINE)
_LOOKED_UP = frozenset(("eval", "Function"))
_LOOKED_UP_BY_ITEM = re.compile(
    r"\b(?:window|self|global|this)\s*(?:\?\.)?\[\s*(?!\d|Symbol\b)|\bglobalThis\b(?!\s*\??\.\s*[A-Za-z_$])|\.constructor\s*\(\s*['\"`]"
)
# What a shell runs is told by a value: ``"$run" x``, ``"cmd_$1"``; what Lua takes of its table of all names, or reads as a program.
_RUN_BY_VALUE = re.compile(r"(?:^|[;&|({`!]|\b(?:then|do|else|elif|if|while|until|exec|command|builtin|time)\b)[ \t]*\"?[\w:-]*\$[\w{@*]", re.MULTILINE)
_ALL_NAMES = re.compile(r"\b_(?:G|ENV)\b(?!\s*\.)|\b(?:load|loadstring|getfenv|setfenv)\b")
_STATIC = frozenset(("go", "rust", "jvm", "c", "c_sharp", "swift"))
_ENTRIES = frozenset(("constructor", "init", "deinit", "main", "new", "drop", "Drop", "finalize", "toString", "equals", "hashCode", "String", "Error"))
# What the loader, the linker or a framework calls though no line of the file does.
_CALLED_BY_LOADER = re.compile(r"__attribute__\s*\(\(.*\b(?:constructor|destructor|used|section)\b|#\s*\[\s*(?:ctor|dtor|no_mangle|used|test|export_name)")
_ANNOTATED = re.compile(r"^\s*(?:@(?!Override\b|Deprecated\b|SuppressWarnings\b)\w|\[\s*\w)")
_PASTED = re.compile(r"(\w*)\s*##\s*(\w*)")
# In scripts a definition that is part of a larger statement cannot be taken out of it.
_STATEMENT = re.compile(r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function|class|const|let|var|interface|type|enum|namespace)\b")


class _File(NamedTuple):
    """A file as it is sliced: ``running`` are the lines that run when it is loaded, where that is known."""

    lines: Sequence[str]
    defined: Sequence[Definition]
    family: str
    running: frozenset[int]

    def text_of(self, ranges: Iterable[Range]) -> str:
        return "\n".join(line for a, b in ranges for line in self.lines[a - 1 : b])


def grammar_slice(path: str, text: str, names: Sequence[str], facts: FileFacts) -> SymbolSlice:
    """The slice of a file for names of its definitions (``Cart.total``; a last part that is unique will do).

    Raises:
        KeyError: The file defines no such name, or several; its argument is the name.
    """
    family = family_of(path)
    running = running_rows(path, text) if family == "ecmascript" else frozenset()
    file = _File(text.split("\n"), [d for d in facts.definitions if d.name], family, running)
    level = next((d.ranges for d in facts.definitions if not d.name), ())
    asked = [_named(name, file.defined).name for name in names]
    exported = _export_lines(text)
    why, mentioned = _closure(file, asked, _outside(level, exported))
    if exported and "exports" in mentioned:
        exported = frozenset()
        why, mentioned = _closure(file, asked, level)
    return _result(file, why, level, exported, _notes(file, why, mentioned, exported))


def _closure(file: _File, asked: Sequence[str], level: Sequence[Range]) -> tuple[dict[str, str], set[str]]:
    """Why each definition stays that does, and all words of what stays."""
    why = dict.fromkeys(asked, "asked for")
    body = file.text_of(level)
    mentioned = _words(body, file.family)
    everything = bool(_LOOKED_UP & mentioned) or _looks_up(body, file.family)
    patterns = _pasted(body, file.family)
    for d in file.defined:
        if _is_fixed(d, file) or _runs_by_itself(d, file):
            why.setdefault(d.name, "part of what runs when the file is loaded")
    while True:
        _hold(file, why, mentioned)
        for d in file.defined:
            if d.name in why:
                code = file.text_of(d.ranges)
                mentioned |= _words(code, file.family)
                everything |= _looks_up(code, file.family)
                patterns |= _pasted(code, file.family)
        everything |= bool(_LOOKED_UP & mentioned)
        fresh = [d for d in file.defined if d.name not in why and (everything or _is_mentioned(d, mentioned, patterns)) and _may_come(d, why, file.family)]
        if not fresh:
            return why, mentioned | ({"eval"} if everything else set())
        why |= {d.name: f"{_last(d.name)} is mentioned" for d in fresh}


def _words(text: str, family: str) -> set[str]:
    found = set(_WORD.findall(text))
    if family in ("ecmascript", "jvm"):
        plain = _ESCAPED.sub(lambda m: chr(min(int(m[1] or m[2], 16), 0x10FFFF)), text)
        found |= {word.replace("$", "") for word in _DOLLAR_WORD.findall(plain)}
    return found


def _looks_up(code: str, family: str) -> bool:
    """Whether code of a script's functions gets at any global by a computed name."""
    if family in ("bash", "lua"):
        return (_RUN_BY_VALUE if family == "bash" else _ALL_NAMES).search(code) is not None
    if family != "ecmascript":
        return False
    found = _LOOKED_UP_BY_ITEM.search(code)
    # In a class ``this`` is an object of it, whose members all stay.
    return found is not None and (not found[0].startswith("this") or "class" not in code)


def _pasted(code: str, family: str) -> frozenset[tuple[str, str]]:
    """First and last parts of the names that macros put together."""
    return frozenset((m[1], m[2]) for m in _PASTED.finditer(code)) if family == "c" else frozenset()


def _is_mentioned(d: Definition, mentioned: set[str], patterns: Iterable[tuple[str, str]]) -> bool:
    last = _last(d.name)
    # Of names that are no words (``clean-up``, ``valid?``, operators) the words in them.
    return last in mentioned or (not last.isidentifier() and mentioned.issuperset(_WORD.findall(last))) or any((len(a) > 1 and last.startswith(a)) or (len(b) > 1 and last.endswith(b)) for a, b in patterns)


def _runs_by_itself(d: Definition, file: _File) -> bool:
    if file.family == "go" and d.name == "init":
        return True
    return file.family in ("c", "rust") and "." not in d.name and bool(_CALLED_BY_LOADER.search(file.text_of(((d.first, min(d.last, d.first + 3)),))))


def _notes(file: _File, why: dict[str, str], mentioned: set[str], exported: frozenset[int]) -> list[str]:
    notes = ["names are looked up at run time: the whole file stays"] if _LOOKED_UP & mentioned else []
    notes += ["the list of exports is left out"] if exported else []
    left = [d for d in file.defined if d.name not in why and d.name.rpartition(".")[0] in why]
    notes += ["members that nothing here mentions are left out, though code outside of this file may call them"] if left else []
    if _pasted("\n".join(file.lines), file.family):
        notes.append("macros put names together: what only such a name means may be left out")
    return notes


def _named(name: str, defined: Sequence[Definition]) -> Definition:
    plain = name.replace("$", "")
    exact = [d for d in defined if d.name == name] or [d for d in defined if d.name == plain]
    found = exact or [d for d in defined if _last(d.name) == plain]
    if len(found) != 1:
        raise KeyError(name)
    return found[0]


def _hold(file: _File, why: dict[str, str], mentioned: set[str]) -> None:
    """What is around a kept definition stays, and what a kept class or object holds."""
    known = {d.name: d for d in file.defined}
    for name in list(why):
        while "." in name:
            name = name.rpartition(".")[0]
            if name in known:
                why.setdefault(name, "holds what is kept")
    for d in file.defined:
        holder = known.get(d.name.rpartition(".")[0])
        if holder is not None and holder.name in why and not _may_go(d, holder, file):
            why.setdefault(d.name, f"belongs to {holder.name}")


def _may_go(member: Definition, holder: Definition, file: _File) -> bool:
    """Whether a member may be left out of a kept type where nothing mentions it."""
    last, family = _last(member.name), file.family
    entry = last in _ENTRIES or last == _last(holder.name) or not last.isidentifier() or last.startswith("operator")
    # Any package may have an interface that an exported method fulfils; frameworks call what is annotated.
    implicit = family == "go" and last[:1].isupper()
    annotated = any(_ANNOTATED.match(line) for line in file.lines[member.first - 1 : member.last][:4])
    return family in _STATIC and holder.kind == "class" and not holder.bases and not entry and not implicit and not annotated


def _may_come(d: Definition, why: dict[str, str], family: str) -> bool:
    """Whether a mention alone brings a definition in: of a member only with its type, where types tell members apart."""
    holder = d.name.rpartition(".")[0]
    return not holder or family not in _STATIC or holder in why or family in ("go", "rust")


def _is_fixed(d: Definition, file: _File) -> bool:
    """Whether a definition is part of a larger statement of the module's own level, or running it does more than define."""
    head = d.name.partition(".")[0]
    if "." in d.name and all(other.name != head for other in file.defined):
        return True
    if file.family != "ecmascript" or "." in d.name or not d.ranges:
        return False
    if any(n in file.running for a, b in d.ranges for n in range(a, b + 1)):
        return True
    code = (line.strip() for line in file.lines[d.first - 1 : d.last])
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


def _outside(level: Sequence[Range], without: frozenset[int]) -> list[Range]:
    return [(n, n) for a, b in level for n in range(a, b + 1) if n not in without]


def _result(file: _File, why: dict[str, str], level: Sequence[Range], exported: frozenset[int], notes: list[str]) -> SymbolSlice:
    shown = [r for d in file.defined if d.name in why for r in d.ranges] + _outside(level, exported)
    parts = [Part(d.name, d.first, d.last, why.get(d.name, "")) for d in sorted(file.defined, key=lambda d: (d.first, d.name))]
    return SymbolSlice(joined(shown), tuple(p for p in parts if p.why), tuple(p for p in parts if not p.why), tuple(notes))
