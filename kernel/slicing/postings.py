"""An inverted index of a repository's source files: which file holds a word, which defines a name.

Words are whole lower-cased identifiers. The index is a value: built from contents, packed to bytes, and asked
without unpacking more than what is asked for.
"""

import re
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kernel.grammars.languages import BY_LINES, PYTHON, family_of, language_of
from kernel.grammars.line_scan import defined_names

_MAGIC = b"ck-postings-12"
_LETTERS = bytes(c if chr(c).isascii() and (chr(c).isalnum() or c == 0x5F) else 0x20 for c in range(256))
_MIN_WORD, _MAX_WORD = 3, 80
_KEYWORDS = {
    family: tuple(b"%s " % word for word in words.split())
    for family, words in {
        "python": b"def class",
        "ecmascript": b"function class const let var interface type enum namespace",
        "go": b"func type const var",
        "rust": b"fn struct enum union trait type const mod macro_rules!",
        "jvm": b"class interface enum record object fun val var def trait type",
        "php": b"class interface trait enum function",
        "ruby": b"def class module",
        "lua": b"function",
        "elixir": b"def defp defmacro defmacrop defguard defdelegate defmodule defprotocol",
        "c": b"struct enum union class namespace #define",
        "": b"def defp defmodule defmacro class function func fun fn const let var val interface struct type enum trait union "
            b"record object protocol module namespace",
    }.items()
}
"""What a definition's name follows, by family of languages; the last for all others."""
_ASSIGNING = {"ecmascript": (b"function", b"=>"), "lua": (b"function",)}
"""What stands after the name that a function is assigned to."""
# A name, its parentheses, and a brace after them on the same line or a later one; bounded, so that no text makes it slow.
_BRACED = re.compile(rb"\n[^\n=.;(){}]{0,120}?\b([a-z_][a-z0-9_]{2,79})\s?\([^;{}]{0,400}?\)[^;{}()]{0,120}\{")


# What a keyword defines: of a name with a holder (a receiver, a table, a class) both the first and the last; Go writes the holder before.
_NAMED = re.compile(rb"(?:\([^()\n]{0,120}\)\s?)?(?:<[^<>\n]{0,80}>\s?)?([a-z0-9_]{1,80})(?:<[^<>\n]{0,80}>)?(?:\?|(?:[.:]{1,2}[a-z0-9_]+){0,8}?)(?:[.:]{1,2}([a-z0-9_]{1,80}))?(?![.:]{0,2}[a-z0-9_])")

# A name that a function is assigned to, at the end of what stands before ``function`` or ``=>``.
_ASSIGNED = re.compile(rb"([a-z0-9_]{2,80})\s?[:=]\s?(?:async\s?)?(?:<[^<>\n]{0,60}>)?(?:\([^()]{0,150}\)(?::[^=\n]{0,60})?|[a-z0-9_]{1,80})?\s?$")
_LONGEST_HEAD = 260


class SourceFile(NamedTuple):
    """One indexed file: its identity on disk and a digest of its content (hex)."""

    path: str
    mtime_ns: int
    size: int
    ctime_ns: int
    digest: str


def words_of(data: bytes, path: str) -> set[bytes]:
    """Lower-cased identifiers of a file, and ``=name`` for each name that it seems to define.

    Definitions are told by the keyword before the name; in languages with braces also by a name, parentheses and an opening
    brace on one line. That a name is thought defined which is not costs a parse, no more.
    """
    low = data.lower()
    words = {w for w in low.translate(_LETTERS).split() if _MIN_WORD <= len(w) <= _MAX_WORD}
    family = family_of(path)
    if family != PYTHON:
        words.update(b"=" + name for name in _BRACED.findall(b"\n" + low))
    for keyword in _KEYWORDS.get(family, _KEYWORDS[""]):
        for piece in low.split(keyword)[1:]:
            found = _NAMED.match(piece[: 2 * _MAX_WORD])
            if found:
                words.update((b"=" + found[1], b"=" + (found[2] or found[1])))
    if family in _ASSIGNING:
        for sign in _ASSIGNING[family]:
            heads = (_ASSIGNED.search(piece[-_LONGEST_HEAD:]) for piece in low.split(sign)[:-1])
            words.update(b"=" + head[1] for head in heads if head)
    language = language_of(path)
    if language is not None and language.level == BY_LINES:
        words.update(f"={name}".encode() for name in defined_names(language.name, low.decode("utf-8", "replace")))
    return words


class Postings:
    """Word → files. ``files`` are in the order of their ids."""

    __slots__ = ("_ids", "_words", "files")

    def __init__(self, files: tuple[SourceFile, ...], words: bytes, ids: "array[int]") -> None:
        self.files = files
        self._words = words
        self._ids = ids

    @classmethod
    def build(cls, files: Iterable[tuple[SourceFile, set[bytes]]]) -> "Postings":
        """Index files with their words; the order of the words does not matter, the order of the files does."""
        known: list[SourceFile] = []
        lists: dict[bytes, list[int]] = {}
        for number, (file, words) in enumerate(files):
            known.append(file)
            for word in words:
                if word in lists:
                    lists[word].append(number)
                else:
                    lists[word] = [number]
        table: list[bytes] = [b""]
        ids = array("I")
        for word in sorted(lists):
            table.append(b"%s %x %x" % (word, len(ids), len(lists[word])))
            ids.extend(lists[word])
        return cls(tuple(known), b"\n".join(table) + b"\n", ids)

    def holding(self, word: str) -> tuple[int, ...]:
        """Ids of the files that hold a lower-cased word, ascending."""
        return self._find(word.encode("utf-8", "replace"))

    def defining(self, name: str) -> tuple[int, ...]:
        """Ids of the files that define a name (any case), ascending."""
        return self._find(b"=" + name.lower().encode("utf-8", "replace"))

    def _find(self, word: bytes) -> tuple[int, ...]:
        low, high = 0, len(self._words) - 1
        while low < high:
            # The line around the middle; lines are sorted by their word.
            middle = self._words.rfind(b"\n", 0, (low + high) // 2 + 1)
            end = self._words.index(b"\n", middle + 1)
            entry = self._words[middle + 1 : end].split(b" ")
            if entry[0] == word:
                start, count = int(entry[1], 16), int(entry[2], 16)
                return tuple(self._ids[start : start + count])
            if entry[0] < word:
                low = end
            else:
                high = middle
        return ()

    def pack(self) -> bytes:
        """One blob; only this machine reads it again."""
        import json

        names = json.dumps(self.files).encode("ascii")
        body = names + self._words + self._ids.tobytes()
        head = b"%s %s %d %d %x\n" % (_MAGIC, sys.byteorder.encode(), len(names), len(self._words), zlib.crc32(body))
        return head + body

    @classmethod
    def unpack(cls, blob: bytes) -> "Postings | None":
        """The index of a blob; None if it is not one of ours, or damaged."""
        import json

        head, _, _ = blob[:100].partition(b"\n")
        fields = head.split(b" ")
        if len(fields) != 5 or fields[0] != _MAGIC or fields[1] != sys.byteorder.encode():
            return None
        try:
            at = len(head) + 1
            if zlib.crc32(memoryview(blob)[at:]) != int(fields[4], 16):
                return None
            names_end = at + int(fields[2])
            words_end = names_end + int(fields[3])
            files = tuple(SourceFile(*row) for row in json.loads(blob[at:names_end]))
            ids = array("I")
            ids.frombytes(blob[words_end:])
        except (ValueError, TypeError):
            return None
        return cls(files, blob[names_end:words_end], ids)


class WordIndex:
    """Postings of a snapshot, corrected by the words of files that changed since.

    ``fresh`` maps changed or new files to their words; ``gone`` are ids that no longer hold.
    """

    __slots__ = ("_fresh", "_gone", "_postings")

    def __init__(self, postings: Postings, fresh: Mapping[str, set[bytes]], gone: frozenset[int]) -> None:
        self._postings = postings
        self._fresh = fresh
        self._gone = gone

    def holding(self, word: str) -> tuple[str, ...]:
        """Paths of the files that hold a lower-cased word."""
        return self._paths(self._postings.holding(word), word.encode("utf-8", "replace"))

    def defining(self, name: str) -> tuple[str, ...]:
        """Paths of the files that define a name (any case)."""
        return self._paths(self._postings.defining(name), b"=" + name.lower().encode("utf-8", "replace"))

    def _paths(self, ids: Iterable[int], word: bytes) -> tuple[str, ...]:
        files = self._postings.files
        old = [files[k].path for k in ids if k not in self._gone]
        return tuple(sorted([*old, *(path for path, words in self._fresh.items() if word in words)]))
