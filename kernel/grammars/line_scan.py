"""Definitions as the lines of a text show them: keywords, parentheses, indentation. For languages that no grammar reads.

Nothing vouches for what is found; what a definition mentions is all the names in it.
"""

import re
from collections.abc import Iterator, Sequence

from kernel.grammars.blocks import Block, Placed, definition, place
from kernel.grammars.joining import by_name
from kernel.grammars.python_scan import last_line
from kernel.model.facts import Definition, FileFacts

MENTIONS = 300
"""Names that one definition may mention; a longer one is data."""

_LONGEST_HEAD = 300
_MAX_LINES = 20_000
# How many definitions may stand inside of one another, on the average of all lines.
_DEEPEST = 30
_WORDS_BEFORE = r"[ \t]*(?:(?:[a-z@]\w*|\[<?\w+>?\]|create or replace|temp|temporary)[ \t]+){0,6}?"
_FUNCTION_WORDS = "sub|func|fn|fun|function!?|def|defp|proc|procedure|method|subroutine|macro|iterator|template|task|predicate|rule|on"
_CLASS_WORDS = "class|struct|enum|trait|interface|protocol|object|module|mixin|extension|record|union|namespace|contract|library|actor|unit|view|table"
_KEYWORD = re.compile(rf"{_WORDS_BEFORE}(?:({_FUNCTION_WORDS})|(?:{_CLASS_WORDS})(?:[ \t]+body)?)[ \t]+(?:\w+[.:]{{1,2}}){{0,4}}([\w\-']+[?!]?)", re.IGNORECASE)
_TYPED = re.compile(r"[ \t]*(?:[\w<>\[\]?*&.,:@]+[ \t]+){1,6}?[*&]*(?:\w+::)*(\w+)[ \t]*\([^;{}]*(?:\)[^;{}()=]*(?:\{|=>).*|,?)$")
_ASSIGNED = re.compile(r"[ \t]*(?:[a-z]+[ \t]+){0,3}([\w.]+)[ \t]*(?:<-|=|:=)[ \t]*(?:async[ \t]+)?(function|func|fn|proc|sub|lambda|class|struct|enum|union|packed struct)\b")
_LISP = re.compile(r"\((?:def(?!ault)[\w-]*|define[\w-]*)[ \t]+\(?(?:\^\S+[ \t]+)?([^\s()\[\]]+)")
_SIGNATURE = re.compile(r"(?:(?:data|newtype|type|class|instance)[ \t]+(?:\w+[ \t]*=>[ \t]*)?([A-Z]\w*)|([a-z_][\w']*)[ \t]*::?[ \t])")
_LET = re.compile(r"[ \t]*(?:let|and|val|type|module)[ \t]+(?:(?:rec|inline|private|mutable|nonrec)[ \t]+)*([A-Za-z_][\w']*)(?=[^=]*=)")
_CLAUSE = re.compile(r"([a-z]\w*)\(.*->")
_MESSAGE = re.compile(r"[-+][ \t]*\([^)]*\)[ \t]*(\w+)")
_TYPE_START = re.compile(r"@(?:interface|implementation|protocol)[ \t]+(\w+)")
_SPECIAL = {
    "haskell": (_SIGNATURE,), "elm": (_SIGNATURE,), "purescript": (_SIGNATURE,), "ocaml": (_LET,), "fsharp": (_LET,), "erlang": (_CLAUSE,),
    "clojure": (_LISP,), "lisp": (_LISP,), "scheme": (_LISP,), "objective_c": (_MESSAGE, _TYPE_START, _TYPED), "elisp": (_LISP,), "racket": (_LISP,),
}  # fmt: skip
"""Languages whose definitions look like nobody else's."""
_NO_NAMES = frozenset(
    "if for foreach while switch catch return else elseif elsif unless until when match do try new throw case with using lock synchronized is as in of from to and or not".split()
)
_CLOSING = re.compile(r"end\w*\b|begin\b|[{})\]]|else|elsif|elif|except|catch|finally|rescue|ensure|where\b|then\b|do\b|\||=")
_NAME = re.compile(r"[^\W\d][\w']*(?:-[\w']+)*[?!]?|[^\W\d]\w*")
_CALL = re.compile(r"([^\W\d]\w*[?!]?)[ \t]?\(|\(([^\W\d][\w-]*[?!]?)(?=[\s)])")


def scanned_facts(name: str, text: str) -> FileFacts:
    """Facts of a text in the language of that name, by its lines: definitions, the names that each mentions."""
    lines = text.split("\n")
    blocks = list(_blocks(name, lines[:_MAX_LINES]))
    found = by_name(_mentioning(placed, lines) for placed in place(blocks, lines))
    return FileFacts(len(lines), tuple(found), (), (), "lines")


def defined_names(name: str, text: str) -> set[str]:
    """Names that a text in the language of that name seems to define."""
    return {title for _, title, _ in _heads(name, text.split("\n", _MAX_LINES)[:_MAX_LINES])}


def _blocks(name: str, lines: Sequence[str]) -> Iterator[Block]:
    is_lisp = _SPECIAL.get(name, (None,))[0] is _LISP
    rest, until = _DEEPEST * len(lines), 0
    for number, title, found in _heads(name, lines):
        kind = _kind(found)
        if number <= until or rest <= 0:
            continue  # what is inside of a function belongs to it
        last = last_line(lines, number) if is_lisp else _last(lines, number, title)
        rest -= last - number
        until = last if kind == "function" else until
        yield Block(title, kind, _first(lines, number), last)


def _heads(name: str, lines: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Line (1-based) and bare name of each definition, and how it was told."""
    patterns = _SPECIAL.get(name, (_KEYWORD, _ASSIGNED, _TYPED))
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith(("//", "#", "--", "*", "/*", "%", ";", "'", '"')):
            continue
        head = line[:_LONGEST_HEAD].rstrip()
        found = next((match for pattern in patterns if (match := pattern.match(head)) is not None), None)
        title = next((part for part in reversed(found.groups()) if part and part not in _NO_NAMES), "") if found else ""
        if not found or not title or (found.re is _ASSIGNED and not found[1]):
            continue
        title = found[1] if found.re is _ASSIGNED else title
        yield number, title.rpartition(".")[2], found


def _kind(found: re.Match[str]) -> str:
    if found.re is _KEYWORD:
        return "function" if found[1] else "class"
    if found.re is _ASSIGNED:
        return "class" if found[2].endswith(("class", "struct", "enum", "union")) else "function"
    return "class" if found.re is _TYPE_START or (found.re is _SIGNATURE and found[1]) else "function"


def _first(lines: Sequence[str], number: int) -> int:
    """The first line of a definition: comments and attributes directly above belong to it."""
    while number > 1 and lines[number - 2].lstrip().startswith(("//", "#", "--", "%", ";;", "@", "///", "*", "/**", "{-", "(*")):
        number -= 1
    return number


def _last(lines: Sequence[str], first: int, name: str) -> int:
    """The last line of a definition: what is indented deeper, and what only closes or goes on with it."""
    indent, last = _indent(lines[first - 1]), first
    for number in range(first + 1, min(len(lines), first + _MAX_LINES) + 1):
        bare = lines[number - 1].lstrip()
        if not bare:
            continue
        depth = _indent(lines[number - 1])
        if depth < indent or (depth == indent and not _CLOSING.match(bare) and not _goes_on(name, bare)):
            break
        last = number
    return last


def _goes_on(name: str, bare: str) -> bool:
    """Whether a line is a further equation or clause of a definition (Haskell, Erlang)."""
    return bare.startswith(name) and bare[len(name) : len(name) + 1] in (" ", "(")


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip())].expandtabs())


def _mentioning(placed: Placed, lines: Sequence[str]) -> Definition:
    plain = definition(placed, lines)
    text = "\n".join("\n".join(lines[a - 1 : b]) for a, b in placed.ranges)
    own = plain.name.rpartition(".")[2]
    calls = dict.fromkeys(name for found in _CALL.findall(text) for name in found if name and name not in _NO_NAMES and name != own)
    refs = dict.fromkeys(name for name in _NAME.findall(text) if name not in _NO_NAMES and name != own)
    if plain.kind == "module" or len(refs) > MENTIONS:
        return plain
    return plain._replace(refs=tuple({**calls, **refs}), calls=tuple(calls))
