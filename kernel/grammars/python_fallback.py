"""Facts of a Python text that ``ast`` rejects: definitions by indentation, so that its functions can still be shown."""

import re

from kernel.grammars.words import count_words
from kernel.model.facts import Definition, FileFacts

_HEAD = re.compile(r"^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)")


def fallback_facts(text: str) -> FileFacts:
    """Definitions as their indentation shows them; no references and no imports, since nothing vouches for them."""
    lines = text.split("\n")
    found: list[Definition] = [_definition("", "module", 1, len(lines), ((1, len(lines)),), lines)]
    heads = [(n, m) for n, line in enumerate(lines, 1) if (m := _HEAD.match(line[:300]))]
    parents: list[tuple[int, str, str]] = []
    for number, match in heads:
        indent = len(match[1].expandtabs())
        while parents and parents[-1][0] >= indent:
            parents.pop()
        inside_function = any(kind == "def" for _, _, kind in parents)
        name = ".".join([*(p[1] for p in parents), match[3]])
        parents.append((indent, match[3], match[2]))
        if not inside_function:
            last = _end(lines, number, indent)
            kind = "class" if match[2] == "class" else "function"
            found.append(_definition(name, kind, number, last, ((number, last),), lines))
    return FileFacts(len(lines), tuple(found), (), (), "lines")


def _end(lines: list[str], first: int, indent: int) -> int:
    last = first
    for number in range(first + 1, len(lines) + 1):
        line = lines[number - 1]
        if not line.strip():
            continue
        if len(line) - len(line.lstrip()) <= indent and not line.lstrip().startswith((")", "]", "}", "#")):
            break
        last = number
    return last


def _definition(
    name: str, kind: str, first: int, last: int, ranges: tuple[tuple[int, int], ...], lines: list[str]
) -> Definition:
    words = count_words("\n".join(lines[first - 1 : last]))
    for word in count_words(name):
        words[word] = words.get(word, 0) + 3
    return Definition(name, kind, first, last, ranges, (), (), (), (), (), (), "", sum(words.values()), words)
